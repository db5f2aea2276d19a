"""The catalogue: packaged files and the user's own, each read when it is asked for."""

import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from fabricgen.catalogue.checked import check_file
from fabricgen.catalogue.fields import CatalogueFileError, read_fields
from fabricgen.catalogue.lazy import Lazy
from fabricgen.catalogue.links import read_cable
from fabricgen.catalogue.node_types import read_model, read_nic, read_node
from fabricgen.catalogue.platforms import read_platform
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.diagnostic import Place, Problem
from fabricgen.packaged import folder

_KINDS = ("platforms", "nodes", "nics", "models", "cables")
_ALIASES = re.compile(r"^aliases: *\[([^]]*)\]", re.MULTILINE)
_ONIE_NAME = re.compile(r"^platform: *['\"]?([^\s'\"#]+)", re.MULTILINE)
_HEAD_CHARACTERS = 4096
Value = TypeVar("Value")


def load(extra: Path | None = None) -> Catalogue:
    """Return the catalogue; a file is parsed when its entry is first asked for.

    Args:
        extra: A folder with own files: platforms, or subfolders platforms, nodes, nics, models, cables. An
            own file replaces the packaged one of the same name. These files are checked at once;
            one that breaks its format is left out and named in ``problems``.
    """
    if extra is None:
        return _packaged()
    own, problems = _own_files(extra)
    return _catalogue({kind: _files(kind) for kind in _KINDS}, own, problems)


@lru_cache(maxsize=1)
def _packaged() -> Catalogue:
    return _catalogue({kind: _files(kind) for kind in _KINDS}, {kind: {} for kind in _KINDS}, ())


_Files = Mapping[str, Path]


def _catalogue(
    packaged: Mapping[str, _Files], own: Mapping[str, _Files], problems: tuple[Problem, ...]
) -> Catalogue:
    def lazy(kind: str, read: Callable[[Path], Value]) -> Lazy[Value]:
        files = {**packaged[kind], **own[kind]}
        return Lazy(
            tuple(sorted(files)),
            lambda name: read(files[name]),
            lambda: {**_scanned_aliases(packaged[kind]), **_read_aliases(own[kind])},
        )

    return Catalogue(
        platforms=lazy("platforms", read_platform),
        nodes=lazy("nodes", read_node),
        models=lazy("models", read_model),
        nics=lazy("nics", read_nic),
        cables=lazy("cables", read_cable),
        problems=problems,
    )


def _files(kind: str) -> dict[str, Path]:
    return _yaml_files(folder(kind))


def _yaml_files(path: Path) -> dict[str, Path]:
    found = [file for file in path.iterdir() if file.suffix in (".yaml", ".yml")]
    return {file.stem: file for file in sorted(found)}


def _scanned_aliases(files: _Files) -> dict[str, str]:
    """Return aliases and ONIE names by scanning the heads of packaged files, without parsing."""
    aliases: dict[str, str] = {}
    for name, path in files.items():
        with path.open(encoding="utf-8") as file:
            head = file.read(_HEAD_CHARACTERS)
        listed = _ALIASES.search(head)
        found = [item.strip(" '\"\n") for item in listed[1].split(",")] if listed else []
        aliases.update({alias: name for alias in (*found, *_ONIE_NAME.findall(head)) if alias})
    return aliases


def _read_aliases(files: _Files) -> dict[str, str]:
    """Return aliases and ONIE names of a user's files, which may be laid out in any way."""
    aliases: dict[str, str] = {}
    for name, path in files.items():
        fields = read_fields(path)
        onie = fields.text_or_none("platform")
        aliases.update({alias: name for alias in (*fields.texts("aliases"), onie) if alias})
    return aliases


def _own_files(extra: Path) -> tuple[dict[str, dict[str, Path]], tuple[Problem, ...]]:
    if not extra.is_dir():
        message = f"{extra} is not a folder of catalogue files"
        return {kind: {} for kind in _KINDS}, (_problem(message, Place(file=str(extra))),)
    own: dict[str, dict[str, Path]] = {}
    problems: list[Problem] = []
    for kind in _KINDS:
        files = _yaml_files(extra / kind) if (extra / kind).is_dir() else {}
        if kind == "platforms":
            files = {**_yaml_files(extra), **files}
        own[kind] = {}
        for name, path in files.items():
            try:
                check_file(kind, path)
            except CatalogueFileError as error:
                place = Place(file=error.file, line=error.line, column=1 if error.line else None)
                problems.append(_problem(error.message, place))
            else:
                own[kind][name] = path
    return own, tuple(problems)


def _problem(message: str, place: Place) -> Problem:
    return Problem(
        kind="catalogue-file",
        message=message,
        hint="correct the key; docs/catalogue.md explains the format",
        place=place,
    )


def nearest(names: Iterable[str], name: str) -> str | None:
    """Return the known name that looks most like ``name``, None if none does.

    ``names`` may be a mapping of the catalogue; its aliases count too.
    """
    known = sorted(names)
    if isinstance(names, Lazy):
        known += sorted(names.aliases)
    wanted = _plain(name)
    by_text: dict[str, str] = {}
    for candidate in known:  # with the vendor and without
        by_text.setdefault(_plain(candidate), candidate)
        by_text.setdefault(_plain(candidate).partition("-")[2], candidate)
    by_text.pop("", None)
    starts = [text for text in by_text if wanted and text.startswith(wanted)]
    close = starts or get_close_matches(wanted, list(by_text), n=1, cutoff=0.6)
    return by_text[close[0]] if close else None


def _plain(name: str) -> str:
    return name.strip().lower().replace("_", "-").replace(" ", "-")
