"""The headrooms of a design, each once a fabric, for the rules on rows of the platforms' tables."""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Place
from fabricgen.model.qos import Headroom


def headrooms(design: Design) -> Iterator[tuple[Headroom, Place]]:
    """Yield the different headrooms of each fabric, with the place of its cables."""
    seen: set[tuple[str, Headroom]] = set()
    if design.qos is None or design.topology is None:
        return
    for device in design.topology.devices:
        planned = design.qos.devices.get(device.name)
        for item in planned.headroom if planned else ():
            if (device.fabric, item) not in seen:
                seen.add((device.fabric, item))
                yield item, design.intent.place("fabrics", device.fabric, "cables")
