"""The official YANG engine's verdict on a configuration, with ``must`` and ``when``."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Protocol, cast

from fabricgen.configdb.compile_models import compile_models
from fabricgen.configdb.faults import Where
from fabricgen.configdb.yang_json import YangJson, convert
from fabricgen.configdb.yang_tree import model_files
from fabricgen.model.configdb import ConfigDb, SonicSchema
from fabricgen.model.diagnostic import Place, Problem

EXTRA = "fabricgen[yang]"
_KIND = "official-refusal"
_REVISION = "2013-07-15"
# SONiC's images have these revisions of the IETF types; newer ones are stricter.
_IETF_IMPORT = re.compile(
    r"(import\s+(?:ietf-inet-types|ietf-yang-types)\s*\{)(?!\s*revision-date)"
)
_IMPORT = re.compile(r"^\s*import\s+([\w.-]+)", re.M)
_STEP = re.compile(r"/(?:[\w.-]+:)?([\w.-]+)((?:\[[^\]]*\])*)")


class EngineError(Protocol):
    """One error the engine reports."""

    message: str
    data_path: str | None
    line: int


class Engine(Protocol):
    """What is used of libyang's context."""

    def parse_module(self, text: str, form: object) -> object:
        """Load one module."""

    def parse_data(self, text: str, form: object, options: object, validation: object) -> object:
        """Parse and validate instance data."""

    def errors(self) -> list[EngineError]:
        """Return the errors since the last call of ``clean_all_errors``."""

    def clean_all_errors(self) -> None:
        """Forget all errors."""


def official(configs: Iterable[ConfigDb], yang_dir: Path) -> tuple[Problem, ...]:
    """Return what the official engine (libyang) refuses in ``configs`` by the models in a folder.

    Kinds: ``official-refusal`` for each refusal, ``official-engine`` when the engine is not
    installed or the folder's models do not load.

    Args:
        configs: Configurations as read.
        yang_dir: Holds the ``*.yang`` files of one release.
    """
    try:
        schema, engine = _load(yang_dir.resolve())
    except ImportError as error:
        message = f"the official YANG engine is not installed ({error.name or error})"
        return (_engine_problem(message, f"pip install '{EXTRA}'", yang_dir),)
    except (ValueError, OSError) as error:
        hint = "give the folder of one release's models, as on a switch: /usr/local/yang-models"
        return (_engine_problem(str(error), hint, yang_dir),)
    return tuple(problem for config in configs for problem in _verdict(config, schema, engine))


def _engine_problem(message: str, hint: str, folder: Path) -> Problem:
    return Problem(
        kind="official-engine", message=message, hint=hint, place=Place(file=str(folder))
    )


@lru_cache(maxsize=2)
def _load(folder: Path) -> tuple[SonicSchema, Engine]:
    """Return the folder's schema and an engine with its modules.

    Raises:
        ImportError: The engine is not installed.
        ValueError: A module does not load, or pyang is not installed.
    """
    import oopt_gnpy_libyang as ly

    files = model_files(folder)
    ly.set_log_options(ly.LogOptions.Store)
    ly.set_log_level(ly.LogLevel.Error)
    options = ly.ContextOptions
    engine = cast("Engine", ly.Context(None, options.NoYangLibrary | options.DisableSearchCwd))
    texts = {name: path.read_text(encoding="utf-8") for name, path in files.items()}
    pinned = any(_REVISION in text for name, text in texts.items() if name == "ietf-inet-types")
    for name in _in_order(texts):
        text = texts[name]
        if pinned:
            text = _IETF_IMPORT.sub(rf"\1 revision-date {_REVISION};", text)
        try:
            engine.parse_module(text, ly.SchemaFormat.YANG)
        except ly.Error as error:
            told = "; ".join(item.message for item in engine.errors())
            raise ValueError(f"the module {name} does not load: {told or error}") from error
        engine.clean_all_errors()
    return compile_models(folder, folder.name), engine


def _in_order(texts: dict[str, str]) -> Iterator[str]:
    """Yield the names of modules, each after those it imports."""
    done: set[str] = set()

    def visit(name: str) -> Iterator[str]:
        if name in done or name not in texts:
            return
        done.add(name)
        for imported in _IMPORT.findall(texts[name]):
            yield from visit(imported)
        yield name

    for name in sorted(texts, key=lambda name: (not name.startswith("ietf-yang"), name)):
        yield from visit(name)


def _verdict(config: ConfigDb, schema: SonicSchema, engine: Engine) -> Iterator[Problem]:
    import oopt_gnpy_libyang as ly

    data = convert(config, schema)
    for refused in data.errors:
        yield Problem(
            kind=_KIND,
            message=f"{refused.where}: {refused}",
            hint="SONiC's conversion to YANG stops at this",
            place=config.place(*refused.where),
        )
    options = ly.ParseOptions
    engine.clean_all_errors()
    try:
        engine.parse_data(
            data.text,
            ly.DataFormat.JSON,
            options.Strict | options.NoState | options.JsonStringDataTypes,
            ly.ValidationOptions.MultiError,
        )
    except ly.Error as error:
        told = [(item.message, item.data_path, item.line) for item in engine.errors()]
        yield from _problems(config, data, told or [(str(error), None, 0)])


def _problems(
    config: ConfigDb, data: YangJson, told: list[tuple[str, str | None, int]]
) -> Iterator[Problem]:
    seen: set[tuple[str, Where | None]] = set()
    for message, path, line in told:
        text = " ".join((message or "").split())
        where = _where(path or "", data.lines.get(line))
        if (text, where) in seen:
            continue
        seen.add((text, where))
        yield Problem(
            kind=_KIND,
            message=f"{where}: {text}" if where else text,
            hint="the official models refuse this",
            place=Place(file=config.file, device=config.device)
            if where is None
            else config.place(*where),
        )


def _where(path: str, line: Where | None) -> Where | None:
    """Return the row and field an error speaks of: by its line, else by its data path."""
    steps = _STEP.findall(path)
    field = steps[3][0] if len(steps) > 3 else None
    if line is not None:
        return line if line.field or field is None else line._replace(field=field)
    if len(steps) < 2:
        return None
    if len(steps) < 3:
        return Where(steps[1][0])
    values = re.findall(r"='([^']*)'|=\"([^\"]*)\"", steps[2][1])
    key = "|".join(a or b for a, b in values) if values else steps[2][0]
    return Where(steps[1][0], key, field)
