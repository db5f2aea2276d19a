"""Files as they were at a git revision."""

import io
import subprocess
import tarfile
from collections.abc import Iterable
from pathlib import Path


class RevisionError(Exception):
    """git cannot give the files; the message says why."""


def files_at(paths: Iterable[Path], revision: str, into: Path) -> tuple[Path, ...]:
    """Write each path as it was at ``revision`` below ``into`` and return where.

    A path that did not exist then is left out.

    Raises:
        RevisionError: git is missing, a path lies in no repository, or the revision is unknown.
    """
    return tuple(
        found
        for number, path in enumerate(paths)
        if (found := _one(path, revision, into / str(number))) is not None
    )


def _one(path: Path, revision: str, into: Path) -> Path | None:
    whole = path.resolve()
    folder = whole if whole.is_dir() else whole.parent
    root = Path(_git(folder, "rev-parse", "--show-toplevel").decode().rstrip("\n"))
    commit = _git(
        folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"
    )
    name = whole.relative_to(root.resolve()).as_posix()
    object_name = f"{commit.decode().strip()}:{'' if name == '.' else name}"
    if not _exists(root, object_name):
        return None
    into.mkdir(parents=True)
    if whole.is_dir():
        archive = _git(root, "archive", "--format=tar", object_name)
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            for member in tar:
                content = tar.extractfile(member) if member.isfile() else None
                if content is not None:
                    target = into / member.name
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(content.read())
        return into
    (into / whole.name).write_bytes(_git(root, "cat-file", "blob", object_name))
    return into / whole.name


def _exists(root: Path, object_name: str) -> bool:
    command = ["git", "-C", str(root), "cat-file", "-e", object_name]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _git(folder: Path, *arguments: str) -> bytes:
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, check=False
        )
    except OSError as error:
        raise RevisionError(f"git cannot be run: {error.strerror}") from error
    if done.returncode:
        text = done.stderr.decode(errors="replace").strip() or f"{arguments[-1]} is unknown to git"
        raise RevisionError(text)
    return done.stdout
