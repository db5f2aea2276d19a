"""``fabricgen losses``: what is left after any one loss."""

import sys
from pathlib import Path

import click

from fabricgen import compile, configdb, judge, report
from fabricgen.commands.terminal import FILE, fail, must_exist, text_or_json


@click.command()
@click.argument("paths", type=FILE, nargs=-1, required=True)
@click.option("--sonic-schema", help="Release (202511) or schema file the files are held to.")
@click.option("--platforms", type=FILE, help="Folder with own catalogue files.")
@text_or_json
def losses(
    paths: tuple[Path, ...], sonic_schema: str | None, platforms: Path | None, form: str
) -> None:
    """Show what any one lost link or device leaves: reach, paths, capacity, the busiest link.

    From CONFIG_DB files alone. Exit code 1 where a loss cuts off what cables still join.
    """
    for path in paths:
        must_exist(path)
        if not configdb.discover([path]).files:
            fail(f"no CONFIG_DB file in {path}")
    try:
        options = compile.Options(release=sonic_schema, platforms=platforms)
        found = judge.losses(paths, options)
    except ValueError as error:
        fail(str(error))
    if form == "json":
        click.echo(report.losses_json(found))
    else:
        click.echo(report.losses_text(found, colour=sys.stdout.isatty()))
    sys.exit(1 if any(item.cut for item in found) else 0)
