"""What ``fabricgen explain`` says of a rule, a table, a field or an intent key."""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import partial
from pathlib import Path

from fabricgen import configdb, intent, packaged, report
from fabricgen.judge import DEFAULT_RELEASE
from fabricgen.model.configdb import TableSpec
from fabricgen.validate import load_rules


def explain(topic: str) -> str | None:
    """Return the page for ``topic``, or None if nothing is known of it."""
    rule = load_rules().get(topic.upper())
    if rule is not None:
        return f"{rule.id} ({rule.severity.value})  {rule.page}"
    table, _, field = topic.partition("|")
    tables = configdb.load_schema(DEFAULT_RELEASE).tables
    spec = tables.get(table.upper())
    if spec is not None:
        return _page(spec, field)
    return intent.explain_key(topic) or _fields(tables, topic)


def nearest_topic(topic: str) -> str | None:
    """Return the known rule, table or field closest to ``topic``, None if none is close."""
    tables = configdb.load_schema(DEFAULT_RELEASE).tables
    table, _, field = topic.upper().partition("|")
    spec = tables.get(table)
    if spec is None:
        close = get_close_matches(table, [*load_rules(), *tables], 1, 0.7)
        return close[0] + (topic[len(table) :] if field else "") if close else None
    wanted = field.rpartition("|")[2].lower()
    names = {name.lower(): name for rows in spec.lists for name in rows.fields}
    close = get_close_matches(wanted, list(names), 1, 0.6)
    return f"{spec.name}|{names[close[0]]}" if close else spec.name


def _page(spec: TableSpec, field: str) -> str | None:
    """Return the page of a table, or of the last part of ``KEY|FIELD``; None for an unknown field."""
    wanted = field.rpartition("|")[2]
    names = {name.lower(): name for rows in spec.lists for name in rows.fields}
    if any(rows.map_fields is not None for rows in spec.lists):
        wanted = ""  # any field that the map allows
    if wanted and wanted.lower() not in names:
        return None
    template = packaged.folder("templates") / f"{spec.name}.j2"
    return report.table_page(
        spec,
        names[wanted.lower()] if wanted else None,
        DEFAULT_RELEASE,
        template.name if template.is_file() else None,
        words=partial(configdb.describe, most=1000),
        referrers=()
        if wanted
        else configdb.referrers(configdb.load_schema(DEFAULT_RELEASE), spec.name),
        notes=_written(template, names.get(wanted.lower(), "")),
    )


def _written(template: Path, field: str) -> tuple[str, ...]:
    """Return a note if the template of the table never names the field."""
    if not field or not template.is_file() or f'"{field}"' in template.read_text("utf-8"):
        return ()
    return (f"The template does not write {field} by name; overrides may add it.",)


def _fields(tables: Mapping[str, TableSpec], field: str) -> str | None:
    """Return the pages of every table that has a field of this name; None if there is none."""
    named = (
        spec
        for spec in tables.values()
        if any(field.lower() == name.lower() for rows in spec.lists for name in rows.fields)
    )
    pages = (_page(spec, field) for spec in named)
    return "\n".join(page for page in pages if page is not None) or None
