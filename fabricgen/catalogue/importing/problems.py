"""What stops an import: every problem with its file and line."""

import json
from pathlib import Path

from fabricgen.source import read_text


class ImportProblemError(ValueError):
    """A platform folder cannot be imported; the text has one ``file:line: problem`` a line."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


class Report:
    """Collects problems, so that one run names them all."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def add(self, path: Path, line: int | None, message: str) -> None:
        """Note a problem at a line, counted from 1, of a file."""
        self.problems.append(f"{path}:{line}: {message}" if line else f"{path}: {message}")

    def stop_if_any(self) -> None:
        """Raise what was collected.

        Raises:
            ImportProblemError: Something was collected.
        """
        if self.problems:
            raise ImportProblemError(self.problems)


def read_lines(path: Path, report: Report) -> tuple[str, ...]:
    """Return the lines of a text file, none if it cannot be read."""
    source = read_text(path)
    for problem in source.problems:
        if not source.text:
            report.add(path, problem.place.line, problem.message)
    return tuple(source.text.splitlines())


def read_json(path: Path, report: Report) -> dict[str, object]:
    """Return the object a JSON file holds, an empty one if it does not."""
    text = "\n".join(read_lines(path, report))
    if not text:
        return {}
    try:
        value: object = json.loads(text)
    except json.JSONDecodeError as error:
        report.add(path, error.lineno, f"not JSON: {error.msg}")
        return {}
    if not isinstance(value, dict):
        report.add(path, 1, "expected a JSON object")
        return {}
    return value


def line_of(path: Path, text: str) -> int | None:
    """Return the first line of a file that holds ``text``, counted from 1; None if none does."""
    for number, line in enumerate(read_text(path).text.splitlines(), start=1):
        if text in line:
            return number
    return None
