"""JSON Patch (RFC 6902) from one device's CONFIG_DB to another, in an order the switch can take.

Rows that hang on a port go before the port changes and come back after it; a row that changes in a field that others must agree
with (WRED minimum and maximum) is replaced as a whole. What a patch can never apply live is named by ``needs_reload``.
"""

from collections.abc import Iterator, Mapping

from fabricgen.change.compare import in_order
from fabricgen.model.configdb import FieldValue, Row, Table

Tables = Mapping[str, Table]
Operation = dict[str, FieldValue]

# From what everything hangs on to what hangs on it. Tables not named here come last.
_FOUNDATION_FIRST = (
    "DEVICE_METADATA",
    "PORT",
    "BREAKOUT_CFG",
    "PORTCHANNEL",
    "PORTCHANNEL_MEMBER",
    "VLAN",
    "VRF",
    "LOOPBACK_INTERFACE",
    "BUFFER_POOL",
    "BUFFER_PROFILE",
    "SCHEDULER",
    "WRED_PROFILE",
    "DSCP_TO_TC_MAP",
    "TC_TO_QUEUE_MAP",
    "TC_TO_PRIORITY_GROUP_MAP",
    "MAP_PFC_PRIORITY_TO_QUEUE",
    "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP",
    "CABLE_LENGTH",
)
# Changes that SONiC takes only at a reload (generic config updater: pools; boot: the rest).
_RELOAD = {
    ("BUFFER_POOL", None),
    ("DEVICE_METADATA", "type"),
    ("DEVICE_METADATA", "switch_type"),
    ("DEVICE_METADATA", "buffer_model"),
    ("DEVICE_METADATA", "docker_routing_config_mode"),
    ("DEVICE_METADATA", "frr_mgmt_framework_config"),
    ("DEVICE_METADATA", "synchronous_mode"),
    ("DEVICE_METADATA", "hwsku"),
}


def patch(old: Tables, new: Tables) -> tuple[Operation, ...]:
    """Return the operations that turn ``old`` into ``new``.

    Removals go from the leaves of the dependency order to its foundation, additions the other way round.
    Rows of a port whose lanes or speed change are removed first and added again.
    """
    return tuple(_operations(old, new))


def needs_reload(old: Tables, new: Tables) -> tuple[str, ...]:
    """Return the tables and fields whose change a patch cannot apply to a running switch."""
    found: list[str] = []
    for table, field in sorted(_RELOAD, key=str):
        before, after = old.get(table, {}), new.get(table, {})
        if field is None and before != after:
            found.append(table)
        elif field is not None and _column(before, field) != _column(after, field):
            found.append(f"{table}|{field}")
    return tuple(found)


def _column(table: Table, field: str) -> list[FieldValue]:
    return [row.get(field) for row in table.values()]


def _rank(table: str) -> int:
    known = _FOUNDATION_FIRST
    return known.index(table) if table in known else len(known)


def _operations(old: Tables, new: Tables) -> Iterator[Operation]:
    rebuilt = _rebuilt_ports(old, new)
    tables = sorted({*old, *new}, key=lambda name: (_rank(name), name))
    current = {table: dict(rows) for table, rows in old.items()}
    for table in reversed(tables):
        yield from _removals(table, current, new, rebuilt)
    for table in tables:
        yield from _additions(table, current, new)


def _rebuilt_ports(old: Tables, new: Tables) -> frozenset[str]:
    """Return the ports whose lanes or speed differ: what hangs on them is taken off meanwhile."""
    before, after = old.get("PORT", {}), new.get("PORT", {})
    return frozenset(
        port
        for port in {*before, *after}
        if any(
            before.get(port, {}).get(field) != after.get(port, {}).get(field)
            for field in ("lanes", "speed")
        )
    )


def _removals(
    table: str, current: dict[str, dict[str, Row]], new: Tables, rebuilt: frozenset[str]
) -> Iterator[Operation]:
    rows = current.get(table, {})
    target = new.get(table, {})
    gone = [
        key
        for key in rows
        if key not in target or (table != "PORT" and key.split("|")[0] in rebuilt)
    ]
    if rows and len(gone) == len(rows):
        # An empty table is refused by SONiC's patch engine, so the table goes as a whole.
        yield {"op": "remove", "path": pointer(table)}
        del current[table]
        return
    for key in in_order(gone):
        yield {"op": "remove", "path": pointer(table, key)}
        del rows[key]


def _additions(table: str, current: dict[str, dict[str, Row]], new: Tables) -> Iterator[Operation]:
    target = new.get(table)
    if target is None:
        return
    if table not in current:
        yield {"op": "add", "path": pointer(table), "value": target}
        return
    rows = current[table]
    for key in in_order(target):
        if key not in rows:
            yield {"op": "add", "path": pointer(table, key), "value": target[key]}
        elif rows[key] != target[key]:
            yield {"op": "replace", "path": pointer(table, key), "value": target[key]}


def pointer(*parts: str) -> str:
    """Return the JSON pointer of a path; ``~`` and ``/`` are escaped (RFC 6901)."""
    return "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in parts)
