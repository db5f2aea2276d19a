"""Why files could not be written, and which names are safe to write."""

import re
from collections.abc import Iterable
from pathlib import Path

_PART = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")


class WriteError(OSError):
    """A folder or file could not be read or written; ``path`` says which. Nothing was changed."""

    def __init__(self, path: Path, reason: str) -> None:
        """Name the path and the reason."""
        super().__init__(f"{path}: {reason}")
        self.path = path
        self.reason = reason


class NotOursError(WriteError):
    """The folder holds files that fabricgen did not write or that were changed since: ``paths``."""

    def __init__(self, path: Path, reason: str, paths: Iterable[str] = ()) -> None:
        """Name the folder, the reason and the files in the way, at most ten of them in the text."""
        self.paths = tuple(paths)
        shown = ", ".join(self.paths[:10])
        more = f" and {len(self.paths) - 10} more" if len(self.paths) > 10 else ""
        super().__init__(path, f"{reason}: {shown}{more}" if shown else reason)


def checked_name(name: str) -> str:
    """Return ``name`` if it is a plain relative path such as ``leaf-p1-su01-r1/config_db.json``.

    Raises:
        ValueError: The name is absolute, climbs up, is hidden, or holds another character than letters,
            digits, dots, dashes and underscores.
    """
    parts = name.split("/")
    if not all(_PART.fullmatch(part) for part in parts):
        raise ValueError(f"{name!r} is not a safe name for an output file")
    return name
