"""What joins two ports: the cable or optics for a length, and the settings that go with it."""

from collections.abc import Iterable
from pathlib import Path
from types import MappingProxyType

from fabricgen.catalogue.fields import read_fields
from fabricgen.model.platform import CableKind, LinkSettings, PortSpec

PORT_MTU_BYTES = (68, 9216)  # sonic-port.yang, leaf mtu
_PAM4_LANE_MBPS = 50_000
_RS_LANE_MBPS = 25_000
# Kinds in the order they are preferred where several reach: the cheapest first. AOC is never chosen
# by itself: where it reaches, fibre with transceivers does too, and can be pulled through ducts.
_PREFERRED = ("copper", "active", "multimode", "single-mode")


def read_cable(path: Path) -> CableKind:
    """Return the cable kind of a file; its id is the file's name.

    Raises:
        CatalogueFileError: The file breaks the format.
    """
    fields = read_fields(path)
    reach = {row.number(0): row.number(1) for row in fields.rows("reach_m")}
    return CableKind(
        id=path.stem,
        product=fields.text("product"),
        medium=fields.text("medium"),
        kind=fields.text("kind"),
        connector=fields.text("connector"),
        reach_m=MappingProxyType(reach),
        source="; ".join(fields.texts("sources")),
    )


def medium(
    cables: Iterable[CableKind], speed_mbps: int, lanes: int, length_m: int
) -> CableKind | None:
    """Return the kind of cable to use for a link, None if none of ``cables`` reaches.

    Args:
        cables: The catalogue's cables.
        speed_mbps: Port speed.
        lanes: Lanes of the port, at least 1.
        length_m: Length one way in whole metres.
    """
    lane_mbps = speed_mbps // lanes
    fitting = [
        cable
        for cable in cables
        if cable.reach_m.get(lane_mbps, -1) >= length_m and _rank(cable) is not None
    ]
    return min(fitting, key=lambda c: (_rank(c), c.reach_m[lane_mbps], c.id), default=None)


def _rank(cable: CableKind) -> int | None:
    kind = cable.connector if cable.medium == "optical" else cable.medium
    return _PREFERRED.index(kind) if kind in _PREFERRED else None


def longest_m(cable: CableKind, speed_mbps: int, lanes: int) -> int | None:
    """Return how long a cable of a kind may be for a port in metres, None if it has no such lane."""
    return cable.reach_m.get(speed_mbps // lanes)


def link_settings(speed_mbps: int, lanes: int, medium: str) -> LinkSettings:
    """Return the port settings of a link, the same for both ends.

    PAM4 lanes (50G and more) need Reed-Solomon FEC on every medium; 25G lanes use it too, slower
    ones none. Passive copper at 25G a lane and more negotiates, and trains from 50G a lane on;
    retimed copper and optics do neither.

    Args:
        speed_mbps: Port speed.
        lanes: Lanes of the port, at least 1.
        medium: copper, active or optical.

    Raises:
        ValueError: The medium is none of these.

    Source: IEEE 802.3 clauses 73, 91, 92, 134, 136, 162.
    """
    if medium not in ("copper", "active", "optical"):
        raise ValueError(f"medium {medium!r} is none of copper, active, optical")
    lane_mbps = speed_mbps // lanes
    copper = medium == "copper"
    return LinkSettings(
        fec="rs" if lane_mbps >= _RS_LANE_MBPS else "none",
        autoneg="on" if copper and lane_mbps >= _RS_LANE_MBPS else "off",
        link_training="on" if copper and lane_mbps >= _PAM4_LANE_MBPS else "off",
    )


def cages_used(ports: Iterable[PortSpec]) -> int:
    """Return the cages of these ports of one box: a twin-port cage counts once."""
    return len({port.parent for port in ports})
