"""The feasibility stage: each job of the intent against the network that was derived."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING

from fabricgen.catalogue.written import gpu_model, node_type
from fabricgen.feasibility import advice, storage
from fabricgen.feasibility.demands import Job
from fabricgen.feasibility.jobs import cluster_gpus, gpus_of, job, refusals
from fabricgen.feasibility.placement import PlacementError, place
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.diagnostic import Problem
from fabricgen.model.feasibility import (
    CheckpointVerdict,
    FailureEffect,
    FeasibilityReport,
    JobVerdict,
    SizingVerdict,
)
from fabricgen.model.intent import CheckpointIntent, Intent
from fabricgen.model.topology import Topology

if TYPE_CHECKING:
    from fabricgen.feasibility.fabric import Placed
    from fabricgen.feasibility.wiring import Wiring

_MOST_PAIRS = 256  # queue pairs a connection; more cost the NIC more than they spread


def check(
    intent: Intent,
    catalogue: Catalogue,
    topology: Topology,
    sizing: SizingVerdict | None = None,
) -> FeasibilityReport:
    """Return a verdict on each job, all of them running at once.

    Problem kinds: ``job-too-large``, ``parallelism-mismatch``, ``unknown-peak``, ``unknown-shape``,
    ``in-network-reduction``, ``bad-placement``, ``job-infeasible``, ``checkpoint-too-slow``, ``thin-tier``. Jobs run on
    the first group's node type.

    Args:
        intent: The jobs.
        catalogue: Nodes and models.
        topology: The network.
        sizing: Gives the GPUs of jobs that do not say how many.
    """
    if not intent.workload.jobs:
        return FeasibilityReport()
    ready, problems = _ready(intent, catalogue, sizing)
    seated, unseated = _seated(intent, ready)
    problems += unseated
    if not seated:
        return FeasibilityReport(problems=tuple(problems))
    from fabricgen.feasibility.fabric import settle, wired

    wiring = wired(intent, catalogue, topology)
    placed = [(number, settle(item, nodes, wiring)) for number, item, nodes in seated]
    verdicts: list[JobVerdict] = []
    for number, one in placed:
        others = [other for _, other in placed if other is not one]
        verdict = _verdict(intent, topology, one, others, wiring)
        verdicts.append(verdict)
        pairs = None
        if not verdict.feasible and verdict.bottleneck.startswith("ECMP"):
            pairs = _enough_pairs(intent, topology, one, others, wiring)
        problems += advice.problems(intent, number, verdict, one.job, pairs)
    return FeasibilityReport(jobs=tuple(verdicts), problems=tuple(problems))


def _enough_pairs(
    intent: Intent, topology: Topology, placed: "Placed", others: "list[Placed]", wiring: "Wiring"
) -> int | None:
    """Return the fewest doublings of queue pairs that make a job feasible, None if 256 do not."""
    from fabricgen.feasibility.fabric import shares
    from fabricgen.feasibility.verdict import collective, exposed_s, share_of

    pairs = placed.job.asked.queue_pairs * 2
    while pairs <= _MOST_PAIRS:
        one = replace(placed.job, asked=replace(placed.job.asked, queue_pairs=pairs))
        carried = shares(
            replace(placed, job=one), others, wiring, topology.sizes.get("backend"), _kind(intent)
        )
        exposed = exposed_s(one, tuple(collective(one, demand, c) for demand, c in carried))
        if share_of(exposed, one.compute_s) <= float(one.asked.max_exposed_communication):
            return pairs
        pairs *= 2
    return None


def _kind(intent: Intent) -> str:
    return intent.fabrics.backend.load_balancing if intent.fabrics.backend else "ecmp"


def _ready(
    intent: Intent, catalogue: Catalogue, sizing: SizingVerdict | None
) -> tuple[list[tuple[int, Job]], list[Problem]]:
    total = cluster_gpus(intent, catalogue)
    node = node_type(catalogue, intent.compute[0].node)
    ready: list[tuple[int, Job]] = []
    problems: list[Problem] = []
    for number, asked in enumerate(intent.workload.jobs):
        gpus = gpus_of(intent, number, total, sizing)
        model = gpu_model(catalogue, asked.model)
        refused = list(refusals(intent, number, gpus, total, node, model))
        problems += refused
        if not refused:
            ready.append((number, job(intent, catalogue, number, gpus)))
    return ready, problems


def _seated(
    intent: Intent, ready: Sequence[tuple[int, Job]]
) -> tuple[list[tuple[int, Job, tuple[int, ...]]], list[Problem]]:
    """Return each job with its nodes; jobs that name nodes choose first."""
    total = sum(group.nodes for group in intent.compute)
    free = list(range(total))
    seated: list[tuple[int, Job, tuple[int, ...]]] = []
    problems: list[Problem] = []
    for number, one in sorted(ready, key=lambda item: (not item[1].asked.nodes, item[0])):
        try:
            nodes = place(one.asked, ceil(one.gpus / one.node.gpus), free, total)
        except PlacementError as error:
            key = "nodes" if one.asked.nodes else "gpus"
            problems.append(
                Problem(
                    kind="bad-placement",
                    message=str(error),
                    hint=error.hint,
                    place=intent.place("workload", "jobs", number, key),
                )
            )
            continue
        seated.append((number, one, nodes))
        taken = frozenset(nodes)
        free = [node for node in free if node not in taken]
    seated.sort(key=lambda item: item[0])
    return seated, problems


def _verdict(
    intent: Intent, topology: Topology, placed: "Placed", others: "list[Placed]", wiring: "Wiring"
) -> JobVerdict:
    from fabricgen.feasibility.effects import WORST, effects, summary
    from fabricgen.feasibility.fabric import breaks, busiest_links, shares
    from fabricgen.feasibility.verdict import collective, exposed_s, headroom, share_of

    one = placed.job
    size = topology.sizes.get("backend")
    kind = _kind(intent)
    carried = shares(placed, others, wiring, size, kind)
    items = tuple(collective(one, demand, c) for demand, c in carried)
    exposed = exposed_s(one, items)
    share = share_of(exposed, one.compute_s)
    allowed = float(one.asked.max_exposed_communication)
    saved = _checkpoint(topology, one)
    found: list[FailureEffect] = []
    if items and size is not None and exposed != float("inf"):
        found = list(effects(one, carried, tuple(breaks(placed, carried, wiring, size, kind))))
    found += _outside(intent, placed, saved)
    worst = sorted(found, key=lambda item: (-item.step_ratio, item.share_left))
    decisive = max(items, key=lambda item: item.time_s, default=None)
    return JobVerdict(
        name=one.name,
        gpus=one.gpus,
        feasible=share <= allowed,
        compute_s=one.compute_s,
        step_s=one.compute_s + exposed,
        exposed_share=share,
        allowed_share=allowed,
        headroom=headroom(items),
        bottleneck=decisive.limit if decisive else "none: the job stays in one domain",
        collectives=items,
        failures=summary(worst),
        worst=tuple(worst[:WORST]),
        links=busiest_links(placed, wiring),
        checkpoint=saved,
        placement=advice.placement(placed.nodes, one),
        advice=tuple(advice.remarks(one, items, size)),
    )


def _checkpoint(topology: Topology, one: Job) -> CheckpointVerdict | None:
    """Return the verdict on checkpoints of training that changes all weights; others save megabytes."""
    if not one.training or one.asked.method != "full":
        return None
    nodes = ceil(one.gpus / one.node.gpus)
    name = "storage" if one.node.storage is not None and one.node.storage.nics else "frontend"
    size = topology.sizes.get(name)
    boundary = None
    if size is not None:
        ratio = max((float(item) for item in size.oversubscription.values()), default=1.0)
        rate = size.injection_mbps * 1e6 / 8 * storage.STORAGE_EFFICIENCY / max(1.0, ratio)
        boundary = (rate, f"the {name} fabric")
    return storage.judge(
        one.asked.checkpoint or CheckpointIntent(),
        state_bytes=storage.STATE_BYTES[one.asked.optimizer] * one.model.parameters,
        writers=nodes,
        node=one.node,
        boundary=boundary,
    )


def _outside(
    intent: Intent, placed: "Placed", saved: CheckpointVerdict | None
) -> Iterator[FailureEffect]:
    """Yield what the loss of a node or a DPU does."""
    from fabricgen.feasibility.effects import dpu_loss, node_loss
    from fabricgen.feasibility.fabric import node_names

    first = node_names(intent)[placed.nodes[0]]
    yield node_loss(placed.job, saved, first)
    dpu = intent.compute[0].dpu
    if dpu is not None:
        yield dpu_loss(placed.job, f"{first}-dpu1", dpu.count)
