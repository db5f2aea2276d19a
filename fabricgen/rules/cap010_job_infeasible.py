"""A job waits for the network longer than it may.

Why: a step is compute plus the traffic that compute cannot hide. Beyond the agreed share, GPUs idle and the job costs more than it should.

Example: tensor parallelism over 16 GPUs of 8-GPU nodes puts four all-reduces a layer on the NICs, and nothing hides them.

Fix: what the message names: keep tensor parallelism inside the scale-up domain, give more tokens to a step, more bandwidth to a GPU, or raise `max_exposed_communication`.

Source: alpha-beta model with the bus-bandwidth factors of nccl-tests PERFORMANCE.md; Megatron-LM parallelism volumes.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "CAP010"
SEVERITY = Severity.ERROR
POINT = Point.FEASIBILITY


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of kind ``job-infeasible``."""
    if design.feasibility is not None:
        yield from findings(design.feasibility.problems, "job-infeasible")
