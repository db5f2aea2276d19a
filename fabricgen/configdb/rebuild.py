"""Rebuild the fabric from files alone: devices by hostname, links from what both ends say."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from fabricgen.configdb.cabling import Cable, Cabling, read_cabling
from fabricgen.configdb.inventory import absences, by_name, repetitions
from fabricgen.configdb.subnets import PortAddress, addresses, pairs
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.configdb import ConfigDb, FabricFiles, FileEnd, FileLink, SonicSchema
from fabricgen.model.diagnostic import Place, Problem
from fabricgen.model.intent import Intent
from fabricgen.model.order import natural


def rebuild(
    configs: Sequence[ConfigDb],
    catalogue: Catalogue,
    schema: SonicSchema,
    *,
    cabling: Path | str | None = None,
    intent: Intent | None = None,
    planned: Sequence[str] = (),
) -> FabricFiles:
    """Return the fabric that the files describe, whoever wrote them.

    A link is found from two ports in one /30, /31, /126 or /127, else from DEVICE_NEIGHBOR rows that
    do not contradict each other, else from the cabling file, which also gives cable lengths.

    Args:
        configs: One file a device; nothing in them is trusted.
        catalogue: Handed on to the rules.
        schema: Handed on to the rules.
        cabling: The cabling file, or its text; lines that lead to a device without a file (a node)
            give a length to the switch end only.
        intent: Handed on to the rules.
        planned: Names of the devices that the intent plans, empty where there is none.

    Returns:
        Devices and links in natural order. Problem kinds: ``repeated-hostname``,
        ``subnet-on-many-ports``, ``port-in-two-links``, ``cabling-disagrees``,
        ``cabling-unknown-port``, ``cabling-unreadable``, ``device-without-file``,
        ``device-not-planned``.
    """
    devices, repeated = by_name(configs)
    wiring = _Wiring(devices)
    wiring.join_subnets()
    wiring.join_neighbors()
    plan = read_cabling(cabling) if cabling is not None else Cabling()
    wiring.join_cables(plan.cables)
    problems = [
        *repetitions(devices, repeated),
        *absences(devices, plan.cables, planned),
        *wiring.problems,
        *plan.problems,
    ]
    return FabricFiles(
        devices=devices,
        repeated=repeated,
        links=tuple(sorted(wiring.links(), key=lambda link: (_order(link.a), _order(link.b)))),
        host_links=tuple(sorted(wiring.host_links, key=lambda link: _order(link.a))),
        catalogue=catalogue,
        schema=schema,
        intent=intent,
        problems=tuple(problems),
    )


def _order(end: FileEnd) -> tuple[tuple[tuple[int, int, str], ...], ...]:
    return natural(end.device), natural(end.port)


def _names_port(config: ConfigDb, name: str) -> str | None:
    """Return the port that ``name`` means on a device, by its name or its alias."""
    ports = config.rows("PORT")
    if name in ports:
        return name
    return next((port for port in ports if config.text("PORT", port, "alias") == name), None)


class _Wiring:
    """Links while they are found: a port that has a link keeps it."""

    def __init__(self, devices: Mapping[str, ConfigDb]) -> None:
        self.devices = devices
        self.taken: dict[FileEnd, FileLink] = {}
        self.host_links: list[FileLink] = []
        self.problems: list[Problem] = []

    def links(self) -> Iterator[FileLink]:
        """Yield every link once."""
        for end, link in self.taken.items():
            if link.a == end:
                yield link

    def _join(self, link: FileLink) -> bool:
        """Record a link unless one of its ports has another; say whether it stands."""
        known = self.taken.get(link.a), self.taken.get(link.b)
        if known == (None, None):
            self.taken[link.a] = self.taken[link.b] = link
            return True
        return all(one is not None and {one.a, one.b} == {link.a, link.b} for one in known)

    def _far(self, end: FileEnd) -> str:
        link = self.taken[end]
        far = link.b if link.a == end else link.a
        return f"{far.device} {far.port} (known from {_HOW[link.how]})"

    def join_subnets(self) -> None:
        """Find the links whose two ports have addresses in one point-to-point subnet."""
        groups: dict[tuple[int, int, int], list[PortAddress]] = {}
        for config in self.devices.values():
            for one in addresses(config):
                groups.setdefault(one.network, []).append(one)
        for group in groups.values():
            for members in pairs(group):
                self._join_subnet(members)

    def _join_subnet(self, members: Sequence[PortAddress]) -> None:
        ends = list(dict.fromkeys(one.end for one in members))
        if len(ends) < 2 or len({end.device for end in ends}) < 2:
            return
        last = members[-1]
        config = self.devices[last.end.device]
        if len(ends) > 2:
            names = ", ".join(f"{one.end.device} {one.end.port}" for one in members)
            self.problems.append(
                Problem(
                    kind="subnet-on-many-ports",
                    message=f"{len(ends)} ports have an address in the point-to-point subnet of "
                    f"{last.key.partition('|')[2]}: {names}",
                    hint="a point-to-point subnet joins exactly two ports; give one its own",
                    place=config.place(last.table, last.key),
                )
            )
            return
        link = FileLink(a=ends[0], b=ends[1], how="subnet")
        if not self._join(link):
            self._two_links(link, config.place(last.table, last.key))

    def _two_links(self, link: FileLink, place: Place) -> None:
        end = link.a if link.a in self.taken else link.b
        other = link.b if end == link.a else link.a
        self.problems.append(
            Problem(
                kind="port-in-two-links",
                message=f"{end.device} {end.port} shares subnets with two ports: "
                f"{self._far(end)} and {other.device} {other.port}",
                hint="a port has one cable: correct the address that belongs to the other port",
                place=place,
            )
        )

    def join_neighbors(self) -> None:
        """Find links from DEVICE_NEIGHBOR where the far end does not say otherwise."""
        for config in self.devices.values():
            for port in config.rows("DEVICE_NEIGHBOR"):
                near = FileEnd(device=config.device, port=port)
                far = self._neighbor(near)
                if far is None or near in self.taken or far in self.taken:
                    continue
                back = self._neighbor(far)
                name = self.devices[far.device].text("DEVICE_NEIGHBOR", far.port, "name")
                if (
                    far.device != near.device
                    and back in (None, near)
                    and name in (None, near.device)
                ):
                    self._join(FileLink(a=near, b=far, how="neighbor"))

    def _neighbor(self, end: FileEnd) -> FileEnd | None:
        config = self.devices[end.device]
        name = config.text("DEVICE_NEIGHBOR", end.port, "name")
        port = config.text("DEVICE_NEIGHBOR", end.port, "port")
        far = self.devices.get(name or "")
        if far is None or port is None:
            return None
        known = _names_port(far, port)
        return FileEnd(device=far.device, port=known) if known is not None else None

    def join_cables(self, cables: Iterable[Cable]) -> None:
        """Take lengths from the cabling file, and links that the files do not show."""
        used: dict[FileEnd, Cable] = {}
        for cable in cables:
            again = [end for end in (cable.a, cable.b) if end in used]
            for end in (cable.a, cable.b):
                used.setdefault(end, cable)
            if again:
                first = used[again[0]].place.line
                name = f"{again[0].device} {again[0].port}"
                self._disagrees(
                    cable, f"{name} has a cable in line {first} and another in this line"
                )
            elif self._known(cable):
                self._join_cable(cable)

    def _known(self, cable: Cable) -> bool:
        known = True
        for end in (cable.a, cable.b):
            config = self.devices.get(end.device)
            if (
                config is not None
                and end.port.startswith("Ethernet")
                and not config.row("PORT", end.port)
            ):
                known = False
                self.problems.append(
                    Problem(
                        kind="cabling-unknown-port",
                        message=f"the cabling file names {end.device} {end.port}, "
                        f"which has no PORT row among {len(config.rows('PORT'))}",
                        hint="correct the port name, or the breakout that should make this port",
                        place=cable.place.on_device(end.device),
                    )
                )
        return known

    def _join_cable(self, cable: Cable) -> None:
        near, far = cable.a, cable.b
        if near.device not in self.devices:
            near, far = far, near
        link = FileLink(
            a=near,
            b=far,
            how="cabling",
            cable_m=cable.cable_m,
            speed_mbps=cable.speed_mbps,
        )
        if near.device not in self.devices:
            return
        if far.device not in self.devices or not far.port.startswith("Ethernet"):
            if near in self.taken:
                self._disagrees(cable, f"{near.device} {near.port} leads to {self._far(near)}")
            elif not self._agrees(near, far):
                name, port = self._row(near)
                fact = f"DEVICE_NEIGHBOR of {near.device} {near.port} says {name} {port or ''}"
                self._disagrees(cable, fact.rstrip())
            self.host_links.append(link)
        elif self._join(link):
            known = replace(self.taken[near], cable_m=cable.cable_m, speed_mbps=cable.speed_mbps)
            self.taken[near] = self.taken[far] = known
        else:
            end = near if near in self.taken else far
            self._disagrees(cable, f"{end.device} {end.port} leads to {self._far(end)}")

    def _row(self, end: FileEnd) -> tuple[str | None, str | None]:
        config = self.devices[end.device]
        row = (config.text("DEVICE_NEIGHBOR", end.port, field) for field in ("name", "port"))
        return next(row), next(row)

    def _agrees(self, near: FileEnd, far: FileEnd) -> bool:
        name, port = self._row(near)
        return name in (None, far.device) and port in (None, far.port)

    def _disagrees(self, cable: Cable, fact: str) -> None:
        ends = f"{cable.a.device} {cable.a.port} to {cable.b.device} {cable.b.port}"
        self.problems.append(
            Problem(
                kind="cabling-disagrees",
                message=f"the cabling file has a cable from {ends}, but {fact}",
                hint="correct the line, or the addresses and DEVICE_NEIGHBOR rows of the two ports",
                place=cable.place.on_device(cable.a.device),
            )
        )


_HOW = {
    "subnet": "their addresses",
    "neighbor": "DEVICE_NEIGHBOR",
    "cabling": "an earlier line of the cabling file",
}
