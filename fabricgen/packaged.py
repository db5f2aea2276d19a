"""Find the files that come with fabricgen, from a wheel, an editable install or a checkout alike."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """Return the packaged folder ``name``: templates, schemas or examples; or a catalogue folder.

    A wheel carries the folders inside the package; a checkout has them beside it.

    Raises:
        FileNotFoundError: The installation is incomplete.
    """
    for parent in (_PACKAGE, _PACKAGE.parent):
        path = parent / name
        if path.is_dir() and not (path / "__init__.py").exists():
            return path
    raise FileNotFoundError(f"fabricgen's own folder {name!r} is missing; reinstall fabricgen")
