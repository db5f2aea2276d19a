"""Small tables of text: what ``catalogue list`` and ``catalogue show`` print."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A titled table; every row has one text for each column."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def as_text(tables: tuple[Table, ...]) -> str:
    """Return tables with aligned columns, one below the other."""
    return "\n\n".join("\n".join(_lines(table)) for table in tables)


def _lines(table: Table) -> Iterator[str]:
    if table.title:
        yield table.title
    lines = [table.columns, *table.rows] if any(table.columns) else list(table.rows)
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        yield "  ".join(cells).rstrip()


def as_markdown(table: Table) -> str:
    """Return a table as Markdown, without its title."""
    columns = table.columns if any(table.columns) else ("", *table.columns[1:])
    lines = [columns, tuple("---" for _ in columns), *table.rows]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines
    )


def as_records(table: Table) -> list[dict[str, str]]:
    """Return the rows as mappings from column to text, for JSON."""
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]
