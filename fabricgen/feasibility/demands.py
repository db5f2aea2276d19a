"""What a job sends in one step, kind by kind, before any network is looked at."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, gcd, log2

from fabricgen.feasibility import volumes
from fabricgen.feasibility.rates import (
    SCALE_UP_EFFICIENCY,
    SCALE_UP_LATENCY_S,
    STEP_LATENCY_S,
)
from fabricgen.model.catalogue import GpuModel
from fabricgen.model.intent import JobIntent
from fabricgen.model.platform import NodeType

GB = 1e9
BACKWARD_SHARE = 2 / 3
ADAPTER_SHARE = 0.01  # trainable share of LoRA, the upper end of what is usual
WEIGHT_BYTES = {
    "fp32": 4.0,
    "bf16": 2.0,
    "fp8": 1.0,
    "int8": 1.0,
    "int4": 0.5,
    "nf4": 0.5,
    "fp4": 0.5,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A job with all its figures. ``asked`` is its record in the intent, ``compute_s`` one step of compute."""

    name: str
    asked: JobIntent
    model: GpuModel
    node: NodeType
    gpus: int
    data: int
    compute_s: float
    training: bool = True

    @property
    def domain(self) -> int:
        """GPUs of a scale-up domain."""
        return self.node.domain_gpus or self.node.gpus

    @property
    def gradient_bytes(self) -> int:
        """Bytes of one gradient."""
        return 4 if self.asked.precision == "fp32" else 2

    @property
    def replica_tokens(self) -> float:
        """Tokens that one replica works on in a step."""
        return self.asked.tokens_per_step / self.data

    def inside(self, inner: int, ranks: int) -> int:
        """Return how many neighbours of a group share a scale-up domain, ``inner`` ranks apart."""
        return gcd(ranks, max(1, self.domain // inner))

    def held(self) -> tuple[float, float]:
        """Return the dense and the expert parameters that one GPU holds."""
        model, split = self.model, self.asked.parallelism
        across = split.tensor * split.pipeline
        visited = model.experts_per_token or 0
        if (
            not model.experts
            or visited >= model.experts
            or model.active_parameters >= model.parameters
        ):
            return model.parameters / across, 0.0
        each = (model.parameters - model.active_parameters) / (model.experts - visited)
        dense = max(0.0, model.active_parameters - each * visited)
        return dense / across, (model.parameters - dense) / across / split.expert


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """One kind of traffic: bytes through each NIC's share of a GPU, and the time that can hide it.

    ``axis`` names the ranks that talk (tensor, context, expert, data, pipeline), ``shape`` how (ring, all-to-all,
    send), ``stride`` the distance of neighbours that talk over NICs. ``scale_up_s`` is spent inside the domain.
    """

    name: str
    axis: str
    shape: str
    stride: int
    wire_bytes: float
    latency_s: float
    window_s: float
    scale_up_s: float
    formula: str


def demands(job: Job) -> tuple[Demand, ...]:
    """Return all traffic of a job that leaves the scale-up domain."""
    if job.gpus <= job.domain:
        return ()
    found = [*_tensor(job), *_context(job), *_experts(job), *_pipeline(job)]
    if job.training:
        found += _gradients(job)
    return tuple(found)


def _inner(job: Job, axis: str) -> int:
    split = job.asked.parallelism
    return {"tensor": 1, "context": split.tensor}.get(axis, split.tensor * split.context)


def _scale_up(job: Job, wire: float, steps: float) -> float:
    rate = (job.node.nvlink_gbytes_per_s or 0.0) * GB * SCALE_UP_EFFICIENCY
    return wire / rate + steps * SCALE_UP_LATENCY_S if rate and wire else 0.0


def _gradients(job: Job) -> Iterator[Demand]:
    dense, expert = job.held()
    trained = ADAPTER_SHARE if job.asked.method != "full" else 1.0
    ranks = job.data
    if job.asked.sharding == "fsdp" and job.asked.method == "full":
        yield from _sharded(job, dense + expert)
        return
    for name, ranks_of, parameters, spread in (
        ("data-parallel all-reduce", ranks, dense, 1),
        ("all-reduce of experts", ranks // job.asked.parallelism.expert, expert, 0),
    ):
        if ranks_of < 2 or not parameters:
            continue
        inner = _inner(job, "data") * (1 if spread else job.asked.parallelism.expert)
        members = job.inside(inner, ranks_of)
        groups = ranks_of // members
        if groups < 2:
            continue
        size = parameters * trained * job.gradient_bytes
        tree = job.asked.reduction == "tree"
        wire = (2.0 if tree else 2 * (groups - 1) / groups) * size / members
        steps = 2 * ceil(log2(groups)) if tree else 2 * (groups - 1)
        term = "2" if tree else f"2(n-1)/n with n={groups}"
        yield Demand(
            name=name,
            axis="data",
            shape="ring",
            stride=members * (1 if spread else job.asked.parallelism.expert),
            wire_bytes=wire,
            latency_s=steps * STEP_LATENCY_S,
            window_s=BACKWARD_SHARE * job.compute_s,
            scale_up_s=_scale_up(job, 2 * (members - 1) / members * size, 2 * (members - 1)),
            formula=f"{term} x {size / GB:.3g} GB / {members} members of a domain, "
            f"{'trees' if tree else 'rings'} hidden behind the backward pass (2/3 of compute)",
        )


def _sharded(job: Job, parameters: float) -> Iterator[Demand]:
    members = job.inside(_inner(job, "data"), job.data)
    groups = job.data // members
    if groups < 2:
        return
    asked = job.asked
    micro = max(1, int(job.replica_tokens // (asked.sequence * asked.micro_batch)))
    weight = WEIGHT_BYTES[asked.weights]
    wire = micro * volumes.fully_sharded(groups, parameters / members, weight, job.gradient_bytes)
    layers = (job.model.layers or 1) / asked.parallelism.pipeline
    inside = volumes.fully_sharded(members, parameters, weight, job.gradient_bytes) * micro
    yield Demand(
        name="FSDP gathers and scatters",
        axis="data",
        shape="ring",
        stride=members,
        wire_bytes=wire,
        latency_s=3 * micro * layers * (groups - 1) * STEP_LATENCY_S,
        window_s=job.compute_s,
        scale_up_s=_scale_up(job, inside, 3 * micro * layers * (members - 1)),
        formula=f"{micro} micro-steps x (n-1)/n x {parameters / GB:.3g} G parameters x (2 x {weight:g} + "
        f"{job.gradient_bytes}) B / {members}, n={groups}, hidden behind compute",
    )


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
        scale_up_s=_scale_up(job, inside, reductions * 2 * (members - 1)),
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
    members = job.inside(_inner(job, "data"), split.expert)
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
