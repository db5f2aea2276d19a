"""The manifest of an output folder: what fabricgen wrote there."""

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

import orjson

from fabricgen import __version__
from fabricgen.model.design import Design
from fabricgen.outputs.refusal import NotOursError, WriteError, checked_name

FILE = "manifest.json"
FORMAT_VERSION = 1


def sha256(content: bytes) -> str:
    """Return the SHA-256 of ``content`` as 64 hexadecimal digits."""
    return hashlib.sha256(content).hexdigest()


def manifest(
    files: Mapping[str, bytes] | Iterable[tuple[str, bytes]],
    design: Design,
    *,
    intent: bytes | None = None,
) -> bytes:
    """Return the manifest of ``files``: JSON with the SHA-256 and the size of each.

    Args:
        files: Names and contents; a manifest among them is left out.
        design: Gives the name of the intent and the SONiC release, which ``validate`` holds the files to.
        intent: The text of the intent; its SHA-256 is null where the text is not given.
    """
    entries = {
        file: {"sha256": sha256(content), "size": len(content)}
        for file, content in pairs(files)
        if file != FILE
    }
    content = {
        "format_version": FORMAT_VERSION,
        "fabricgen": __version__,
        "intent": {
            "name": design.intent.name,
            "sha256": None if intent is None else sha256(intent),
        },
        "sonic_release": design.intent.sonic.release,
        "files": {file: entries[file] for file in sorted(entries)},
    }
    return orjson.dumps(content, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def pairs(
    files: Mapping[str, bytes] | Iterable[tuple[str, bytes]],
) -> Iterable[tuple[str, bytes]]:
    """Return names and contents, whether they come as a mapping or one by one."""
    return files.items() if isinstance(files, Mapping) else files


def read_manifest(folder: Path) -> Mapping[str, str]:
    """Return the SHA-256 of every file the manifest of ``folder`` names.

    Raises:
        NotOursError: There is no manifest, or it is not one of fabricgen's.
        WriteError: It cannot be read.
    """
    path = folder / FILE
    try:
        found: object = orjson.loads(path.read_bytes())
    except FileNotFoundError:
        raise NotOursError(
            folder,
            f"the folder is not empty and has no {FILE}, so it was not written by fabricgen; "
            "name a new or empty folder",
        ) from None
    except orjson.JSONDecodeError as error:
        raise NotOursError(path, f"this is not a manifest of fabricgen: {error}") from None
    except OSError as error:
        raise WriteError(path, f"cannot read: {error.strerror or error}") from error
    files = found.get("files") if isinstance(found, dict) else None
    if not isinstance(found, dict) or found.get("format_version") != FORMAT_VERSION:
        raise NotOursError(path, f"this is not a manifest of format version {FORMAT_VERSION}")
    if not isinstance(files, dict):
        raise NotOursError(path, "the manifest names no files")
    return {_known(path, name): _digest(path, entry) for name, entry in files.items()}


def _known(path: Path, name: object) -> str:
    try:
        return checked_name(str(name))
    except ValueError as error:
        raise NotOursError(path, str(error)) from None


def _digest(path: Path, entry: object) -> str:
    digest = entry.get("sha256") if isinstance(entry, dict) else None
    if not isinstance(digest, str):
        raise NotOursError(path, "an entry has no sha256")
    return digest
