"""``fabricgen schema``: of the intent language, and of SONiC releases."""

from pathlib import Path

import click

from fabricgen import configdb, intent
from fabricgen.commands.terminal import FILE, fail, must_exist


@click.group()
def schema() -> None:
    """Schemas: of the intent language, and of SONiC releases."""


@schema.command(name="intent")
def schema_intent() -> None:
    """Print the JSON Schema of the intent language, for editors."""
    click.echo(intent.json_schema_text(), nl=False)


@schema.command(name="compile")
@click.argument("yang_dir", type=FILE)
@click.option("--name", required=True, help="Name of the release, such as 202511-ours.")
@click.option("-o", "--output", type=FILE, help="Schema file to write, NAME.json if left out.")
def schema_compile(yang_dir: Path, name: str, output: Path | None) -> None:
    """Compile the YANG models of a switch (or a vendor's fork) into a schema file."""
    must_exist(yang_dir)
    output = output or Path(f"{name}.json")
    try:
        compiled = configdb.compile_models(yang_dir, name)
        output.write_bytes(configdb.dump_schema(compiled))
    except (ValueError, OSError) as error:
        fail(str(error))
    click.echo(f"{output}: {len(compiled.tables)} tables", err=True)
