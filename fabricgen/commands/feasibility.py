"""``fabricgen feasibility``: will the jobs run."""

import sys
from functools import partial
from pathlib import Path

import click

from fabricgen import report
from fabricgen.commands.terminal import (
    FILE,
    common,
    exit_code,
    formulas_option,
    outlined,
    show_design,
    text_or_json,
)


@click.command(name="feasibility")
@click.argument("intent_file", type=FILE)
@text_or_json
@formulas_option
@common
def feasibility(
    intent_file: Path,
    form: str,
    formulas: bool,
    platforms: Path | None,
    severity: tuple[str, ...],
) -> None:
    """Say for each job whether it runs: sizes, times, loads, worst failures, checkpoints."""
    outcome = outlined(intent_file, platforms, severity)
    show_design(outcome, form, partial(report.feasibility_text, formulas=formulas))
    sys.exit(exit_code(outcome.diagnostics))
