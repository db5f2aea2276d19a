"""The corridor of files: read CONFIG_DB files of anybody, judge each, then the fabric they make."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from fabricgen import catalogue, configdb
from fabricgen.compile import Options, Outcome
from fabricgen.file_point import FilePoint
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.configdb import ConfigDb, SonicSchema
from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Diagnostic
from fabricgen.model.intent import AcceptIntent, Intent
from fabricgen.model.losses import Remainder
from fabricgen.model.rule import Point
from fabricgen.render import Renderer
from fabricgen.rules._control_plane.remains import remains
from fabricgen.validate import at_overrides, run, sort

DEFAULT_RELEASE = "202511"


def validate_rendered(
    files: Mapping[str, bytes], folder: Path, design: Design, options: Options | None = None
) -> Outcome:
    """Read the rendered files back as if a stranger had written them, and judge them.

    What is found on a row that an override wrote points to the override.
    """
    chosen = options or Options()
    sources = [
        (str(folder / name), content.decode("utf-8"))
        for name, content in files.items()
        if name.endswith("/config_db.json")
    ]
    cabling = files.get("cabling.csv")
    outcome = _judge(
        sources,
        configdb.load_schema(chosen.release or design.intent.sonic.release),
        design.catalogue,
        chosen,
        cabling=None if cabling is None else cabling.decode("utf-8"),
        held=design.intent,
        planned=[path.partition("/")[0] for path in files if path.endswith("/config_db.json")],
    )
    return replace(outcome, diagnostics=sort(at_overrides(outcome.diagnostics, design.intent)))


def validate_files(
    paths: Sequence[Path],
    options: Options | None = None,
    *,
    against: Design | None = None,
    yang: Path | None = None,
) -> Outcome:
    """Judge CONFIG_DB files and folders of them.

    Args:
        paths: Files, or folders as ``configdb.discover`` reads them.
        options: What the user chose.
        against: The design the files are held to: its devices, and every row they have by it. The
            findings that its intent accepts count as accepted.
        yang: Folder of official YANG models to ask as well.

    Raises:
        ValueError: The schema of the chosen release, or a catalogue file of the user, cannot be read.
    """
    chosen = options or Options()
    known, found = _known(chosen), configdb.discover(paths)
    release = chosen.release or found.release or (against and against.intent.sonic.release)
    renderer = Renderer(against) if against else None
    return _judge(
        [(str(file), None) for file in found.files],
        configdb.load_schema(release or DEFAULT_RELEASE),
        known,
        chosen,
        cabling=found.cabling,
        held=against.intent if against else None,
        planned=renderer.devices() if renderer else (),
        expected=renderer.tables if renderer else None,
        yang=yang,
        assumed=release is None,
    )


def losses(paths: Sequence[Path], options: Options | None = None) -> tuple[Remainder, ...]:
    """Return what every kind of single loss leaves of the fabric in CONFIG_DB files.

    Args:
        paths: Files, or folders as ``configdb.discover`` reads them.
        options: What the user chose.

    Raises:
        ValueError: The schema of the chosen release, or a catalogue file of the user, cannot be read.
    """
    chosen = options or Options()
    known, found = _known(chosen), configdb.discover(paths)
    schema = configdb.load_schema(chosen.release or found.release or DEFAULT_RELEASE)
    configs = [c for file in found.files for c in configdb.read_all(file) if not c.golden]
    return tuple(remains(configdb.rebuild(configs, known, schema, cabling=found.cabling)))


def _known(options: Options) -> Catalogue:
    """Return the catalogue of a run; a file of the user's that is broken is a ``ValueError``."""
    known = options.catalogue or catalogue.load(options.platforms)
    for problem in known.problems:
        raise ValueError(f"{problem.place.file}:{problem.place.line or 1}: {problem.message}")
    return known


def _judge(
    sources: Sequence[tuple[str, str | None]],
    schema: SonicSchema,
    known: Catalogue,
    options: Options,
    *,
    cabling: str | None,
    held: Intent | None,
    planned: Sequence[str],
    expected: Callable[[str], Mapping[str, Mapping[str, Mapping[str, object]]]] | None = None,
    yang: Path | None = None,
    assumed: bool = False,
) -> Outcome:
    accept: tuple[AcceptIntent, ...] = held.accept if held else ()
    point = FilePoint(
        schema=schema,
        catalogue=known,
        accept=accept,
        severities=options.severities,
        strict=options.strict,
        yang=yang,
        upgrade=configdb.load_schema(options.upgrade) if options.upgrade else None,
        assumed=assumed,
    )
    configs: list[ConfigDb] = []
    found: list[Diagnostic] = []
    for done, (file, text) in enumerate(sources, start=1):
        parts = configdb.read_all(Path(file)) if text is None else configdb.parse_all(text, file)
        for config in parts:
            found += point.judge(config)
        options.progress("checked", done, len(sources))
        configs += [config for config in parts if not config.golden]
    fabric = configdb.rebuild(configs, known, schema, cabling=cabling, intent=held, planned=planned)
    fabric = replace(fabric, expected=expected)
    found += run(Point.FABRIC, fabric, accept=accept, severities=options.severities)
    return Outcome(design=None, diagnostics=sort(found), configs=tuple(configs))
