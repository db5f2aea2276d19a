"""A routed port has no address.

Why: its row makes the port a router interface, but without an address, or IPv6 link-local mode, no packet is routed through it: the host or
switch behind it is cut off while the link is up.

Example: `INTERFACE|Ethernet0` and no `INTERFACE|Ethernet0|10.0.0.0/31`.

Fix: add the address row; set ipv6_use_link_local_only for an unnumbered link; or remove the bare row.

Source: SONiC intfmgrd, commit 086b03bd70f9 (the bare row and the address row are two steps).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "REF047"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG

_PORTS = (("INTERFACE", "PORT"), ("PORTCHANNEL_INTERFACE", "PORTCHANNEL"))


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding for each bare row of a port that is up."""
    config = subject.config
    for table, ports in _PORTS:
        rows = config.rows(table)
        addressed = {key.partition("|")[0] for key in rows if "|" in key}
        for name in rows:
            if (
                "|" not in name
                and name not in addressed
                and config.text(table, name, "ipv6_use_link_local_only") != "enable"
                and config.text(ports, name, "admin_status") == "up"
            ):
                yield found(
                    config,
                    f"{name} is routed and up, but has no address",
                    f"add {table}|{name}|ADDRESS/LENGTH, or remove the row",
                    table,
                    name,
                )
