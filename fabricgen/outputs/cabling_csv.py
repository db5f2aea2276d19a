"""``cabling.csv``: one line a link, for whoever pulls the cables."""

from fabricgen.model.design import Design
from fabricgen.model.topology import End, Topology
from fabricgen.outputs.csv_text import gbps, ordinal, to_csv

FILE = "cabling.csv"
HEADER = (
    "a_device",
    "a_port",
    "a_cage",
    "b_device",
    "b_port",
    "b_cage",
    "fabric",
    "plane",
    "rail",
    "kind",
    "speed_gbps",
    "cable_m",
)


def cabling(design: Design) -> bytes:
    """Return the cables of a design as CSV; ``a`` is the end nearer the top of the fabric.

    ``a_cage`` and ``b_cage`` are panel numbers, empty where an end has none (a NIC, eth0). Planes and rails count
    from 1. Ports of one cage that go to one far cage share a twin-port cable.

    Raises:
        ValueError: The design has no topology yet.
    """
    if design.topology is None:
        raise ValueError("cabling needs a design with a topology")
    cages = _cages(design.topology)
    rows = (
        (
            *_end(link.upper, cages),
            *_end(link.lower, cages),
            link.fabric,
            ordinal(link.plane),
            ordinal(link.rail),
            link.kind.value,
            gbps(link.speed_mbps),
            str(link.cable_m),
        )
        for link in design.topology.links
    )
    return to_csv(HEADER, rows)


text = cabling


def _cages(topology: Topology) -> dict[tuple[str, str], str]:
    return {
        (device, port.spec.name): str(port.spec.index)
        for device, ports in topology.ports.items()
        for port in ports
    }


def _end(end: End, cages: dict[tuple[str, str], str]) -> tuple[str, str, str]:
    return end.device, end.port, cages.get((end.device, end.port), "")
