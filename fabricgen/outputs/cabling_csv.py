"""``cabling.csv``: one line a link, for whoever pulls the cables."""

from fabricgen.model.design import Design
from fabricgen.model.topology import End, Link
from fabricgen.outputs.cages import Cages, bundles, cages
from fabricgen.outputs.csv_text import gbps, ordinal, to_csv
from fabricgen.outputs.racks import rack_of

FILE = "cabling.csv"
HEADER = (
    "a_device",
    "a_port",
    "a_cage",
    "a_lanes",
    "b_device",
    "b_port",
    "b_cage",
    "b_lanes",
    "fabric",
    "plane",
    "rail",
    "kind",
    "speed_gbps",
    "cable_m",
    "cable",
    "a_rack",
    "b_rack",
)


def cabling(design: Design) -> bytes:
    """Return the cables of a design as CSV; ``a`` is the end nearer the top of the fabric.

    ``a_cage`` and ``b_cage`` are panel numbers and ``a_lanes`` and ``b_lanes`` the lanes of the cage, counted
    from 1; empty where an end has none (a NIC, eth0). Planes and rails count from 1. Ports of one cage that go
    to one far cage share a twin-port cable. ``cable`` is the kind of the catalogue, empty where none reaches or
    where the link is cabled by growth only; the racks are those of the intent.

    Raises:
        ValueError: The design has no topology yet.
    """
    if design.topology is None:
        raise ValueError("cabling needs a design with a topology")
    known = cages(design.topology)
    kinds = _kinds(design, known)
    rack = rack_of(design.intent)
    rows = (
        (
            *_end(link.upper, known),
            *_end(link.lower, known),
            link.fabric,
            ordinal(link.plane),
            ordinal(link.rail),
            link.kind.value,
            gbps(link.speed_mbps),
            str(link.cable_m),
            kinds.get(link, ""),
            rack(link.upper.device),
            rack(link.lower.device),
        )
        for link in design.topology.links
    )
    return to_csv(HEADER, rows)


text = cabling


def _kinds(design: Design, known: Cages) -> dict[Link, str]:
    """Return the kind of cable of each link that is cabled now."""
    return {
        link: bundle.cable.id
        for bundle in bundles(design, known)
        if bundle.cable is not None
        for link in bundle.links
    }


def _end(end: End, known: Cages) -> tuple[str, str, str, str]:
    place = (end.device, end.port)
    return *place, known.number.get(place, ""), known.group.get(place, "")
