"""Traffic of a job between the leaves of each plane, at line rate of every NIC that sends.

Ranks are laid out tensor first, then context, data (expert groups inside) and pipeline, as Megatron-LM does. A flow leaves
and enters on the NIC of the receiver's rail (PXN of NCCL: the sender's data crosses the scale-up network first).
"""

from dataclasses import dataclass

import numpy as np

from fabricgen.feasibility.figures import Demand, Job
from fabricgen.feasibility.wiring import Floats, Ints, Plane, Wiring


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """Traffic matrices [leaf, leaf] in Gb/s, one a plane, and into how many flows a NIC splits its rate."""

    traffic: tuple[Floats, ...]
    flows_per_nic: int


def phase(job: Job, demand: Demand, nodes: tuple[int, ...], wiring: Wiring) -> Phase:
    """Return the traffic of one kind when all its NICs send at once."""
    ranks = _ranks(job, nodes)
    if demand.shape == "all-to-all":
        return _all_to_all(job, ranks, wiring)
    sources, targets = _pairs(demand, ranks)
    return _of_pairs(job, sources, targets, wiring)


def _ranks(job: Job, nodes: tuple[int, ...]) -> Ints:
    """Return GPU numbers (node x GPUs + local) of shape [pipeline, data, context, tensor]."""
    split, gpus = job.asked.parallelism, job.node.gpus
    number = np.arange(job.gpus, dtype=np.int64)
    where = np.asarray(nodes, dtype=np.int64)[number // gpus] * gpus + number % gpus
    return where.reshape(split.pipeline, job.data, split.context, split.tensor)


def _pairs(demand: Demand, ranks: Ints) -> tuple[Ints, Ints]:
    axis = {"pipeline": 0, "data": 1, "expert": 1, "context": 2, "tensor": 3}[demand.axis]
    if demand.shape == "send":
        ahead, behind = ranks[:-1].ravel(), ranks[1:].ravel()
        return np.concatenate((ahead, behind)), np.concatenate((behind, ahead))
    return ranks.ravel(), np.roll(ranks, -demand.stride, axis=axis).ravel()


def _nics(job: Job, gpu: Ints, rails: int) -> Ints:
    """Return the NIC of a GPU (node x rails + rail)."""
    gpus = job.node.gpus
    return gpu // gpus * rails + gpu % gpus * rails // gpus


def _of_pairs(job: Job, sources: Ints, targets: Ints, wiring: Wiring) -> Phase:
    gpus, rails, domain = job.node.gpus, wiring.rails, job.domain
    apart = sources // domain != targets // domain
    sources, targets = sources[apart], targets[apart]
    receiver = _nics(job, targets, rails)
    sender = sources // gpus * rails + receiver % rails
    count = np.bincount(sender, minlength=len(wiring.nodes) * rails).astype(np.float64)
    weight = 1.0 / count[sender] if sender.size else np.zeros(0)
    matrices: list[Floats] = []
    for number, plane in enumerate(wiring.planes):
        twin = _twin(wiring, number)
        matrices.append(
            matrices[twin] if twin < number else _matrix(plane, sender, receiver, weight)
        )
    return Phase(traffic=tuple(matrices), flows_per_nic=int(count.max(initial=1.0)))


def _twin(wiring: Wiring, number: int) -> int:
    """Return the first plane whose NICs are wired like those of plane ``number``."""
    plane = wiring.planes[number]
    for earlier, other in enumerate(wiring.planes[:number]):
        if np.array_equal(other.homes, plane.homes) and np.array_equal(
            other.port_gbps, plane.port_gbps
        ):
            return earlier
    return number


def _matrix(plane: Plane, sender: Ints, receiver: Ints, weight: Floats) -> Floats:
    """Return the traffic of flows: each NIC sends at the rate of its ports in this plane."""
    leaves = len(plane.leaves)
    total = np.zeros(leaves * leaves)
    ports = (plane.homes[sender] >= 0).sum(axis=1)
    for port in range(plane.homes.shape[1]):
        out = plane.homes[sender, port]
        into = plane.homes[receiver, port]
        into = np.where(into >= 0, into, plane.homes[receiver, 0])
        able = (out >= 0) & (into >= 0)
        amount = (plane.port_gbps[sender] * weight)[able] / ports[able]
        total += np.bincount(out[able] * leaves + into[able], amount, minlength=total.size)
    return total.reshape(leaves, leaves)


def _all_to_all(job: Job, ranks: Ints, wiring: Wiring) -> Phase:
    """Return uniform traffic inside each expert group, at line rate of the busiest NIC.

    A scale-up domain lies under one leaf of each rail, so its inner traffic never meets a switch link.
    """
    expert, rails, gpus = job.asked.parallelism.expert, wiring.rails, job.node.gpus
    pipeline, data, context, tensor = ranks.shape
    order = ranks.reshape(pipeline, data // expert, expert, context, tensor)
    group_of = np.arange(pipeline * (data // expert) * context * tensor, dtype=np.int64).reshape(
        pipeline, data // expert, 1, context, tensor
    )
    group = np.broadcast_to(group_of, order.shape).ravel()
    gpu = order.ravel()
    node, rail = gpu // gpus, gpu % gpus * rails // gpus
    peers = max(1, expert // job.inside(tensor * context, expert) - 1)
    members = float(np.bincount(group).max())
    local = members / (peers + 1)
    # A member sends to (members - local) others; a NIC carries what its node sends to one rail.
    per_rail = gpus / rails
    scale = 1.0 / ((members - local) * per_rail)
    matrices: list[Floats] = []
    for number, plane in enumerate(wiring.planes):
        twin = _twin(wiring, number)
        if twin < number:
            matrices.append(matrices[twin])
            continue
        total = np.zeros((len(plane.leaves), len(plane.leaves)))
        for index in range(rails):
            mine = rail == index
            nic = node * rails + index
            sends = _membership(plane, group, nic, np.ones(gpu.size, dtype=bool))
            takes = _membership(plane, group, nic, mine)
            total += sends.T @ takes * scale * float(plane.port_gbps[nic].max(initial=0.0))
        matrices.append(total)
    return Phase(traffic=tuple(matrices), flows_per_nic=int(peers))


def _membership(plane: Plane, group: Ints, nic: Ints, kept: "np.ndarray") -> Floats:
    leaves = len(plane.leaves)
    groups = int(group.max()) + 1
    total = np.zeros(groups * leaves)
    ports = plane.homes.shape[1]
    for port in range(ports):
        leaf = plane.homes[nic, port]
        able = kept & (leaf >= 0)
        total += np.bincount(group[able] * leaves + leaf[able], minlength=total.size) / ports
    return total.reshape(groups, leaves)
