"""How many cables a fabric needs, counted as twin-port cables where cages are split.

The ports of one cage leave it through one cable (a twin-port 800G cable carries two 400G links), so
a boundary needs as many cables as it has cages in use, on the side that has more of them. This
gives the published counts of the NVIDIA DGX SuperPOD with B300 (two links a cable) and with H100
(one link a cable, as each NIC has its own).
"""

from collections.abc import Iterable, Mapping

from fabricgen.model.topology import FabricSize, Link, LinkKind
from fabricgen.topology.leaf_shape import LeafShape
from fabricgen.topology.panel import Panel
from fabricgen.topology.pods import Pods
from fabricgen.topology.tier import Tier

_HOST_KINDS = (LinkKind.HOST_LEAF, LinkKind.DPU_LEAF, LinkKind.OOB)


def cable_count(
    links: Iterable[Link], panels: Mapping[str, Panel], copies: int = 1
) -> dict[str, int]:
    """Return the cables of each boundary (``host-leaf``, ``leaf-spine``, ``leaf-leaf``).

    Args:
        links: The links.
        panels: The ports of each switch and DPU.
        copies: Planes like that of ``links``. The ports of a NIC in all of them leave it together.
    """
    parents = {
        id(panel): {spec.name: spec.parent for spec in panel.specs} for panel in panels.values()
    }

    def cage(device: str, port: str) -> tuple[str, str]:
        if device in panels:
            return device, parents[id(panels[device])].get(port, port)
        label, _, part = port.rpartition("p")  # nic3p2 is a part of the NIC nic3
        return device, label if label and part.isdecimal() else port

    uppers: dict[str, set[tuple[str, str]]] = {}
    lowers: dict[str, set[tuple[str, str]]] = {}
    for link in links:
        kind = "host-leaf" if link.kind in _HOST_KINDS else link.kind.value
        uppers.setdefault(kind, set()).add(cage(link.upper.device, link.upper.port))
        lowers.setdefault(kind, set()).add(cage(link.lower.device, link.lower.port))
    return {
        kind: max(
            len(uppers[kind]) * copies, len(lowers[kind]) * (1 if kind == "host-leaf" else copies)
        )
        for kind in sorted(uppers)
    }


def paper_cable_count(
    size: FabricSize,
    leaf: Tier,
    shape: LeafShape,
    spine: Tier | None = None,
    pods: Pods | None = None,
) -> dict[str, int]:
    """Return the cables of a fabric that has sizes but no links, from its counts.

    Args:
        size: Gives the links of each boundary.
        leaf: Gives the ports of a cage.
        shape: Gives the speeds.
        spine: The spines, where there are three tiers.
        pods: The pods, where there are three tiers.
    """
    nics = size.host_link_count // (size.planes * size.homes)
    per_cage = leaf.split(shape.down_speed_mbps)
    counts = {"host-leaf": max(nics, -(-size.host_link_count // per_cage))}
    if size.leaf_spine_link_count:
        up_per_cage = max(1, leaf.split(shape.up_speed_mbps))
        counts["leaf-spine"] = -(-size.leaf_spine_link_count // up_per_cage)
    if pods is not None and spine is not None:
        up_per_cage = max(1, spine.split(pods.up_speed_mbps))
        counts["spine-super-spine"] = -(-size.spine_super_spine_link_count // up_per_cage)
    return counts
