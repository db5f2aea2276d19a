"""What differs between two sets of CONFIG_DB files, device by device."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from fabricgen.model.configdb import ConfigDb, FieldValue, Row, Table
from fabricgen.model.order import natural


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One difference. The deepest part that is set names its level: device, table, row or field.

    ``old`` is None for what is added, ``new`` None for what is removed.
    """

    device: str
    table: str | None = None
    key: str | None = None
    field: str | None = None
    old: FieldValue = None
    new: FieldValue = None
    kind: str = "changed"


def in_order(names: Iterable[str]) -> list[str]:
    """Return names in natural order."""
    return sorted(names, key=natural)


def compare(old: Mapping[str, ConfigDb], new: Mapping[str, ConfigDb]) -> tuple[Change, ...]:
    """Return all differences in natural order: devices, then tables, rows and fields."""
    return tuple(_devices(old, new))


def _devices(old: Mapping[str, ConfigDb], new: Mapping[str, ConfigDb]) -> Iterator[Change]:
    for device in in_order({*old, *new}):
        if device not in old:
            yield Change(device=device, kind="added")
        elif device not in new:
            yield Change(device=device, kind="removed")
        else:
            yield from _tables(device, old[device].tables, new[device].tables)


def _tables(device: str, old: Mapping[str, Table], new: Mapping[str, Table]) -> Iterator[Change]:
    for table in in_order({*old, *new}):
        before, after = old.get(table, {}), new.get(table, {})
        for key in in_order({*before, *after}):
            if key not in before:
                yield Change(device=device, table=table, key=key, new=after[key], kind="added")
            elif key not in after:
                yield Change(device=device, table=table, key=key, old=before[key], kind="removed")
            else:
                yield from _fields(device, table, key, before[key], after[key])


def _fields(device: str, table: str, key: str, old: Row, new: Row) -> Iterator[Change]:
    for field in in_order({*old, *new}):
        before, after = old.get(field), new.get(field)
        if before == after and (field in old) == (field in new):
            continue
        kind = "added" if field not in old else "removed" if field not in new else "changed"
        yield Change(
            device=device, table=table, key=key, field=field, old=before, new=after, kind=kind
        )
