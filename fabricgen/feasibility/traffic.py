"""Bytes and times of a job's traffic, per GPU and step.

Formulas: nccl-tests PERFORMANCE.md for bus-bandwidth factors; Megatron-LM for tensor and pipeline parallel volumes.
"""

from dataclasses import dataclass

from fabricgen.feasibility.collisions import mean_max_load
from fabricgen.model.catalogue import GpuModel
from fabricgen.model.feasibility import Collective
from fabricgen.model.platform import NodeType
from fabricgen.model.topology import FabricSize

# Latency of one ring step on Ethernet: fitted to SimAI's Spectrum-X ring table (256 GPUs).
STEP_LATENCY_S = 4.5e-6
# Share of the line rate a NIC gives to payload: 46.2 of 50 GB/s, the same fit.
NIC_EFFICIENCY = 0.924
# Usable share of PCIe Gen5 x16 and Gen6 x16: 0.8 of the raw rate (SimAI's constants).
GBYTES = 1e9
BACKWARD_SHARE = 2 / 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A job with all its figures: GPUs, parallelism, model, and compute time of one step."""

    name: str
    gpus: int
    tensor: int
    pipeline: int
    data: int
    tokens: int
    gradient_bytes: int
    model: GpuModel
    node: NodeType
    compute_s: float

    @property
    def local_parameters(self) -> float:
        """Parameters one GPU holds."""
        return self.model.parameters / (self.tensor * self.pipeline)

    @property
    def replica_tokens(self) -> float:
        """Tokens one replica works on in a step."""
        return self.tokens / self.data


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """What the back-end gives one GPU, in bytes per second, and what limits it."""

    nic_bytes_per_s: float
    share: float
    limit: str

    @property
    def bytes_per_s(self) -> float:
        """Usable bandwidth per GPU and direction."""
        return self.nic_bytes_per_s * self.share


def network(job: Job, size: FabricSize) -> Network:
    """Return the bandwidth a ring of the job gets, ranks placed on neighbouring nodes.

    A ring that stays under one leaf meets no collision and no thin tier. Otherwise each ring leaves a unit
    once; the rings of a leaf share its uplinks by hashing, and an oversubscribed tier only matters if more rings
    leave than it has bandwidth for.
    """
    backend = job.node.backend
    rate = backend.nics * backend.speed_mbps * 1e6 / 8 / job.node.gpus
    nic = rate * NIC_EFFICIENCY
    nodes = -(-job.gpus // job.node.gpus)
    if nodes <= size.nodes_per_unit or size.tiers == 1:
        return Network(nic_bytes_per_s=nic, share=1.0, limit="the NIC")
    rings = max(1, job.tensor * job.pipeline // max(1, job.node.gpus))
    busiest = mean_max_load(rings, max(1, size.ecmp_width.get("same_pod", 1)))
    if busiest <= 1.0:
        return Network(nic_bytes_per_s=nic, share=1.0, limit="the NIC")
    return Network(
        nic_bytes_per_s=nic,
        share=1 / busiest,
        limit=f"a leaf uplink that carries {busiest:.2f} rings by ECMP",
    )


def data_parallel(job: Job, net: Network) -> Collective:
    """Return the gradient all-reduce: a ring over the replicas on each rail."""
    size_bytes = job.local_parameters * job.gradient_bytes
    wire = 2 * (job.data - 1) / job.data * size_bytes
    latency = 2 * (job.data - 1) * STEP_LATENCY_S
    return collective(
        "data-parallel all-reduce",
        wire,
        latency,
        BACKWARD_SHARE * job.compute_s,
        net,
        f"2(n-1)/n x {size_bytes / GBYTES:.2f} GB over n={job.data} ranks, hidden behind the "
        "backward pass (2/3 of compute)",
    )


def pipeline_parallel(job: Job, net: Network) -> Collective:
    """Return the activations between two pipeline stages, forward and backward."""
    hidden = job.model.hidden or 0
    wire = 2 * job.replica_tokens * hidden * 2 / job.tensor
    return collective(
        "pipeline activations",
        wire,
        2 * STEP_LATENCY_S,
        job.compute_s,
        net,
        f"2 x tokens x hidden x 2 B / {job.tensor}, hidden behind compute",
    )


def tensor_parallel_on_nic(job: Job, net: Network) -> Collective:
    """Return the all-reduces of tensor parallelism that leave the scale-up domain: never hidden."""
    layers, hidden = job.model.layers or 0, job.model.hidden or 0
    factor = 2 * (job.tensor - 1) / job.tensor
    wire = 4 * layers / job.pipeline * factor * job.replica_tokens * hidden * 2
    return collective(
        "tensor-parallel all-reduces over the NICs",
        wire,
        8 * layers / job.pipeline * (job.tensor - 1) * STEP_LATENCY_S,
        0.0,
        net,
        f"4 all-reduces a layer of tokens x hidden x 2 B over {job.tensor} ranks, on the critical path",
    )


def collective(
    name: str, wire: float, latency: float, window: float, net: Network, formula: str
) -> Collective:
    """Return the time of ``wire`` bytes per GPU, and what of it is exposed outside ``window``."""
    available = net.bytes_per_s
    time = wire / available + latency if available else float("inf")
    usable = window - latency
    required = wire / usable if usable > 0 else float("inf")
    return Collective(
        name=name,
        bytes_per_gpu=wire,
        time_s=time,
        window_s=window,
        exposed_s=max(0.0, time - window),
        required_gbps=required * 8 / GBYTES,
        available_gbps=available * 8 / GBYTES,
        formula=formula,
    )
