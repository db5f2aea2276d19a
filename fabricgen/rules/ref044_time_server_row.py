"""A time server row says nothing about the association.

Why: the model accepts an empty row, but newer releases build the time daemon's configuration from
the fields and may leave such a server out: the switch runs unsynchronised.

Example: `NTP_SERVER|192.0.2.1` is `{}`.

Fix: write association_type, iburst and resolve_as (or version), as the command line does.

Source: SONiC buildimage issue 17906 and pull request 18736.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "REF044"
SEVERITY = Severity.NOTE
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one note per time server without fields."""
    config = subject.config
    for name, row in config.rows("NTP_SERVER").items():
        if not row:
            yield found(
                config,
                f"time server {name} has no fields",
                'write {"association_type": "server", "iburst": "on", "resolve_as": "'
                + name
                + '"}',
                "NTP_SERVER",
                name,
            )
