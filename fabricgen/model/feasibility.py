"""What the workload needs and whether the network carries it.

Times in seconds, bandwidth in Gb/s of one direction, memory and messages in bytes. Figures of this module are
reported, never rendered into a configuration, and may be floats.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from fabricgen.model.diagnostic import Problem

# Bytes of a parameter by the precision of the weights.
WEIGHT_BYTES = {
    "fp32": 4.0,
    "bf16": 2.0,
    "fp8": 1.0,
    "int8": 1.0,
    "int4": 0.5,
    "nf4": 0.5,
    "fp4": 0.5,
}
ADAPTER_SHARE = 0.01  # of the parameters that LoRA trains, the upper end of what is usual


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One term of a sum: its name, its value and how it was computed."""

    name: str
    value: float
    formula: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JobSize:
    """What a job needs: memory in bytes with its terms, GPUs, nodes, and the network between them.

    ``gpus_by_memory`` is None where the memory of a GPU is not known, ``gpus_by_time`` where the intent
    gives no time. ``gpus`` is what the job gets. ``network`` is none, single-tier, two-tier or three-tier.
    ``replicas`` are copies of the model that serve independently, each in one scale-up domain.
    """

    name: str
    memory_bytes: float
    parts: tuple[Part, ...]
    gpus_by_memory: int | None
    gpus_by_time: int | None
    gpus: int
    nodes: int
    network: str
    replicas: int = 1
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SizingVerdict:
    """Which back-end the workload needs: none, single-tier, two-tier or three-tier, and why.

    ``gpus`` is the number of GPUs the workload asks for, None where the intent does not say. ``jobs`` holds
    one entry for each job of the intent, in their order.
    """

    network: str
    planes: int
    gpus: int | None
    reasons: tuple[str, ...]
    problems: tuple[Problem, ...] = ()
    jobs: tuple[JobSize, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Collective:
    """One kind of traffic of a job. Times in seconds, bandwidth in Gb/s per GPU and direction.

    ``bytes_per_gpu`` go through the NIC, the rest stays in the scale-up domain. ``limit`` names what gives
    ``available_gbps``. ``busiest_load`` is the load of the busiest switch link to its rate when every NIC of
    the job sends at line rate, 0 where nothing crosses a switch link.
    """

    name: str
    bytes_per_gpu: float
    time_s: float
    window_s: float
    exposed_s: float
    required_gbps: float
    available_gbps: float
    formula: str
    limit: str = ""
    busiest_load: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkLoad:
    """The load of each of the ``links`` links of a pair of switches, one direction, in Gb/s.

    All NICs of the job send at line rate. ``plane`` counts from 0.
    """

    sender: str
    receiver: str
    links: int
    tier: str
    plane: int
    load_gbps: float
    rate_gbps: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FailureEffect:
    """What the loss of an element does to a job.

    ``element`` names the worst of ``count`` elements of its kind that act alike. ``share_left`` is the bandwidth
    left to the worst-hit GPU, ``step_ratio`` the new step time to the old one (infinite: the job stops). ``note``:
    ``effect`` says more than the two figures.
    """

    kind: str
    element: str
    count: int
    share_left: float
    step_ratio: float
    effect: str
    note: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckpointVerdict:
    """Saving and restoring a job: bytes, the rate needed for the allowed stall, and what is there.

    ``storage_known``: the intent gives the rate of the storage itself.
    """

    state_bytes: float
    allowed_s: float
    needed_bytes_per_s: float
    available_bytes_per_s: float
    limit: str
    stall_s: float
    restart_s: float
    fits: bool
    storage_known: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class JobVerdict:
    """Whether a job meets its limit on exposed communication.

    ``failures`` says in words what the loss of one element of a kind does; ``worst`` are the worst ten.
    """

    name: str
    gpus: int
    feasible: bool
    compute_s: float
    step_s: float
    exposed_share: float
    allowed_share: float
    headroom: float
    bottleneck: str
    collectives: tuple[Collective, ...]
    failures: Mapping[str, str]
    worst: tuple[FailureEffect, ...] = ()
    links: tuple[LinkLoad, ...] = ()
    checkpoint: CheckpointVerdict | None = None
    placement: str = ""
    advice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FeasibilityReport:
    """Verdicts on all jobs of the intent."""

    jobs: tuple[JobVerdict, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DesignCost:
    """Proxies of what a design costs, over all its fabrics; ``watts`` of switches and optics."""

    switches: int
    cables: int
    optics: int
    watts: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One design of a comparison; ``cost`` is None where it cannot be built, and ``refusal`` says why."""

    name: str
    cost: DesignCost | None
    planes: int
    tiers: int
    bisection_gbps: float
    jobs: tuple[JobVerdict, ...]
    refusal: str = ""
