"""Diagnostics as workflow commands, which GitHub shows beside the changed lines."""

from collections.abc import Mapping, Sequence

from fabricgen.model.diagnostic import Diagnostic, Severity
from fabricgen.model.rule import Rule
from fabricgen.report.tally import subject

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def write(diagnostics: Sequence[Diagnostic], rules: Mapping[str, Rule], _colour: bool) -> str:
    """Return one annotation a finding; accepted ones are notices."""
    return "".join(_line(item, rules.get(item.rule)) for item in diagnostics)


def _line(item: Diagnostic, rule: Rule | None) -> str:
    command = "notice" if item.accepted is not None else _COMMANDS[item.severity]
    fields = {
        "file": item.place.file,
        "line": item.place.line,
        "col": item.place.column,
        "title": f"{item.rule} {rule.title}" if rule else item.rule,
    }
    settings = ",".join(
        f"{name}={_setting(str(value))}" for name, value in fields.items() if value is not None
    )
    accepted = "" if item.accepted is None else f"accepted: {item.accepted}"
    parts = (item.message, subject(item.place), item.hint, accepted)
    text = "\n".join(part for part in parts if part)
    return f"::{command} {settings}::{_escaped(text)}\n"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _setting(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
