"""The buffer pools are larger than the chip.

Why: pool sizes, the shared headroom (xoff of the pool) and the reserved headroom of all ports
come out of one packet memory. What does not fit is refused at start-up: part of the lossless
settings is missing, or a warm boot aborts.

Example: pool size 258035400 plus xoff 81553920 on a chip of 267196860 bytes.

Fix: use the pool sizes of the HwSKU (QOS050 reports those that do not fit), fewer lossless
priorities, or shorter cables.

Source: SONiC buildimage issue 28657; buffers_defaults files, commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._pools import pool_excess, pools_shipped

ID = "QOS032"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield the excess of pools that are not the HwSKU's own."""
    if not pools_shipped(subject):
        yield from pool_excess(subject)
