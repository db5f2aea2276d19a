"""What data parallelism sends: all-reduces of gradients, or the gathers and scatters of sharded weights."""

from collections.abc import Iterator
from math import ceil, log2

from fabricgen.feasibility import volumes
from fabricgen.feasibility.figures import (
    BACKWARD_SHARE,
    GB,
    Demand,
    Job,
    inner,
    scale_up_s,
)
from fabricgen.feasibility.rates import (
    IN_NETWORK_EFFICIENCY,
    SCALE_UP_EFFICIENCY,
    SCALE_UP_LATENCY_S,
    STEP_LATENCY_S,
)
from fabricgen.model.feasibility import ADAPTER_SHARE, WEIGHT_BYTES


def _inside(job: Job, name: str, members: int, size: float) -> Demand:
    """Return an all-reduce of ``size`` bytes that stays in the scale-up domain: rings, or its switches add."""
    summed = job.asked.reduction == "in-network"
    rate = (job.node.nvlink_gbytes_per_s or 0.0) * GB
    rate *= IN_NETWORK_EFFICIENCY if summed else SCALE_UP_EFFICIENCY
    steps = 2 if summed else 2 * (members - 1)
    wire = 2 * (members - 1) / members * size
    return Demand(
        name=f"{name} in the scale-up domain",
        axis="data",
        shape="ring",
        stride=1,
        wire_bytes=0.0,
        latency_s=0.0,
        window_s=BACKWARD_SHARE * job.compute_s,
        scale_up_s=wire / rate + steps * SCALE_UP_LATENCY_S if rate else 0.0,
        formula=f"2(n-1)/n with n={members} x {size / GB:.3g} GB at {rate / GB:.0f} GB/s of bus bandwidth"
        f"{' (NVLink SHARP)' if summed else ''}, hidden behind the backward pass (2/3 of compute)",
    )


def gradients(job: Job) -> Iterator[Demand]:
    """Yield what data parallelism sends in a step, over the NICs or inside the domain."""
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
        apart = inner(job, "data") * (1 if spread else job.asked.parallelism.expert)
        members = job.inside(apart, ranks_of)
        groups = ranks_of // members
        size = parameters * trained * job.gradient_bytes
        if groups < 2:
            yield _inside(job, name, members, size)
            continue
        tree = job.asked.reduction == "tree"
        wire = (2.0 if tree else 2 * (groups - 1) / groups) * size / members
        steps = 2 * ceil(log2(groups)) if tree else 2 * (groups - 1)
        per = f" / {members} members of a domain" if members > 1 else ""
        term = "2" if tree else f"2(n-1)/n with n={groups}"
        yield Demand(
            name=name,
            axis="data",
            shape="ring",
            stride=members * (1 if spread else job.asked.parallelism.expert),
            wire_bytes=wire,
            latency_s=steps * STEP_LATENCY_S,
            window_s=BACKWARD_SHARE * job.compute_s,
            scale_up_s=scale_up_s(job, 2 * (members - 1) / members * size, 2 * (members - 1)),
            formula=f"{term} x {size / GB:.3g} GB{per}, "
            f"{'trees' if tree else 'rings'} hidden behind the backward pass (2/3 of compute)",
        )


def _sharded(job: Job, parameters: float) -> Iterator[Demand]:
    members = job.inside(inner(job, "data"), job.data)
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
        scale_up_s=scale_up_s(job, inside, 3 * micro * layers * (members - 1)),
        formula=f"{micro} micro-steps x (n-1)/n x {parameters / GB:.3g} G parameters x (2 x {weight:g} + "
        f"{job.gradient_bytes}) B / {members}, n={groups}, hidden behind compute",
    )
