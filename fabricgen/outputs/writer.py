"""Write an output folder whole or not at all, and leave alone what is not ours."""

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from fabricgen.outputs import swap
from fabricgen.outputs.manifest import FILE, pairs, sha256
from fabricgen.outputs.refusal import NotOursError, WriteError, checked_name
from fabricgen.outputs.survey import Survey, survey

Files: TypeAlias = Mapping[str, bytes] | Iterable[tuple[str, bytes]]
# Above so many files one flush of everything is several times faster than one of each.
_MANY = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteReport:
    """What ``write`` did, by relative name. ``kept`` are files of others, left as they were."""

    folder: Path
    written: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return the counts in words, such as ``3 written, 40 unchanged``."""
        parts = {
            "written": self.written,
            "unchanged": self.unchanged,
            "removed": self.removed,
            "of others kept": self.kept,
        }
        said = (f"{len(names)} {word}" for word, names in parts.items() if names)
        return ", ".join(said)


@dataclass(frozen=True, slots=True, kw_only=True)
class Differences:
    """How a folder differs from what would be written; ``stale`` files would be removed."""

    missing: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()

    def __len__(self) -> int:
        """Return how many files differ."""
        return len(self.missing) + len(self.changed) + len(self.stale)

    def __iter__(self) -> Iterator[str]:
        """Yield one line a file, such as ``changed: leaf-1/config_db.json``."""
        for word, names in (
            ("missing", self.missing),
            ("changed", self.changed),
            ("stale", self.stale),
        ):
            yield from (f"{word}: {name}" for name in names)


def write(folder: Path, files: Files) -> WriteReport:
    """Write ``files`` below ``folder``, so that it appears whole or stays as it was.

    Everything is written beside ``folder`` on the same file system, read back, and moved into place in one step.
    Files that would not change keep their inode and time; if none changes, nothing is touched.

    Args:
        folder: Absent, empty, or written by an earlier run. Files of others in it are kept.
        files: Relative names and contents, among them ``manifest.json``. Taken one at a time.

    Raises:
        NotOursError: The folder holds files of others in the way, or files of ours that were changed.
        WriteError: Something cannot be read or written. Nothing was changed.
        ValueError: A name is not safe or comes twice, or the manifest is missing.
    """
    target = Path(os.path.abspath(folder))  # noqa: PTH100 (resolve() would follow a symbolic link)
    with _failures(target):
        if Path.cwd().is_relative_to(target):
            raise WriteError(target, "is the current folder or holds it; run from elsewhere")
        swap.restore(target)
        before = survey(target)
        target.parent.mkdir(parents=True, exist_ok=True)
        for path in swap.leftovers(target):
            shutil.rmtree(path)
        return _replace(target, before, pairs(files))


def _replace(target: Path, before: Survey, files: Iterable[tuple[str, bytes]]) -> WriteReport:
    new = swap.working_folder(target)
    moved = False
    try:
        report = _fill(target, new, before, files)
        if not report.written and not report.removed:
            return report
        old = swap.put(new, target)
        moved = True
    finally:
        if not moved:
            shutil.rmtree(new, ignore_errors=True)
    if old is not None:
        _remove_known(old, before)
    return report


def check(folder: Path, files: Files) -> Differences:
    """Return how ``folder`` differs from ``files``; writes nothing.

    Raises:
        WriteError: The folder is not ours or cannot be read.
    """
    target = Path(os.path.abspath(folder))  # noqa: PTH100 (as in write)
    try:
        ours = survey(target).ours
        edited: tuple[str, ...] = ()
    except NotOursError as error:
        if not error.paths:
            raise
        ours, edited = {}, error.paths
    missing: list[str] = []
    changed: list[str] = []
    seen: set[str] = set()
    for name, content in pairs(files):
        seen.add(checked_name(name))
        path = target / name
        if not path.is_file():
            missing.append(name)
        elif name in edited or path.read_bytes() != content:
            changed.append(name)
    stale = tuple(sorted({*ours, *edited} - seen))
    return Differences(missing=tuple(missing), changed=tuple(changed), stale=stale)


def _fill(
    target: Path, new: Path, before: Survey, files: Iterable[tuple[str, bytes]]
) -> WriteReport:
    written: list[str] = []
    unchanged: list[str] = []
    for name, content in _checked(target, before, files):
        if before.ours.get(name) == sha256(content):
            unchanged.append(name)
            continue
        _write_file(new / name, content)
        written.append(name)
    removed = tuple(sorted(set(before.ours) - set(written) - set(unchanged)))
    report = WriteReport(
        folder=target,
        written=tuple(written),
        unchanged=tuple(unchanged),
        removed=removed,
        kept=before.foreign,
    )
    if written or removed:
        _complete(target, new, before, report)
    return report


def _checked(
    target: Path, before: Survey, files: Iterable[tuple[str, bytes]]
) -> Iterator[tuple[str, bytes]]:
    """Yield ``files``, refusing unsafe, repeated and colliding names."""
    foreign = set(before.foreign)
    seen: set[str] = set()
    for name, content in files:
        if checked_name(name) in seen:
            raise ValueError(f"{name!r} comes twice among the output files")
        seen.add(name)
        parents = {parent.as_posix() for parent in PurePosixPath(name).parents}
        taken = ({name} | parents) & foreign
        if taken or name in before.folders:
            reason = "files that fabricgen did not write are in the way; move them"
            raise NotOursError(target, reason, sorted(taken or {name}))
        yield name, content
    if FILE not in seen:
        raise ValueError(f"the output files lack {FILE}")


def _write_file(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as stream:
        stream.write(content)
    if path.read_bytes() != content:
        raise WriteError(path, "reading back gives other content; the disk may be faulty")


def _complete(target: Path, new: Path, before: Survey, report: WriteReport) -> None:
    """Give the new folder what stays, and let all of it reach the disk."""
    if len(report.written) > _MANY:
        os.sync()
    else:
        for name in report.written:
            _flush(new / name)
    for name in (*report.unchanged, *report.kept):
        (new / name).parent.mkdir(parents=True, exist_ok=True)
        _link(target / name, new / name)
    ours = {parent.as_posix() for name in before.ours for parent in PurePosixPath(name).parents}
    for name in before.folders:
        if name not in ours:
            (new / name).mkdir(parents=True, exist_ok=True)
    if target.exists():
        shutil.copymode(target, new)


def _flush(path: Path) -> None:
    """Wait until the file system has stored a file, and learn of any error in doing so."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _link(source: Path, target: Path) -> None:
    """Give a file a second name, or copy it where the file system cannot."""
    try:
        os.link(source, target, follow_symlinks=False)
    except OSError:
        shutil.copy2(source, target, follow_symlinks=False)


def _remove_known(old: Path, before: Survey) -> None:
    """Remove the old folder, but nothing that appeared in it while we wrote."""
    for name in (*before.ours, *before.foreign):
        (old / name).unlink(missing_ok=True)
    for name in sorted(before.folders, reverse=True):
        _remove_empty(old / name)
    _remove_empty(old)
    if old.exists():
        aside = old.with_name(old.name.replace("-new-", "-found-"))
        old.rename(aside)
        raise WriteError(aside, "files appeared in the folder during the run; they are kept here")


def _remove_empty(path: Path) -> None:
    try:
        path.rmdir()
    except OSError:
        return


@contextmanager
def _failures(target: Path) -> Iterator[None]:
    """Turn any error of the operating system into one of ours that names the path."""
    try:
        yield
    except WriteError:
        raise
    except OSError as error:
        path = Path(error.filename) if isinstance(error.filename, str) else target
        raise WriteError(path, f"cannot write: {error.strerror or error}") from error
