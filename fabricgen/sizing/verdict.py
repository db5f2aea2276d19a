"""The sizing stage: from the nodes and their work to the smallest back-end that serves."""

from collections.abc import Iterator
from dataclasses import dataclass

from fabricgen.catalogue import mode_for, nearest
from fabricgen.catalogue.written import node_type
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.diagnostic import Problem
from fabricgen.model.feasibility import JobSize, SizingVerdict
from fabricgen.model.intent import FabricIntent, Intent, SwitchIntent
from fabricgen.model.platform import NodeType
from fabricgen.sizing.jobs import crowded, shortages, size_jobs
from fabricgen.sizing.ladder import NETWORKS, planes_needed, rung, two_tier_ports


@dataclass(frozen=True, slots=True, kw_only=True)
class _Demand:
    """What the nodes ask of the back-end; ``nodes`` counts those it must have room for."""

    nodes: int
    gpus: int
    rails: int
    ports: int
    port_speed_mbps: int
    domain_gpus: int


def size(intent: Intent, catalogue: Catalogue) -> SizingVerdict:
    """Return which back-end network the intent needs, and why.

    An explicit ``topology`` or ``tiers`` decides; the verdict then says what would have been enough.
    A node or model that is not in the catalogue is a problem of kind ``unknown-node`` or ``unknown-model``.
    """
    problems = tuple(_unknown(intent, catalogue))
    if problems:
        return SizingVerdict(network="none", planes=1, gpus=None, reasons=(), problems=problems)
    demand = _demand(intent, catalogue)
    fabric = intent.fabrics.backend
    planes = (fabric.planes if fabric else None) or demand.ports
    enough, reasons = _enough(intent, catalogue, demand)
    radix = _radix(intent, catalogue, demand.port_speed_mbps)
    jobs = size_jobs(intent, catalogue, demand.gpus, radix)
    network = _asked(fabric, enough) or enough
    if fabric is None:
        network = "none"
    return SizingVerdict(
        network=network,
        planes=planes,
        gpus=demand.gpus,
        reasons=reasons,
        problems=(
            *_against(intent, network, enough, demand, jobs),
            *shortages(intent, jobs, demand.gpus),
            *crowded(intent, catalogue, jobs, demand.gpus),
        ),
        jobs=jobs,
    )


def _unknown(intent: Intent, catalogue: Catalogue) -> Iterator[Problem]:
    for number, group in enumerate(intent.compute):
        if isinstance(group.node, str) and group.node not in catalogue.nodes:
            close = nearest(catalogue.nodes, group.node)
            yield Problem(
                kind="unknown-node",
                message=f"the catalogue has no node type {group.node!r}",
                hint=(f"did you mean {close}? " if close else "")
                + "`fabricgen catalogue list nodes` shows them; any node can be written out",
                place=intent.place("compute", number, "node"),
            )
    for number, job in enumerate(intent.workload.jobs):
        if isinstance(job.model, str) and job.model not in catalogue.models:
            close = nearest(catalogue.models, job.model)
            yield Problem(
                kind="unknown-model",
                message=f"the catalogue has no model {job.model!r}",
                hint=(f"did you mean {close}? " if close else "")
                + "`fabricgen catalogue list models` shows them; any model can be written out",
                place=intent.place("workload", "jobs", number, "model"),
            )


def _demand(intent: Intent, catalogue: Catalogue) -> _Demand:
    groups = [(group, node_type(catalogue, group.node)) for group in intent.compute]
    first: NodeType = groups[0][1]
    return _Demand(
        nodes=sum(max(group.nodes, group.grow_to or 0) for group, _ in groups),
        gpus=sum(group.nodes * node.gpus for group, node in groups),
        rails=max(node.backend.nics for _, node in groups),
        ports=first.backend.ports,
        port_speed_mbps=first.backend.port_speed_mbps,
        domain_gpus=first.domain_gpus or first.gpus,
    )


def _asked(fabric: FabricIntent | None, enough: str) -> str | None:
    """Return the network that ``topology`` or ``tiers`` fixes, None where both leave it open.

    A family with spines has two tiers, or the third that two cannot do without.
    """
    if fabric is None:
        return None
    if fabric.topology == "none":
        return "none"
    if fabric.topology == "single-tier" or fabric.tiers == 1:
        return "single-tier"
    if fabric.tiers is not None:
        return NETWORKS[fabric.tiers]
    if fabric.topology == "auto" or enough == "three-tier":
        return None
    return "two-tier"


def _enough(intent: Intent, catalogue: Catalogue, demand: _Demand) -> tuple[str, tuple[str, ...]]:
    if demand.rails == 0:
        return "none", ("the nodes have no back-end NIC",)
    if demand.gpus <= demand.domain_gpus:
        return "none", (
            f"{demand.gpus} GPUs share one scale-up domain of {demand.domain_gpus}: "
            "they need no back-end network",
        )
    radix = _radix(intent, catalogue, demand.port_speed_mbps)
    rate = f"{demand.port_speed_mbps // 1000}G"
    if radix is None:
        return "two-tier", (f"more than one node, and no {rate} radix is known for the leaves",)
    wanted = demand.nodes * demand.rails
    if rung(wanted, radix) == "single-tier":
        return "single-tier", (
            f"{wanted} ports of {rate} per plane fit a pair of leaves of {radix} ports, "
            "half of each towards the other",
        )
    if rung(wanted, radix) == "two-tier":
        fits = (
            f"{wanted} ports of {rate} per plane exceed a leaf pair ({radix}) and fit two tiers "
            f"of {radix}-port switches ({two_tier_ports(radix)})"
        )
        return "two-tier", (fits, *_rails_alone(demand, radix))
    planes = planes_needed(wanted, radix)
    split = (
        f"; NICs split into {planes} ports would fit two tiers in {planes} planes"
        if planes is not None
        else ""
    )
    return "three-tier", (
        f"{wanted} ports of {rate} per plane exceed two tiers of {radix}-port switches "
        f"({two_tier_ports(radix)}){split}",
    )


def _rails_alone(demand: _Demand, radix: int) -> Iterator[str]:
    """Yield what would serve traffic that stays on its rail, as data parallelism does."""
    if demand.rails > 1 and demand.nodes <= radix:
        yield (
            f"one leaf a rail ({demand.rails} leaves a plane, no spines: topology: single-tier) would serve "
            f"{demand.nodes} nodes if all traffic stays on its rail, other traffic crossing the scale-up "
            "network first (PXN)"
        )


def _radix(intent: Intent, catalogue: Catalogue, port_speed_mbps: int) -> int | None:
    """Return how many ports of a speed a leaf has, None where that is not known."""
    fabric = intent.fabrics.backend
    leaf = (fabric.leaf or fabric.switch) if fabric else None
    if fabric is None or leaf is None:
        return None
    if leaf.radix is not None:
        return leaf.radix * max(1, (leaf.speed or port_speed_mbps) // port_speed_mbps)
    name = leaf.platform or (fabric.switch or SwitchIntent()).platform
    platform = catalogue.platforms.get(name) if name else None
    if platform is None:
        return None
    modes = [mode_for(cage, port_speed_mbps) for cage in platform.fabric_cages]
    return sum(mode.port_count for mode in modes if mode is not None) or None


def _against(
    intent: Intent, network: str, enough: str, demand: _Demand, jobs: tuple[JobSize, ...]
) -> Iterator[Problem]:
    """Yield what speaks against the network asked for: more than needed, or less."""
    fabric = intent.fabrics.backend
    place = intent.place("fabrics", "backend", "topology")
    cables = demand.nodes * demand.rails
    apart = bool(jobs) and all(job.network == "none" for job in jobs)
    if fabric is None and enough != "none" and not apart:
        yield Problem(
            kind="less-than-needed",
            message=f"{demand.gpus} GPUs in {demand.nodes} nodes have no back-end network to each other",
            hint="add fabrics.backend, unless each job stays inside one node",
            place=intent.place("fabrics"),
        )
    elif network != "none" and apart:
        yield Problem(
            kind="more-than-needed",
            message=f"every job of the intent, or each of its replicas, fits one scale-up domain of {demand.domain_gpus} GPUs; "
            f"none of them uses the {network} back-end",
            hint="leave fabrics.backend out, or list the jobs that span nodes",
            place=intent.place("workload", "jobs"),
        )
    elif enough == "none" and network != "none":
        yield Problem(
            kind="more-than-needed",
            message=f"the intent asks for a {network} back-end, and {demand.gpus} GPUs of one scale-up "
            f"domain ({demand.domain_gpus} GPUs) need none: all its switches and {cables} NIC cables with "
            f"{2 * cables} ends could go",
            hint="leave fabrics.backend out, or say grow_to if more nodes will come",
            place=place,
        )
    elif NETWORKS.index(network) > NETWORKS.index(enough) and _asked(fabric, enough) is not None:
        yield Problem(
            kind="more-than-needed",
            message=f"the intent asks for a {network} back-end where {enough} serves "
            f"{demand.gpus} GPUs",
            hint="topology: auto chooses the smallest that serves",
            place=place,
        )
