"""``fabricgen plan``: what the intent comes to, without writing anything."""

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


@click.command()
@click.argument("intent_file", type=FILE)
@text_or_json
@common
def plan(intent_file: Path, form: str, platforms: Path | None, severity: tuple[str, ...]) -> None:
    """Show sizes, addresses, QoS terms and budgets of an intent; write nothing."""
    must_exist(intent_file)
    options = compile.Options(platforms=platforms, severities=severities(severity), outline=True)
    outcome = compile.compile_intent(intent_file, options)
    if form == "json":
        click.echo(report.plan_json(outcome.design, outcome.diagnostics))
    else:
        if outcome.design is not None and outcome.design.topology is not None:
            click.echo(report.plan_text(outcome.design, colour=sys.stdout.isatty()))
        show(outcome.diagnostics, "text")
    sys.exit(exit_code(outcome.diagnostics))
