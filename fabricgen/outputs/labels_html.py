"""``labels.html``: a label for each end of each cable, to print; only where the intent asks."""

from collections.abc import Callable, Iterator
from html import escape

from fabricgen.model.design import Design
from fabricgen.model.topology import End, Link
from fabricgen.outputs.cages import Cages, cages
from fabricgen.outputs.csv_text import gbps
from fabricgen.outputs.racks import rack_of

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
    known = cages(design.topology)
    rack = rack_of(design.intent)
    body = "".join(line for link in design.topology.links for line in _labels(link, known, rack))
    return f"{_HEAD}{body}</main></body></html>\n".encode()


def _labels(link: Link, known: Cages, rack: Callable[[str], str]) -> Iterator[str]:
    rail = "" if link.rail is None else f" rail {link.rail + 1}"
    facts = f"{link.fabric} plane {link.plane + 1}{rail}, {gbps(link.speed_mbps)}G {link.cable_m} m"
    for near, far in ((link.upper, link.lower), (link.lower, link.upper)):
        yield (
            f"<article><b>{_end(near, known, rack)}</b><br>to {_end(far, known, rack)}<br>"
            f"<small>{escape(facts)}</small></article>\n"
        )


def _end(end: End, known: Cages, rack: Callable[[str], str]) -> str:
    place = (end.device, end.port)
    text = f"{end.device} {end.port}"
    if place in known.number:
        text += f" (cage {known.number[place]}, lanes {known.group[place]})"
    if rack(end.device):
        text += f" rack {rack(end.device)}"
    return escape(text)
