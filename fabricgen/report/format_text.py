"""Diagnostics for people: grouped by file, one summary line at the end."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from rich.text import Text

from fabricgen.model.diagnostic import Diagnostic
from fabricgen.model.rule import Rule
from fabricgen.report.console import Page
from fabricgen.report.tally import counts, position, subject

_STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}


def write(diagnostics: Sequence[Diagnostic], _rules: Mapping[str, Rule], colour: bool) -> str:
    """Return ``file:line:column: severity RULE message`` lines, hints indented below."""
    page = Page(colour=colour)
    for _, group in groupby(diagnostics, key=lambda item: item.place.file or item.place.device):
        for item in group:
            for line in _lines(item):
                page.line(line)
        page.line(Text())
    page.line(_summary(diagnostics))
    return page.text()


def _lines(item: Diagnostic) -> tuple[Text, ...]:
    place = position(item.place)
    style = "dim" if item.accepted is not None else _STYLES[item.severity.value]
    head = Text(f"{place}: " if place else "", style="bold")
    head.append(item.severity.value, style=style)
    head.append(f" {item.rule} ", style="bold")
    head.append(item.message)
    about = subject(item.place)
    found = [head]
    if about and about != place:
        found.append(Text(f"    at: {about}", style="dim"))
    if item.hint:
        found.append(Text(f"    fix: {item.hint}", style="green"))
    if item.accepted is not None:
        found.append(Text(f"    accepted: {item.accepted}", style="dim"))
    return tuple(found)


def _summary(diagnostics: Sequence[Diagnostic]) -> Text:
    numbers = counts(diagnostics)
    words = [f"{number} {name}{'' if number == 1 else 's'}" for name, number in numbers.items()]
    accepted = sum(1 for item in diagnostics if item.accepted is not None)
    if accepted:
        words.append(f"{accepted} accepted")
    return Text(", ".join(words), style="bold red" if numbers["error"] else "bold green")
