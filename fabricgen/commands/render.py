"""``fabricgen render``: the files of every switch and DPU, proven before they are written."""

import sys
from pathlib import Path
from typing import NoReturn

import click

from fabricgen import compile, judge, outputs
from fabricgen.commands.terminal import (
    FILE,
    FORMATS,
    Progress,
    common,
    exit_code,
    fail,
    must_exist,
    severities,
    show,
)
from fabricgen.model.design import Design


@click.command()
@click.argument("intent_file", type=FILE)
@click.option("-o", "--output", type=FILE, required=True, help="Output folder.")
@click.option("--check", is_flag=True, help="Compare with the folder, write nothing.")
@click.option(
    "-j", "--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes."
)
@click.option("--format", "form", type=FORMATS, default="text", show_default=True)
@common
def render(
    intent_file: Path,
    output: Path,
    check: bool,
    jobs: int,
    form: str,
    platforms: Path | None,
    severity: tuple[str, ...],
) -> None:
    """Write one config_db.json per switch and DPU, cabling.csv, hosts.csv and manifest.json.

    What is written is read back and validated before it is moved into place.
    """
    must_exist(intent_file)
    options = compile.Options(
        platforms=platforms, severities=severities(severity), jobs=jobs, progress=Progress(True)
    )
    outcome = compile.compile_intent(intent_file, options)
    if outcome.design is None or not outcome.valid:
        show(outcome.diagnostics, form)
        sys.exit(exit_code(outcome.diagnostics))
    if compile.on_paper(outcome.design):
        fail("a fabric on paper switches can be planned, not rendered; name catalogue platforms", 1)
    files = dict(compile.rendered(outcome.design, options))
    proof = judge.validate_rendered(files, output, outcome.design, options)
    show(outcome.diagnostics + proof.diagnostics, form)
    if not proof.valid:
        fail(
            f"nothing was written to {output}: the rendered files would have these errors"
            " (at the lines shown), so look for their cause in the intent",
            1,
        )
    files["manifest.json"] = outputs.manifest(
        files, outcome.design, intent=intent_file.read_bytes()
    )
    if check:
        _report_check(output, files)
    else:
        _write(output, files)
        _say_empty(outcome.design)


def _say_empty(design: Design) -> None:
    """Say on stderr why there is no device, where there is none."""
    if design.topology is None or design.topology.devices:
        return
    reasons = "; ".join(design.sizing.reasons) if design.sizing is not None else ""
    click.echo(
        "no switch and no DPU: "
        + (reasons or "the intent builds no fabric")
        + "; add a fabric under fabrics, or give its topology, to build one",
        err=True,
    )


def _report_check(output: Path, files: dict[str, bytes]) -> NoReturn:
    try:
        differences = outputs.check(output, files)
    except outputs.WriteError as error:
        fail(str(error))
    for line in differences:
        click.echo(line)
    click.echo(
        f"{output}: {len(differences)} differences" if differences else f"{output} is up to date"
    )
    sys.exit(1 if differences else 0)


def _write(output: Path, files: dict[str, bytes]) -> None:
    try:
        written = outputs.write(output, files)
    except outputs.WriteError as error:
        fail(str(error))
    devices = sum(name.endswith("/config_db.json") for name in files)
    click.echo(f"{output}: {devices} devices, {len(files)} files; {written}", err=True)
