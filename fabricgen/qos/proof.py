"""Every lossless class over every link: what both ends give it, and where it breaks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from fabricgen.model.diagnostic import Place, Problem
from fabricgen.model.intent import Intent
from fabricgen.model.qos import DeviceQos, Headroom, HopProof, NicQos, TrafficClass, Wred
from fabricgen.model.topology import End, Link, LinkKind, Topology
from fabricgen.qos.classes import plan_classes
from fabricgen.qos.headroom import needed_bytes
from fabricgen.qos.shape import needs_pause


@dataclass(frozen=True, slots=True, kw_only=True)
class _Side:
    """One end of a link: a switch port, a DPU port (no headroom of its own) or a NIC."""

    end: End
    priorities: Mapping[int, int]  # lossless DSCP to priority
    paused: tuple[int, ...]
    room: Headroom | None
    wred: Wred | None
    switch: bool


def prove(
    intent: Intent,
    topology: Topology,
    devices: Mapping[str, DeviceQos],
    cards: tuple[NicQos, ...],
) -> tuple[tuple[HopProof, ...], tuple[Problem, ...]]:
    """Return the hops of every lossless class, and the problems ``path-broken``.

    A problem names both ends of the first link of its kind that breaks. Links to devices without a
    plan are left out: something else has been said of them.
    """
    lossless = tuple(item for item in plan_classes(intent.qos) if item.lossless)
    views = _Views(devices, cards, intent.group_of_node())
    proofs: dict[tuple[object, ...], HopProof] = {}
    problems: dict[tuple[object, ...], Problem] = {}
    for link in topology.links:
        if link.kind is LinkKind.OOB or not needs_pause(intent, link.fabric):
            continue
        near, far = views.side(link, link.lower), views.side(link, link.upper)
        if near is None or far is None:
            continue
        for item in lossless:
            hop = _hop(intent, link, item, near, far)
            key = (item.name, *_kind(link), hop.xoff_bytes, hop.kmax_bytes)
            known = proofs.get(key)
            proofs[key] = replace(known, count=known.count + 1) if known else hop
            for where, reason in _breaks(hop, item, near, far):
                place = intent.place("qos", "nic") if not near.switch else Place()
                problem = _broken(hop, f"{where} {reason}", place)
                problems.setdefault((item.name, *_kind(link), reason), problem)
        for problem in _notifications(intent, near, far, link):
            problems.setdefault(("cnp", *_kind(link)), problem)
    return tuple(proofs.values()), tuple(problems.values())


def _kind(link: Link) -> tuple[str, str, int, int]:
    return link.fabric, link.kind.value, link.speed_mbps, link.cable_m


class _Views:
    """The sides of links, looked up once a device."""

    def __init__(
        self,
        devices: Mapping[str, DeviceQos],
        cards: tuple[NicQos, ...],
        groups: Mapping[str, str],
    ) -> None:
        self._devices = devices
        self._groups = groups
        self._cards = {(card.group, card.fabric): card for card in cards}
        self._ports: dict[str, dict[str, tuple[Headroom | None, Wred | None]]] = {}

    def side(self, link: Link, end: End) -> _Side | None:
        """Return what an end gives its lossless classes, None where nothing is planned for it."""
        qos = self._devices.get(end.device)
        if qos is not None:
            return self._switch(end, qos)
        card = self._cards.get((self._groups.get(end.device, ""), link.fabric))
        if card is None:
            return None
        return _Side(
            end=end,
            priorities=card.dscps,
            paused=card.pfc,
            room=None,
            wred=None,
            switch=False,
        )

    def _switch(self, end: End, qos: DeviceQos) -> _Side:
        lossless = tuple(item for item in qos.classes if item.lossless)
        room, mark = self._rooms(end.device, qos).get(end.port, (None, None))
        own = tuple(item.pg for item in lossless)
        return _Side(
            end=end,
            priorities={dscp: item.pg for item in lossless for dscp in item.dscps},
            paused=own if room is not None or not qos.buffers else (),
            room=room,
            wred=mark,
            switch=qos.buffers,
        )

    def _rooms(self, device: str, qos: DeviceQos) -> dict[str, tuple[Headroom | None, Wred | None]]:
        if device not in self._ports:
            rooms = {item.profile: item for item in qos.headroom}
            marks = {item.name: item for item in qos.wred}
            self._ports[device] = {
                port.port: (rooms.get(port.lossless_profile or ""), marks.get(port.wred or ""))
                for port in qos.ports
            }
        return self._ports[device]


def _hop(intent: Intent, link: Link, item: TrafficClass, near: _Side, far: _Side) -> HopProof:
    rooms = [side.room for side in (near, far) if side.room is not None]
    marks = [side.wred for side in (near, far) if side.wred is not None and item.ecn]
    latest = max(marks, key=lambda mark: mark.kmax_bytes - mark.bound_bytes, default=None)
    return HopProof(
        fabric=link.fabric,
        name=item.name,
        kind=link.kind.value,
        near=f"{near.end.device} {near.end.port}",
        far=f"{far.end.device} {far.end.port}",
        count=1,
        priority=item.pg,
        cable_m=link.cable_m,
        mtu_bytes=intent.qos.mtu,
        xoff_bytes=min((room.xoff_bytes for room in rooms), default=0),
        needed_bytes=needed_bytes(link.speed_mbps, link.cable_m, intent.qos.mtu),
        kmax_bytes=latest.kmax_bytes if latest else None,
        bound_bytes=latest.bound_bytes if latest else None,
    )


def _breaks(
    hop: HopProof, item: TrafficClass, near: _Side, far: _Side
) -> Iterator[tuple[str, str]]:
    """Yield an end and what it lacks."""
    marks = ", ".join(map(str, item.dscps))
    for side in (near, far):
        where = f"{side.end.device} {side.end.port}"
        given = [side.priorities.get(dscp) for dscp in item.dscps]
        if set(given) != {item.pg}:
            other = next(one for one in given if one != item.pg)
            shown = "no lossless class" if other is None else f"priority {other}"
            yield where, f"has DSCP {marks} in {shown}, not in priority {item.pg}"
        if item.pg not in side.paused:
            yield where, f"does not pause priority {item.pg}"
        if side.room is not None and side.room.row_cable_m < hop.cable_m:
            yield where, f"has headroom for {side.room.row_cable_m} m only"
        if side.room is not None and side.room.xoff_bytes < hop.needed_bytes:
            text = (
                f"has {side.room.xoff_bytes} bytes of headroom where {hop.needed_bytes} may arrive"
            )
            yield where, text


def _broken(hop: HopProof, reason: str, place: Place) -> Problem:
    return Problem(
        kind="path-broken",
        message=f"class {hop.name} breaks between {hop.near} and {hop.far} ({hop.kind}, "
        f"{hop.cable_m} m): {reason}",
        hint="give both ends the same DSCP, priority and enough headroom",
        place=place,
    )


def _notifications(intent: Intent, near: _Side, far: _Side, link: Link) -> Iterator[Problem]:
    """Yield a problem where a NIC's notifications miss the congestion class of its leaf."""
    if near.switch or near.room is not None:
        return
    asked, congestion = intent.qos.nic, intent.qos.congestion
    wrong = [
        f"{what} {own} where the leaf expects {other}"
        for what, own, other in (
            ("DSCP", asked.cnp_dscp, congestion.dscp),
            ("priority", asked.cnp_priority, congestion.priority),
        )
        if own is not None and own != other
    ]
    if wrong:
        yield Problem(
            kind="path-broken",
            message=f"class {congestion.name} breaks between {near.end.device} {near.end.port} and "
            f"{far.end.device} {far.end.port} ({link.kind.value}, {link.cable_m} m): the NIC sends "
            f"notifications with {' and '.join(wrong)}",
            hint="set the NIC as the switches are, or write the class qos.congestion as the NIC is",
            place=intent.place("qos", "nic"),
        )
