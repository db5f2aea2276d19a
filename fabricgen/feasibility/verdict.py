"""Times of a job's traffic, what is exposed, and the verdict."""

from collections.abc import Sequence

from fabricgen.feasibility.carrying import Carried
from fabricgen.feasibility.figures import GB, Demand, Job
from fabricgen.feasibility.rates import line_rate, nic_rate
from fabricgen.model.feasibility import Collective

INFINITE = float("inf")


def gpu_line_rate(job: Job) -> float:
    """Return the line rate of a GPU's share of the back-end NICs, bytes per second."""
    backend = job.node.backend
    return backend.nics * line_rate(backend.speed_mbps) / job.node.gpus


def available(job: Job, carried: Carried) -> tuple[float, str]:
    """Return the bytes per second of one GPU, and what limits them: NIC, PCIe, or the fabric's share of line rate."""
    backend = job.node.backend
    if not backend.nics:
        return 0.0, "the nodes have no back-end NIC"
    each, limit = nic_rate(backend.speed_mbps, backend.pcie, backend.nics_per_slot)
    own = backend.nics * each / job.node.gpus
    fabric = gpu_line_rate(job) * carried.share
    return (fabric, carried.limit) if fabric < own else (own, limit)


def collective(job: Job, demand: Demand, carried: Carried) -> Collective:
    """Return the time of a demand, and what of it is exposed outside its window."""
    rate, limit = available(job, carried)
    fixed = demand.latency_s + demand.scale_up_s
    usable = demand.window_s - fixed
    if demand.wire_bytes:
        time = demand.wire_bytes / rate + fixed if rate else INFINITE
        required = demand.wire_bytes / usable if usable > 0 else INFINITE
    else:
        time, required, limit = fixed, 0.0, "the scale-up links"
    return Collective(
        name=demand.name,
        bytes_per_gpu=demand.wire_bytes,
        time_s=time,
        window_s=demand.window_s,
        exposed_s=max(0.0, time - demand.window_s),
        required_gbps=required * 8 / GB,
        available_gbps=rate * 8 / GB,
        formula=demand.formula,
        limit=limit,
        busiest_load=carried.busiest,
    )


def exposed_s(job: Job, items: Sequence[Collective]) -> float:
    """Return what compute does not hide: the sum over kinds, and at least all traffic less all compute."""
    if any(item.time_s == INFINITE for item in items):
        return INFINITE
    return max(
        sum(item.exposed_s for item in items),
        sum(item.time_s for item in items) - job.compute_s,
        0.0,
    )


def share_of(exposed: float, compute: float) -> float:
    """Return the exposed share of a step."""
    return 1.0 if exposed == INFINITE else exposed / (compute + exposed)


def headroom(items: Sequence[Collective]) -> float:
    """Return the least available bandwidth to the required one."""
    return min(
        (item.available_gbps / item.required_gbps for item in items if item.required_gbps),
        default=INFINITE,
    )
