"""Look at what an output folder already holds: our files, changed ones, and files of others."""

import os
from dataclasses import dataclass
from pathlib import Path

from fabricgen.outputs.manifest import FILE, read_manifest, sha256
from fabricgen.outputs.refusal import NotOursError, WriteError


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """An existing output folder, untouched since we wrote it.

    ``ours`` maps the files we wrote to their SHA-256, the manifest included. ``foreign`` are the files and
    symbolic links of others, ``folders`` all folders. Names are relative, with ``/``.
    """

    ours: dict[str, str]
    foreign: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()


def survey(folder: Path) -> Survey:
    """Return what ``folder`` holds; an absent or empty folder holds nothing.

    Raises:
        NotOursError: The folder is not ours, or files of ours were changed.
        WriteError: Something cannot be read, or the folder is a symbolic link or a file.
    """
    if folder.is_symlink():
        raise WriteError(folder, "is a symbolic link; name the folder itself")
    if not folder.exists():
        return Survey(ours={})
    if not folder.is_dir():
        raise WriteError(folder, "is a file, not a folder")
    files, folders = _walk(folder)
    if not files:
        return Survey(ours={}, folders=folders)
    listed = read_manifest(folder)
    found = {name: _digest(folder, name) for name in files if name in listed}
    changed = tuple(name for name, digest in found.items() if digest != listed[name])
    if changed:
        raise NotOursError(
            folder, "files were changed since fabricgen wrote them; save or delete them", changed
        )
    return Survey(
        ours={**found, FILE: _digest(folder, FILE)},
        foreign=tuple(name for name in files if name not in found and name != FILE),
        folders=folders,
    )


def _walk(folder: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return all files and all folders below, sorted; symbolic links are never followed."""
    files: list[str] = []
    folders: list[str] = []

    def failed(error: OSError) -> None:
        raise WriteError(Path(error.filename or folder), f"cannot read: {error.strerror}")

    for place, below, names in os.walk(folder, onerror=failed):
        at = Path(place)
        for name in below:
            path = at / name
            kept = files if path.is_symlink() else folders
            kept.append(path.relative_to(folder).as_posix())
        files.extend((at / name).relative_to(folder).as_posix() for name in names)
    return tuple(sorted(files)), tuple(sorted(folders))


def _digest(folder: Path, name: str) -> str:
    path = folder / name
    if path.is_symlink():
        return "a symbolic link"
    try:
        return sha256(path.read_bytes())
    except OSError as error:
        raise WriteError(path, f"cannot read: {error.strerror or error}") from error
