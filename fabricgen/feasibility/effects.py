"""What failures do to a job: stopped, slower, or unaffected."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb

from fabricgen.feasibility.carrying import Carried
from fabricgen.feasibility.figures import Demand, Job
from fabricgen.feasibility.verdict import INFINITE, collective, exposed_s
from fabricgen.model.feasibility import CheckpointVerdict, FailureEffect
from fabricgen.model.topology import FabricSize

WORST = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """An element that may fail, and for each demand the share of line rate left.

    ``restarted`` is what a job that stops gets when it is started again without the element, empty where it cannot.
    """

    kind: str
    element: str
    count: int
    shares: tuple[float, ...]
    restarted: tuple[float, ...] = ()


def effects(
    job: Job, carried: Sequence[tuple[Demand, Carried]], breaks: Sequence[Break]
) -> tuple[FailureEffect, ...]:
    """Return the effect of each break, the worst first."""
    whole = job.compute_s + exposed_s(job, [collective(job, d, c) for d, c in carried])
    found = [_effect(job, carried, item, whole) for item in breaks]
    found.sort(key=lambda item: (-item.step_ratio, item.share_left))
    return tuple(found)


def _effect(
    job: Job, carried: Sequence[tuple[Demand, Carried]], item: Break, whole: float
) -> FailureEffect:
    share = min(item.shares, default=1.0)
    if share <= 0 or whole == INFINITE:
        left, ratio, text = 0.0, INFINITE, "the job stops"
        if item.restarted and whole != INFINITE:
            _, _, then = _slowed(job, carried, item.restarted, whole)
            text += f"; started again without that rail (PXN) it has {then}"
    else:
        left, ratio, text = _slowed(job, carried, item.shares, whole)
    return FailureEffect(
        kind=item.kind,
        element=item.element,
        count=item.count,
        share_left=left,
        step_ratio=ratio,
        effect=text,
        note=bool(item.restarted),
    )


def _slowed(
    job: Job, carried: Sequence[tuple[Demand, Carried]], shares: Sequence[float], whole: float
) -> tuple[float, float, str]:
    """Return the bandwidth left to today's, the step time to today's, and both in words."""
    today = min((c.share for _, c in carried), default=1.0)
    left = min(1.0, min(shares, default=1.0) / today) if today else 0.0
    slower = [
        collective(job, demand, replace(c, share=min(c.share, new)))
        for (demand, c), new in zip(carried, shares, strict=True)
    ]
    ratio = (job.compute_s + exposed_s(job, slower)) / whole
    slow = "no slowdown" if ratio < 1.0005 else f"step {ratio:.2f} times as long"
    return left, ratio, f"{100 * left:.1f} % of the bandwidth left: {slow}"


def attachments(
    job: Job,
    carried: Sequence[tuple[Demand, Carried]],
    size: FabricSize,
    first: Mapping[str, str],
    kept_rails: float,
) -> Iterator[Break]:
    """Yield the breaks between nodes and fabric: NIC links, leaves, planes; the worst rank decides.

    A NIC keeps (p-1)/p of its rate when one of p ports is cut off. With one port a lost leaf takes its rail from every
    node below it, which can start again on the others.

    Args:
        job: The job.
        carried: What its demands get today.
        size: Counts of the back-end.
        first: Names an example of each kind.
        kept_rails: The share of a node's NICs that a lost leaf leaves connected.
    """
    ports = size.planes * max(1, size.homes)
    nodes = -(-job.gpus // job.node.gpus)
    nics = nodes * job.node.backend.nics

    def left(lost: int, of: int) -> tuple[float, ...]:
        return tuple(c.share * (of - lost) / of for _, c in carried)

    one = left(1, ports)
    name = "NIC link or optic"
    yield Break(kind=name, element=first.get(name, name), count=nics * ports, shares=one)
    if ports > 1:
        both = f"2 of {ports} ports of a NIC"
        count = nics * comb(ports, 2)
        yield Break(kind="two ports of a NIC", element=both, count=count, shares=left(2, ports))
    alone = ports == 1 and kept_rails > 0
    yield Break(
        kind="leaf",
        element=first.get("leaf", "leaf"),
        count=size.leaf_count,
        shares=one,
        restarted=tuple(c.share * kept_rails for _, c in carried) if alone else (),
    )
    if size.planes > 1:
        shares = left(1, size.planes)
        yield Break(kind="plane", element="plane 1", count=size.planes, shares=shares)
    if size.planes > 2:
        count = comb(size.planes, 2)
        shares = left(2, size.planes)
        yield Break(kind="two planes", element="planes 1 and 2", count=count, shares=shares)


def node_loss(job: Job, saved: CheckpointVerdict | None, element: str) -> FailureEffect:
    """Return what the loss of a node costs: the work since the last checkpoint, and the restart."""
    nodes = -(-job.gpus // job.node.gpus)
    text = "the job stops"
    if saved is not None:
        every = job.asked.checkpoint.every if job.asked.checkpoint else 30
        text += f"; it loses {every / 2:.0f} minutes of work on average since the last checkpoint"
        if saved.restart_s != INFINITE:
            text += f" and reads {saved.state_bytes / 1e12:.3g} TB in {saved.restart_s:.1f} s on a spare node"
    return FailureEffect(
        kind="node",
        element=element,
        count=nodes,
        share_left=0.0,
        step_ratio=INFINITE,
        effect=text,
        note=saved is not None,
    )


def dpu_loss(job: Job, element: str, dpus: int) -> FailureEffect:
    """Return what the loss of a DPU does: the node loses front-end and storage, not its back-end."""
    nodes = -(-job.gpus // job.node.gpus)
    left = (dpus - 1) / dpus
    text = (
        "no slowdown of a step; the node reaches storage and front-end no more, so the job stops at its next "
        "data read or checkpoint"
        if not left
        else f"no slowdown of a step; the node keeps {100 * left:.0f} % of its storage and front-end rate"
    )
    return FailureEffect(
        kind="DPU",
        element=element,
        count=nodes * dpus,
        share_left=1.0,
        step_ratio=1.0,
        effect=text,
        note=True,
    )


def summary(found: Sequence[FailureEffect]) -> dict[str, str]:
    """Return the worst effect of each kind, in words."""
    worst: dict[str, str] = {}
    for item in found:
        worst.setdefault(item.kind, item.effect)
    return worst
