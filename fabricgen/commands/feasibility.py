"""``fabricgen feasibility``: will the jobs run."""

import sys
from pathlib import Path

import click

from fabricgen import compile, report
from fabricgen.commands.terminal import (
    FILE,
    common,
    exit_code,
    must_exist,
    severities,
    show,
    text_or_json,
)


@click.command(name="feasibility")
@click.argument("intent_file", type=FILE)
@text_or_json
@common
def feasibility(
    intent_file: Path, form: str, platforms: Path | None, severity: tuple[str, ...]
) -> None:
    """Say for each job whether it runs: sizes, times, loads, worst failures, checkpoints."""
    must_exist(intent_file)
    options = compile.Options(platforms=platforms, severities=severities(severity), outline=True)
    outcome = compile.compile_intent(intent_file, options)
    if form == "json":
        click.echo(report.plan_json(outcome.design, outcome.diagnostics))
    else:
        if outcome.design is not None:
            click.echo(report.feasibility_text(outcome.design, colour=sys.stdout.isatty()))
        show(outcome.diagnostics, "text")
    sys.exit(exit_code(outcome.diagnostics))
