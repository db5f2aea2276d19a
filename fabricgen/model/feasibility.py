"""What the workload needs and whether the network carries it."""

from collections.abc import Mapping
from dataclasses import dataclass

from fabricgen.model.diagnostic import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class SizingVerdict:
    """Which back-end the workload needs: none, single-tier, two-tier or three-tier, and why.

    ``gpus`` is the number of GPUs the workload asks for, None where the intent does not say.
    """

    network: str
    planes: int
    gpus: int | None
    reasons: tuple[str, ...]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Collective:
    """One kind of traffic of a job. Times in seconds, bandwidth in Gb/s per GPU and direction."""

    name: str
    bytes_per_gpu: float
    time_s: float
    window_s: float
    exposed_s: float
    required_gbps: float
    available_gbps: float
    formula: str


@dataclass(frozen=True, slots=True, kw_only=True)
class JobVerdict:
    """Whether a job meets its limit on exposed communication."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class FeasibilityReport:
    """Verdicts on all jobs of the intent."""

    jobs: tuple[JobVerdict, ...] = ()
    problems: tuple[Problem, ...] = ()
