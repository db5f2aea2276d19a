"""What every command shares: options, progress, findings on the terminal, and exit codes."""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NoReturn

import click

from fabricgen import compile, report
from fabricgen.model.diagnostic import Diagnostic, Severity, has_errors
from fabricgen.validate import load_rules

FILE = click.Path(path_type=Path)
FORMATS = click.Choice(report.formats())
YAML = (".yaml", ".yml")
_UNREADABLE = frozenset({"SRC001", "SRC020"})

text_or_json = click.option(
    "--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True
)


formulas_option = click.option(
    "--formulas", is_flag=True, help="Show how the figures of jobs are computed."
)


def common(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that every run of the corridor takes."""
    for option in (
        click.option("--platforms", type=FILE, help="Folder with own catalogue files."),
        click.option(
            "--severity", multiple=True, metavar="RULE=SEVERITY", help="Change a rule's severity."
        ),
    ):
        command = option(command)
    return command


def severities(pairs: tuple[str, ...]) -> dict[str, Severity]:
    """Read the values of ``--severity``, each ``RULE=SEVERITY``."""
    chosen: dict[str, Severity] = {}
    for pair in pairs:
        rule, _, severity = pair.partition("=")
        if rule not in load_rules() or severity not in set(Severity):
            raise click.BadParameter(
                f"{pair!r} is not RULE=error|warning|note", param_hint="--severity"
            )
        chosen[rule] = Severity(severity)
    return chosen


class Progress:
    """A line of progress on stderr; silent unless stderr is a terminal."""

    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted and sys.stderr.isatty()

    def __call__(self, what: str, done: int, total: int) -> None:
        """Show that ``done`` of ``total`` devices are ``what``."""
        if self._wanted and total > 20:
            end = "\n" if done == total else ""
            click.echo(f"\r{what} {done}/{total}", nl=False, err=True)
            if end:
                click.echo("\r\033[K", nl=False, err=True)


def fail(message: str, code: int = 2) -> NoReturn:
    """Print ``error: message`` on stderr and leave with ``code``."""
    click.echo(f"error: {message}", err=True)
    sys.exit(code)


def must_exist(path: Path) -> None:
    """Leave with exit code 2 when there is nothing at ``path``."""
    if not path.exists():
        fail(f"{path} does not exist")


def show(diagnostics: Iterable[Diagnostic], form: str, *, err: bool = False) -> None:
    """Print diagnostics in one of the report formats."""
    colour = not err and sys.stdout.isatty()
    text = report.write(form, tuple(diagnostics), rules=load_rules(), colour=colour)
    if text:
        click.echo(text, nl=not text.endswith("\n"), err=err)


def outlined(
    intent_file: Path, platforms: Path | None, severity: tuple[str, ...]
) -> compile.Outcome:
    """Return the outline of an intent and what the rules say of it."""
    must_exist(intent_file)
    return compile.compile_intent(intent_file, outline_options(platforms, severity))


def outline_options(platforms: Path | None, severity: tuple[str, ...]) -> compile.Options:
    """Return the options of a run that shows figures and writes no configuration."""
    return compile.Options(platforms=platforms, severities=severities(severity), outline=True)


def show_design(outcome: compile.Outcome, form: str, text: Callable[..., str]) -> None:
    """Print a design as ``text`` has it (nothing where that is empty) with its findings, or as JSON."""
    if form == "json":
        click.echo(report.plan_json(outcome.design, outcome.diagnostics))
        return
    page = text(outcome.design, colour=sys.stdout.isatty()) if outcome.design is not None else ""
    if page:
        click.echo(page)
    show(outcome.diagnostics, "text")


def exit_code(found: Iterable[Diagnostic]) -> int:
    """Return 0 without errors, 2 if an input could not be read at all, else 1."""
    diagnostics = tuple(found)
    if any(item.rule in _UNREADABLE for item in diagnostics):
        return 2
    return 1 if has_errors(diagnostics) else 0
