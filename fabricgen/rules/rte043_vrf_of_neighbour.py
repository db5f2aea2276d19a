"""A neighbour and the interface that faces it are in different VRFs.

Why: bgpcfgd refuses a neighbour of the default VRF whose local address is on an interface of
another VRF, and the reverse; the session is never made.

Example: `BGP_NEIGHBOR|10.64.0.0` while `INTERFACE|Ethernet256|vrf_name` is VrfRed.

Fix: write the VRF into the neighbour's key (`VrfRed|10.64.0.0`), or take the interface out of it.

Source: sonic-bgpcfgd managers_bgp.py, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._bgp import facing, neighbors
from fabricgen.rules._file import found

ID = "RTE043"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per neighbour whose facing interface is in another VRF."""
    config = subject.config
    for neighbor in neighbors(config):
        link = facing(config, neighbor.address) if neighbor.address is not None else None
        vrf = "" if neighbor.vrf in (None, "default") else neighbor.vrf
        if link is None or link.vrf == vrf:
            continue
        yield found(
            config,
            f"neighbour {neighbor.peer} is in VRF {vrf or 'default'}, {link.interface} that faces it is in "
            f"{link.vrf or 'default'}",
            f"write the key {link.vrf}|{neighbor.peer}"
            if link.vrf
            else "write the address alone as key",
            "BGP_NEIGHBOR",
            neighbor.key,
        )
