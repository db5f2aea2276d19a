"""Sessions of the fabric wait for ever, because a row that bgpcfgd needs first is missing at one end.

Why: bgpcfgd makes a peer only when `DEVICE_METADATA` has bgp_asn and type,
`LOOPBACK_INTERFACE|Loopback0` exists, a router id is known, and the interface of local_addr has
its bare row. A missing one gives no session and no message; the far end stays in Active.

Example: spine-1 lacks `LOOPBACK_INTERFACE|Loopback0`: its sessions to leaf-1, leaf-2, leaf-3 and
leaf-4 never start.

Fix: add the row. On the frrcfgd path the need is `BGP_GLOBALS|default|local_asn`.

Source: SONiC bgpcfgd managers_bgp.py; lab: none of the peers of such a spine was applied.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigDb, FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import addresses, found
from fabricgen.rules._fabric_sessions import Session, by_framework, own_asn, peer_device, sessions

ID = "FAB051"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every missing row, with the peers that wait for it."""
    waiting: dict[str, list[Session]] = {}
    for one in sessions(fabric):
        if peer_device(fabric, one) is not None:
            waiting.setdefault(one.device, []).append(one)
    for device, rows in waiting.items():
        config = fabric.devices[device]
        for what, table, key in _missing(fabric, config):
            yield found(
                config,
                f"{device} has no {what}: its sessions to {_peers(fabric, rows)} never start",
                "add it; bgpcfgd waits for it without a message",
                table,
                key if key and key in config.rows(table) else None,
            )
        for interface, table in _bare(config, rows):
            here = [one for one in rows if one.near is not None and one.near.interface == interface]
            yield found(
                config,
                f"{device} has an address on {interface} but no bare row {table}|{interface}: the "
                f"session to {_peers(fabric, here)} never starts",
                f"add {table}|{interface} as an empty row",
                table,
                here[0].near.key if here[0].near is not None else None,
            )


def _peers(fabric: FabricFiles, rows: list[Session]) -> str:
    names = list(dict.fromkeys(peer_device(fabric, one) or one.key for one in rows))
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")


def _missing(fabric: FabricFiles, config: ConfigDb) -> Iterator[tuple[str, str, str]]:
    if by_framework(config):
        if own_asn(config) is None:
            yield "BGP_GLOBALS|default|local_asn", "BGP_GLOBALS", "default"
        return
    if own_asn(config) is None:
        yield "DEVICE_METADATA|localhost|bgp_asn", "DEVICE_METADATA", "localhost"
    if not config.text("DEVICE_METADATA", "localhost", "type"):
        yield "DEVICE_METADATA|localhost|type", "DEVICE_METADATA", "localhost"
    if "Loopback0" not in config.rows("LOOPBACK_INTERFACE"):
        yield "bare row LOOPBACK_INTERFACE|Loopback0", "LOOPBACK_INTERFACE", "Loopback0"
    has_id = config.text("DEVICE_METADATA", "localhost", "bgp_router_id") or any(
        one.interface == "Loopback0" and one.address.version == 4
        for one in addresses(fabric)[config.device]
    )
    if not has_id:
        yield "IPv4 address on Loopback0 and no bgp_router_id", "LOOPBACK_INTERFACE", "Loopback0"


def _bare(config: ConfigDb, rows: list[Session]) -> tuple[tuple[str, str], ...]:
    near = [one.near for one in rows if one.near is not None and one.local is not None]
    lacking = [
        (one.interface, one.table) for one in near if one.interface not in config.rows(one.table)
    ]
    return () if by_framework(config) else tuple(dict.fromkeys(lacking))
