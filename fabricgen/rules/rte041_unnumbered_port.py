"""An unnumbered session's port is not set to link-local mode.

Why: the session runs over the link-local addresses of the port. Without
`ipv6_use_link_local_only` the port has none, and the peer is never found.

Example: `BGP_NEIGHBOR|default|Ethernet256` while `INTERFACE|Ethernet256` is `{}`.

Fix: write `ipv6_use_link_local_only` `enable` on the port at both ends.

Source: SONiC buildimage pull request 27370; RFC 8950.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._bgp import framework, neighbors
from fabricgen.rules._file import found

ID = "RTE041"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per port neighbour whose port has no link-local mode."""
    config = subject.config
    if not framework(config):
        return
    for neighbor in neighbors(config):
        table = {"E": "INTERFACE", "P": "PORTCHANNEL_INTERFACE", "V": "VLAN_INTERFACE"}.get(
            neighbor.peer[:1]
        )
        if neighbor.address is not None or table is None:
            continue
        if config.text(table, neighbor.peer, "ipv6_use_link_local_only") == "enable":
            continue
        yield found(
            config,
            f"neighbour {neighbor.peer} is unnumbered, but {table}|{neighbor.peer} has no "
            "ipv6_use_link_local_only",
            "write ipv6_use_link_local_only enable on the port at both ends",
            "BGP_NEIGHBOR",
            neighbor.key,
        )
