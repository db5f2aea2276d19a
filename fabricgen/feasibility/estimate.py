"""What a fabric of paper switches gives: closed forms, since it has no links to load."""

from math import ceil

from fabricgen.feasibility import locality
from fabricgen.feasibility.carrying import BALANCED, Balancing, Carried
from fabricgen.feasibility.collisions import slowest_share
from fabricgen.feasibility.figures import Demand, Job
from fabricgen.model.topology import FabricSize


def estimate(job: Job, demand: Demand, size: FabricSize, balancing: Balancing) -> Carried:
    """Return what a fabric gives by its counts: units under a leaf, oversubscription, equal paths.

    Contiguous rings leave a unit once a rail, scattered ones and all-to-all by the share of peers elsewhere.
    """
    nodes = ceil(job.gpus / job.node.gpus)
    inside = size.nodes_per_unit
    if nodes <= inside or size.tiers == 1:
        return Carried(share=1.0, limit="the NIC", busiest=0.0)
    thin = 1.0
    for ratio in size.oversubscription.values():
        thin *= float(ratio)
    leaving = locality.leaving_share(inside, nodes)
    if demand.shape == "ring" and job.asked.placement == "contiguous":
        leaving = 1 / inside
    load = thin * leaving
    uplinks = max(1, size.ecmp_width.get("same_pod", 1))
    parts = balancing.queue_pairs * (nodes - 1 if demand.shape == "all-to-all" else 1)
    flows = ceil(inside * leaving - 1e-9)
    speedup = inside / thin / uplinks
    hashed = slowest_share(flows, uplinks, parts, speedup) if flows * parts < 1 << 14 else 1.0
    if balancing.kind in BALANCED:
        hashed = max(hashed, BALANCED[balancing.kind])
    share = min(1 / max(1.0, load), hashed)
    if share == 1:
        return Carried(share=1.0, limit="the NIC", busiest=load)
    limit = (
        f"the leaf uplinks, which are offered {load:.2f} times their rate"
        if load > 1 and share == 1 / load
        else f"ECMP hashing on the leaf uplinks: the busiest carries {1 / hashed:.2f} times its rate"
    )
    return Carried(share=share, limit=limit, busiest=load)
