"""A lossless fabric uses a HwSKU that ships without PFC.

Why: its port layout and pools are made for lossy RoCE. fabricgen writes lossless profiles and a shared
headroom pool over them by the arithmetic of the ASIC; the combination is not one the vendor ships.

Example: NVIDIA SN5640, all of whose HwSKUs have an empty pfc_enable.

Fix: choose a platform that ships lossless, or test under load and accept the finding.

Source: sonic-buildimage device/mellanox/x86_64-nvidia_sn5640-r0, commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "QOS011"
SEVERITY = Severity.WARNING
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of the kind this rule owns."""
    if design.qos is not None:
        yield from findings(design.qos.problems, "hwsku-ships-lossy")
