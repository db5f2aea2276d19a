"""The HwSKU's own buffer pools and the reserved headroom are larger than the chip.

Why: the sizes are those the platform ships, but together with the shared headroom and the
reserved headroom of this file they exceed the packet memory. Some switches count the headroom
inside the pool and run well; on others a cold boot drops part of the lossless settings.

Example: pool size 258035400 plus xoff 81553920 on a Tomahawk 6 of 265332900 bytes.

Fix: check that all lossless groups exist after a cold boot, or use smaller pools, fewer lossless
priorities or shorter cables.

Source: SONiC buildimage issue 28657; buffers_defaults files, commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._pools import pool_excess, pools_shipped

ID = "QOS050"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield the excess of pools that the HwSKU ships."""
    if pools_shipped(subject):
        yield from pool_excess(subject)
