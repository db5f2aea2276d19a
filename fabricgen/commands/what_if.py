"""``fabricgen what-if``: designs side by side."""

import sys
from pathlib import Path

import click

from fabricgen import compile, feasibility, report
from fabricgen.commands.terminal import (
    FILE,
    common,
    exit_code,
    fail,
    must_exist,
    outline_options,
    show,
    text_or_json,
)


@click.command(name="what-if")
@click.argument("intent_file", type=FILE)
@click.option(
    "--vary",
    "changes",
    multiple=True,
    required=True,
    metavar="KEY=VALUE[,VALUE...]",
    help=f"What to vary, every combination: {', '.join(feasibility.KEYS)}.",
)
@text_or_json
@common
def what_if(
    intent_file: Path,
    changes: tuple[str, ...],
    form: str,
    platforms: Path | None,
    severity: tuple[str, ...],
) -> None:
    """Compare designs side by side: cost proxies and what they do to the jobs."""
    must_exist(intent_file)
    try:
        compared, diagnostics = compile.compare(
            intent_file, changes, outline_options(platforms, severity)
        )
    except ValueError as error:
        fail(str(error))
    if compared:
        write = report.variants_json if form == "json" else report.variants_text
        click.echo(write(compared))
    show(diagnostics, "text", err=form == "json")
    nothing_built = bool(compared) and all(item.cost is None for item in compared[1:] or compared)
    sys.exit(exit_code(diagnostics) or int(nothing_built))
