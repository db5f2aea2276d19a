"""A row describes a neighbour otherwise than the neighbour's own file.

Why: BGP works without these fields, but people and tools read them: `show ip bgp summary` prints
the name, and DEVICE_NEIGHBOR_METADATA decides which peers count as leaves or spines. A stale
description sends the technician to the wrong switch.

Example: `BGP_NEIGHBOR|10.64.0.0` on leaf-1 has the name spine-2, the address is on spine-1; or
`DEVICE_NEIGHBOR_METADATA|spine-1` says lo_addr 10.255.8.2, spine-1 has 10.255.8.1.

Fix: write what the neighbour's own file says.

Source: SONiC YANG models sonic-bgp-neighbor and sonic-device_neighbor_metadata.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import addresses, found
from fabricgen.rules._fabric_sessions import sessions

ID = "FAB038"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every name and description that the neighbour's file denies."""
    for one in sessions(fabric):
        if one.far is not None and one.name in fabric.devices and one.name != one.far.device:
            yield found(
                fabric.devices[one.device],
                f"the session {one.key} of {one.device} is named {one.name}, but the address is on "
                f"{one.far.device} {one.far.interface}",
                f"write the name {one.far.device}",
                "BGP_NEIGHBOR",
                one.key,
                "name",
            )
    described = _described(fabric)
    for (key, field), rows in _denied(fabric).items():
        actual = " and ".join(_facts(fabric, key)[field])
        agreed = len({stated for _, stated in rows}) == 1 and len(rows) == described[key]
        if len(rows) > 1 and agreed:
            yield found(
                fabric.devices[key],
                f"{key} has {field} {actual}, but all {len(rows)} neighbours that describe it, "
                f"{rows[0][0]} among them, say {rows[0][1]}",
                "correct the device's own file, or the rows of its neighbours",
                "MGMT_INTERFACE" if field == "mgmt_addr" else _OWN.get(field, "LOOPBACK_INTERFACE"),
                "localhost" if field in _OWN else None,
                field if field in _OWN else None,
            )
            continue
        for device, stated in rows:
            yield found(
                fabric.devices[device],
                f"{device} says {field} {stated} of {key}, which has {actual}",
                "write what the neighbour's own file says",
                _TABLE,
                key,
                field,
            )


_OWN = {"type": "DEVICE_METADATA", "hwsku": "DEVICE_METADATA"}
_TABLE = "DEVICE_NEIGHBOR_METADATA"


def _described(fabric: FabricFiles) -> Counter[str]:
    """How many devices describe each device."""
    return Counter(key for config in fabric.devices.values() for key in config.rows(_TABLE))


def _denied(fabric: FabricFiles) -> Mapping[tuple[str, str], list[tuple[str, str]]]:
    """The devices and their words, by described device and field, that its file denies."""
    result: dict[tuple[str, str], list[tuple[str, str]]] = {}
    known = {key: _facts(fabric, key) for key in _described(fabric) if key in fabric.devices}
    for device, config in fabric.devices.items():
        for key in config.rows(_TABLE):
            for field, actual in known.get(key, {}).items():
                stated = config.text(_TABLE, key, field)
                if stated and actual and stated.partition("/")[0] not in actual:
                    result.setdefault((key, field), []).append((device, stated))
    return result


def _facts(fabric: FabricFiles, device: str) -> Mapping[str, tuple[str, ...]]:
    config = fabric.devices[device]
    own = {field: config.text("DEVICE_METADATA", "localhost", field) for field in ("type", "hwsku")}
    loopbacks = [one for one in addresses(fabric)[device] if one.interface == "Loopback0"]
    keys = [key.partition("|")[2].partition("/")[0] for key in config.rows("MGMT_INTERFACE")]
    return {
        **{field: (value,) if value else () for field, value in own.items()},
        "lo_addr": tuple(str(one.address) for one in loopbacks),
        "mgmt_addr": tuple(key for key in keys if key),
    }
