"""Deliberately wrong values in the QoS tables of one device."""

import copy
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

TABLES = (
    "DSCP_TO_TC_MAP",
    "TC_TO_QUEUE_MAP",
    "TC_TO_PRIORITY_GROUP_MAP",
    "MAP_PFC_PRIORITY_TO_QUEUE",
    "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP",
    "PORT_QOS_MAP",
    "SCHEDULER",
    "QUEUE",
    "WRED_PROFILE",
    "BUFFER_POOL",
    "BUFFER_PROFILE",
    "BUFFER_PG",
    "BUFFER_QUEUE",
    "BUFFER_PORT_INGRESS_PROFILE_LIST",
    "BUFFER_PORT_EGRESS_PROFILE_LIST",
    "CABLE_LENGTH",
    "PFC_WD",
)
_WORDS = {
    "ecn": ("ecn_none", "ecn_green"),
    "type": ("ingress", "egress", "DWRR", "STRICT"),
    "mode": ("static", "dynamic"),
    "action": ("forward", "alert"),
}
Tables = dict[str, dict[str, dict[str, Any]]]


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """One wrong value: where, and what it became (None: deleted)."""

    table: str
    key: str
    field: str | None
    old: Any
    new: Any

    def of(self, tables: Tables) -> Tables:
        """Return the tables with the wrong value."""
        found = copy.deepcopy(tables)
        if self.field is None:
            del found[self.table][self.key]
        elif self.new is None:
            del found[self.table][self.key][self.field]
        else:
            found[self.table][self.key][self.field] = self.new
        return found


def mutants(tables: Tables, seed: int) -> Iterator[Mutant]:
    """Yield wrong values of every kind of row and field, each on a row drawn at random.

    Ports that are shut down are left alone: nothing crosses them, so nothing on them does harm.
    """
    draw = random.Random(seed)
    down = {name for name, row in tables["PORT"].items() if row.get("admin_status") != "up"}
    for table in TABLES:
        rows = tables.get(table, {})
        kinds: dict[Any, list[str]] = {}
        for key, row in rows.items():
            if key.partition("|")[0] in down:
                continue
            kinds.setdefault(_kind(table, key, row), []).append(key)
        for keys in kinds.values():
            key = draw.choice(keys)
            yield Mutant(table=table, key=key, field=None, old=rows[key], new=None)
            for field in _fields(table, rows[key], draw, down):
                old = rows[key][field]
                yield Mutant(table=table, key=key, field=field, old=old, new=None)
                for new in _wrong(tables, table, field, old):
                    if new != old:
                        yield Mutant(table=table, key=key, field=field, old=old, new=new)


def _kind(table: str, key: str, row: dict[str, Any]) -> Any:
    """Rows of one kind are alike: all ports with the same row, all queues of the same number."""
    if table in ("PORT_QOS_MAP", "PFC_WD") or table.startswith("BUFFER_PORT"):
        return tuple(sorted(row))
    if "|" in key:
        return (key.partition("|")[2], tuple(sorted(row.items())))
    return key


def _fields(table: str, row: dict[str, Any], draw: random.Random, down: set[str]) -> list[str]:
    fields = [field for field in row if field not in down]
    if table == "DSCP_TO_TC_MAP":
        return ["26", "48", draw.choice([f for f in fields if f not in ("26", "48")])]
    if table == "CABLE_LENGTH":
        return draw.sample(fields, 2)
    return fields


def _wrong(tables: Tables, table: str, field: str, old: Any) -> Iterator[Any]:
    if table == "CABLE_LENGTH":
        yield from ("0m", "1m", "37m", "2000m")
    elif field in _WORDS:
        yield from _WORDS[field]
    elif field in ("profile", "scheduler", "wred_profile", "pool", "profile_list"):
        named = {"scheduler": "SCHEDULER", "wred_profile": "WRED_PROFILE", "pool": "BUFFER_POOL"}
        yield from tables.get(named.get(field, "BUFFER_PROFILE"), {})
    elif str(old).lstrip("-").isdigit():
        yield from _numbers(table, int(old))
    elif old in ("true", "false"):
        yield {"true": "false", "false": "true"}[old]
    else:
        yield "NONE"
    yield "no such value"


def _numbers(table: str, old: int) -> Iterator[str]:
    if table.endswith(("_MAP", "_QUEUE")) or -8 <= old <= 7:
        yield from (str(value) for value in range(8))
        return
    yield from ("0", str(old // 2), str(old * 2), str(old * 1000))
