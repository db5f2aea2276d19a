"""An address key stands without the row of its interface.

Why: the daemon creates the router interface from the row that names it alone; without that row the
    address is never set, and from 202505 on the file is refused.

Example: `INTERFACE|Ethernet0|10.1.0.1/31` with no row `INTERFACE|Ethernet0`.

Fix: write the row of the interface too, `{}` if it has no fields.

Source: SONiC YANG models, sonic-interface and sonic-vlan; sonic-net/sonic-buildimage issue 20730.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "REF020"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

_TABLES = ("INTERFACE", "VLAN_INTERFACE")


def check(x: ConfigCheck) -> Iterator[Finding]:
    """Yield the address rows whose interface has no row; one finding for each interface."""
    for table in _TABLES:
        rows = x.config.rows(table)
        names = {key.strip() for key in rows if "|" not in key}
        told: set[str] = set()
        for key in rows:
            name, bar, prefix = key.partition("|")
            name = name.strip()
            if not bar or name in names or name in told:
                continue
            told.add(name)
            yield found(
                x.config,
                f"{table} has the address {prefix.strip()} on {name} but no row {name} of its own",
                f'add the row "{name}": {{}} to {table}',
                table,
                key,
            )
