"""``fabricgen validate``: judge files, whoever wrote them."""

import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from fabricgen import compile, configdb, judge, report
from fabricgen.commands.terminal import (
    FILE,
    FORMATS,
    YAML,
    Progress,
    common,
    exit_code,
    fail,
    must_exist,
    severities,
    show,
)
from fabricgen.model.diagnostic import Diagnostic
from fabricgen.revision import RevisionError, files_at


@click.command()
@click.argument("paths", type=FILE, nargs=-1, required=True)
@click.option("--intent", "held", type=FILE, help="Hold the files to this intent.")
@click.option("--sonic-schema", help="Release (202511) or schema file the files are held to.")
@click.option(
    "--upgrade-to",
    metavar="RELEASE",
    help="Also say what this release refuses in the files, or takes in another sense.",
)
@click.option("--strict", is_flag=True, help="A table without a model is an error.")
@click.option(
    "--yang",
    "yang_dir",
    type=FILE,
    help="Also ask the official YANG engine, with the models of this folder.",
)
@click.option(
    "--baseline", type=FILE, help="Findings listed in this file are known; only new ones fail."
)
@click.option(
    "--write-baseline", "baseline_out", type=FILE, help="List the findings in this file and leave."
)
@click.option(
    "--changed-since", "revision", help="Only findings that this git revision did not have fail."
)
@click.option("--format", "form", type=FORMATS, default="text", show_default=True)
@common
def validate(
    paths: tuple[Path, ...],
    held: Path | None,
    sonic_schema: str | None,
    upgrade_to: str | None,
    strict: bool,
    yang_dir: Path | None,
    baseline: Path | None,
    baseline_out: Path | None,
    revision: str | None,
    form: str,
    platforms: Path | None,
    severity: tuple[str, ...],
) -> None:
    """Judge intents, rendered folders, folders pulled from devices, or single config_db.json files."""
    for path in (*paths, *filter(None, (platforms, yang_dir))):
        must_exist(path)
    options = compile.Options(
        release=sonic_schema,
        platforms=platforms,
        severities=severities(severity),
        strict=strict,
        upgrade=upgrade_to,
        progress=Progress(form == "text"),
    )

    def judged(these: Sequence[Path]) -> tuple[Diagnostic, ...]:
        return _diagnostics(these, held, yang_dir, options)

    known = _known(baseline)
    found = report.accept_known(judged(paths), known, f"known in {baseline}")
    if revision is not None:
        before = frozenset(map(report.fingerprint, _at_revision(paths, revision, judged)))
        found = report.accept_known(found, before, f"so already at {revision}")
    if baseline_out is not None:
        baseline_out.write_text(report.baseline_text(found), encoding="utf-8")
        click.echo(f"{baseline_out}: {len(found)} findings", err=True)
        sys.exit(0)
    show(found, form)
    sys.exit(exit_code(found))


def _diagnostics(
    paths: Sequence[Path], held: Path | None, yang_dir: Path | None, options: compile.Options
) -> tuple[Diagnostic, ...]:
    intents = [path for path in paths if path.is_file() and path.suffix.lower() in YAML]
    configs = [path for path in paths if path not in intents]
    found: list[Diagnostic] = []
    for path in intents:
        found += compile.compile_intent(path, options).diagnostics
    if configs:
        found += _validate_configs(configs, held, yang_dir, options)
    return tuple(found)


def _known(baseline: Path | None) -> frozenset[str]:
    if baseline is None:
        return frozenset()
    must_exist(baseline)
    try:
        return report.read_baseline(baseline.read_text(encoding="utf-8"))
    except (ValueError, OSError) as error:
        fail(f"{baseline}: {error}; write one with --write-baseline")


def _at_revision(
    paths: Sequence[Path], revision: str, judge: Callable[[Sequence[Path]], Sequence[Diagnostic]]
) -> Sequence[Diagnostic]:
    with tempfile.TemporaryDirectory(prefix="fabricgen-") as folder:
        try:
            before = files_at(paths, revision, Path(folder))
        except RevisionError as error:
            fail(f"--changed-since: {error}")
        kept = [path for path in before if path.is_file() or configdb.discover([path]).files]
        return judge(kept) if kept else ()


def _validate_configs(
    configs: list[Path], held: Path | None, yang_dir: Path | None, options: compile.Options
) -> tuple[Diagnostic, ...]:
    against = None
    if held is not None:
        must_exist(held)
        outcome = compile.compile_intent(held, options)
        if outcome.design is None or not outcome.valid:
            return outcome.diagnostics
        against = outcome.design
    for path in configs:
        if not configdb.discover([path]).files:
            fail(f"no CONFIG_DB file in {path}")
    try:
        return judge.validate_files(configs, options, against=against, yang=yang_dir).diagnostics
    except ValueError as error:
        fail(str(error))
