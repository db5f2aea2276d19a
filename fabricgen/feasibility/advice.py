"""What to change: the number that decides an infeasible job, and the nearest change that makes it feasible."""

from collections.abc import Iterator, Sequence
from math import ceil, floor

from fabricgen.feasibility.figures import Job
from fabricgen.feasibility.locality import spare_uplinks
from fabricgen.feasibility.remedies import INFINITE, decisive
from fabricgen.feasibility.volumes import decode_step_s
from fabricgen.model.diagnostic import Problem
from fabricgen.model.feasibility import CheckpointVerdict, Collective, JobVerdict
from fabricgen.model.intent import Intent
from fabricgen.model.topology import FabricSize


def placement(nodes: Sequence[int], job: Job) -> str:
    """Return where a job sits, in words; nodes count from 1."""
    kind = "given" if job.asked.nodes else job.asked.placement
    if len(nodes) == 1:
        return f"node {nodes[0] + 1}"
    return f"{kind}, {len(nodes)} nodes from {min(nodes) + 1} to {max(nodes) + 1}"


def remarks(job: Job, items: Sequence[Collective], size: FabricSize | None) -> Iterator[str]:
    """Yield what helps to read the verdict: spare uplinks, MoE decoding, tiers that traffic may cross."""
    if size is not None and size.spine_count and items:
        yield from _spares(items, size)
    thin = max((ratio for ratio in size.oversubscription.values()), default=1) if size else 1
    if thin > 1:
        yield (
            f"across the tier of {thin}:1 let pipeline stages and then contiguous data-parallel rings go, never "
            "expert or tensor parallelism"
        )
    model = job.model
    if not job.training and model.experts and model.hidden and model.layers:
        rate = min((item.available_gbps for item in items), default=0.0) * 1e9 / 8
        if rate:
            copies = model.experts_per_token or 1
            step = decode_step_s(model.layers, 32, copies, model.hidden, rate)
            yield (
                f"decoding 32 sequences a GPU spends {1000 * step:.3g} ms a token on expert all-to-all: at most "
                f"{1 / step:.0f} tokens/s a sequence"
            )


def _spares(items: Sequence[Collective], size: FabricSize) -> Iterator[str]:
    """Yield how many lost spines the job survives at its whole rate, and the uplinks that would survive more."""
    spines = size.spine_count // size.planes
    busiest = max(item.busiest_load for item in items)
    if not 0 < busiest < INFINITE:
        return
    survived = min(spines - 1, floor(spines * (1 - busiest) + 1e-9))
    if survived > 0:
        yield (
            f"its busiest switch link is {100 * busiest:.0f} % loaded when all its NICs send, which leaves room for the "
            f"loss of {survived} of {spines} spines"
        )
    for lost in (1, 2):
        needed = spare_uplinks(size.leaf_uplinks, spines, lost)
        if lost > survived and needed != INFINITE:
            yield (
                f"{_up(needed * min(1.0, busiest))} uplinks a leaf instead of {size.leaf_uplinks} keep its whole rate "
                f"with {lost} of {spines} spines lost"
            )


def _up(count: float) -> int:
    return ceil(count - 1e-9)


def problems(intent: Intent, number: int, verdict: JobVerdict, hint: str) -> Iterator[Problem]:
    """Yield what the rules judge: an infeasible job, slow checkpoints, traffic on a thin tier.

    ``hint`` is the nearest change that makes an infeasible job feasible.
    """
    place = intent.place("workload", "jobs", number)
    if not verdict.feasible:
        yield Problem(
            kind="job-infeasible",
            message=f"{verdict.name} on {verdict.gpus} GPUs spends {100 * verdict.exposed_share:.0f} % "
            f"of a step waiting for the network, more than {100 * verdict.allowed_share:.0f} %: "
            f"{_decisive(verdict)}",
            hint=hint,
            place=place,
        )
    saved = verdict.checkpoint
    if saved is not None and not saved.fits:
        yield _slow_checkpoint(intent, number, verdict.name, saved)
    for item in verdict.collectives:
        if item.name.startswith("expert") and item.busiest_load > 1.0001:
            yield Problem(
                kind="thin-tier",
                message=f"{verdict.name}: {item.name} offers the busiest link {item.busiest_load:.2f} times "
                f"its rate ({item.limit})",
                hint="keep expert groups below the thin tier, or build it 1:1",
                place=place,
            )


def _decisive(verdict: JobVerdict) -> str:
    worst = decisive(verdict)
    if worst.time_s == INFINITE:
        return f"{worst.name} have no network ({worst.limit})"
    if worst.required_gbps == INFINITE:
        if not worst.window_s:
            return f"{worst.name} take {worst.time_s:.3g} s and nothing hides them"
        return f"{worst.name} take {worst.time_s:.3g} s, and compute hides {worst.window_s:.3g} s of them"
    return (
        f"{worst.name} need {worst.required_gbps:.0f} Gb/s per GPU and get "
        f"{worst.available_gbps:.0f} (limit: {worst.limit})"
    )


def _slow_checkpoint(intent: Intent, number: int, name: str, saved: CheckpointVerdict) -> Problem:
    place = intent.place("workload", "jobs", number, "checkpoint")
    if not saved.available_bytes_per_s:
        return Problem(
            kind="checkpoint-too-slow",
            message=f"{name}: a checkpoint of {saved.state_bytes / 1e12:.3g} TB cannot leave its nodes: {saved.limit}",
            hint="give the nodes storage or front-end ports (storage_ports, frontend_ports of a node written out)",
            place=place,
        )
    needed, there = saved.needed_bytes_per_s / 1e9, saved.available_bytes_per_s / 1e9
    return Problem(
        kind="checkpoint-too-slow",
        message=f"{name}: a checkpoint of {saved.state_bytes / 1e12:.3g} TB within {saved.allowed_s:.3g} s needs "
        f"{needed:.3g} GB/s; {saved.limit} give {there:.3g} GB/s, {saved.stall_s:.0f} s",
        hint="save less often, shard the optimizer over more nodes (sharding: zero), or give storage more ports",
        place=place,
    )
