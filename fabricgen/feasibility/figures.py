"""A job with all its figures, and one kind of its traffic."""

from dataclasses import dataclass
from math import gcd

from fabricgen.feasibility.rates import SCALE_UP_EFFICIENCY, SCALE_UP_LATENCY_S
from fabricgen.model.catalogue import GpuModel
from fabricgen.model.intent import JobIntent
from fabricgen.model.platform import NodeType

GB = 1e9
BACKWARD_SHARE = 2 / 3


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


def inner(job: Job, axis: str) -> int:
    """Return how many ranks of other axes lie between neighbours of an axis."""
    split = job.asked.parallelism
    return {"tensor": 1, "context": split.tensor}.get(axis, split.tensor * split.context)


def scale_up_s(job: Job, wire: float, steps: float) -> float:
    """Return the time that rings spend in the scale-up domain; 0 where its rate is not known."""
    rate = (job.node.nvlink_gbytes_per_s or 0.0) * GB * SCALE_UP_EFFICIENCY
    return wire / rate + steps * SCALE_UP_LATENCY_S if rate and wire else 0.0
