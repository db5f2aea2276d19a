"""What another SONiC release makes of a configuration: what it stops at, what means something else."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from fabricgen import packaged
from fabricgen.configdb.plans import ListPlan, plans_of
from fabricgen.configdb.schema import releases
from fabricgen.model.configdb import ConfigDb, Row, SonicSchema
from fabricgen.model.diagnostic import Problem

_VERSION = re.compile(r"version_(\d{6})_\d+")
_CHANGED = "meaning-change"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A field that means something else from a release on; ``value`` None stands for any value."""

    since: str
    table: str
    field: str
    value: str | None
    message: str
    hint: str
    source: str


@lru_cache(maxsize=1)
def changes() -> tuple[tuple[Change, ...], str]:
    """Return the known changes, and the first release whose ``config reload`` checks the models."""
    path = packaged.folder("schemas") / "release_changes.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    found = tuple(Change(**{"value": None, **entry}) for entry in content["changes"])
    return found, str(content["checked_on_reload_since"])


def release_of(config: ConfigDb) -> str | None:
    """Return the packaged release a file says it was written by (VERSIONS|DATABASE), None if none."""
    found = _VERSION.fullmatch(config.text("VERSIONS", "DATABASE", "VERSION") or "")
    return found[1] if found and found[1] in releases() else None


def upgrade(config: ConfigDb, before: SonicSchema, after: SonicSchema) -> tuple[Problem, ...]:
    """Return what changes for ``config`` when its device goes from one release to another.

    Kinds: ``reload-aborts`` (the release refuses to load a file that holds this table) and
    ``meaning-change``. What the schema of the new release refuses, ``check`` finds.
    """
    known, checked_since = changes()
    found: list[Problem] = []
    if not _earlier(after.release, checked_since):
        found += _aborts(config, after)
    for change in known:
        if _earlier(before.release, change.since) and not _earlier(after.release, change.since):
            found += _changed(config, change)
    for table in config.tables:
        found += _models_differ(config, table, before, after)
    return tuple(found)


def _earlier(release: str, other: str) -> bool:
    """Return whether a release came before another; names of forks count by their first digits."""
    number = re.match(r"\d{6}", release)
    return number is not None and number[0] < other


def _aborts(config: ConfigDb, after: SonicSchema) -> Iterator[Problem]:
    for table in config.tables:
        if table not in after.tables:
            yield Problem(
                kind="reload-aborts",
                message=f"{table}: SONiC {after.release} has no model of the table, and its"
                " 'config reload' refuses a whole file for one such table",
                hint="remove the table before the upgrade, unless your image models it"
                " (then compile its models: fabricgen schema compile)",
                place=config.place(table),
            )


def _changed(config: ConfigDb, change: Change) -> Iterator[Problem]:
    for key, row in config.rows(change.table).items():
        if change.field in row and change.value in (None, row[change.field]):
            yield Problem(
                kind=_CHANGED,
                message=f"{change.table}|{key}|{change.field}: {change.message}",
                hint=change.hint,
                place=config.place(change.table, key, change.field),
                details={"source": change.source},
            )


def _models_differ(
    config: ConfigDb, table: str, before: SonicSchema, after: SonicSchema
) -> Iterator[Problem]:
    """Yield what the models themselves say: tables and fields that become known, other defaults."""
    old, new = plans_of(before)(table), plans_of(after)(table)
    if new is None:
        return
    if old is None:
        yield Problem(
            kind=_CHANGED,
            message=f"{table}: SONiC {before.release} has no model of the table, {after.release}"
            " has; what stood there without effect may take effect",
            hint="check that the rows say what you want",
            place=config.place(table),
        )
        return
    for key, row in config.rows(table).items():
        parts = key.split("|")
        was, will = old.plan_for(key, parts, row), new.plan_for(key, parts, row)
        if was is not None and will is not None and will.pair is None:
            yield from _row_differs(config, (table, key), row, was, will)


def _row_differs(
    config: ConfigDb, where: tuple[str, str], row: Row, was: ListPlan, will: ListPlan
) -> Iterator[Problem]:
    table, key = where
    for name, field in will.fields.items():
        if name in row:
            if not was.knows(name):
                yield Problem(
                    kind=_CHANGED,
                    message=f"{table}|{key}|{name}: the older release has no such field, the new one"
                    " has; what stood there without effect may take effect",
                    hint="check that the value is what you want",
                    place=config.place(table, key, name),
                )
            continue
        before = was.fields.get(name)
        if before is not None and before.spec.default != field.spec.default:
            old, new = (_default(f.spec.default) for f in (before, field))
            yield Problem(
                kind=_CHANGED,
                message=f"{table}|{key}: {name} is not written, and its default changes from {old}"
                f" to {new}",
                hint=f"write {name} to keep it as it is",
                place=config.place(table, key),
            )


def _default(value: str | None) -> str:
    return "none" if value is None else repr(value)
