"""Which links leave a cage together, and what kind of cable can carry them.

A cage is a front-panel cage of a switch, a NIC, or a management port. Links that share cages form a
bundle: one cable where all of them leave through one cage of one side, transceivers and fibres where
the cages of both sides fan out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from fabricgen.catalogue import medium, speed_text
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.design import Design
from fabricgen.model.platform import CableKind
from fabricgen.model.topology import End, Link, Port, Role, Topology

Cage = tuple[str, str]  # device and parent port, NIC or management port


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """Links that share cages, with the cages of each side in the order of the links.

    ``cable`` is the kind to use, None where no kind of the catalogue reaches or where the cages
    cannot be joined by it.
    """

    links: tuple[Link, ...]
    uppers: tuple[Cage, ...]
    lowers: tuple[Cage, ...]
    cable: CableKind | None

    @property
    def mesh(self) -> bool:
        """Whether both sides fan out, so that no cable with fixed ends can carry the bundle."""
        return len(self.uppers) > 1 and len(self.lowers) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Cages:
    """The cages of a design: where each end belongs, what a cage is split into, and its lanes.

    ``number`` is the panel number of a port's cage, ``group`` the lanes it takes there, counted
    from 1 (``1-4`` and ``5-8`` are the two halves of a twin-port cage of eight lanes).
    """

    of_end: Mapping[tuple[str, str], Cage]
    splits: Mapping[Cage, str]
    lanes: Mapping[tuple[str, str], int]
    number: Mapping[tuple[str, str], str]
    group: Mapping[tuple[str, str], str]
    places: Mapping[str, str]

    def cage(self, end: End) -> Cage:
        """Return the cage of an end of a link."""
        known = self.of_end.get((end.device, end.port))
        return known or (end.device, _nic(end.port))


def cages(topology: Topology) -> Cages:
    """Return the cages of all devices and of the NICs that links end on."""
    of_end: dict[tuple[str, str], Cage] = {}
    lanes: dict[tuple[str, str], int] = {}
    number: dict[tuple[str, str], str] = {}
    group: dict[tuple[str, str], str] = {}
    speeds: dict[Cage, list[int]] = {}
    for device, ports in topology.ports.items():
        groups = _lane_groups(ports)
        for port in ports:
            cage = (device, port.spec.parent)
            number[device, port.spec.name] = str(port.spec.index)
            group[device, port.spec.name] = groups[port.spec.name]
            of_end[device, port.spec.name] = cage
            lanes[device, port.spec.name] = len(port.spec.lanes)
            speeds.setdefault(cage, []).append(port.spec.speed_mbps)
    for link in (*topology.links, *topology.planned):
        for end in (link.upper, link.lower):
            if (end.device, end.port) not in of_end:
                speeds.setdefault((end.device, _nic(end.port)), []).append(link.speed_mbps)
    places = {
        device.name: {Role.NODE: "node", Role.DPU: "dpu"}.get(device.role, "switch")
        for device in topology.devices
    }
    return Cages(
        of_end=of_end,
        splits={cage: _split_text(found) for cage, found in speeds.items()},
        lanes=lanes,
        number=number,
        group=group,
        places=places,
    )


def _lane_groups(ports: Sequence[Port]) -> dict[str, str]:
    """Return the lanes that each port takes of its cage, counted from 1 in the cage's order."""
    cage_lanes: dict[str, list[int]] = {}
    for port in ports:
        cage_lanes.setdefault(port.spec.parent, []).extend(port.spec.lanes)
    order = {
        cage: {lane: place for place, lane in enumerate(sorted(set(lanes)), start=1)}
        for cage, lanes in cage_lanes.items()
    }
    found = {}
    for port in ports:
        places = sorted(order[port.spec.parent][lane] for lane in port.spec.lanes)
        found[port.spec.name] = (
            f"{places[0]}-{places[-1]}" if len(places) > 1 else "".join(map(str, places))
        )
    return found


def _nic(port: str) -> str:
    """Return ``nic3`` of its part ``nic3p2``; any other port is its own cage."""
    label, _, part = port.rpartition("p")
    return label if label and part.isdecimal() else port


def _split_text(speeds: list[int]) -> str:
    counts: dict[int, int] = {}
    for speed in speeds:
        counts[speed] = counts.get(speed, 0) + 1
    return " + ".join(f"{count}x{speed_text(speed)}" for speed, count in counts.items())


def bundles(design: Design, found: Cages) -> Iterator[Bundle]:
    """Yield the bundles of a design's links, in the order of their first links.

    Raises:
        ValueError: The design has no topology yet.
    """
    if design.topology is None:
        raise ValueError("cables need a design with a topology")
    for links in _joined([link for link in design.topology.links if link.built], found):
        uppers = tuple(dict.fromkeys(found.cage(link.upper) for link in links))
        lowers = tuple(dict.fromkeys(found.cage(link.lower) for link in links))
        fans_out = len(uppers) > 1 and len(lowers) > 1
        yield Bundle(
            links=tuple(links),
            uppers=uppers,
            lowers=lowers,
            cable=_kind(design.catalogue, links, found, loose=fans_out),
        )


def _joined(links: list[Link], found: Cages) -> Iterable[list[Link]]:
    """Return the links grouped by the cages they share, directly or over others."""
    root: dict[Cage, Cage] = {}

    def top(cage: Cage) -> Cage:
        while root.setdefault(cage, cage) != cage:
            root[cage] = root[root[cage]]
            cage = root[cage]
        return cage

    for link in links:
        root[top(found.cage(link.lower))] = top(found.cage(link.upper))
    groups: dict[Cage, list[Link]] = {}
    for link in links:
        groups.setdefault(top(found.cage(link.upper)), []).append(link)
    return groups.values()


def _kind(
    catalogue: Catalogue, links: list[Link], found: Cages, *, loose: bool
) -> CableKind | None:
    """Return the kind of cable for a bundle: the one its longest and fastest links need.

    Fixed ends are left out where the cages fan out on both sides, and where the lanes of the two
    ends differ, since copper joins lane to lane.
    """
    longest = max(link.cable_m for link in links)
    shapes = {
        (link.speed_mbps, lanes)
        for link in links
        for lanes in (_lanes(found, link.upper, link.lower), _lanes(found, link.lower, link.upper))
    }
    kinds = [
        kind
        for kind in catalogue.cables.values()
        if (kind.connector != "one-piece" or not (loose or len(shapes) > 1))
        and all(medium([kind], speed, lanes, longest) for speed, lanes in shapes)
    ]
    return medium(kinds, *min(shapes), longest)


def _lanes(found: Cages, end: End, other: End) -> int:
    """Return the lanes of an end; a NIC has as many as the switch port it faces."""
    own = found.lanes.get((end.device, end.port))
    return own or found.lanes.get((other.device, other.port)) or 1
