"""An address row states another family than its address has.

Why: the models refuse the row, and a daemon that trusts the field programs nothing.

Example: `INTERFACE|Ethernet0|10.1.0.1/31` with family IPv6.

Fix: correct the family, or leave the field out.

Source: SONiC YANG models, sonic-interface, sonic-loopback-interface, sonic-vlan.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "REF021"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

_TABLES = ("INTERFACE", "LOOPBACK_INTERFACE", "VLAN_INTERFACE", "PREFIX_LIST")


def check(x: ConfigCheck) -> Iterator[Finding]:
    """Yield the rows whose family field and address disagree."""
    for table in _TABLES:
        for key, row in x.config.rows(table).items():
            family = row.get("family")
            prefix = key.rpartition("|")[2]
            has = "IPv6" if ":" in prefix else "IPv4"
            if isinstance(family, str) and family in ("IPv4", "IPv6") and family != has:
                message = f"the family of {prefix} is {has}, the row says {family}"
                yield found(x.config, message, f'write "{has}"', table, key, "family")
