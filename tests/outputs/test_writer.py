"""An output folder appears whole or stays as it was, and nobody else's files are touched."""

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_design import small_design

from fabricgen.outputs import NotOursError, WriteError, check, manifest, swap, write

DESIGN = small_design()
FIRST = {"leaf-1/config_db.json": b"one\n", "leaf-2/config_db.json": b"two\n", "cabling.csv": b"c"}


def complete(files: dict[str, bytes]) -> dict[str, bytes]:
    return {**files, "manifest.json": manifest(files, DESIGN, intent=b"fabricgen: 1\n")}


def content(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def stamps(folder: Path) -> dict[str, tuple[int, int]]:
    return {
        path.relative_to(folder).as_posix(): (path.stat().st_mtime_ns, path.stat().st_ino)
        for path in folder.rglob("*")
    }


def only_entry(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_fresh_folder_holds_exactly_the_files(tmp_path: Path) -> None:
    report = write(tmp_path / "deep" / "out", complete(FIRST))
    assert content(tmp_path / "deep" / "out") == complete(FIRST)
    assert str(report) == "4 written"
    assert only_entry(tmp_path / "deep") == ["out"]


def test_files_may_come_one_by_one(tmp_path: Path) -> None:
    write(tmp_path / "out", iter(complete(FIRST).items()))
    assert content(tmp_path / "out") == complete(FIRST)


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir(mode=0o750)
    write(tmp_path / "out", complete(FIRST))
    assert content(tmp_path / "out") == complete(FIRST)
    assert (tmp_path / "out").stat().st_mode & 0o777 == 0o750


def test_an_identical_run_touches_nothing(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write(out, complete(FIRST))
    before = stamps(tmp_path)
    report = write(out, complete(FIRST))
    assert str(report) == "4 unchanged"
    assert stamps(tmp_path) == before


def test_only_what_changes_is_written(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write(out, complete(FIRST))
    before = stamps(out)
    report = write(out, complete({**FIRST, "leaf-1/config_db.json": b"new\n"}))
    assert report.written == ("leaf-1/config_db.json", "manifest.json")
    assert stamps(out)["leaf-2/config_db.json"] == before["leaf-2/config_db.json"]
    assert (out / "leaf-1" / "config_db.json").read_bytes() == b"new\n"
    assert only_entry(tmp_path) == ["out"]


def test_files_of_a_removed_device_go(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write(out, complete(FIRST))
    fewer = {name: text for name, text in FIRST.items() if "leaf-2" not in name}
    report = write(out, complete(fewer))
    assert report.removed == ("leaf-2/config_db.json",)
    assert only_entry(out) == ["cabling.csv", "leaf-1", "manifest.json"]


def test_files_of_others_stay_beside_ours(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write(out, complete(FIRST))
    (out / "notes.txt").write_text("mine", "utf-8")
    (out / "leaf-1" / "mine.json").write_text("{}", "utf-8")
    (out / "empty").mkdir()
    (out / "link").symlink_to("/nowhere")
    before = stamps_of_files(out, "notes.txt", "leaf-1/mine.json")
    report = write(out, complete({"leaf-3/config_db.json": b"three\n"}))
    assert report.kept == ("leaf-1/mine.json", "link", "notes.txt")
    assert stamps_of_files(out, "notes.txt", "leaf-1/mine.json") == before
    assert (out / "link").readlink() == Path("/nowhere")
    assert only_entry(out) == ["empty", "leaf-1", "leaf-3", "link", "manifest.json", "notes.txt"]
    assert only_entry(out / "leaf-1") == ["mine.json"]


def stamps_of_files(folder: Path, *names: str) -> list[tuple[int, int]]:
    found = [(folder / name).stat() for name in names]
    return [(item.st_mtime_ns, item.st_ino) for item in found]


def test_a_changed_file_is_never_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write(out, complete(FIRST))
    (out / "leaf-1" / "config_db.json").write_text("edited", "utf-8")
    before = content(out)
    with pytest.raises(NotOursError, match=r"leaf-1/config_db\.json") as caught:
        write(out, complete({"leaf-2/config_db.json": b"new"}))
    assert caught.value.paths == ("leaf-1/config_db.json",)
    assert content(out) == before
    assert only_entry(tmp_path) == ["out"]


@pytest.mark.parametrize("taken", ["leaf-3/config_db.json", "leaf-3"])
def test_a_foreign_file_in_the_way_is_named(taken: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    write(out, complete(FIRST))
    (out / taken).parent.mkdir(exist_ok=True)
    (out / taken).write_text("mine", "utf-8")
    before = content(out)
    with pytest.raises(NotOursError) as caught:
        write(out, complete({**FIRST, "leaf-3/config_db.json": b"three\n"}))
    assert caught.value.paths == (taken,)
    assert content(out) == before


def test_a_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "thesis.txt").write_text("mine", "utf-8")
    with pytest.raises(NotOursError, match="not written by fabricgen"):
        write(tmp_path / "home", complete(FIRST))
    assert only_entry(tmp_path / "home") == ["thesis.txt"]


@pytest.mark.parametrize(
    "text",
    [
        "not json",
        "[]",
        '{"format_version": 2, "files": {}}',
        '{"format_version": 1, "files": []}',
        '{"format_version": 1, "files": {"../x": {"sha256": "0"}}}',
        '{"format_version": 1, "files": {"x": {}}}',
    ],
)
def test_a_strange_manifest_is_refused(text: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    write(out, complete(FIRST))
    (out / "manifest.json").write_text(text, "utf-8")
    with pytest.raises(NotOursError, match=r"manifest\.json"):
        write(out, complete(FIRST))


@pytest.mark.parametrize(
    "name",
    [
        "../x",
        "/etc/x",
        "a/../x",
        "",
        "a//b",
        ".hidden",
        "a/.b",
        "a\\b",
        "a\nb",
        "x" * 200,
        "é",
        "~",
    ],
)
def test_unsafe_names_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not a safe name"):
        write(tmp_path / "out", complete({**FIRST, name: b"x"}))
    assert only_entry(tmp_path) == []


def test_a_repeated_name_is_refused(tmp_path: Path) -> None:
    files = [*complete(FIRST).items(), ("cabling.csv", b"again")]
    with pytest.raises(ValueError, match="twice"):
        write(tmp_path / "out", files)


def test_the_manifest_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"manifest\.json"):
        write(tmp_path / "out", FIRST)


def test_symbolic_links_are_not_followed(tmp_path: Path) -> None:
    out, aim = tmp_path / "out", tmp_path / "aim"
    write(aim, complete(FIRST))
    out.symlink_to(aim)
    with pytest.raises(WriteError, match="symbolic link"):
        write(out, complete(FIRST))
    precious = tmp_path / "precious"
    precious.write_bytes(b"one\n")
    (aim / "leaf-1" / "config_db.json").unlink()
    (aim / "leaf-1" / "config_db.json").symlink_to(precious)
    with pytest.raises(NotOursError) as caught:
        write(aim, complete({"leaf-1/config_db.json": b"new"}))
    assert caught.value.paths == ("leaf-1/config_db.json",)
    assert precious.read_bytes() == b"one\n"


def test_a_linked_device_folder_is_not_entered(tmp_path: Path) -> None:
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    write(out, complete({"cabling.csv": b"c"}))
    elsewhere.mkdir()
    (out / "leaf-1").symlink_to(elsewhere)
    with pytest.raises(NotOursError) as caught:
        write(out, complete(FIRST))
    assert caught.value.paths == ("leaf-1",)
    assert only_entry(elsewhere) == []


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("x", "utf-8")
    with pytest.raises(WriteError, match="is a file"):
        write(tmp_path / "out", complete(FIRST))
    with pytest.raises(WriteError, match="out") as caught:
        write(tmp_path / "out" / "below", complete(FIRST))
    assert isinstance(caught.value, OSError)


def test_the_current_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "out").mkdir()
    monkeypatch.chdir(tmp_path / "out")
    with pytest.raises(WriteError, match="current folder"):
        write(Path(), complete(FIRST))


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_an_interrupt_leaves_the_old_folder_whole(
    error: type[BaseException], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    write(out, complete(FIRST))
    before = stamps(out)

    def files() -> Iterator[tuple[str, bytes]]:
        yield "leaf-1/config_db.json", b"new\n"
        raise error

    with pytest.raises(error):
        write(out, files())
    assert stamps(out) == before
    assert only_entry(tmp_path) == ["out"]


def test_a_faulty_disk_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    monkeypatch.setattr(Path, "read_bytes", lambda _: b"rot")
    with pytest.raises(WriteError, match="reading back"):
        write(out, complete(FIRST))
    monkeypatch.undo()
    assert only_entry(tmp_path) == []


def test_a_full_disk_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    write(out, complete(FIRST))
    before = stamps(out)

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WriteError, match="No space left on device"):
        write(out, complete({"leaf-1/config_db.json": b"new\n"}))
    monkeypatch.undo()
    assert stamps(out) == before
    assert only_entry(tmp_path) == ["out"]


def test_without_an_exchange_the_folder_is_set_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(swap, "_exchange", lambda *_: False)
    out = tmp_path / "out"
    write(out, complete(FIRST))
    write(out, complete({"leaf-9/config_db.json": b"nine\n"}))
    assert content(out) == complete({"leaf-9/config_db.json": b"nine\n"})
    assert only_entry(tmp_path) == ["out"]


def test_a_failed_second_step_brings_the_old_folder_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(swap, "_exchange", lambda *_: False)
    out = tmp_path / "out"
    write(out, complete(FIRST))
    rename = Path.rename

    def fail(path: Path, target: Path) -> Path:
        if "-new-" in path.name:
            raise OSError(5, "Input/output error")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fail)
    with pytest.raises(WriteError, match="Input/output error"):
        write(out, complete({"leaf-9/config_db.json": b"nine\n"}))
    assert content(out) == complete(FIRST)
    assert only_entry(tmp_path) == ["out"]


def test_a_killed_run_is_cleaned_up(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write(out, complete(FIRST))
    out.rename(tmp_path / ".out.fabricgen-old")  # killed between the two steps
    (tmp_path / ".out.fabricgen-new-999999999").mkdir()  # of a process that has ended
    report = write(out, complete(FIRST))
    assert str(report) == "4 unchanged"
    assert only_entry(tmp_path) == ["out"]


def test_a_file_that_appears_during_the_run_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    write(out, complete(FIRST))

    def files() -> Iterator[tuple[str, bytes]]:
        (out / "late.txt").write_text("mine", "utf-8")
        yield from complete({"leaf-1/config_db.json": b"new\n"}).items()

    with pytest.raises(WriteError, match="appeared"):
        write(out, files())
    found = [path.read_text("utf-8") for path in tmp_path.rglob("late.txt")]
    assert found == ["mine"]


def test_check_lists_every_difference(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert next(iter(check(out, complete(FIRST)))) == "missing: leaf-1/config_db.json"
    write(out, complete(FIRST))
    assert not check(out, complete(FIRST))
    wanted = {"leaf-1/config_db.json": b"new\n", "leaf-3/config_db.json": b"3", "cabling.csv": b"c"}
    assert list(check(out, complete(wanted))) == [
        "missing: leaf-3/config_db.json",
        "changed: leaf-1/config_db.json",
        "changed: manifest.json",
        "stale: leaf-2/config_db.json",
    ]
    (out / "cabling.csv").write_text("edited", "utf-8")
    found = check(out, complete(FIRST))
    assert list(found) == ["changed: cabling.csv"]
    assert len(found) == 1


def test_check_refuses_a_folder_of_somebody_else(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine", "utf-8")
    with pytest.raises(NotOursError):
        check(tmp_path, complete(FIRST))


def test_manifest_names_every_file() -> None:
    text = manifest(FIRST, DESIGN, intent=b"fabricgen: 1\n")
    found = json.loads(text)
    assert found["format_version"] == 1
    digest = hashlib.sha256(b"fabricgen: 1\n").hexdigest()
    assert found["intent"] == {"name": "small", "sha256": digest}
    assert list(found["files"]) == sorted(FIRST)
    assert found["files"]["cabling.csv"] == {
        "sha256": "2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6",  # of "c"
        "size": 1,
    }
    assert json.loads(manifest(FIRST, DESIGN))["intent"]["sha256"] is None


NAMES = st.sampled_from(["a/x.json", "b/x.json", "c.csv", "d/e/f.txt"])
STEPS = st.lists(st.dictionaries(NAMES, st.binary(max_size=4), min_size=1), max_size=4)


@settings(max_examples=20)
@given(STEPS)
def test_after_any_history_the_folder_holds_the_last_files(
    tmp_path_factory: pytest.TempPathFactory, steps: list[dict[str, bytes]]
) -> None:
    parent = tmp_path_factory.mktemp("history")
    for files in steps:
        write(parent / "out", complete(files))
        assert content(parent / "out") == complete(files)
        assert only_entry(parent) == ["out"]
