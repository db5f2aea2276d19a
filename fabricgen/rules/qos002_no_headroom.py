"""No headroom is known for a lossless port or its cable.

Why: after PFC pause is sent, bytes still arrive. Without headroom for them they are dropped, and SONiC
makes no lossless priority group at all for a speed or length that the HwSKU's table does not list.

Example: a 500 m cable at 50 Gb/s on Dell Z9864F, whose table ends at 300 m (from 100 Gb/s up fabricgen's
delay model covers longer cables of this ASIC).

Fix: shorten the cable, use a listed speed or another platform, or supply the rows in a platform file of your
own (`platforms: FOLDER`).

Source: sonic-swss cfgmgr/buffermgr.cpp, commit e6b0c5b5d2ab; sonic-buildimage pg_profile_lookup.ini,
commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "QOS002"
SEVERITY = Severity.ERROR
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield the problems of the kinds this rule owns."""
    if design.qos is not None:
        yield from findings(design.qos.problems, "no-headroom")
        yield from findings(design.qos.problems, "cable-too-long")
