"""``fabricgen diff``: what changes on which device."""

import sys
from pathlib import Path

import click

from fabricgen import change, configdb
from fabricgen.commands.terminal import FILE, YAML, fail, must_exist
from fabricgen.model.configdb import ConfigDb


@click.command()
@click.argument("old", type=FILE)
@click.argument("new", type=FILE)
@click.option(
    "--patch", is_flag=True, help="Print JSON Patch for `config apply-patch`, in a safe order."
)
def diff(old: Path, new: Path, patch: bool) -> None:
    """Show what changes on which device between two folders or files."""
    must_exist(old)
    must_exist(new)
    before, after = (_devices(path) for path in (old, new))
    text = change.patch_text(before, after) if patch else change.text(before, after)
    if text:
        click.echo(text)
    sys.exit(1 if change.compare(before, after) else 0)


def _devices(path: Path) -> dict[str, ConfigDb]:
    if path.suffix.lower() in YAML:
        fail(f"{path} is an intent; render both intents and compare the folders")
    files = configdb.discover([path]).files
    if not files and any(path.iterdir()):
        fail(f"no CONFIG_DB file in {path}")
    configs = [c for file in files for c in configdb.read_all(file) if not c.golden]
    for config in configs:
        if not config.tables and config.problems:
            first = config.problems[0]
            fail(f"{config.file}:{first.place.line or 1}: {first.message}")
    return {config.device: config for config in configs}
