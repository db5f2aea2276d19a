"""Findings on rows that an override of the intent wrote, at the place of the override."""

from collections.abc import Iterable
from dataclasses import replace
from fnmatch import fnmatchcase

from fabricgen.model.diagnostic import Diagnostic, Place
from fabricgen.model.intent import Intent, OverrideIntent


def at_overrides(found: Iterable[Diagnostic], intent: Intent) -> tuple[Diagnostic, ...]:
    """Return diagnostics of rendered files, those on overridden rows with the position in the intent.

    Args:
        found: Diagnostics of files that this intent gave; device, table, key and field stay as they are.
        intent: Its overrides are merged last, so the last one that wrote a row is the one to change.
    """
    entries = tuple(enumerate(intent.overrides))[::-1]
    return tuple(_moved(item, entries, intent) for item in found)


def _moved(
    item: Diagnostic, entries: tuple[tuple[int, OverrideIntent], ...], intent: Intent
) -> Diagnostic:
    for index, entry in entries:
        if _wrote(entry, item.place):
            where = (part for part in (item.place.key, item.place.field) if part is not None)
            at = intent.place("overrides", index, "set", *where)
            return replace(
                item, place=replace(item.place, file=at.file, line=at.line, column=at.column)
            )
    return item


def _wrote(entry: OverrideIntent, place: Place) -> bool:
    if place.table != entry.table or not fnmatchcase(place.device or "", entry.devices):
        return False
    if place.key is None:
        return True
    row = entry.set.get(place.key)
    return row is not None and (place.field is None or place.field in row)
