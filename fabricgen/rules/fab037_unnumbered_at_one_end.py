"""A link is unnumbered at one end only.

Why: BGP unnumbered finds its peer by IPv6 link-local address on both ends; an end without
`ipv6_use_link_local_only` sends no router advertisements, and the session never forms.

Example: `INTERFACE|Ethernet16` has ipv6_use_link_local_only "enable" on leaf-1, not on spine-1
Ethernet0.

Fix: enable it on both ends, or number both ends.

Source: SONiC YANG model sonic-interface; RFC 8950.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles, FileEnd
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found, named, port_addresses

ID = "FAB037"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every numbered end of a link whose other end is unnumbered."""
    for link in fabric.links:
        for near, far in ((link.a, link.b), (link.b, link.a)):
            config = fabric.devices[near.device]
            if _unnumbered(fabric, far) and not _unnumbered(fabric, near):
                held = near.port in config.rows("INTERFACE")
                yield found(
                    config,
                    f"{named(far)} is unnumbered (ipv6_use_link_local_only), {named(near)} at the other "
                    "end of the link is not",
                    "set ipv6_use_link_local_only to enable on both ends",
                    "INTERFACE",
                    near.port if held else None,
                )


def _unnumbered(fabric: FabricFiles, end: FileEnd) -> bool:
    config = fabric.devices[end.device]
    if config.text("INTERFACE", end.port, "ipv6_use_link_local_only") != "enable":
        return False
    return not port_addresses(fabric).get(end)
