"""The nearest change that makes an infeasible job feasible; each is tried before it is named."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from math import ceil

from fabricgen.feasibility.figures import Job
from fabricgen.model.feasibility import Collective, JobVerdict
from fabricgen.model.intent import Intent, JobIntent

INFINITE = float("inf")
_MOST_PAIRS = 256  # queue pairs a connection; more cost the NIC more than they spread
_MOST_TOKENS = 1 << 26
_PLANES = (2, 4, 8)


def remedy(
    intent: Intent,
    number: int,
    verdict: JobVerdict,
    job: Job,
    exposed: Callable[[Intent], float | None],
) -> str:
    """Return the nearest change that makes a job feasible, with what it gives.

    First what only the job says (placement, queue pairs), then what the network is built of, then what the
    training changes.

    Args:
        intent: The intent as it is.
        number: The job's place in it.
        verdict: The verdict as it is.
        job: The job's figures.
        exposed: Returns the exposed share of a step under a changed intent, None where that cannot be built or run.
    """
    best: tuple[float, str] | None = None
    for text, changed in _changes(intent, number, verdict, job):
        share = exposed(changed)
        if share is None:
            continue
        if share <= verdict.allowed_share:
            return f"{text} makes it feasible: {100 * share:.1f} % of a step exposed"
        if share < verdict.exposed_share and (best is None or share < best[0]):
            best = share, text
    if verdict.bottleneck.startswith("there is no back-end"):
        return "add fabrics.backend, or keep the job inside one scale-up domain"
    tried = (
        f"no single change is enough; the best, {best[1]}, leaves {100 * best[0]:.0f} % exposed; "
        if best
        else ""
    )
    return tried + "more bandwidth per GPU, fewer GPUs, or a higher max_exposed_communication"


def _changes(
    intent: Intent, number: int, verdict: JobVerdict, job: Job
) -> Iterator[tuple[str, Intent]]:
    asked = job.asked
    if asked.parallelism.tensor > job.domain:
        data = asked.parallelism.data
        if data is not None:
            data = data * asked.parallelism.tensor // job.domain
        split = replace(asked.parallelism, tensor=job.domain, data=data)
        names = f"tensor: {job.domain}" + (f", data: {data}" if data is not None else "")
        text = f"{names} (all tensor ranks in one scale-up domain)"
        yield text, _with_job(intent, number, replace(asked, parallelism=split))
    if _hashed(verdict):
        pairs = asked.queue_pairs * 2
        while pairs <= _MOST_PAIRS:
            changed = replace(asked, queue_pairs=pairs)
            yield f"queue_pairs: {pairs}", _with_job(intent, number, changed)
            pairs *= 2
    if asked.placement == "scattered" and not asked.nodes:
        changed = replace(asked, placement="contiguous")
        yield "placement: contiguous", _with_job(intent, number, changed)
        if asked.queue_pairs < _MOST_PAIRS:
            both = replace(changed, queue_pairs=_MOST_PAIRS)
            text = f"placement: contiguous and queue_pairs: {_MOST_PAIRS}"
            yield text, _with_job(intent, number, both)
    yield from _networks(intent, verdict)
    tokens = _tokens(verdict, job)
    if tokens is not None:
        changed = replace(asked, tokens_per_step=tokens)
        yield f"tokens_per_step: {tokens}", _with_job(intent, number, changed)


def _hashed(verdict: JobVerdict) -> bool:
    return any("ECMP hashing" in item.limit for item in verdict.collectives)


def _with_job(intent: Intent, number: int, job: JobIntent) -> Intent:
    jobs = [*intent.workload.jobs]
    jobs[number] = job
    return replace(intent, workload=replace(intent.workload, jobs=tuple(jobs)))


def _networks(intent: Intent, verdict: JobVerdict) -> Iterator[tuple[str, Intent]]:
    """Yield a network with a wider thin tier, other load balancing, or more planes."""
    backend = intent.fabrics.backend
    if backend is None:
        return

    def with_backend(**changed: object) -> Intent:
        return replace(
            intent,
            fabrics=replace(intent.fabrics, backend=replace(backend, **changed)),  # type: ignore[arg-type]
        )

    busiest = max((item.busiest_load for item in verdict.collectives), default=0.0)
    for key in ("oversubscription", "spine_oversubscription"):
        today = getattr(backend, key)
        if today > 1 and 1 < busiest < INFINITE:
            wider = max(Fraction(1), Fraction(int(today / Fraction(busiest))))
            for ratio in sorted({wider, Fraction(1)}, reverse=True):
                yield f"{key}: {ratio}", with_backend(**{key: ratio})
    if backend.load_balancing == "ecmp" and _hashed(verdict):
        yield "load_balancing: adaptive", with_backend(load_balancing="adaptive")
    for planes in _PLANES:
        if backend.planes is not None and planes > backend.planes:
            yield f"planes: {planes}", with_backend(planes=planes)


def _tokens(verdict: JobVerdict, job: Job) -> int | None:
    """Return the tokens a step whose compute hides gradients of the same size, None where that is not the way."""
    worst = decisive(verdict)
    allowed = verdict.allowed_share / (1 - verdict.allowed_share) * verdict.compute_s
    hidden = worst.window_s + allowed
    if not worst.name.startswith(("data", "all-reduce")) or not hidden or worst.time_s == INFINITE:
        return None
    tokens = ceil(job.asked.tokens_per_step * worst.time_s / hidden / 1024) * 1024
    return tokens if job.asked.tokens_per_step < tokens <= _MOST_TOKENS else None


def decisive(verdict: JobVerdict) -> Collective:
    """Return the traffic that decides an infeasible job."""
    return max(verdict.collectives, key=lambda item: (item.exposed_s, item.time_s))
