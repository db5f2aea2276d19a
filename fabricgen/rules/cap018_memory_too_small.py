"""A job does not fit the memory of its GPUs.

Why: weights, gradients, optimizer, activations and key-value cache must fit; what does not fit does not start, however good the network.

Example: full fine-tuning of 70B parameters takes 16 bytes each, 1.1 TB, which is 18 GPUs of 80 GB.

Fix: give the job more GPUs, or choose a smaller precision, `optimizer: adam-8bit`, `method: lora` or `method: qlora`.

Source: ZeRO (arXiv 1910.02054); LoRA (arXiv 2106.09685); QLoRA (arXiv 2305.14314).
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "CAP018"
SEVERITY = Severity.WARNING
POINT = Point.SIZING


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of kind ``memory-too-small``."""
    if design.sizing is not None:
        yield from findings(design.sizing.problems, "memory-too-small")
