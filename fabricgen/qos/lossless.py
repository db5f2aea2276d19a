"""A lossless switch: buffers, headroom, pools, marking and watchdog put together."""

from collections import Counter
from dataclasses import dataclass, replace
from types import MappingProxyType

from fabricgen.model.catalogue import Catalogue
from fabricgen.model.diagnostic import Problem
from fabricgen.model.platform import BufferDefaults, PoolSpec
from fabricgen.model.qos import (
    BufferBudget,
    DeviceQos,
    DynamicInputs,
    Headroom,
    PortQos,
    TrafficClass,
    Watchdog,
    Wred,
)
from fabricgen.qos.advice import exceeds_hint, no_buffers, notes
from fabricgen.qos.layout import (
    Layout,
    layout,
    lossless_defaults,
    plain_defaults,
    with_lossless,
)
from fabricgen.qos.marking import SharedBuffer, late, wred
from fabricgen.qos.pools import Box, Fitted, fit, is_nvidia
from fabricgen.qos.rooms import Rooms, is_dynamic, longest_m, pattern, rooms
from fabricgen.qos.shape import Ground, Shape, ShapePort, switch_path
from fabricgen.qos.watchdog import honest_pause_ms, unsafe, watchdog


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

    def box(self, by_port: Rooms) -> Box:
        """Return the ports as the buffer sees them, with ``by_port`` as headroom."""
        lanes = (*(port.lanes for port in self.shape.ports), *[1] * self.ground.service_ports)
        return Box(
            lanes=lanes,
            lossless=tuple(by_port.values()),
            priorities=len(self.priorities),
            over_subscribe=self.ground.intent.qos.headroom.over_subscribe,
            computed=is_dynamic(self.ground),
        )

    def fits(self, by_port: Rooms) -> bool:
        """Whether the pools fit the chip beside this headroom."""
        return isinstance(fit(self.ground.platform, self.tables, self.box(by_port)), Fitted)

    def longest_m(self, *, shortened: bool = False) -> int:
        """Return the longest cable with which all lossless ports stay lossless, 0 without one.

        With ``shortened`` cables that are shorter stay as they are.
        """
        return longest_m(self.ground, self.shape, self.tables, self.fits, shortened=shortened)


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
    by_port, missing = rooms(ground, one, tables)
    if missing:
        return None, missing
    made = Lossless(ground=ground, shape=one, tables=tables, classes=classes, rooms=by_port)
    fitted = fit(ground.platform, tables, made.box(by_port))
    if isinstance(fitted, Problem):
        hint = exceeds_hint(made.priorities, made.longest_m(shortened=True))
        return None, (replace(_named(fitted, ground), hint=hint, place=place),)
    marks, wrong = _marks(made, fitted)
    if wrong:
        return None, tuple(replace(_named(item, ground), place=place) for item in wrong)
    found = tuple(
        replace(_named(item, ground), place=place)
        for item in notes(ground, fitted, made.box(by_port))
    )
    above = tuple(
        replace(_named(item, ground), place=ground.intent.place("qos", "ecn"))
        for mark in marks
        for item in late(mark)
    )
    watched = _watched(made, fitted)
    shots = tuple(
        replace(_named(item, ground), place=ground.intent.place("qos", "watchdog"))
        for item in unsafe(watched, _honest_ms(made, fitted))
    )
    return _assembled(blank, made, fitted, marks, watched), (*found, *above, *shots)


def _honest_ms(made: Lossless, fitted: Fitted) -> int:
    slowest = min((item.speed_mbps for item in made.rooms.values()), default=0)
    return honest_pause_ms(fitted.chip_bytes, slowest) if slowest else 0


def _watched(made: Lossless, fitted: Fitted) -> Watchdog:
    count = len(made.shape.ports) + made.ground.service_ports
    return watchdog(count, made.ground.intent.qos.watchdog, _honest_ms(made, fitted))


def _named(problem: Problem, ground: Ground) -> Problem:
    return replace(problem, message=f"{ground.where}: {problem.message}")


def _buffers(ground: Ground) -> BufferDefaults | None:
    entry = lossless_defaults(ground.hwsku)
    plain = plain_defaults(ground.hwsku)
    if entry is None and plain is not None and is_nvidia(ground.platform):
        return with_lossless(plain)
    return entry


def _marks(made: Lossless, fitted: Fitted) -> tuple[tuple[Wred, ...], tuple[Problem, ...]]:
    """Return the marking of each lossless speed, slowest first.

    Every front port of the box counts, cabled or not, so that growth does not move the thresholds.
    """
    if not any(item.ecn for item in made.classes):
        return (), ()
    speeds = sorted({item.speed_mbps for item in made.rooms.values()})
    buffer = SharedBuffer(
        shared_bytes=fitted.shared_bytes,
        port_count=len(made.shape.ports),
        alpha_log2=min((item.threshold for item in made.rooms.values()), default=0),
    )
    qos = made.ground.intent.qos
    answers = [wred(speed, speeds[-1], buffer, qos.mtu, qos.ecn) for speed in speeds]
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


def _budget(made: Lossless, fitted: Fitted) -> BufferBudget:
    box = made.box(made.rooms)
    pool = sum(item.xoff_bytes or 0 for item in fitted.pools if item.type == "ingress")
    used = fitted.reserve.total_bytes + box.group_bytes + pool + fitted.shared_bytes
    count = Counter(item.speed_mbps for item in made.rooms.values())
    return BufferBudget(
        chip_bytes=fitted.chip_bytes,
        reserved_bytes=fitted.reserve.total_bytes,
        group_bytes=box.group_bytes,
        headroom_pool_bytes=pool,
        shared_bytes=fitted.shared_bytes,
        other_bytes=max(0, fitted.chip_bytes - used),
        demand_bytes=box.xoff_bytes,
        longest_m=made.longest_m(),
        ports=", ".join(f"{number} x {speed // 1000}G" for speed, number in sorted(count.items())),
    )


def _written(made: Lossless, fitted: Fitted) -> tuple[PoolSpec, ...]:
    """Return the pools as the file has them: without sizes where the switch computes them."""
    if not is_dynamic(made.ground):
        return fitted.pools
    return tuple(replace(pool, size_bytes=None, xoff_bytes=None) for pool in fitted.pools)


def _inputs(made: Lossless) -> DynamicInputs | None:
    frames = pattern(made.ground)
    if frames is None or not is_dynamic(made.ground):
        return None
    return DynamicInputs(
        lossless_mtu_bytes=frames.lossless_mtu_bytes,
        small_frames_pct=frames.small_frames_pct,
        threshold=min((item.threshold for item in made.rooms.values()), default=0),
        over_subscribe=made.ground.intent.qos.headroom.over_subscribe,
    )


def _port_qos(made: Lossless, port: ShapePort, names: dict[int, str]) -> PortQos:
    room = made.rooms.get(port.name)
    return PortQos(
        port=port.name,
        cable_row_m=room.row_cable_m if room else 0,
        lossless_profile=room.profile if room else None,
        wred=names.get(port.speed_mbps) if room else None,
        speed_mbps=port.speed_mbps,
        asymmetric=made.ground.intent.qos.asymmetric_pfc and port.boundary == "host_leaf",
    )


def _assembled(
    blank: DeviceQos,
    made: Lossless,
    fitted: Fitted,
    marks: tuple[Wred, ...],
    watched: Watchdog,
) -> DeviceQos:
    names = {item.speed_mbps: item.name for item in marks}
    return replace(
        blank,
        lossless_priorities=made.priorities,
        buffers=True,
        buffer_model="dynamic" if is_dynamic(made.ground) else "traditional",
        pools=_written(made, fitted),
        profiles=made.tables.profiles,
        headroom=_profiles(made.rooms),
        wred=marks,
        pg_profiles=MappingProxyType(dict(made.tables.pg)),
        queue_profiles=MappingProxyType(dict(made.tables.queue)),
        ingress_profile_list=made.tables.ingress_profile_list,
        egress_profile_list=made.tables.egress_profile_list,
        ports=tuple(_port_qos(made, port, names) for port in made.shape.ports),
        watchdog=watched,
        budget=_budget(made, fitted),
        dynamic=_inputs(made),
    )
