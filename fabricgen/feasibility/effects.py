"""What failures do to a job: stopped, slower, or unaffected."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fabricgen.feasibility.carrying import Carried
from fabricgen.feasibility.demands import Demand, Job
from fabricgen.feasibility.verdict import INFINITE, collective, exposed_s
from fabricgen.model.feasibility import CheckpointVerdict, FailureEffect
from fabricgen.model.topology import FabricSize

WORST = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """An element that may fail: for each demand the share of line rate left, or of today's (``scaled``)."""

    kind: str
    element: str
    count: int
    shares: tuple[float, ...]


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
    today = min((c.share for _, c in carried), default=1.0)
    share = min(item.shares, default=1.0)
    left = share / today if today else 0.0
    if share <= 0 or whole == INFINITE:
        ratio, text = INFINITE, "the job stops"
    else:
        slower = [
            collective(job, demand, replace(c, share=min(c.share, new)))
            for (demand, c), new in zip(carried, item.shares, strict=True)
        ]
        ratio = (job.compute_s + exposed_s(job, slower)) / whole
        kept = f"{100 * min(1.0, left):.1f} % of the bandwidth left"
        slow = "no slowdown" if ratio < 1.0005 else f"step {ratio:.2f} times as long"
        text = f"{kept}: {slow}"
    return FailureEffect(
        kind=item.kind,
        element=item.element,
        count=item.count,
        share_left=min(1.0, left),
        step_ratio=ratio,
        effect=text,
    )


def attachments(
    job: Job, carried: Sequence[tuple[Demand, Carried]], size: FabricSize, first: Mapping[str, str]
) -> Iterator[Break]:
    """Yield the breaks between nodes and fabric: NIC links, leaves, planes; the worst rank decides.

    ``first`` names an example of each kind. A NIC keeps (p-1)/p of its rate when one of p ports is cut off.
    """
    ports = size.planes * max(1, size.homes)
    left = tuple(c.share * (ports - 1) / ports for _, c in carried)
    nodes = -(-job.gpus // job.node.gpus)
    nics = nodes * job.node.backend.nics
    for kind, count in (("NIC link or optic", nics * ports), ("leaf", size.leaf_count)):
        yield Break(kind=kind, element=first.get(kind, kind), count=count, shares=left)
    if size.planes > 1:
        rest = (size.planes - 1) / size.planes
        shares = tuple(c.share * rest for _, c in carried)
        yield Break(kind="plane", element="plane 1", count=size.planes, shares=shares)


def node_loss(job: Job, saved: CheckpointVerdict | None, element: str) -> FailureEffect:
    """Return what the loss of a node costs: the work since the last checkpoint, and the restart."""
    nodes = -(-job.gpus // job.node.gpus)
    text = "the job stops"
    if saved is not None:
        every = job.asked.checkpoint.every if job.asked.checkpoint else 30
        text += (
            f"; it loses {every / 2:.0f} minutes of work on average since the last checkpoint and reads "
            f"{saved.state_bytes / 1e12:.3g} TB in {saved.restart_s:.0f} s on a spare node"
        )
    return FailureEffect(
        kind="node", element=element, count=nodes, share_left=0.0, step_ratio=INFINITE, effect=text
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
        kind="DPU", element=element, count=nodes * dpus, share_left=1.0, step_ratio=1.0, effect=text
    )


def summary(found: Sequence[FailureEffect]) -> dict[str, str]:
    """Return the worst effect of each kind, in words."""
    worst: dict[str, str] = {}
    for item in found:
        worst.setdefault(item.kind, item.effect)
    return worst
