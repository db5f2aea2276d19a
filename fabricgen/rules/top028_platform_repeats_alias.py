"""The platform's own table gives two ports the same alias.

Why: tools that go by alias (LLDP, SNMP, the interface naming mode) see one of the two ports only. The
image of the switch carries the error, so the file cannot avoid it.

Example: NVIDIA SN4600C split into 2x50G: the ports of Ethernet160 and Ethernet164 are both etp42a and etp42b.

Fix: leave one of the two cages unsplit, or set another alias for its ports by `overrides`; and never cable by
alias there.

Source: device folder of the platform, sonic-net/sonic-buildimage, commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._ports import has_alias

ID = "TOP028"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per port whose alias an earlier port has too, as the platform's table says."""
    config = subject.config
    owner: dict[str, str] = {}
    for name in config.rows("PORT"):
        alias = config.text("PORT", name, "alias")
        if not alias:
            continue
        first = owner.setdefault(alias, name)
        if first != name and all(has_alias(subject, port, alias) for port in (first, name)):
            yield found(
                config,
                f"port {name} has the alias {alias} of port {first}, as the platform's table has it",
                "leave one of the two cages unsplit, and do not cable by alias",
                "PORT",
                name,
                "alias",
            )
