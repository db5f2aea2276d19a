"""A class of packet trimming is not what it must be.

Why: what PFC protects is never dropped, so there is nothing to trim; trimmed packets need a lossy
class of their own, or they queue behind the packets that filled the queue.

Example: `trimming: {classes: [roce], into: cnp}` where roce is lossless.

Fix: name lossy classes under `classes`, and another lossy class, best a strict one, under `into`.

Source: SONiC doc/packet_trimming.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.intent import TrimmingIntent
from fabricgen.model.qos import TrafficClass
from fabricgen.model.rule import Point

ID = "RTE019"
SEVERITY = Severity.ERROR
POINT = Point.QOS


def check(design: Design) -> Iterator[Finding]:
    """Yield a finding for each class of ``trimming`` that cannot serve."""
    topology, qos = design.topology, design.qos
    if topology is None or qos is None:
        return
    for name, fabric in design.intent.fabrics.present():
        if fabric.trimming is None:
            continue
        members = [d.name for d in topology.devices if d.fabric == name and d.name in qos.devices]
        classes = qos.devices[members[0]].classes if members else ()
        for path, reason in _wrong(fabric.trimming, classes):
            yield Finding(
                message=f"trimming of {name}: {reason}",
                hint="name lossy classes under qos.lossy, one of its own for trimmed packets",
                place=design.intent.place("fabrics", name, "trimming", *path),
            )


def _wrong(
    asked: TrimmingIntent, classes: tuple[TrafficClass, ...]
) -> Iterator[tuple[tuple[str | int, ...], str]]:
    known = {item.name: item for item in classes}
    words = ", ".join(name for name, item in known.items() if not item.lossless) or "none"
    places: list[tuple[str, tuple[str | int, ...]]] = [
        (name, ("classes", index)) for index, name in enumerate(asked.classes)
    ]
    for name, path in (*places, (asked.into, ("into",))):
        if name not in known:
            yield path, f"there is no class {name}; lossy classes are {words}"
        elif known[name].lossless:
            yield path, f"class {name} is lossless: it is paused and never dropped"
    if asked.into in asked.classes:
        yield ("into",), f"class {asked.into} would be trimmed again"
