"""An alias is the name of another port.

Why: commands and tools that take a name or an alias act on the wrong port.

Example: `PORT|Ethernet8` has the alias `Ethernet16`, which is a port of its own.

Fix: use the platform's own aliases (`etp2`, `Eth2/1`).

Source: SONiC mgmt pull request 830.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "REF017"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per port whose alias names another port."""
    config = subject.config
    ports = config.rows("PORT")
    for name in ports:
        alias = config.text("PORT", name, "alias")
        if alias in ports and alias != name:
            yield found(
                config,
                f"port {name} has the alias {alias}, which is the name of another port",
                "use the alias of the platform",
                "PORT",
                name,
                "alias",
            )
