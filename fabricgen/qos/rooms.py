"""The headroom of every lossless port of a box, and the longest cable that stays lossless."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction

from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import QosIntent
from fabricgen.model.qos import Headroom
from fabricgen.qos.arithmetic import LosslessPort, Pattern
from fabricgen.qos.headroom import FABRIC_MTU_BYTES, Demand, headroom
from fabricgen.qos.layout import LOSSLESS_POOL, Layout
from fabricgen.qos.shape import Ground, Shape, ShapePort, switch_path

Rooms = Mapping[str, Headroom]

LONGEST_M = 10_000
_LOSSLESS_MTU_BYTES = 1024
_DYNAMIC_ASICS = ("mellanox", "barefoot")


def is_dynamic(ground: Ground) -> bool:
    """Whether the switch computes its own buffers: asked for, and its ASIC has the scripts for it."""
    asic = ground.platform.asic
    wanted = ground.intent.qos.buffer_model == "dynamic"
    return wanted and asic.sonic_type in _DYNAMIC_ASICS and asic.headroom_inputs is not None


def pins_pattern(qos: QosIntent) -> bool:
    """Whether an intent pins the traffic that headroom is made for."""
    asked = qos.headroom
    pinned = (asked.small_packets, asked.lossless_mtu, asked.port_mtu, asked.gearbox_delay)
    return any(value is not None for value in pinned)


def pattern(ground: Ground) -> Pattern | None:
    """Return the traffic that headroom is made for, None where the platform's table decides.

    The dynamic model takes the port MTU from PORT, so there it is the MTU of the fabric.
    """
    qos = ground.intent.qos
    model = is_dynamic(ground)
    if ground.platform.asic.headroom_inputs is None or not (model or pins_pattern(qos)):
        return None
    asked = qos.headroom
    share = Fraction(1) if asked.small_packets is None else asked.small_packets
    frame = qos.mtu if model else asked.port_mtu or max(FABRIC_MTU_BYTES, qos.mtu)
    return Pattern(
        port_mtu_bytes=frame,
        lossless_mtu_bytes=asked.lossless_mtu or _LOSSLESS_MTU_BYTES,
        small_frames_pct=int(share * 100),
        gearbox_ns=asked.gearbox_delay or 0,
    )


def _shares_headroom(ground: Ground, tables: Layout) -> bool:
    """Whether profiles keep their headroom in a shared pool: size holds no xoff."""
    if any(pool.name == LOSSLESS_POOL and pool.xoff_bytes for pool in tables.pools):
        return True
    if ground.intent.qos.headroom.over_subscribe is not None:
        return True
    rows = ground.hwsku.headroom_rows
    return bool(rows) and all(row.size_bytes < row.xoff_bytes for row in rows)


def rooms(ground: Ground, one: Shape, tables: Layout) -> tuple[Rooms, tuple[Problem, ...]]:
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
        seen = LosslessPort(speed_mbps=speed, lanes=count, cable_m=cable)
        mtu = ground.intent.qos.mtu
        demand = Demand(port=seen, mtu_bytes=mtu, shared_headroom=shared, pattern=pattern(ground))
        answer = headroom(ground.platform, ground.hwsku, demand)
        if isinstance(answer, Headroom):
            found[speed, cable] = _outside(answer) if _moves_out(ground) else answer
            continue
        boundary = first[speed, cable].boundary or "host_leaf"
        path: tuple[str, ...] = ("fabrics", one.fabric, "cables", boundary)
        if answer.kind != "cable-too-long":
            path = switch_path(ground.intent, one.fabric, one.role)
        missing.append(replace(answer, place=ground.intent.place(*path)))
    by_port = {
        port.name: found[port.speed_mbps, port.cable_m]
        for port in one.ports
        if port.cable_m is not None and (port.speed_mbps, port.cable_m) in found
    }
    return by_port, tuple(missing)


def _moves_out(ground: Ground) -> bool:
    """Whether the table's groups must give their own headroom to a shared pool that was asked for."""
    asked = ground.intent.qos.headroom.over_subscribe is not None
    return asked and ground.platform.asic.headroom_inputs is not None


def _outside(item: Headroom) -> Headroom:
    """Return a headroom whose group keeps xon alone, its xoff in the shared headroom pool."""
    return replace(item, size_bytes=min(item.size_bytes, item.xon_bytes) or item.size_bytes)


def longest_m(
    ground: Ground,
    one: Shape,
    tables: Layout,
    fits: Callable[[Rooms], bool],
    *,
    shortened: bool = False,
) -> int:
    """Return the longest cable in metres, on all lossless ports at once, with which they ``fit``.

    0 where none does; the search ends at 10 km. With ``shortened`` shorter cables stay as they are.
    """
    low, high = 0, LONGEST_M
    while low < high:
        middle = (low + high + 1) // 2
        by_port, missing = rooms(ground, _with_cables(one, middle, shortened), tables)
        if not missing and fits(by_port):
            low = middle
        else:
            high = middle - 1
    return low


def _with_cables(one: Shape, cable_m: int, shortened: bool) -> Shape:
    def length(own: int | None) -> int | None:
        return None if own is None else min(own, cable_m) if shortened else cable_m

    return replace(
        one, ports=tuple(replace(port, cable_m=length(port.cable_m)) for port in one.ports)
    )
