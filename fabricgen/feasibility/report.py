"""The feasibility stage: each job of the intent against the network that was derived."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, TypeAlias

from fabricgen.catalogue.written import gpu_model, node_type
from fabricgen.feasibility import advice, storage
from fabricgen.feasibility.figures import Job
from fabricgen.feasibility.jobs import cluster_gpus, gpus_of, job, refusals, slowest
from fabricgen.feasibility.placement import PlacementError, place
from fabricgen.feasibility.remedies import remedy
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.diagnostic import Problem
from fabricgen.model.feasibility import (
    CheckpointVerdict,
    Collective,
    FailureEffect,
    FeasibilityReport,
    JobVerdict,
    SizingVerdict,
)
from fabricgen.model.intent import CheckpointIntent, Intent
from fabricgen.model.routing import HashRepeat
from fabricgen.model.topology import FabricSize, LinkKind, Topology

if TYPE_CHECKING:
    from fabricgen.feasibility.carrying import Balancing, Carried
    from fabricgen.feasibility.fabric import Placed
    from fabricgen.feasibility.figures import Demand
    from fabricgen.feasibility.wiring import Wiring


def check(
    intent: Intent,
    catalogue: Catalogue,
    topology: Topology,
    sizing: SizingVerdict | None = None,
    *,
    repeats: Sequence[HashRepeat] = (),
    redesign: Callable[[Intent], Topology | None] = lambda _: None,
) -> FeasibilityReport:
    """Return a verdict on each job, all of them running at once.

    Problem kinds: ``job-too-large``, ``parallelism-mismatch``, ``unknown-peak``, ``unknown-shape``,
    ``in-network-reduction``, ``bad-placement``, ``job-infeasible``, ``checkpoint-too-slow``, ``thin-tier``. Nodes have
    the GPUs of the first group's; a job keeps pace with the slowest of its own.

    Args:
        intent: The jobs.
        catalogue: Nodes and models.
        topology: The network.
        sizing: Gives the GPUs of jobs that do not say how many.
        repeats: Tiers that hash alike.
        redesign: Returns the network of a changed intent, None where it cannot be built; advice on the network is tried
            with it before it is given.
    """
    if not intent.workload.jobs:
        return FeasibilityReport()
    seated, problems = _ready(intent, catalogue, sizing)
    if not seated:
        return FeasibilityReport(problems=tuple(problems))
    from fabricgen.feasibility.fabric import settle, wired

    used = {item.tier: item.spread / item.links for item in repeats if item.fabric == "backend"}

    def settled(
        asked: Intent, shape: Topology, chosen: Sequence[_Seated]
    ) -> "tuple[_Network, list[tuple[int, Placed]]]":
        wiring = wired(asked, catalogue, shape)
        placed = [(number, settle(item, nodes, wiring)) for number, item, nodes in chosen]
        kind = asked.fabrics.backend.load_balancing if asked.fabrics.backend else "ecmp"
        return _Network(intent=asked, topology=shape, wiring=wiring, kind=kind, used=used), placed

    def exposed(number: int, changed: Intent) -> float | None:
        """Return the exposed share of a job of a changed intent, None where it cannot run."""
        shape = topology if changed.fabrics is intent.fabrics else redesign(changed)
        chosen, _ = _ready(changed, catalogue, sizing)
        if shape is None or all(number != item[0] for item in chosen):
            return None
        network, jobs = settled(changed, shape, chosen)
        one = next(item for which, item in jobs if which == number)
        _, _, share = _times(network, one, [other for _, other in jobs if other is not one])
        return share

    network, placed = settled(intent, topology, seated)
    verdicts: list[JobVerdict] = []
    for number, one in placed:
        verdict = _verdict(network, one, [other for _, other in placed if other is not one])
        verdicts.append(verdict)
        hint = ""
        if not verdict.feasible:
            hint = remedy(intent, number, verdict, one.job, partial(exposed, number))
        problems += advice.problems(intent, number, verdict, hint)
    return FeasibilityReport(jobs=tuple(verdicts), problems=tuple(problems))


_Seated: TypeAlias = "tuple[int, Job, tuple[int, ...]]"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Network:
    """What all jobs of an intent run on."""

    intent: Intent
    topology: Topology
    wiring: "Wiring"
    kind: str
    used: Mapping[str, float]

    @property
    def size(self) -> FabricSize | None:
        """Counts of the back-end, None without one."""
        return self.topology.sizes.get("backend")


def _ready(
    intent: Intent, catalogue: Catalogue, sizing: SizingVerdict | None
) -> tuple[list[_Seated], list[Problem]]:
    """Return the jobs that can be judged on their nodes, and what stops the others."""
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
    seated, unseated = _seated(intent, ready)
    paced: list[_Seated] = []
    for number, one, nodes in seated:
        kind = slowest(intent, catalogue, nodes)
        if kind.bf16_tflops is None:
            place = intent.place("workload", "jobs", number, "model")
            unseated.append(
                Problem(
                    kind="unknown-peak",
                    message="the peak rate of some of the job's GPUs is not known",
                    hint="take catalogue nodes, or write gpu_tflops (and gpu_memory, scale_up) of the node",
                    place=place,
                )
            )
            continue
        paced.append((number, job(intent, catalogue, number, one.gpus, kind), nodes))
    return paced, [*problems, *unseated]


def _seated(
    intent: Intent, ready: Sequence[tuple[int, Job]]
) -> tuple[list[_Seated], list[Problem]]:
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


def _times(
    network: _Network, placed: "Placed", others: "list[Placed]"
) -> "tuple[tuple[tuple[Demand, Carried], ...], tuple[Collective, ...], float]":
    """Return what each demand gets, the time it takes, and the exposed share of a step."""
    from fabricgen.feasibility.fabric import shares
    from fabricgen.feasibility.verdict import collective, exposed_s, share_of

    one = placed.job
    balancing = _balancing(network, one)
    carried = shares(placed, others, network.wiring, network.size, balancing)
    items = tuple(collective(one, demand, c) for demand, c in carried)
    return carried, items, share_of(exposed_s(one, items), one.compute_s)


def _balancing(network: _Network, one: Job) -> "Balancing":
    from fabricgen.feasibility.carrying import Balancing

    return Balancing(kind=network.kind, queue_pairs=one.asked.queue_pairs, used=network.used)


def _verdict(network: _Network, placed: "Placed", others: "list[Placed]") -> JobVerdict:
    from fabricgen.feasibility.effects import WORST, effects, summary
    from fabricgen.feasibility.fabric import breaks, busiest_links
    from fabricgen.feasibility.verdict import exposed_s, headroom

    one, size, wiring = placed.job, network.size, network.wiring
    carried, items, share = _times(network, placed, others)
    exposed = exposed_s(one, items)
    allowed = float(one.asked.max_exposed_communication)
    saved = _checkpoint(network, one)
    found: list[FailureEffect] = []
    if items and size is not None and exposed != float("inf"):
        broken = breaks(placed, others, carried, wiring, size, _balancing(network, one))
        found = list(effects(one, carried, tuple(broken)))
    found += _outside(network.intent, placed, saved)
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
        bottleneck=decisive.limit if decisive else "none: nothing is sent",
        collectives=items,
        failures=summary(worst),
        worst=tuple(worst[:WORST]),
        links=busiest_links(placed, wiring),
        checkpoint=saved,
        placement=advice.placement(placed.nodes, one),
        advice=tuple(advice.remarks(one, items, size)),
    )


def _checkpoint(network: _Network, one: Job) -> CheckpointVerdict | None:
    """Return the verdict on checkpoints of training that changes all weights; others save megabytes."""
    if not one.training or one.asked.method != "full":
        return None
    nodes = ceil(one.gpus / one.node.gpus)
    name = "storage" if one.node.storage is not None and one.node.storage.nics else "frontend"
    size = network.topology.sizes.get(name)
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
        cards=_cards(network),
        boundary=boundary,
    )


def _cards(network: _Network) -> storage.Cards | None:
    """Return the DPUs that carry a node's front-end, None without; two ports a card."""
    dpu = network.intent.compute[0].dpu
    kinds = [link for link in network.topology.links if link.kind is LinkKind.DPU_LEAF]
    if dpu is None or not kinds:
        return None
    return storage.Cards(count=dpu.count, mbps=2 * kinds[0].speed_mbps)


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
