"""The dynamic buffer model is on where the platform has none.

Why: the dynamic model needs the vendor's headroom and pool scripts. Without them the buffer
manager makes no profile at all: pools, groups and queues stay empty.

Example: buffer_model `dynamic` on a Broadcom switch.

Fix: use `traditional`, with cable lengths from the HwSKU's table.

Source: SONiC dynamic buffer design; buffer_headroom scripts of swss (mellanox, barefoot, vs).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._ports import platform
from fabricgen.rules._qos import (
    dynamic,
)

ID = "QOS042"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

_SUPPORTED = frozenset({"mellanox", "barefoot", "vs"})


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield a finding if the model is dynamic on a known ASIC without scripts."""
    box = platform(subject)
    if box is None or not dynamic(subject.config) or box.asic.sonic_type in _SUPPORTED:
        return
    yield found(
        subject.config,
        f"buffer_model is dynamic, but {box.id} ({box.asic.family}) has no scripts for it",
        "set buffer_model to traditional",
        "DEVICE_METADATA",
        "localhost",
        "buffer_model",
    )
