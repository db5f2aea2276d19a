"""The rows of PORT and BREAKOUT_CFG of one device."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from fabricgen.catalogue import link_settings, medium, port_row
from fabricgen.model.intent import Intent
from fabricgen.model.platform import CableKind, Hwsku, Platform, PortSpec
from fabricgen.model.topology import Device, End, Link, Port, PortUse
from fabricgen.render.context import Entry, PortRow


def port_rows(
    ports: tuple[Port, ...],
    far_ends: Mapping[str, End],
    platform: Platform,
    hwsku: Hwsku,
    mtu_bytes: int,
    asymmetric: frozenset[str] = frozenset(),
    *,
    service_up: bool = False,
) -> tuple[PortRow, ...]:
    """Return every port of the box: those of the design, then the service ports.

    Args:
        ports: The ports of the design, used and spare.
        far_ends: What is cabled to a port, by port name.
        platform: Says which cages are service cages.
        hwsku: Holds the service ports.
        mtu_bytes: MTU of every port.
        asymmetric: Ports with asymmetric PFC.
        service_up: Whether the intent asks for the service ports; else they are kept down.
    """
    rows: dict[str, PortRow] = {}
    for port in ports:
        used = port.use is not PortUse.SPARE
        end = far_ends.get(port.spec.name)
        text = f"{end.device} {end.port}" if end else ("" if used else "spare")
        row = _row(port.spec, mtu_bytes, "up" if used else "down", text)
        rows[port.spec.name] = replace(row, pfc_asym="on") if row.name in asymmetric else row
    service = {cage.parent for cage in platform.cages if cage.service}
    for spec in hwsku.ports:
        if spec.parent in service and spec.name not in rows:
            text = "service port" if service_up else "service port, not used"
            rows[spec.name] = _row(spec, mtu_bytes, "up" if service_up else "down", text)
    return tuple(rows.values())


def with_link_settings(
    rows: Iterable[PortRow], links: Mapping[str, Link], cables: Iterable[CableKind]
) -> Iterator[PortRow]:
    """Yield the rows with FEC, autoneg and link training as their cable needs them.

    Ports without a link, and links that no cable of the catalogue reaches or that run on twisted pair, keep
    what the platform ships.

    Args:
        rows: Rows of PORT.
        links: The link of each cabled port.
        cables: The catalogue's cables.
    """
    known = tuple(cables)
    for row in rows:
        link = links.get(row.name)
        lanes = len(row.lanes.split(","))
        kind = medium(known, link.speed_mbps, lanes, link.cable_m) if link else None
        if link is None or kind is None or kind.medium not in ("copper", "active", "optical"):
            yield row
            continue
        found = link_settings(link.speed_mbps, lanes, kind.medium)
        yield replace(row, fec=found.fec, autoneg=found.autoneg, link_training=found.link_training)


def service_up(intent: Intent, device: Device) -> bool:
    """Return whether the intent asks for the service ports of a device's tier."""
    fabric = dict(intent.fabrics.present()).get(device.fabric)
    if fabric is None:
        return False
    own = {1: fabric.leaf, 2: fabric.spine, 3: fabric.super_spine}.get(device.tier)
    return any(switch is not None and switch.service_ports for switch in (own, fabric.switch))


def _row(spec: PortSpec, mtu_bytes: int, admin_status: str, description: str) -> PortRow:
    known = port_row(spec)
    return PortRow(
        name=spec.name,
        lanes=known["lanes"],
        alias=known["alias"],
        index=known.get("index"),
        speed=known["speed"],
        subport=known.get("subport"),
        mtu=str(mtu_bytes),
        admin_status=admin_status,
        description=description,
        fec=spec.fec,
        autoneg=spec.autoneg,
        role=spec.role,
    )


def breakouts(ports: tuple[Port, ...], platform: Platform, hwsku: Hwsku) -> tuple[Entry, ...]:
    """Return the breakout mode of every cage, empty where the HwSKU's ports are fixed."""
    if hwsku.fixed_ports:
        return ()
    modes: dict[str, str] = {}
    for port in ports:
        if port.breakout is not None:
            modes.setdefault(port.spec.parent, port.breakout)
    for cage in platform.cages:
        if cage.parent in hwsku.breakout:
            modes.setdefault(cage.parent, hwsku.breakout[cage.parent])
    return tuple(Entry(key=parent, value=mode) for parent, mode in modes.items())
