"""Small tables of text: what ``catalogue list`` and ``catalogue show`` print."""

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A titled table; every row has one text for each column."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def as_text(tables: tuple[Table, ...]) -> str:
    """Return tables with aligned columns of 100 characters a line, one below the other.

    Where a table is wider, the texts of its widest columns go on in the next line; the first column
    and words are never broken.
    """
    return "\n\n".join("\n".join(_lines(table)) for table in tables)


_WIDTH = 100


def _longest_word(text: str) -> int:
    return max(map(len, text.split()), default=0)


def _lines(table: Table) -> Iterator[str]:
    if table.title:
        yield table.title
    lines = [table.columns, *table.rows] if any(table.columns) else list(table.rows)
    if not lines:
        return
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    words = [max(_longest_word(line[column]) for line in lines) for column in range(len(widths))]
    while sum(widths) + 2 * (len(widths) - 1) > _WIDTH:
        wide = [column for column, width in enumerate(widths) if column and width > words[column]]
        if not wide:
            break
        widths[max(wide, key=lambda column: widths[column])] -= 1
    for line in lines:
        wrapped = [
            textwrap.wrap(cell, width, break_on_hyphens=False, break_long_words=False) or [""]
            for cell, width in zip(line, widths, strict=True)
        ]
        for row in range(max(map(len, wrapped))):
            parts = [cell[row] if row < len(cell) else "" for cell in wrapped]
            cells = (part.ljust(width) for part, width in zip(parts, widths, strict=True))
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
