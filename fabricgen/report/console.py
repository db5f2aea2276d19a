"""Text for people, through rich: colours only for a terminal, cells never cut."""

import io
import textwrap
from collections.abc import Collection

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

WIDTH = 100


class Page:
    """Lines and tables, collected as text."""

    def __init__(self, *, colour: bool = False) -> None:
        """Start an empty page; with ``colour`` the text holds terminal colours."""
        self._stream = io.StringIO()
        self._console = Console(
            file=self._stream,
            force_terminal=colour,
            no_color=not colour,
            color_system="standard" if colour else None,
            width=WIDTH,
            highlight=False,
            emoji=False,
            markup=False,
            legacy_windows=False,
        )

    def line(self, text: Text | str) -> None:
        """Add a line as it is; a long one is left to the terminal to wrap."""
        self._console.print(text, soft_wrap=True)

    def paragraph(self, text: str) -> None:
        """Add a text, wrapped at the width of the page; further lines are indented."""
        depth = len(text) - len(text.lstrip()) + 2
        wrapped = textwrap.fill(
            text,
            WIDTH,
            subsequent_indent=" " * depth,
            break_long_words=False,
            break_on_hyphens=False,
        )
        self._console.print(Text(wrapped), soft_wrap=True)

    def heading(self, text: str) -> None:
        """Add a blank line and a heading."""
        self._console.print()
        self._console.print(Text(text, style="bold"))

    def table(
        self,
        header: tuple[str, ...],
        rows: tuple[tuple[str, ...], ...],
        *,
        left: Collection[str] = (),
    ) -> None:
        """Add a table; the first column and those named ``left`` are text, the others numbers. Long cells wrap."""
        table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
        for number, name in enumerate(header):
            text = number == 0 or name in left
            table.add_column(Text(name), justify="left" if text else "right", overflow="fold")
        for row in rows:
            table.add_row(*(Text(cell) for cell in row))
        self._console.print(table)

    def text(self) -> str:
        """Return everything, without blanks at the ends of lines."""
        lines = (line.rstrip() for line in self._stream.getvalue().splitlines())
        return "\n".join(lines).strip("\n") + "\n"
