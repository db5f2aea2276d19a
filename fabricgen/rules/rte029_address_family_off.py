"""A framework neighbour has no active address family.

Why: the management framework activates a family only where an address-family row of the neighbour
or its peer group has an admin_status. Without it the session has nothing to negotiate and does
not come up.

Example: `BGP_NEIGHBOR|default|10.64.0.0` without
`BGP_NEIGHBOR_AF|default|10.64.0.0|ipv4_unicast`.

Fix: add the row with `admin_status` `up`.

Source: sonic-frr-mgmt-framework frrcfgd.py, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._bgp import framework, neighbors
from fabricgen.rules._file import found

ID = "RTE029"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per neighbour without an active family of its own or its group."""
    config = subject.config
    if not framework(config):
        return
    active = {
        (table, key.rpartition("|")[0])
        for table in ("BGP_NEIGHBOR_AF", "BGP_PEER_GROUP_AF")
        for key in config.rows(table)
        if config.text(table, key, "admin_status") in ("up", "true")
    }
    for neighbor in neighbors(config):
        group = config.text("BGP_NEIGHBOR", neighbor.key, "peer_group_name")
        if neighbor.vrf is None or ("BGP_NEIGHBOR_AF", neighbor.key) in active:
            continue
        if group and ("BGP_PEER_GROUP_AF", f"{neighbor.vrf}|{group}") in active:
            continue
        yield found(
            config,
            f"neighbour {neighbor.key} has no address-family row with admin_status up"
            + (f", nor has its peer group {group}" if group else ""),
            f"add BGP_NEIGHBOR_AF|{neighbor.key}|ipv4_unicast with admin_status up",
            "BGP_NEIGHBOR",
            neighbor.key,
        )
