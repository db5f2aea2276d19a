"""YANG models as a tree of statements, parsed by pyang; choices are flattened."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

_IETF = ("ietf-inet-types", "ietf-yang-types")


class Statement(Protocol):
    """What the compiler uses of a statement of pyang's tree."""

    keyword: str
    arg: str

    def search(self, keyword: str) -> "list[Statement]":
        """Return the substatements of one keyword."""

    def search_one(self, keyword: str) -> "Statement | None":
        """Return the first substatement of a keyword, None if there is none."""


def children(node: Statement, *keywords: str) -> Iterator[Statement]:
    """Yield the data nodes below ``node`` of the given keywords, those inside choices included."""
    for entry in getattr(node, "i_children", ()):
        if entry.keyword in ("choice", "case"):
            yield from children(entry, *keywords)
        elif entry.keyword in keywords:
            yield entry


def child(node: Statement, keyword: str) -> str:
    """Return the argument of a substatement, empty if there is none."""
    found = node.search_one(keyword)
    return "" if found is None else str(found.arg)


def model_files(folder: Path) -> dict[str, Path]:
    """Return the files of all modules in ``folder`` and of the IETF modules near it, by name.

    Raises:
        ValueError: The folder holds no ``*.yang`` file.
    """
    files = {path.stem.split("@")[0]: path for path in sorted(folder.glob("*.yang"))}
    if not files:
        raise ValueError(f"{folder} holds no YANG models (*.yang)")
    for place in (folder / "ietf", folder.resolve().parent / "ietf"):
        for name in _IETF:
            for path in sorted(place.glob(f"{name}*.yang")):
                files.setdefault(name, path)
    return files


def parse_models(folder: Path) -> list[Statement]:
    """Return the modules of ``folder``, validated and with groupings expanded, by name.

    Raises:
        ValueError: There are no models, one does not parse, or pyang is not installed.
    """
    try:
        from pyang import context, error, repository
    except ImportError as absent:
        raise ValueError(
            "reading YANG models needs pyang: pip install 'fabricgen[yang]'"
        ) from absent

    files = model_files(folder)
    ctx = context.Context(repository.FileRepository(str(folder)))
    for name in sorted(files, key=lambda name: (name not in _IETF, name)):
        ctx.add_module(str(files[name]), files[name].read_text(encoding="utf-8"))
    ctx.validate()
    for position, tag, details in ctx.errors:
        if error.is_error(error.err_level(tag)):
            raise ValueError(f"{position}: {error.err_to_str(tag, details)}")
    modules: list[Statement] = [ctx.get_module(name) for name in sorted(files)]
    return [module for module in modules if module is not None]
