"""One device has another value than all its equals in a table that should be the same everywhere.

Why: "63 leaves have X, this one has Y" is how hand edits and half-finished changes look. No single
file shows them.

Example: `SWITCH_HASH|GLOBAL|ecmp_hash_algorithm` is CRC on 63 leaves and XOR on leaf-7, or leaf-7
lacks an NTP server.

Fix: write the usual value, or accept the finding with the reason for the exception.

Source: Batfish outlier analysis (Fogel et al., NSDI 2015).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._fabric_alike import (
    REFERRED,
    SIZED_BY_PORTS,
    TABLES,
    equally_used,
    is_port,
    shown,
)
from fabricgen.rules._fabric_prefixes import network
from fabricgen.rules._fabric_roles import peers
from fabricgen.rules._fabric_usual import LEAST, outliers

ID = "FAB061"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every field or row in which few devices differ from many equals."""
    yield from _gateways(fabric)
    for names in peers(fabric).values():
        if len(names) <= LEAST:
            continue
        groups = equally_used(fabric, names)
        for table in sorted({t for name in names for t in fabric.devices[name].tables} & TABLES):
            for group in groups if table in SIZED_BY_PORTS else (names,):
                yield from _rows(fabric, group, table)


def _gateways(fabric: FabricFiles) -> Iterator[Finding]:
    """Management gateways that differ inside one subnet."""
    subnets: dict[str, dict[str, str]] = {}
    keys: dict[str, str] = {}
    for name, config in fabric.devices.items():
        for key in config.rows("MGMT_INTERFACE"):
            subnet = network(key.partition("|")[2])
            if subnet is not None:
                gateway = config.text("MGMT_INTERFACE", key, "gwaddr") or "absent"
                subnets.setdefault(str(subnet), {})[name] = gateway
                keys[name] = key
    for subnet_text, values in subnets.items():
        for one in outliers(values):
            yield found(
                fabric.devices[one.device],
                f"the management gateway is {one.value} on {one.device} but {one.usual} on "
                f"{one.usual_count} devices of the subnet {subnet_text}",
                "write the gateway of the subnet",
                "MGMT_INTERFACE",
                keys[one.device],
                "gwaddr" if one.value != "absent" else None,
            )


def _rows(fabric: FabricFiles, names: tuple[str, ...], table: str) -> Iterator[Finding]:
    keys = {key for name in names for key in fabric.devices[name].rows(table)}
    for key in sorted(key for key in keys if not is_port(key)):
        held = {name: key in fabric.devices[name].rows(table) for name in names}
        states = {name: "has" if has else "lacks" for name, has in held.items()}
        for one in outliers({} if table in REFERRED else states):
            yield found(
                fabric.devices[one.device],
                f"{one.device} {one.value} the row {table}|{key}, {one.usual_count} devices like it do "
                + ("not" if one.value == "has" else "have it"),
                "make it like the others, or accept the finding with a reason",
                table,
                key if one.value == "has" else None,
            )
        yield from _fields(fabric, tuple(name for name in names if held[name]), table, key)


def _fields(fabric: FabricFiles, names: tuple[str, ...], table: str, key: str) -> Iterator[Finding]:
    fields = {field for name in names for field in fabric.devices[name].row(table, key)}
    for field in sorted(fields):
        for one in outliers(
            {name: shown(fabric.devices[name], table, key, field) for name in names}
        ):
            stated = field in fabric.devices[one.device].row(table, key)
            yield found(
                fabric.devices[one.device],
                f"{table}|{key} {field} is {one.value} on {one.device} but {one.usual} on "
                f"{one.usual_count} devices like it",
                "make it like the others, or accept the finding with a reason",
                table,
                key,
                field if stated else None,
            )
