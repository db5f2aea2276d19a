"""The roof: click commands. Options become a corridor call, its outcome a report and an exit code."""

import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

import click

from fabricgen import (
    __version__,
    catalogue,
    change,
    compile,
    configdb,
    feasibility,
    intent,
    outputs,
    report,
)
from fabricgen.explain import explain as explanation
from fabricgen.model.configdb import ConfigDb
from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Diagnostic, Severity
from fabricgen.render import Renderer
from fabricgen.revision import RevisionError, files_at
from fabricgen.validate import load_rules

_FILE = click.Path(path_type=Path)
_FORMATS = click.Choice(report.formats())
_YAML = (".yaml", ".yml")
_UNREADABLE = frozenset({"SRC001", "SRC020"})


def fail(message: str, code: int = 2) -> NoReturn:
    """Print ``error: message`` on stderr and leave with ``code``."""
    click.echo(f"error: {message}", err=True)
    sys.exit(code)


def show(diagnostics: Iterable[Diagnostic], form: str, *, err: bool = False) -> None:
    """Print diagnostics in one of the report formats."""
    colour = not err and sys.stdout.isatty()
    text = report.write(form, tuple(diagnostics), rules=load_rules(), colour=colour)
    if text:
        click.echo(text, nl=not text.endswith("\n"), err=err)


def _severities(pairs: tuple[str, ...]) -> dict[str, Severity]:
    chosen: dict[str, Severity] = {}
    for pair in pairs:
        rule, _, severity = pair.partition("=")
        if rule not in load_rules() or severity not in set(Severity):
            raise click.BadParameter(
                f"{pair!r} is not RULE=error|warning|note", param_hint="--severity"
            )
        chosen[rule] = Severity(severity)
    return chosen


class Progress:
    """A line of progress on stderr; silent unless stderr is a terminal."""

    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted and sys.stderr.isatty()

    def __call__(self, what: str, done: int, total: int) -> None:
        """Show that ``done`` of ``total`` devices are ``what``."""
        if self._wanted and total > 20:
            end = "\n" if done == total else ""
            click.echo(f"\r{what} {done}/{total}", nl=False, err=True)
            if end:
                click.echo("\r\033[K", nl=False, err=True)


def common(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that every run of the corridor takes."""
    for option in (
        click.option("--platforms", type=_FILE, help="Folder with own catalogue files."),
        click.option(
            "--severity", multiple=True, metavar="RULE=SEVERITY", help="Change a rule's severity."
        ),
    ):
        command = option(command)
    return command


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="fabricgen")
def main() -> None:
    """From one short intent file to a proven GPU-cluster network.

    Exit codes: 0 no error, 1 errors found (or differences), 2 usage or unreadable input.
    """


@main.command()
@click.argument("intent_file", type=_FILE)
@click.option(
    "--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True
)
@common
def plan(intent_file: Path, form: str, platforms: Path | None, severity: tuple[str, ...]) -> None:
    """Show sizes, addresses, QoS terms and budgets of an intent; write nothing."""
    _must_exist(intent_file)
    options = compile.Options(platforms=platforms, severities=_severities(severity), outline=True)
    outcome = compile.compile_intent(intent_file, options)
    if form == "json":
        click.echo(report.plan_json(outcome.design, outcome.diagnostics))
    else:
        if outcome.design is not None and outcome.design.topology is not None:
            click.echo(report.plan_text(outcome.design, colour=sys.stdout.isatty()))
        show(outcome.diagnostics, "text")
    sys.exit(_code(outcome.diagnostics))


@main.command(name="feasibility")
@click.argument("intent_file", type=_FILE)
@click.option(
    "--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True
)
@common
def feasibility_command(
    intent_file: Path, form: str, platforms: Path | None, severity: tuple[str, ...]
) -> None:
    """Say for each job whether it runs: sizes, times, loads, worst failures, checkpoints."""
    _must_exist(intent_file)
    options = compile.Options(platforms=platforms, severities=_severities(severity), outline=True)
    outcome = compile.compile_intent(intent_file, options)
    if form == "json":
        click.echo(report.plan_json(outcome.design, outcome.diagnostics))
    else:
        if outcome.design is not None:
            click.echo(report.feasibility_text(outcome.design, colour=sys.stdout.isatty()))
        show(outcome.diagnostics, "text")
    sys.exit(_code(outcome.diagnostics))


@main.command(name="what-if")
@click.argument("intent_file", type=_FILE)
@click.option(
    "--vary",
    "changes",
    multiple=True,
    required=True,
    metavar="KEY=VALUE[,VALUE...]",
    help=f"What to vary, every combination: {', '.join(feasibility.KEYS)}.",
)
@click.option(
    "--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True
)
@common
def what_if(
    intent_file: Path,
    changes: tuple[str, ...],
    form: str,
    platforms: Path | None,
    severity: tuple[str, ...],
) -> None:
    """Compare designs side by side: cost proxies and what they do to the jobs."""
    _must_exist(intent_file)
    options = compile.Options(platforms=platforms, severities=_severities(severity), outline=True)
    try:
        compared, diagnostics = compile.compare(intent_file, changes, options)
    except ValueError as error:
        fail(str(error))
    if compared:
        write = report.variants_json if form == "json" else report.variants_text
        click.echo(write(compared))
    show(diagnostics, "text", err=form == "json")
    sys.exit(_code(diagnostics))


@main.command()
@click.argument("intent_file", type=_FILE)
@click.option("-o", "--output", type=_FILE, required=True, help="Output folder.")
@click.option("--check", is_flag=True, help="Compare with the folder, write nothing.")
@click.option(
    "-j", "--jobs", type=click.IntRange(1, 256), default=1, show_default=True, help="Processes."
)
@click.option("--format", "form", type=_FORMATS, default="text", show_default=True)
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
    _must_exist(intent_file)
    options = compile.Options(
        platforms=platforms, severities=_severities(severity), jobs=jobs, progress=Progress(True)
    )
    outcome = compile.compile_intent(intent_file, options)
    if outcome.design is None or not outcome.valid:
        show(outcome.diagnostics, form)
        sys.exit(_code(outcome.diagnostics))
    if compile.on_paper(outcome.design):
        fail("a fabric on paper switches can be planned, not rendered; name catalogue platforms", 1)
    files = dict(compile.rendered(outcome.design, options))
    proof = compile.validate_rendered(files, output, outcome.design, options)
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


@main.command()
@click.argument("paths", type=_FILE, nargs=-1, required=True)
@click.option("--intent", "held", type=_FILE, help="Hold the files to this intent.")
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
    type=_FILE,
    help="Also ask the official YANG engine, with the models of this folder.",
)
@click.option(
    "--baseline", type=_FILE, help="Findings listed in this file are known; only new ones fail."
)
@click.option(
    "--write-baseline", "baseline_out", type=_FILE, help="List the findings in this file and leave."
)
@click.option(
    "--changed-since", "revision", help="Only findings that this git revision did not have fail."
)
@click.option("--format", "form", type=_FORMATS, default="text", show_default=True)
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
        _must_exist(path)
    options = compile.Options(
        release=sonic_schema,
        platforms=platforms,
        severities=_severities(severity),
        strict=strict,
        upgrade=upgrade_to,
        progress=Progress(form == "text"),
    )

    def judge(these: Sequence[Path]) -> tuple[Diagnostic, ...]:
        return _judged(these, held, yang_dir, options)

    known = _known(baseline)
    found = report.accept_known(judge(paths), known, f"known in {baseline}")
    if revision is not None:
        before = frozenset(map(report.fingerprint, _at_revision(paths, revision, judge)))
        found = report.accept_known(found, before, f"so already at {revision}")
    if baseline_out is not None:
        baseline_out.write_text(report.baseline_text(found), encoding="utf-8")
        click.echo(f"{baseline_out}: {len(found)} findings", err=True)
        sys.exit(0)
    show(found, form)
    sys.exit(_code(found))


def _judged(
    paths: Sequence[Path], held: Path | None, yang_dir: Path | None, options: compile.Options
) -> tuple[Diagnostic, ...]:
    intents = [path for path in paths if path.is_file() and path.suffix.lower() in _YAML]
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
    _must_exist(baseline)
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
    planned: tuple[str, ...] = ()
    if held is not None:
        _must_exist(held)
        outcome = compile.compile_intent(held, options)
        if outcome.design is None or not outcome.valid:
            return outcome.diagnostics
        against, planned = outcome.design.intent, Renderer(outcome.design).devices()
    for path in configs:
        if not configdb.discover([path]).files:
            fail(f"no CONFIG_DB file in {path}")
    try:
        return compile.validate_files(
            configs, options, against=against, planned=planned, yang=yang_dir
        ).diagnostics
    except ValueError as error:
        fail(str(error))


@main.command()
@click.argument("old", type=_FILE)
@click.argument("new", type=_FILE)
@click.option(
    "--patch", is_flag=True, help="Print JSON Patch for `config apply-patch`, in a safe order."
)
def diff(old: Path, new: Path, patch: bool) -> None:
    """Show what changes on which device between two folders or files."""
    _must_exist(old)
    _must_exist(new)
    before, after = (_devices(path) for path in (old, new))
    text = change.patch_text(before, after) if patch else change.text(before, after)
    if text:
        click.echo(text)
    sys.exit(1 if change.compare(before, after) else 0)


def _devices(path: Path) -> dict[str, ConfigDb]:
    if path.suffix.lower() in _YAML:
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


@main.command()
@click.argument("topic")
def explain(topic: str) -> None:
    """Show the manual page of a rule (FAB001), a table (PORT), a field (PORT|fec) or an intent key."""
    text = explanation(topic)
    if text is None:
        fail(
            f"nothing is known of {topic!r}; try a rule such as FAB001, a table such as PORT, a field such as PORT|fec, or a key such as fabrics.backend.planes"
        )
    click.echo(text)


@main.group(name="catalogue")
def catalogue_group() -> None:
    """Platforms, node types, models: list, show, import."""


@catalogue_group.command(name="list")
@click.argument("kind", type=click.Choice(catalogue.KINDS), required=False)
@click.option("--vendor", help="Only this vendor.")
@click.option("--asic", help="Only ASIC families that contain this text.")
@click.option("--speed", help="Only platforms with ports of this speed, such as 800G.")
@click.option("--platforms", type=_FILE, help="Folder with own catalogue files.")
@click.option(
    "--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True
)
def catalogue_list(
    kind: str | None,
    vendor: str | None,
    asic: str | None,
    speed: str | None,
    platforms: Path | None,
    form: str,
) -> None:
    """List platforms, nodes, models or cables."""
    known = catalogue.load(platforms)
    try:
        click.echo(
            catalogue.listing(known, kind=kind, vendor=vendor, asic=asic, speed=speed, form=form)
        )
    except ValueError as error:
        fail(str(error))


@catalogue_group.command(name="show")
@click.argument("item")
@click.option("--platforms", type=_FILE, help="Folder with own catalogue files.")
@click.option(
    "--format", "form", type=click.Choice(("text", "json")), default="text", show_default=True
)
def catalogue_show(item: str, platforms: Path | None, form: str) -> None:
    """Show one platform, node type or model."""
    try:
        click.echo(catalogue.page(catalogue.load(platforms), item, form=form))
    except (KeyError, ValueError) as error:
        fail(str(error.args[0] if error.args else error))


@catalogue_group.command(name="import")
@click.argument("folder", type=_FILE)
@click.option("--hwsku", help="Only this HwSKU; default: all of the folder.")
@click.option("-o", "--output", type=_FILE, help="File to write; default: standard output.")
def catalogue_import(folder: Path, hwsku: str | None, output: Path | None) -> None:
    """Read a SONiC platform folder (device/VENDOR/PLATFORM) and write one catalogue file."""
    _must_exist(folder)
    try:
        text = catalogue.import_platform(folder, hwsku)
        if output is None:
            click.echo(text, nl=False)
        else:
            output.write_text(text, encoding="utf-8")
    except (ValueError, OSError) as error:
        fail(str(error))


@main.group()
def schema() -> None:
    """Schemas: of the intent language, and of SONiC releases."""


@schema.command(name="intent")
def schema_intent() -> None:
    """Print the JSON Schema of the intent language, for editors."""
    click.echo(intent.json_schema_text(), nl=False)


@schema.command(name="compile")
@click.argument("yang_dir", type=_FILE)
@click.option("--name", required=True, help="Name of the release, such as 202511-ours.")
@click.option("-o", "--output", type=_FILE, required=True, help="Schema file to write.")
def schema_compile(yang_dir: Path, name: str, output: Path) -> None:
    """Compile the YANG models of a switch (or a vendor's fork) into a schema file."""
    _must_exist(yang_dir)
    try:
        compiled = configdb.compile_models(yang_dir, name)
        output.write_bytes(configdb.dump_schema(compiled))
    except (ValueError, OSError) as error:
        fail(str(error))
    click.echo(f"{output}: {len(compiled.tables)} tables", err=True)


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


@main.command()
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
    type=_FILE,
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


def _must_exist(path: Path) -> None:
    if not path.exists():
        fail(f"{path} does not exist")


def _code(found: Iterable[Diagnostic]) -> int:
    """Return 0 without errors, 2 if an input could not be read at all, else 1."""
    diagnostics = tuple(found)
    if any(item.rule in _UNREADABLE for item in diagnostics):
        return 2
    return 1 if compile.has_errors(diagnostics) else 0
