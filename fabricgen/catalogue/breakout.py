"""Breakout modes: what their text means, and the ports they make of a cage.

Source: sonic-config-engine portconfig.py of sonic-net/sonic-buildimage, commit 086b03bd70f9.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from fabricgen.model.platform import BreakoutMode, Cage, Platform, PortSpec, SplitPart

_SPEED = r"\d+(?:\.\d+)?[MGT]?"
_TERM = re.compile(rf"(\d+)x({_SPEED})(?:\[((?:{_SPEED},)*{_SPEED})\])?(?:\((\d+)\))?")
_BETWEEN_TERMS = re.compile(r"\+(?![^\[(]*[\])])")
_UNIT_MBPS = {"M": 1, "G": 1000, "T": 1_000_000}
_RS_LANE_MBPS = 50_000  # from this lane rate on SONiC writes fec rs


def speed_mbps(text: str) -> int:
    """Return ``400G``, ``1.6T`` or ``1000`` (no unit: Mb/s) in Mb/s.

    Raises:
        ValueError: The text is not a speed.
    """
    if not re.fullmatch(_SPEED, text):
        raise ValueError(f"{text!r} is not a speed such as 400G")
    unit = _UNIT_MBPS.get(text[-1])
    return int(Fraction(text[:-1]) * unit) if unit else int(Fraction(text))


def speed_text(mbps: int) -> str:
    """Return 400000 as ``400G``, 1600000 as ``1600G``, 100 as ``100M``."""
    return f"{mbps // 1000}G" if mbps % 1000 == 0 else f"{mbps}M"


def parse_mode(text: str, lane_count: int) -> tuple[SplitPart, ...]:
    """Return what a mode text says, read as SONiC reads it.

    Terms are joined by ``+``. SONiC matches each term from its start and ignores what it does not
    understand after it: ``4x25G(4)[10G,1G]`` has the speed 25G only.

    Args:
        text: For example ``2x400G[200G]`` or ``1x400G(4)+4x100G(4)``.
        lane_count: Lanes of the cage, used where the term names none.

    Raises:
        ValueError: A term is no breakout, or asks for fewer lanes than ports.
    """
    parts = []
    for term in _BETWEEN_TERMS.split(text.strip()):
        match = _TERM.match(term.strip())
        if match is None or int(match[1]) == 0:
            raise ValueError(f"{text!r} is not a breakout such as 2x400G")
        count, lanes = int(match[1]), int(match[4] or lane_count)
        if lanes < count:
            raise ValueError(f"{text!r} asks for {count} ports on {lanes} lanes")
        speeds = (match[2], *(match[3].split(",") if match[3] else ()))
        listed = dict.fromkeys(speed_mbps(speed) for speed in speeds)
        parts.append(SplitPart(count=count, lanes_each=lanes // count, speeds_mbps=tuple(listed)))
    return tuple(parts)


def _shape(parts: tuple[SplitPart, ...]) -> tuple[tuple[int, int, frozenset[int]], ...]:
    return tuple((part.count, part.lanes_each, frozenset(part.speeds_mbps)) for part in parts)


def mode_of(cage: Cage, text: str) -> BreakoutMode:
    """Return the cage's mode spelt ``text``, or with the same ports and speeds in another order.

    The mode returned keeps the cage's name and aliases, and has the speeds in the order of
    ``text``: ``1x10G[25G]`` of a HwSKU means the platform's ``1x25G[10G]`` run at 10G.

    Raises:
        KeyError: The cage has no such mode.
    """
    if text in cage.modes:
        return cage.modes[text]
    try:
        parts = parse_mode(text, len(cage.lanes))
    except ValueError as error:
        raise KeyError(str(error)) from error
    for mode in cage.modes.values():
        if _shape(mode.parts) == _shape(parts):
            return replace(mode, parts=parts)
    raise KeyError(f"{cage.parent} has no breakout mode {text}; it has {', '.join(cage.modes)}")


def find_mode(cage: Cage, text: str) -> BreakoutMode | None:
    """Return the mode of a cage that an intent means by ``text``, None if there is none.

    ``text`` is the platform's own spelling, or short: ``2x400G``, ``4x100G(4)``, ``1x400G+4x100G``.
    A mode fits if it has the ports asked for and can run them at the speed asked for. A number in
    parentheses is the lanes of all ports together, as SONiC spells it, or else of each port. Of
    several, one whose default speed is asked for comes first, then one that uses more lanes.
    """
    if text in cage.modes:
        return cage.modes[text]
    terms = [_TERM.fullmatch(term.strip()) for term in text.split("+")]
    asked = [
        (int(term[1]), speed_mbps(term[2]), int(term[4]) if term[4] else None)
        for term in terms
        if term is not None
    ]
    if len(asked) != len(terms):
        return None
    fitting = [mode for mode in cage.modes.values() if _fits(mode, asked)]

    def key(mode: BreakoutMode) -> tuple[bool, bool, int]:
        default = [part.speeds_mbps[0] for part in mode.parts]
        in_all = [
            lanes in (None, part.count * part.lanes_each)
            for part, (_, _, lanes) in zip(mode.parts, asked, strict=True)
        ]
        return (
            default != [speed for _, speed, _ in asked],
            not all(in_all),
            len(cage.lanes) - lanes_used(mode),
        )

    return min(fitting, key=key, default=None)


_Asked = list[tuple[int, int, int | None]]


def _fits(mode: BreakoutMode, asked: _Asked) -> bool:
    return len(mode.parts) == len(asked) and all(
        part.count == count
        and speed in part.speeds_mbps
        and lanes in (None, part.lanes_each, part.count * part.lanes_each)
        for part, (count, speed, lanes) in zip(mode.parts, asked, strict=True)
    )


def mode_for(cage: Cage, speed: int, count: int | None = None) -> BreakoutMode | None:
    """Return the mode with the most ports of ``speed`` Mb/s, None without one.

    A mode whose default speed it is comes before one that lists it in brackets. Modes that mix default
    speeds do not count. ``count`` asks for exactly that many ports.
    """
    fitting = [
        mode
        for mode in cage.modes.values()
        if len({part.speeds_mbps[0] for part in mode.parts}) == 1
        and runs_at(mode, speed)
        and count in (None, mode.port_count)
    ]
    return max(
        fitting,
        key=lambda mode: (
            mode.parts[0].speeds_mbps[0] == speed,
            mode.port_count,
            lanes_used(mode),
        ),
        default=None,
    )


def runs_at(mode: BreakoutMode, speed: int) -> bool:
    """Return whether all ports of a mode can run at ``speed`` Mb/s."""
    return all(speed in part.speeds_mbps for part in mode.parts)


def lanes_used(mode: BreakoutMode) -> int:
    """Return how many lanes of its cage a mode uses."""
    return sum(part.count * part.lanes_each for part in mode.parts)


def fec_of(speed: int, lane_count: int) -> str | None:
    """Return the FEC SONiC's platform code writes for a port: rs from 50G a lane on, else none."""
    return "rs" if speed >= _RS_LANE_MBPS * lane_count else None


def with_speed(port: PortSpec, speed: int) -> PortSpec:
    """Return a port run at another of its speeds, with the FEC that goes with it."""
    return replace(port, speed_mbps=speed, fec=fec_of(speed, len(port.lanes)))


def children(cage: Cage, mode: BreakoutMode) -> Iterator[PortSpec]:
    """Yield the ports a mode makes of a cage, in lane order.

    A port is named after the cage's number plus the offset of its first lane.
    """
    number = int(cage.parent.removeprefix("Ethernet"))
    whole = mode.port_count == 1
    lane = subport = 0
    for part in mode.parts:
        speed = part.speeds_mbps[0]
        for _ in range(part.count):
            yield PortSpec(
                name=f"Ethernet{number + lane}",
                parent=cage.parent,
                lanes=cage.lanes[lane : lane + part.lanes_each],
                alias=mode.aliases[subport],
                index=cage.indexes[lane],
                speed_mbps=speed,
                subport=0 if whole else subport + 1,
                fec=fec_of(speed, part.lanes_each),
            )
            lane += part.lanes_each
            subport += 1


def expand(
    platform: Platform,
    modes: Mapping[str, str],
    hwsku: str | None = None,
    speeds: Mapping[str, int] = MappingProxyType({}),
) -> tuple[PortSpec, ...]:
    """Return the ports of a box, in panel order.

    Args:
        platform: Gives the cages.
        modes: The breakout mode of each cage by its parent port; cages left out have no ports.
        hwsku: Ports that this HwSKU ships with the same lanes and speed keep what it sets for them
            (autoneg, FEC, role).
        speeds: The speed of a cage's ports in Mb/s where it is not the default of its mode.

    Raises:
        KeyError: A cage has no such mode, or the platform no such cage or HwSKU.
    """
    unknown = sorted(modes.keys() - {cage.parent for cage in platform.cages})
    if unknown:
        raise KeyError(f"{platform.id} has no cage {unknown[0]}")
    shipped = {port.name: port for port in platform.hwskus[hwsku].ports} if hwsku else {}
    ports = []
    for cage in platform.cages:
        if cage.parent not in modes:
            continue
        for made in children(cage, mode_of(cage, modes[cage.parent])):
            speed = speeds.get(cage.parent, made.speed_mbps)
            port = made if speed == made.speed_mbps else with_speed(made, speed)
            same = shipped.get(port.name)
            keep = same and (same.lanes, same.speed_mbps) == (port.lanes, port.speed_mbps)
            ports.append(same if same and keep else port)
    return tuple(ports)


def port_row(port: PortSpec) -> dict[str, str]:
    """Return a port's fields of the PORT table, exactly those SONiC's platform code would write."""
    row = {
        "lanes": ",".join(str(lane) for lane in port.lanes),
        "alias": port.alias,
        "index": str(port.index),
        "speed": str(port.speed_mbps),
        "subport": str(port.subport),
    }
    optional = {"fec": port.fec, "autoneg": port.autoneg, "role": port.role}
    row.update({key: value for key, value in optional.items() if value is not None})
    return {key: value for key, value in row.items() if key not in port.omits}
