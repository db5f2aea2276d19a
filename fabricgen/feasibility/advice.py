"""What to change: the number that decides an infeasible job, and the nearest change that makes it feasible."""

from collections.abc import Iterator, Sequence
from math import ceil

from fabricgen.feasibility.demands import Job
from fabricgen.feasibility.locality import spare_uplinks
from fabricgen.feasibility.volumes import decode_step_s
from fabricgen.model.diagnostic import Problem
from fabricgen.model.feasibility import CheckpointVerdict, Collective, JobVerdict
from fabricgen.model.intent import Intent
from fabricgen.model.topology import FabricSize

INFINITE = float("inf")


def placement(nodes: Sequence[int], job: Job) -> str:
    """Return where a job sits, in words; nodes count from 1."""
    kind = "given" if job.asked.nodes else job.asked.placement
    return f"{kind}, {len(nodes)} nodes from {min(nodes) + 1} to {max(nodes) + 1}"


def remarks(job: Job, items: Sequence[Collective], size: FabricSize | None) -> Iterator[str]:
    """Yield what helps to read the verdict: spare uplinks, MoE decoding, tiers that traffic may cross."""
    if size is not None and size.spine_count and items:
        spines = size.spine_count // size.planes
        for lost in (1, 2):
            needed = spare_uplinks(size.leaf_uplinks, spines, lost)
            if needed != INFINITE:
                yield (
                    f"{ceil(needed - 1e-9)} uplinks a leaf instead of {size.leaf_uplinks} keep the whole rate "
                    f"with {lost} of {spines} spines lost"
                )
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


def problems(
    intent: Intent, number: int, verdict: JobVerdict, job: Job, pairs: int | None = None
) -> Iterator[Problem]:
    """Yield what the rules judge: an infeasible job, slow checkpoints, traffic on a thin tier.

    ``pairs`` are the queue pairs that make an infeasible job feasible, None where that is not the way.
    """
    place = intent.place("workload", "jobs", number)
    if not verdict.feasible:
        yield Problem(
            kind="job-infeasible",
            message=f"{verdict.name} on {verdict.gpus} GPUs spends {100 * verdict.exposed_share:.0f} % "
            f"of a step waiting for the network, more than {100 * verdict.allowed_share:.0f} %: "
            f"{_decisive(verdict)}",
            hint=_nearest(verdict, job, pairs),
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


def _worst(verdict: JobVerdict) -> Collective:
    return max(verdict.collectives, key=lambda item: (item.exposed_s, item.time_s))


def _decisive(verdict: JobVerdict) -> str:
    worst = _worst(verdict)
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


def _nearest(verdict: JobVerdict, job: Job, pairs: int | None) -> str:
    """Return the nearest change that makes the job feasible, with its number."""
    worst = _worst(verdict)
    if worst.name.startswith("tensor"):
        return f"tensor: {job.domain} keeps tensor parallelism inside the scale-up domain of {job.domain} GPUs"
    if worst.time_s == INFINITE:
        return "add fabrics.backend, or keep the job inside one scale-up domain"
    if worst.busiest_load > 1.0001 and job.asked.placement == "scattered" and not job.asked.nodes:
        return (
            "placement: contiguous lets each ring leave a unit once; or build the tier with an "
            f"oversubscription {worst.busiest_load:.1f} times lower"
        )
    if pairs is not None:
        return f"queue_pairs: {pairs} spreads each connection over {pairs} hashes, which is enough"
    if worst.busiest_load > 1.0001:
        return f"build the tier with an oversubscription {worst.busiest_load:.1f} times lower"
    allowed = verdict.allowed_share / (1 - verdict.allowed_share) * verdict.compute_s
    hidden = worst.window_s + allowed
    factor = worst.time_s / hidden if hidden else INFINITE
    if factor != INFINITE and worst.name.startswith(("data", "all-reduce")):
        tokens = ceil(job.asked.tokens_per_step * factor / 1024) * 1024
        return f"tokens_per_step: {tokens} gives compute enough to hide it; or {factor:.1f} times the bandwidth per GPU"
    return "more bandwidth per GPU, fewer GPUs, or a higher max_exposed_communication"


def _slow_checkpoint(intent: Intent, number: int, name: str, saved: CheckpointVerdict) -> Problem:
    needed, there = saved.needed_bytes_per_s / 1e9, saved.available_bytes_per_s / 1e9
    return Problem(
        kind="checkpoint-too-slow",
        message=f"{name}: a checkpoint of {saved.state_bytes / 1e12:.3g} TB within {saved.allowed_s:.3g} s needs "
        f"{needed:.3g} GB/s; {saved.limit} give {there:.3g} GB/s, {saved.stall_s:.0f} s",
        hint="save less often, shard the optimizer over more nodes (sharding: zero), or give storage more ports",
        place=intent.place("workload", "jobs", number, "checkpoint"),
    )
