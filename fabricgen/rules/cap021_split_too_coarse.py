"""A job's split leaves more in each GPU than its memory.

Why: tensor and pipeline ranks hold parts of a model, data-parallel ranks whole copies of their part. A job may fit the memory of all its
GPUs together and still not start, since each replica must hold its weights, gradients and optimizer.

Example: 70B parameters of 16 bytes on 8 tensor ranks are 141 GB in each GPU of 80 GB; with `sharding: zero` over 32 replicas 39 GB.

Fix: shard the optimizer (`sharding: zero`) or everything (`fsdp`), or use more pipeline stages.

Source: ZeRO (arXiv 1910.02054); Megatron-LM (arXiv 2104.04473).
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "CAP021"
SEVERITY = Severity.WARNING
POINT = Point.SIZING


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of kind ``split-too-coarse``."""
    if design.sizing is not None:
        yield from findings(design.sizing.problems, "split-too-coarse")
