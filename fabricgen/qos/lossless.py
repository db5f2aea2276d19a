"""A lossless switch: buffers, headroom, pools, marking and watchdog put together."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from fabricgen.model.catalogue import Catalogue
from fabricgen.model.diagnostic import Problem
from fabricgen.model.platform import BufferDefaults
from fabricgen.model.qos import DeviceQos, Headroom, PortQos, TrafficClass, Wred
from fabricgen.qos.advice import exceeds_hint, no_buffers, notes
from fabricgen.qos.arithmetic import LosslessPort
from fabricgen.qos.headroom import Demand, headroom
from fabricgen.qos.layout import (
    LOSSLESS_POOL,
    Layout,
    layout,
    lossless_defaults,
    plain_defaults,
    with_lossless,
)
from fabricgen.qos.marking import SharedBuffer, wred
from fabricgen.qos.pools import Box, Fitted, fit, is_nvidia
from fabricgen.qos.shape import Ground, Shape, ShapePort, switch_path
from fabricgen.qos.watchdog import watchdog

Rooms = Mapping[str, Headroom]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lossless:
    """What the parts of a lossless switch share; ``rooms`` is the headroom by port name."""

    ground: Ground
    shape: Shape
    tables: Layout
    classes: tuple[TrafficClass, ...]
    rooms: Rooms

    @property
    def priorities(self) -> tuple[int, ...]:
        """The lossless priorities, ascending."""
        return tuple(sorted(item.pg for item in self.classes if item.lossless))

    def box(self, rooms: Rooms) -> Box:
        """Return the ports as the buffer sees them, with ``rooms`` as headroom."""
        lanes = (*(port.lanes for port in self.shape.ports), *[1] * self.ground.service_ports)
        return Box(lanes=lanes, lossless=tuple(rooms.values()), priorities=len(self.priorities))


def lossless_qos(
    ground: Ground,
    one: Shape,
    classes: tuple[TrafficClass, ...],
    catalogue: Catalogue,
    blank: DeviceQos,
) -> tuple[DeviceQos | None, tuple[Problem, ...]]:
    """Return the QoS of a lossless switch, None with the problems that prevent it.

    ``blank`` carries what does not depend on buffers. Notes may stand beside a result.
    """
    place = ground.intent.place(*switch_path(ground.intent, one.fabric, one.role))
    entry = _buffers(ground)
    if entry is None:
        return None, (replace(no_buffers(ground, one, catalogue), place=place),)
    tables = layout(entry, classes)
    rooms, missing = _rooms(ground, one, tables)
    if missing:
        return None, missing
    made = Lossless(ground=ground, shape=one, tables=tables, classes=classes, rooms=rooms)
    fitted = fit(ground.platform, tables, made.box(rooms))
    if isinstance(fitted, Problem):
        hint = exceeds_hint(made.priorities, _longest(made))
        return None, (replace(_named(fitted, ground), hint=hint, place=place),)
    marks, late = _marks(made, fitted)
    if late:
        return None, tuple(replace(_named(item, ground), place=place) for item in late)
    remarks = notes(ground, fitted, made.box(rooms))
    found = tuple(replace(_named(item, ground), place=place) for item in remarks)
    return _assembled(blank, made, fitted, marks), found


def _named(problem: Problem, ground: Ground) -> Problem:
    return replace(problem, message=f"{ground.where}: {problem.message}")


def _buffers(ground: Ground) -> BufferDefaults | None:
    entry = lossless_defaults(ground.hwsku)
    plain = plain_defaults(ground.hwsku)
    if entry is None and plain is not None and is_nvidia(ground.platform):
        return with_lossless(plain)
    return entry


def _shares_headroom(ground: Ground, tables: Layout) -> bool:
    """Whether profiles keep their headroom in a shared pool: size holds no xoff."""
    if any(pool.name == LOSSLESS_POOL and pool.xoff_bytes for pool in tables.pools):
        return True
    rows = ground.hwsku.headroom_rows
    return bool(rows) and all(row.size_bytes < row.xoff_bytes for row in rows)


def _rooms(ground: Ground, one: Shape, tables: Layout) -> tuple[Rooms, tuple[Problem, ...]]:
    """Return the headroom of each cabled port; ports of one speed and cable share it."""
    lanes: dict[tuple[int, int], int] = {}
    first: dict[tuple[int, int], ShapePort] = {}
    for port in one.ports:
        if port.cable_m is not None:
            key = (port.speed_mbps, port.cable_m)
            lanes[key] = max(lanes.get(key, 0), port.lanes)
            first.setdefault(key, port)
    shared = _shares_headroom(ground, tables)
    found: dict[tuple[int, int], Headroom] = {}
    missing: list[Problem] = []
    for (speed, cable), count in lanes.items():
        asked = LosslessPort(speed_mbps=speed, lanes=count, cable_m=cable)
        mtu = ground.intent.qos.mtu
        demand = Demand(port=asked, mtu_bytes=mtu, shared_headroom=shared)
        answer = headroom(ground.platform, ground.hwsku, demand)
        if isinstance(answer, Headroom):
            found[speed, cable] = answer
            continue
        boundary = first[speed, cable].boundary or "host_leaf"
        path: tuple[str, ...] = ("fabrics", one.fabric, "cables", boundary)
        if answer.kind != "cable-too-long":
            path = switch_path(ground.intent, one.fabric, one.role)
        missing.append(replace(answer, place=ground.intent.place(*path)))
    rooms = {
        port.name: found[port.speed_mbps, port.cable_m]
        for port in one.ports
        if port.cable_m is not None and (port.speed_mbps, port.cable_m) in found
    }
    return rooms, tuple(missing)


def _longest(made: Lossless) -> int | None:
    """Return the longest row length with which the headroom fits, None when none does."""
    lengths = {row.cable_m for row in made.ground.hwsku.headroom_rows}
    for length in sorted(lengths, reverse=True):
        ports = tuple(
            replace(port, cable_m=None if port.cable_m is None else min(port.cable_m, length))
            for port in made.shape.ports
        )
        rooms, missing = _rooms(made.ground, replace(made.shape, ports=ports), made.tables)
        if missing:
            continue
        if isinstance(fit(made.ground.platform, made.tables, made.box(rooms)), Fitted):
            return length
    return None


def _marks(made: Lossless, fitted: Fitted) -> tuple[tuple[Wred, ...], tuple[Problem, ...]]:
    """Return the marking of each lossless speed, slowest first.

    Every front port of the box counts, cabled or not, so that growth does not move the thresholds.
    """
    speeds = sorted({item.speed_mbps for item in made.rooms.values()})
    buffer = SharedBuffer(
        shared_bytes=fitted.shared_bytes,
        port_count=len(made.shape.ports),
        alpha_log2=min((item.threshold for item in made.rooms.values()), default=0),
    )
    mtu = made.ground.intent.qos.mtu
    answers = [wred(speed, speeds[-1], buffer, mtu) for speed in speeds]
    return (
        tuple(item for item in answers if isinstance(item, Wred)),
        tuple(item for item in answers if isinstance(item, Problem)),
    )


def _profiles(rooms: Rooms) -> tuple[Headroom, ...]:
    """Return one headroom a profile name, that of the longest cable, by speed and length."""
    by_name: dict[str, Headroom] = {}
    for item in rooms.values():
        known = by_name.get(item.profile)
        if known is None or item.cable_m > known.cable_m:
            by_name[item.profile] = item
    return tuple(sorted(by_name.values(), key=lambda item: (item.speed_mbps, item.row_cable_m)))


def _assembled(
    blank: DeviceQos, made: Lossless, fitted: Fitted, marks: tuple[Wred, ...]
) -> DeviceQos:
    names = {item.speed_mbps: item.name for item in marks}

    def port_qos(port: ShapePort) -> PortQos:
        room = made.rooms.get(port.name)
        if room is None:
            return PortQos(port=port.name, cable_row_m=0, lossless_profile=None, wred=None)
        return PortQos(
            port=port.name,
            cable_row_m=room.row_cable_m,
            lossless_profile=room.profile,
            wred=names[port.speed_mbps],
        )

    count = len(made.shape.ports) + made.ground.service_ports
    return replace(
        blank,
        lossless_priorities=made.priorities,
        buffers=True,
        pools=fitted.pools,
        profiles=made.tables.profiles,
        headroom=_profiles(made.rooms),
        wred=marks,
        pg_profiles=MappingProxyType(dict(made.tables.pg)),
        queue_profiles=MappingProxyType(dict(made.tables.queue)),
        ingress_profile_list=made.tables.ingress_profile_list,
        egress_profile_list=made.tables.egress_profile_list,
        ports=tuple(port_qos(port) for port in made.shape.ports),
        watchdog=watchdog(count),
    )
