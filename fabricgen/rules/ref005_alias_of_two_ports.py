"""Two ports have the same alias.

Why: tools that go by alias (LLDP, SNMP, the interface naming mode) see one port; only one of them
is found and comes up. Where the platform's own table gives both ports the alias, TOP028 says so.

Example: `PORT|Ethernet16` and `PORT|Ethernet24` both have the alias `etp4`.

Fix: give each port the alias the platform has for it (`etp3a` for the first half of cage 3).

Source: SONiC buildimage pull request 1114; port_config.ini of Dell S5448F.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._ports import has_alias

ID = "REF005"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per port whose alias an earlier port has."""
    config = subject.config
    owner: dict[str, str] = {}
    for name in config.rows("PORT"):
        alias = config.text("PORT", name, "alias")
        if not alias:
            continue
        first = owner.setdefault(alias, name)
        if first != name and not all(has_alias(subject, port, alias) for port in (first, name)):
            yield found(
                config,
                f"port {name} has the alias {alias}, which is the alias of port {first} too",
                "give each port the alias of the platform's breakout mode",
                "PORT",
                name,
                "alias",
            )
