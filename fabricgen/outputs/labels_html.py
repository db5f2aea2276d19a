"""``labels.html``: a label for each end of each cable, to print; only where the intent asks."""

from collections.abc import Iterator
from html import escape

from fabricgen.model.design import Design
from fabricgen.model.topology import End, Link, Port
from fabricgen.outputs.csv_text import gbps

FILE = "labels.html"
EXTRA = "labels"
_HEAD = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Cable labels</title><style>
body { font: 9pt sans-serif; margin: 0 }
main { display: grid; grid-template-columns: repeat(3, 1fr); gap: 2mm; padding: 5mm }
article { border: 1px solid #000; padding: 1.5mm; break-inside: avoid }
b { font-size: 11pt }
</style></head><body><main>
"""


def text(design: Design) -> bytes:
    """Return the labels as HTML that prints in three columns: two a link, one for each end.

    Raises:
        ValueError: The design has no topology yet.
    """
    if design.topology is None:
        raise ValueError("labels need a design with a topology")
    cages = {
        (device, port.spec.name): f" (cage {port.spec.index}, lanes {_lanes(port)})"
        for device, ports in design.topology.ports.items()
        for port in ports
    }
    body = "".join(line for link in design.topology.links for line in _labels(link, cages))
    return f"{_HEAD}{body}</main></body></html>\n".encode()


def _lanes(port: Port) -> str:
    lanes = port.spec.lanes
    return f"{lanes[0]}-{lanes[-1]}" if len(lanes) > 1 else str(lanes[0])


def _labels(link: Link, cages: dict[tuple[str, str], str]) -> Iterator[str]:
    rail = "" if link.rail is None else f" rail {link.rail + 1}"
    facts = f"{link.fabric} plane {link.plane + 1}{rail}, {gbps(link.speed_mbps)}G {link.cable_m} m"
    for near, far in ((link.upper, link.lower), (link.lower, link.upper)):
        yield (
            f"<article><b>{_end(near, cages)}</b><br>to {_end(far, cages)}<br>"
            f"<small>{escape(facts)}</small></article>\n"
        )


def _end(end: End, cages: dict[tuple[str, str], str]) -> str:
    return escape(f"{end.device} {end.port}{cages.get((end.device, end.port), '')}")
