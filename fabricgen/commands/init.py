"""``fabricgen init``: a first intent from a few answers."""

from collections.abc import Mapping
from pathlib import Path

import click

from fabricgen import catalogue, intent
from fabricgen.commands.terminal import FILE, fail


def _absent(_context: click.Context, _option: click.Parameter, output: Path) -> Path:
    if output.exists() or output.is_symlink():
        fail(f"{output} exists; choose another file with -o")
    return output


def _must_be_known(what: str, name: str, known: Mapping[str, object], kind: str) -> None:
    if name in known:
        return
    near = catalogue.nearest(known, name)
    guess = f"did you mean {near}? " if near else ""
    fail(f"the catalogue has no {what} {name!r}; {guess}see `fabricgen catalogue list {kind}`")


@click.command()
@click.option("--name", prompt="Name of the cluster", default="my-cluster")
@click.option("--nodes", type=click.IntRange(1, 1 << 17), prompt="GPU nodes", default=32)
@click.option(
    "--node", prompt="Node type (see `fabricgen catalogue list nodes`)", default="nvidia-dgx-h100"
)
@click.option(
    "--switch",
    prompt="Switch platform (see `fabricgen catalogue list switches`)",
    default="nvidia-sn5600",
)
@click.option(
    "--workload",
    type=click.Choice(("training", "fine-tuning", "inference")),
    prompt=True,
    default="training",
)
@click.option(
    "-o",
    "--output",
    type=FILE,
    default=Path("intent.yaml"),
    show_default=True,
    is_eager=True,
    callback=_absent,
)
def init(name: str, nodes: int, node: str, switch: str, workload: str, output: Path) -> None:
    """Write a commented intent from a few answers (or flags)."""
    known = catalogue.load()
    _must_be_known("node type", node, known.nodes, "nodes")
    _must_be_known("platform", switch, known.platforms, "switches")
    text = intent.starter(name=name, nodes=nodes, node=node, switch=switch, workload=workload)
    draft = intent.parse(text, str(output))
    if draft.intent is None:
        fail("; ".join(problem.message for problem in draft.problems))
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        fail(f"cannot write {output}: {error.strerror}")
    click.echo(f"wrote {output}; next: fabricgen plan {output}", err=True)
