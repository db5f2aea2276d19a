"""``fabricgen catalogue``: list, show, import."""

from pathlib import Path

import click

from fabricgen import catalogue as items
from fabricgen.commands.terminal import FILE, fail, must_exist, text_or_json


@click.group(name="catalogue")
def catalogue() -> None:
    """Platforms, node types, models: list, show, import."""


@catalogue.command(name="list")
@click.argument("kind", type=click.Choice(items.KINDS), required=False)
@click.option("--vendor", help="Only this vendor.")
@click.option("--asic", help="Only ASIC families that contain this text.")
@click.option("--speed", help="Only platforms with ports of this speed, such as 800G.")
@click.option("--platforms", type=FILE, help="Folder with own catalogue files.")
@text_or_json
def catalogue_list(
    kind: str | None,
    vendor: str | None,
    asic: str | None,
    speed: str | None,
    platforms: Path | None,
    form: str,
) -> None:
    """List platforms, nodes, models or cables."""
    known = items.load(platforms)
    try:
        click.echo(
            items.listing(known, kind=kind, vendor=vendor, asic=asic, speed=speed, form=form)
        )
    except ValueError as error:
        fail(str(error))


@catalogue.command(name="show")
@click.argument("item")
@click.option("--platforms", type=FILE, help="Folder with own catalogue files.")
@text_or_json
def catalogue_show(item: str, platforms: Path | None, form: str) -> None:
    """Show one platform, node type or model."""
    try:
        click.echo(items.page(items.load(platforms), item, form=form))
    except (KeyError, ValueError) as error:
        fail(str(error.args[0] if error.args else error))


@catalogue.command(name="import")
@click.argument("folder", type=FILE)
@click.option("--hwsku", help="Only this HwSKU; default: all of the folder.")
@click.option("-o", "--output", type=FILE, help="File to write; default: standard output.")
def catalogue_import(folder: Path, hwsku: str | None, output: Path | None) -> None:
    """Read a SONiC platform folder (device/VENDOR/PLATFORM) and write one catalogue file."""
    must_exist(folder)
    try:
        text = items.import_platform(folder, hwsku)
        if output is None:
            click.echo(text, nl=False)
        else:
            output.write_text(text, encoding="utf-8")
    except (ValueError, OSError) as error:
        fail(str(error))
