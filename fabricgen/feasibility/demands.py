"""What a job sends in one step, kind by kind, before any network is looked at."""

from collections.abc import Iterator

from fabricgen.feasibility import volumes
from fabricgen.feasibility.data_parallel import gradients
from fabricgen.feasibility.figures import Demand, Job, inner, scale_up_s
from fabricgen.feasibility.rates import STEP_LATENCY_S
from fabricgen.model.catalogue import GpuModel


def demands(job: Job) -> tuple[Demand, ...]:
    """Return all traffic of a job that leaves the scale-up domain, and what stays inside of data parallelism.

    Other traffic inside the domain is part of the compute time, as the model FLOP utilisation is measured with it.
    """
    if job.gpus <= job.domain:
        return tuple(gradients(job)) if job.training else ()
    found = [*_tensor(job), *_context(job), *_experts(job), *_pipeline(job)]
    if job.training:
        found += gradients(job)
    return tuple(found)


def _tensor(job: Job) -> Iterator[Demand]:
    ranks = job.asked.parallelism.tensor
    members = job.inside(1, ranks)
    groups = ranks // members
    if groups < 2:
        return
    layers = (job.model.layers or 0) / job.asked.parallelism.pipeline
    share = 1.0 if job.training else 0.5
    tokens = job.replica_tokens / job.asked.parallelism.context
    hidden = job.model.hidden or 0
    wire = share * volumes.tensor_parallel(groups, tokens, hidden, layers) / members
    inside = share * volumes.tensor_parallel(members, tokens, hidden, layers)
    reductions = 4 * share * layers
    yield Demand(
        name="tensor-parallel all-reduces over the NICs",
        axis="tensor",
        shape="ring",
        stride=members,
        wire_bytes=wire,
        latency_s=reductions * 2 * (groups - 1) * STEP_LATENCY_S,
        window_s=0.0,
        scale_up_s=scale_up_s(job, inside, reductions * 2 * (members - 1)),
        formula=f"{reductions:g} all-reduces of tokens x hidden x 2 B over {ranks} ranks in {groups} domains, "
        "on the critical path",
    )


def _context(job: Job) -> Iterator[Demand]:
    split, model = job.asked.parallelism, job.model
    members = job.inside(split.tensor, split.context)
    groups = split.context // members
    if groups < 2:
        return
    layers = (model.layers or 0) / split.pipeline
    width = kv_width(model) / split.tensor
    wire = volumes.context_parallel(groups, job.replica_tokens / members, width, layers)
    yield Demand(
        name="context-parallel gathers",
        axis="context",
        shape="ring",
        stride=members,
        wire_bytes=wire * (1.0 if job.training else 1 / 3),
        latency_s=layers * 3 * (groups - 1) * STEP_LATENCY_S,
        window_s=job.compute_s,
        scale_up_s=0.0,
        formula=f"{layers:g} layers x 3 x tokens x {width:g} values of keys and values x 2 B x (c-1)/c, "
        f"c={groups} domains, hidden behind attention",
    )


def kv_width(model: GpuModel) -> float:
    """Return the values per token and layer of the key-value cache, 2 x hidden where heads are unknown."""
    if model.kv_width is not None:
        return float(model.kv_width)
    hidden = model.hidden or 0
    if model.heads and model.kv_heads:
        return 2 * model.kv_heads * hidden / model.heads
    return 2.0 * hidden


def _experts(job: Job) -> Iterator[Demand]:
    split, model = job.asked.parallelism, job.model
    if split.expert < 2 or not model.experts:
        return
    members = job.inside(inner(job, "data"), split.expert)
    groups = split.expert // members
    if groups < 2:
        return
    copies = float(model.experts_per_token or 1)
    if model.expert_groups is not None:
        copies = min(copies, model.expert_groups)
    hidden, layers = model.hidden or 0, (model.layers or 0) / split.pipeline
    tokens = job.replica_tokens / split.context
    there = volumes.dispatch_bytes(tokens, copies, hidden)
    back = volumes.combine_bytes(tokens, copies, hidden)
    ways = 2.0 if job.training else 1.0
    yield Demand(
        name="expert all-to-all",
        axis="expert",
        shape="all-to-all",
        stride=1,
        wire_bytes=ways * layers * (there + back) * (groups - 1) / groups / split.tensor,
        latency_s=ways * 2 * layers * STEP_LATENCY_S,
        window_s=job.compute_s,
        scale_up_s=0.0,
        formula=f"{ways * 2 * layers:g} all-to-alls of tokens x {copies:g} copies x {hidden} values, FP8 out and BF16 "
        f"back, (n-1)/n over n={groups} domains, hidden behind the other micro-batch",
    )


def _pipeline(job: Job) -> Iterator[Demand]:
    split = job.asked.parallelism
    if split.pipeline < 2:
        return
    hidden = job.model.hidden or 0
    wire = volumes.pipeline_parallel(
        job.replica_tokens, hidden, split.tensor, split.virtual_stages, split.context
    )
    yield Demand(
        name="pipeline activations",
        axis="pipeline",
        shape="send",
        stride=1,
        wire_bytes=wire if job.training else wire / 2,
        latency_s=2 * split.virtual_stages * STEP_LATENCY_S,
        window_s=job.compute_s,
        scale_up_s=0.0,
        formula=f"2 x tokens x hidden x 2 B x {split.virtual_stages} virtual stages / "
        f"{split.tensor * split.context}, hidden behind compute",
    )
