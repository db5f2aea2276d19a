"""``fabricgen plan``: what the intent comes to, without writing anything but pictures."""

import sys
from functools import partial
from pathlib import Path

import click

from fabricgen import report
from fabricgen.commands.terminal import (
    FILE,
    common,
    exit_code,
    fail,
    formulas_option,
    outlined,
    show_design,
    text_or_json,
)
from fabricgen.model.design import Design


@click.command()
@click.argument("intent_file", type=FILE)
@text_or_json
@formulas_option
@common
@click.option(
    "--pictures",
    type=FILE,
    help="Also write a picture (SVG) of each packet buffer into this folder.",
)
def plan(
    intent_file: Path,
    form: str,
    formulas: bool,
    platforms: Path | None,
    severity: tuple[str, ...],
    pictures: Path | None,
) -> None:
    """Show sizes, addresses, QoS terms and budgets of an intent; write nothing."""
    outcome = outlined(intent_file, platforms, severity)
    show_design(outcome, form, partial(_text, formulas=formulas))
    if pictures is not None and outcome.design is not None:
        _draw(outcome.design, pictures)
    sys.exit(exit_code(outcome.diagnostics))


def _text(design: Design, *, colour: bool, formulas: bool) -> str:
    """Return the plan, nothing where sizing stopped before there was a topology."""
    if design.topology is None:
        return ""
    return report.plan_text(design, colour=colour, formulas=formulas)


def _draw(design: Design, folder: Path) -> None:
    """Write the pictures of a design's packet buffers; leave with exit code 2 where that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, picture in report.buffer_pictures(design):
            (folder / name).write_text(picture, encoding="utf-8")
            click.echo(f"wrote {folder / name}", err=True)
    except OSError as error:
        fail(f"{folder}: {error.strerror}")
