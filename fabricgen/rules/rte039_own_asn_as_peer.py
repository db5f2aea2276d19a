"""A neighbour has the device's own AS number.

Why: equal numbers make the session internal (iBGP): routes learned from one such peer are not
passed to another, so a leaf behind two spines of its own AS sees nothing of the rest. In an eBGP
fabric it is a slip.

Example: bgp_asn 4200000001 and `BGP_NEIGHBOR|10.64.0.0|asn` 4200000001.

Fix: write the peer's AS number; for a wanted iBGP session nothing is to be done.

Source: RFC 4271 section 9.2.1.1; RFC 7938 section 5.2.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._bgp import facing, local_asn, neighbors
from fabricgen.rules._file import found

ID = "RTE039"
SEVERITY = Severity.NOTE
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one note per neighbour on a link with the own AS number."""
    config = subject.config
    own = local_asn(config)
    if own is None:
        return
    for neighbor in neighbors(config):
        if (
            neighbor.asn == own
            and neighbor.address is not None
            and facing(config, neighbor.address)
        ):
            yield found(
                config,
                f"neighbour {neighbor.peer} has AS number {own}, that of this device: the session is "
                "internal",
                "write the peer's AS number if an external session is meant",
                "BGP_NEIGHBOR",
                neighbor.key,
                "asn",
            )
