"""The manual page of a CONFIG_DB table, from the compiled SONiC schema."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from fabricgen.model.configdb import FieldSpec, ListSpec, TableSpec, TypeSpec
from fabricgen.report.console import Page

Words: TypeAlias = Callable[[TypeSpec], str]


def table_page(
    spec: TableSpec,
    field: str | None,
    release: str,
    template: str | None,
    *,
    words: Words | None = None,
    referrers: Sequence[str] = (),
    notes: Sequence[str] = (),
) -> str:
    """Return what the schema says of a table, or of one field of it.

    Args:
        spec: The table.
        field: Only this field; None for all. An unknown one gives a page that says so.
        release: The SONiC release the schema is of.
        template: File name of fabricgen's template of the table, None if it writes no such table.
        words: Says a type in words; None for a plain form.
        referrers: Tables and fields whose values must name a row of this table.
        notes: Further sentences for the head of the page.
    """
    page = Page()
    page.paragraph(f"{spec.name}: CONFIG_DB table of SONiC {release}, model {spec.module}")
    page.paragraph(
        f"Written by fabricgen through templates/{template}."
        if template
        else "fabricgen writes no such table; overrides may add it, and rules judge it."
    )
    for note in notes:
        page.paragraph(note)
    if referrers:
        page.paragraph(f"Referred to by {', '.join(referrers)}.")
    known = False
    say = words or type_text
    for rows in spec.lists:
        fields = tuple(item for name, item in rows.fields.items() if field is None or name == field)
        known = known or bool(fields)
        if field is None or fields:
            _list(page, spec.name, rows, fields, say)
    if field is not None and not known:
        page.paragraph(f"The table has no field {field!r} in this release.")
    return page.text()


def _list(
    page: Page, table: str, rows: ListSpec, fields: tuple[FieldSpec, ...], say: Words
) -> None:
    key = rows.fixed or "|".join(f"<{part.name}>" for part in rows.keys)
    page.heading(f"{table}|{key}")
    for part in rows.keys:
        page.paragraph(f"  key {part.name}: {say(part.type)}")
    if rows.map_fields is not None:
        name, value = rows.map_fields
        page.paragraph(f"  a map: {say(name.type)} to {say(value.type)}")
    for item in fields:
        page.paragraph(f"  {item.name}: {_field_text(item, say)}")


def _field_text(field: FieldSpec, say: Words) -> str:
    said = [say(field.type)]
    if field.is_list:
        mark = f"one text joined by {field.separator!r}" if field.separator else "a JSON list"
        said.append(mark)
    if field.mandatory:
        said.append("mandatory")
    if field.default is not None:
        said.append(f"default {field.default}")
    return ", ".join(said)


def type_text(spec: TypeSpec) -> str:
    """Return a value type in words: ranges, words, patterns or the table it refers to."""
    if spec.kind == "union":
        return " or ".join(dict.fromkeys(type_text(member) for member in spec.members))
    if spec.target is not None:
        return f"an entry of {spec.target[0]}"
    if spec.enums:
        return "one of " + ", ".join(spec.enums)
    said = [spec.kind]
    said.extend(_span(low, high) for low, high in spec.ranges)
    said.extend(f"{_span(low, high)} characters" for low, high in spec.lengths)
    said.extend(f"like {pattern}" for pattern in spec.patterns)
    return " ".join(said)


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}..{high}"
