"""Put a finished folder in the place of another, so that every reader sees the one or the other."""

import ctypes
import os
import shutil
from pathlib import Path

_EXCHANGE = 2  # RENAME_EXCHANGE of renameat2(2)
_AT_FDCWD = -100


def put(new: Path, target: Path) -> Path | None:
    """Move ``new`` to ``target`` and return where the old content of ``target`` is now.

    Both lie on one file system. Where the kernel can exchange two names, this is one atomic step; elsewhere
    the old folder is set aside first, and ``restore`` brings it back if the second step never came.

    Raises:
        OSError: The file system refused; ``target`` is as it was.
    """
    if not target.exists():
        new.rename(target)
        return None
    if _exchange(new, target):
        return new
    aside = _aside(target)
    target.rename(aside)
    try:
        new.rename(target)
    except BaseException:
        aside.rename(target)
        raise
    return aside


def restore(target: Path) -> None:
    """Bring back a folder that an interrupted ``put`` had set aside."""
    aside = _aside(target)
    if aside.is_dir() and not target.exists():
        aside.rename(target)


def leftovers(target: Path) -> tuple[Path, ...]:
    """Return working folders beside ``target`` whose run has ended."""
    found = sorted(target.parent.glob(f".{target.name}.fabricgen-new-*"))
    return tuple(path for path in found if not _alive(path.name.rpartition("-")[2]))


def working_folder(target: Path) -> Path:
    """Create and return an empty folder beside ``target``, named after this process."""
    path = target.parent / f".{target.name}.fabricgen-new-{os.getpid()}"
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir()
    return path


def _aside(target: Path) -> Path:
    return target.parent / f".{target.name}.fabricgen-old"


def _alive(process: str) -> bool:
    if not process.isdigit():
        return True
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _exchange(first: Path, second: Path) -> bool:
    """Exchange two names in one step; False where the system has no such call."""
    try:
        call = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError):
        return False
    done: int = call(_AT_FDCWD, os.fsencode(first), _AT_FDCWD, os.fsencode(second), _EXCHANGE)
    return done == 0
