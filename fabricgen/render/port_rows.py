"""The rows of PORT and BREAKOUT_CFG of one device."""

from collections.abc import Mapping

from fabricgen.model.platform import Hwsku, Platform, PortSpec
from fabricgen.model.topology import End, Port, PortUse
from fabricgen.render.context import Entry, PortRow


def port_rows(
    ports: tuple[Port, ...],
    far_ends: Mapping[str, End],
    platform: Platform,
    hwsku: Hwsku,
    mtu_bytes: int,
) -> tuple[PortRow, ...]:
    """Return every port of the box: those of the design, then the service ports, kept down.

    Args:
        ports: The ports of the design, used and spare.
        far_ends: What is cabled to a port, by port name.
        platform: Says which cages are service cages.
        hwsku: Holds the service ports.
        mtu_bytes: MTU of every port.
    """
    rows: dict[str, PortRow] = {}
    for port in ports:
        used = port.use is not PortUse.SPARE
        end = far_ends.get(port.spec.name)
        text = f"{end.device} {end.port}" if end else ("" if used else "spare")
        rows[port.spec.name] = _row(port.spec, mtu_bytes, "up" if used else "down", text)
    service = {cage.parent for cage in platform.cages if cage.service}
    for spec in hwsku.ports:
        if spec.parent in service and spec.name not in rows:
            rows[spec.name] = _row(spec, mtu_bytes, "down", "service port, not used")
    return tuple(rows.values())


def _row(spec: PortSpec, mtu_bytes: int, admin_status: str, description: str) -> PortRow:
    return PortRow(
        name=spec.name,
        lanes=",".join(map(str, spec.lanes)),
        alias=spec.alias,
        index=str(spec.index),
        speed=str(spec.speed_mbps),
        subport=str(spec.subport),
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
