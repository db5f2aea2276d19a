"""The packaged schemas, the compiler, and the official engine."""

import sys
from pathlib import Path

import pytest

from fabricgen.configdb import (
    check,
    compile_models,
    dump_schema,
    load_schema,
    official,
    parse,
    read,
    releases,
)
from fabricgen.configdb.yang_types import python_pattern

SIX = ("202405", "202411", "202505", "202511", "202605", "master")
DOOR = Path(__file__).parents[1] / "rules" / "base" / "yang"
BASE = Path(__file__).parents[1] / "rules" / "base" / "config.json"


def test_six_releases_are_packaged_and_small(root: Path) -> None:
    assert releases() == SIX
    assert sum(p.stat().st_size for p in (root / "schemas" / "sonic").glob("*.json")) < 1_500_000


@pytest.mark.parametrize("release", SIX)
def test_reading_and_writing_a_schema_gives_the_same_bytes(root: Path, release: str) -> None:
    path = root / "schemas" / "sonic" / f"{release}.json"
    assert dump_schema(load_schema(release)) == path.read_bytes()


@pytest.mark.parametrize("release", SIX)
def test_the_schema_is_fresh(shared: Path, release: str) -> None:
    pytest.importorskip("pyang")
    packaged = load_schema(release)
    compiled = compile_models(shared / "sonic-yang-models" / release, release, packaged.source)
    assert dump_schema(compiled) == dump_schema(packaged)


@pytest.mark.parametrize(("release", "tables"), [("202405", 178), ("202511", 210), ("master", 221)])
def test_table_counts(release: str, tables: int) -> None:
    assert len(load_schema(release).tables) == tables


def test_every_reference_names_a_list_of_its_release() -> None:
    for release in SIX:
        schema = load_schema(release)
        for table in schema.tables.values():
            for entry in table.lists:
                for field in (*entry.keys, *entry.fields.values()):
                    if field.type.target is not None:
                        name, list_name, _ = field.type.target
                        assert list_name in [e.name for e in schema.tables[name].lists]


def test_facts_of_the_port_table() -> None:
    (ports,) = load_schema("202511").tables["PORT"].lists
    assert ports.fields["mtu"].type.ranges == ((68, 9216),)
    assert ports.fields["adv_speeds"].separator == ","
    assert ports.fields["speed"].mandatory
    assert not ports.fields["lanes"].mandatory  # a condition governs it
    assert len(load_schema("202511").tables["BGP_NEIGHBOR"].lists) == 2


def test_unknown_release_names_those_there_are() -> None:
    with pytest.raises(ValueError, match=r"202405, .*master"):
        load_schema("201911")


def test_a_file_that_is_no_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    for text in ("{}", "[", '{"format": 9}', '{"format": 1, "types": 3, "tables": {}}'):
        path.write_text(text, "utf-8")
        load_schema.cache_clear()
        with pytest.raises(ValueError, match="schema"):
            load_schema(str(path))


def test_xml_schema_patterns_become_python_ones() -> None:
    assert python_pattern("a^b$") == r"a\^b\$"
    assert python_pattern("[^a]$") == r"[^a]\$"
    assert python_pattern(r"[\p{N}\p{L}]+") == "[\\da-zA-Z\u00aa-\uffff]+"


def test_compiling_ones_own_models(tmp_path: Path) -> None:
    pytest.importorskip("pyang")
    schema = compile_models(DOOR, "door", "example")
    path = tmp_path / "door.json"
    path.write_bytes(dump_schema(schema))
    again = load_schema(str(path))
    assert again == schema
    (door,) = again.tables["DOOR"].lists
    assert door.fields["state"].default == "closed"
    assert door.keys[0].type.lengths == ((1, 15),)
    found = check(parse('{"DOOR": {"front": {"state": "ajar"}}}', "f"), again)
    assert [p.kind for p in found] == ["bad-value"]


def test_a_folder_without_models_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("pyang")
    with pytest.raises(ValueError, match="no YANG models"):
        compile_models(tmp_path, "x")
    (tmp_path / "bad.yang").write_text("module bad {", "utf-8")
    with pytest.raises(ValueError, match=r"bad\.yang"):
        compile_models(tmp_path, "x")


def test_the_official_engine_sees_conditions() -> None:
    pytest.importorskip("oopt_gnpy_libyang")
    text = '{\n"DOOR": {\n"front": {"state": "open",\n  "lock": "on"}}}'
    (problem,) = official([parse(text, "f")], DOOR)
    assert problem.kind == "official-refusal"
    assert "a door that is open has no lock" in problem.message
    assert (problem.place.line, problem.place.key, problem.place.field) == (4, "front", "lock")
    assert official([parse('{"DOOR": {"front": {"lock": "off"}}}', "f")], DOOR) == ()


def test_the_official_engine_accepts_the_leaf(shared: Path) -> None:
    pytest.importorskip("oopt_gnpy_libyang")
    assert official([read(BASE)], shared / "sonic-yang-models" / "202511") == ()


def test_a_missing_engine_is_said_with_the_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    from fabricgen.configdb import official as module  # the function; its module is looked up below

    def absent(folder: Path) -> None:
        raise ImportError(name="oopt_gnpy_libyang")

    monkeypatch.setitem(module.__globals__, "_load", absent)
    (problem,) = official([parse("{}", "f")], DOOR)
    assert problem.kind == "official-engine"
    assert "fabricgen[yang]" in problem.hint


def test_a_missing_parser_is_said_with_the_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyang", None)
    with pytest.raises(ValueError, match=r"pip install 'fabricgen\[yang\]'"):
        compile_models(DOOR, "door")
