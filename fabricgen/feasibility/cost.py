"""Proxies of what a design costs: switches, cables, optics, watts.

They serve to compare designs with each other, never to plan a budget. Watts: 20 mW a Gb/s of switch port (51.2 Tb/s: about 1 kW
without optics) and 20 mW a Gb/s of transceiver (800G: 16 W), both assumptions from public data sheets of 51.2 Tb/s switches.
"""

from fabricgen.model.feasibility import DesignCost
from fabricgen.model.intent import FabricIntent, Intent
from fabricgen.model.topology import FabricSize, Topology

SWITCH_W_PER_GBPS = 0.02
OPTIC_W_PER_GBPS = 0.02
# Longest passive copper cable of 100 Gb/s lanes in whole metres; longer links have a transceiver at each end.
COPPER_M = 3


def cost(intent: Intent, topology: Topology) -> DesignCost:
    """Return the proxies of all fabrics of a design."""
    switches = cables = optics = 0
    watts = 0.0
    for name, fabric in intent.fabrics.present():
        size = topology.sizes.get(name)
        if size is None:
            continue
        switches += size.leaf_count + size.spine_count + size.super_spine_count
        cables += sum(size.cable_count.values())
        optical = _optical(size, fabric)
        optics += 2 * optical
        watts += _watts(size, fabric)
    return DesignCost(switches=switches, cables=cables, optics=optics, watts=watts)


def _lengths(fabric: FabricIntent) -> dict[str, int]:
    between = fabric.cables.leaf_spine
    return {
        "host-leaf": fabric.cables.host_leaf,
        "dpu-leaf": fabric.cables.host_leaf,
        "leaf-leaf": between,
        "leaf-spine": between,
        "spine-super-spine": fabric.cables.spine_super_spine,
    }


def _optical(size: FabricSize, fabric: FabricIntent) -> int:
    lengths = _lengths(fabric)
    return sum(n for kind, n in size.cable_count.items() if lengths.get(kind, 1) > COPPER_M)


def _watts(size: FabricSize, fabric: FabricIntent) -> float:
    """Return the watts of a fabric: host links have one end on a switch, others two."""
    lengths = _lengths(fabric)
    host = size.injection_mbps / 1000
    up = host / float(size.oversubscription.get("leaf", 1)) if size.tiers > 1 else 0.0
    top = up / float(size.oversubscription.get("spine", 1)) if size.tiers > 2 else 0.0
    ports = SWITCH_W_PER_GBPS * (host + 2 * up + 2 * top)
    boundaries = (("host-leaf", host), ("leaf-spine", up), ("spine-super-spine", top))
    lit = sum(2 * rate for kind, rate in boundaries if lengths[kind] > COPPER_M)
    return ports + OPTIC_W_PER_GBPS * lit
