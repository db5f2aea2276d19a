"""Cages and shipped ports from the compact groups of a platform file."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from fabricgen.catalogue.breakout import parse_mode, speed_text
from fabricgen.catalogue.fields import Fields
from fabricgen.model.platform import BreakoutMode, Cage, PortSpec, SplitPart

_PORT = re.compile(r"Ethernet(\d+)")
_RANGE = re.compile(r"Ethernet(\d+)-(\d+)/(\d+)")


def port_names(text: str) -> tuple[str, ...]:
    """Return the ports of ``Ethernet0-504/8,Ethernet513``: first-last/step and single names.

    Raises:
        ValueError: The text is neither.
    """
    names: list[str] = []
    for item in text.split(","):
        match = _RANGE.fullmatch(item)
        if match:
            first, last, step = (int(group) for group in match.groups())
            names.extend(f"Ethernet{number}" for number in range(first, last + 1, step))
        elif _PORT.fullmatch(item):
            names.append(item)
        else:
            raise ValueError(f"{item!r} is neither a port nor a range such as Ethernet0-504/8")
    return tuple(names)


def port_number(name: str, fields: Fields) -> int:
    """Return the number of a port name.

    Raises:
        CatalogueFileError: The name is not Ethernet and a number.
    """
    match = _PORT.fullmatch(name)
    if match is None:
        raise fields.error("", f"{name!r} is not a port name such as Ethernet0")
    return int(match[1])


class Group:
    """``count`` cages of one shape, numbered from 0; what each has by its number."""

    def __init__(self, fields: Fields, lane_count: int) -> None:
        self._fields = fields
        self._lane_count = lane_count
        self.count = fields.number("count", 1)
        self._first = port_number(fields.text("first"), fields)
        self._step = fields.number("step", lane_count)
        self._lane_lists = tuple(
            tuple(row.number(column) for column in range(len(row.cells)))
            for row in fields.rows("lane_lists")
        )
        self._first_lanes = fields.numbers("first_lanes")
        self._indexes = fields.numbers("indexes")
        for key in ("lane_lists", "first_lanes", "indexes"):
            if key in fields and len(fields.items(key)) != self.count:
                raise fields.error(key, f"expected {self.count} items, one for each cage")

    def base(self, number: int) -> int:
        """Return the number in the name of the cage's first port."""
        return self._first + number * self._step

    def lanes(self, number: int) -> tuple[int, ...]:
        """Return the cage's lanes in order."""
        if self._lane_lists:
            return self._lane_lists[number]
        if self._first_lanes:
            first = self._first_lanes[number]
        else:
            step = self._fields.number("lane_step", self._lane_count)
            first = self._fields.number("first_lane") + number * step
        return tuple(range(first, first + self._lane_count))

    def index(self, number: int) -> int | None:
        """Return the cage's panel number, None if the file has none."""
        if self._indexes:
            return self._indexes[number]
        first = self._fields.number_or_none("first_index")
        return None if first is None else first + number * self._fields.number("index_step", 1)

    def names(self, patterns: tuple[object, ...], number: int, count: int) -> tuple[str, ...]:
        """Return the aliases of the cage's ports.

        ``patterns`` are ``count`` texts with ``{n}`` for the cage's number, or a list of
        ``count`` texts for each cage.
        """
        chosen: object = patterns[number] if _is_list(patterns) else list(patterns)
        if not isinstance(chosen, list) or len(chosen) != count:
            raise self._fields.error("", f"expected {count} aliases, found {chosen!r}")
        step = self._fields.number("number_step", 1)
        n = str(self._fields.number("number", 0) + number * step)
        return tuple(str(item).replace("{n}", n) for item in chosen)


def _is_list(patterns: tuple[object, ...]) -> bool:
    return bool(patterns) and isinstance(patterns[0], list)


def cages(groups: tuple[Fields, ...]) -> Iterator[Cage]:
    """Yield the cages of a file's ``cages`` groups, in its order."""
    for fields in groups:
        group = Group(fields, fields.number("lanes"))
        modes = fields.child("modes")
        split = {text: _parse(modes, text, fields.number("lanes")) for text in modes.raw}
        patterns = {text: modes.items(text) for text in modes.raw}
        service = fields.flag("service")
        for number in range(group.count):
            lanes = group.lanes(number)
            yield Cage(
                parent=f"Ethernet{group.base(number)}",
                lanes=lanes,
                indexes=(group.index(number) or 0,) * len(lanes),
                modes=MappingProxyType(
                    {
                        text: _mode(group, text, parts, patterns[text], number)
                        for text, parts in split.items()
                    }
                ),
                service=service,
            )


def _parse(fields: Fields, text: str, lane_count: int) -> tuple[SplitPart, ...]:
    try:
        parts = parse_mode(text, lane_count)
    except ValueError as error:
        raise fields.error(text, str(error)) from error
    if sum(part.count * part.lanes_each for part in parts) > lane_count:
        raise fields.error(text, f"needs more lanes than the {lane_count} of the cage")
    return parts


def _mode(
    group: Group, text: str, parts: tuple[SplitPart, ...], patterns: tuple[object, ...], number: int
) -> BreakoutMode:
    count = sum(part.count for part in parts)
    return BreakoutMode(name=text, parts=parts, aliases=group.names(patterns, number, count))


def fixed_ports(groups: tuple[Fields, ...], known: tuple[Cage, ...]) -> Iterator[PortSpec]:
    """Yield the ports of a HwSKU that has only a port_config.ini.

    Columns the file lacks are named in ``PortSpec.omits``. The parent is the cage of ``known``
    with the port's first lane, or the first port of its own group row. Where two cages have the
    lane, an error of the file, the one of the port's own name is meant, else the first.
    """
    owners: dict[int, list[str]] = {}
    for cage in known:
        for lane in cage.lanes:
            owners.setdefault(lane, []).append(cage.parent)
    for fields in groups:
        split = fields.numbers("split")
        group = Group(fields, sum(split))
        offsets = fields.numbers("offsets") or _starts(split)
        for number in range(group.count):
            lanes = group.lanes(number)
            aliases = group.names(fields.items("alias"), number, len(split))
            for part, (start, width) in enumerate(zip(_starts(split), split, strict=True)):
                name = f"Ethernet{group.base(number) + offsets[part]}"
                parents = owners.get(lanes[start]) or [f"Ethernet{group.base(number)}"]
                yield _fixed_port(
                    fields,
                    part,
                    name=name,
                    parent=name if name in parents else parents[0],
                    lanes=lanes[start : start + width],
                    alias=aliases[part],
                    index=group.index(number),
                )


def _starts(split: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sum(split[:part]) for part in range(len(split)))


def _fixed_port(
    fields: Fields,
    part: int,
    *,
    name: str,
    parent: str,
    lanes: tuple[int, ...],
    alias: str,
    index: int | None,
) -> PortSpec:
    def column(key: str) -> object:
        value = fields.raw.get(key)
        return value[part] if isinstance(value, list) else value

    speed, subport = column("speed"), column("subport")
    if not isinstance(speed, int):
        raise fields.error("speed", "expected Mb/s")
    omits = ("index",) * (index is None) + ("subport",) * (subport is None)
    whole = len(fields.items("split")) == 1
    fec, autoneg = column("fec"), column("autoneg")
    return PortSpec(
        name=name,
        parent=parent,
        lanes=lanes,
        alias=alias,
        index=index if index is not None else 0,
        speed_mbps=speed,
        subport=subport if isinstance(subport, int) else (0 if whole else part + 1),
        fec=fec if isinstance(fec, str) else None,
        autoneg=autoneg if isinstance(autoneg, str) else None,
        omits=omits,
    )


def cages_of_ports(groups: tuple[Fields, ...]) -> Iterator[Cage]:
    """Yield cages for a platform without breakout: one for each row of its port_config.ini.

    Each has one mode, named after its ports, such as ``1x400G``.
    """
    ports = tuple(fixed_ports(groups, ()))
    service = {
        f"Ethernet{group.base(number)}"
        for group in (Group(f, sum(f.numbers("split"))) for f in groups if f.flag("service"))
        for number in range(group.count)
    }
    rows: dict[str, list[PortSpec]] = {}
    for port in ports:
        rows.setdefault(port.parent, []).append(port)
    for parent, row in rows.items():
        first = row[0]
        part = SplitPart(
            count=len(row), lanes_each=len(first.lanes), speeds_mbps=(first.speed_mbps,)
        )
        name = f"{len(row)}x{speed_text(first.speed_mbps)}"
        lanes = tuple(lane for port in row for lane in port.lanes)
        mode = BreakoutMode(name=name, parts=(part,), aliases=tuple(port.alias for port in row))
        yield Cage(
            parent=parent,
            lanes=lanes,
            indexes=(first.index,) * len(lanes),
            modes=MappingProxyType({name: mode}),
            service=parent in service,
        )


def runs(fields: Fields, known: tuple[Cage, ...]) -> Mapping[str, str]:
    """Return a HwSKU's breakout by parent from its runs ``[first parent, last parent, mode]``.

    Raises:
        CatalogueFileError: A run names no cages of the platform.
    """
    order = {cage.parent: number for number, cage in enumerate(known)}
    parents = tuple(order)
    breakout: dict[str, str] = {}
    for row in fields.rows("breakout"):
        first, last = order.get(row.text(0)), order.get(row.text(1))
        if first is None or last is None or last < first:
            raise fields.error(
                "breakout", f"{row.text(0)} to {row.text(1)} is no run of cages of the platform"
            )
        breakout.update(dict.fromkeys(parents[first : last + 1], row.text(2)))
    return MappingProxyType(breakout)
