"""Differences and patches as text."""

import json
from collections.abc import Mapping

from fabricgen.change.compare import Change, compare, in_order
from fabricgen.change.patch import needs_reload, patch
from fabricgen.model.configdb import ConfigDb, FieldValue

_SIGNS = {"added": "+", "removed": "-", "changed": "~"}


def text(old: Mapping[str, ConfigDb], new: Mapping[str, ConfigDb]) -> str:
    """Return one line a difference, grouped by device; empty if nothing differs."""
    lines: list[str] = []
    device: str | None = None
    for change in compare(old, new):
        if change.device != device:
            device = change.device
            lines.append(device)
        lines.append(f"  {_line(change)}")
    return "\n".join(lines)


def _line(change: Change) -> str:
    sign = _SIGNS[change.kind]
    if change.table is None:
        return f"{sign} the whole device"
    place = "|".join(part for part in (change.table, change.key, change.field) if part is not None)
    if change.kind == "changed":
        return f"{sign} {place}: {_shown(change.old)} -> {_shown(change.new)}"
    value = change.new if change.kind == "added" else change.old
    return f"{sign} {place}" + ("" if value in ({}, None) else f": {_shown(value)}")


def _shown(value: FieldValue) -> str:
    return value if isinstance(value, str) else json.dumps(plain(value), ensure_ascii=False)


def plain(value: object) -> object:
    """Return a value with tuples as lists and mappings as dicts, for JSON."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def patch_text(old: Mapping[str, ConfigDb], new: Mapping[str, ConfigDb]) -> str:
    """Return JSON: per device the operations, and what needs a reload instead of a patch."""
    devices: dict[str, object] = {}
    for device in in_order({*old, *new}):
        if device not in old or device not in new:
            state = "added" if device in new else "removed"
            devices[device] = {"device": state}
            continue
        before, after = old[device].tables, new[device].tables
        operations = patch(before, after)
        if operations:
            devices[device] = {
                "patch": plain(operations),
                "needs_reload": list(needs_reload(before, after)),
            }
    document = {"format_version": 1, "devices": devices}
    return json.dumps(document, indent=2, ensure_ascii=False) if devices else ""
