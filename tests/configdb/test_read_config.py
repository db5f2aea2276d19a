"""Reading CONFIG_DB files: whatever is wrong comes back as a problem at its place."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabricgen.configdb import check, load_schema, parse, read
from fabricgen.source import read_text

LEAF = '{"DEVICE_METADATA": {"localhost": {"hostname": "leaf-1"}}}'

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
tables = st.dictionaries(
    st.sampled_from(["PORT", "VLAN", "BUFFER_PG", "DSCP_TO_TC_MAP", "DEVICE_METADATA", "NTP", "X"]),
    st.dictionaries(
        st.sampled_from(["Ethernet0", "a|b", "localhost", "", "|"]), json_values, max_size=3
    ),
    max_size=4,
)


def kinds(text: str) -> list[str]:
    return [problem.kind for problem in parse(text, "config_db.json").problems]


def test_a_sound_file_has_no_problem_and_its_hostname() -> None:
    config = parse(LEAF, "x/config_db.json")
    assert config.problems == ()
    assert config.device == "leaf-1"


def test_the_folder_names_the_device_where_the_file_does_not() -> None:
    assert parse("{}", "pulled/leaf-7/config_db.json").device == "leaf-7"
    assert parse("{}", "pulled/leaf-7.json").device == "leaf-7"


def test_the_asics_of_one_device_are_told_apart() -> None:
    assert parse(LEAF, "x/config_db1.json").device == "leaf-1-asic1"
    row = {"hostname": "leaf-1", "asic_name": "Asic0"}
    text = json.dumps({"DEVICE_METADATA": {"localhost": row}})
    assert parse(text, "config_db.json").device == "leaf-1-asic0"


def test_a_given_name_wins() -> None:
    assert parse(LEAF, "config_db.json", "spine-9").device == "spine-9"


def test_repeated_table_names_both_lines() -> None:
    text = '{\n"PFC_WD": {"Ethernet0": {}},\n"VLAN": {},\n"PFC_WD": {"GLOBAL": {}}\n}'
    (problem,) = parse(text, "f").problems
    assert problem.kind == "repeated-name"
    assert "lines 2 and 4" in problem.message
    assert (problem.place.line, problem.place.column, problem.place.table) == (4, 1, "PFC_WD")


def test_a_triple_is_two_problems() -> None:
    assert (
        kinds('{"VRF": {"VrfA": {"vni": "1"}, "VrfA": {}, "VrfA": {"vni": "3"}}}')
        == ["repeated-name"] * 2
    )


def test_names_that_differ_only_by_an_escape_are_equal() -> None:
    assert kinds('{"VRF": {"VrfA": {"vni": "1"}, "Vrf\\u0041": {}}}') == ["repeated-name"]


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ('{\n  "A": {},\n}', 3, 1, "comma stands before the closing brace"),
        ('{"A": [1, 2,]}', 1, 13, "comma stands before the closing bracket"),
        ('{"A": {}\n "B": {}}', 2, 2, "comma is missing"),
        ('{"A" {}}', 1, 6, "colon is missing"),
        ('{"A": {]}', 1, 8, "stands where a name"),
        ('{"A": "x}', 1, 7, "does not end"),
        ('{"A": Infinity}', 1, 7, "Infinity is not JSON"),
        ('{"A": True}', 1, 7, "True is not JSON"),
        ('{"A": 01}', 1, 7, "01 is not JSON"),
        ('{"A": {}}}', 1, 10, "follows the closing brace"),
        ("   \n ", 1, 1, "empty"),
        ('{"A": "\t"}', 1, 7, "control character"),
        ("{,}", 1, 2, "a comma stands where"),
        ('{"A": "a\\ud800"}', 1, 7, r"\ud800 is half of a character"),
        ('{"A": ' + "9" * 5000 + "}", 1, 7, "a number of 5000 characters is beyond every range"),
        ('{"A": -1e999}', 1, 7, "beyond every range: -1e999"),
    ],
)
def test_syntax_faults_in_plain_words(text: str, line: int, column: int, words: str) -> None:
    (problem,) = parse(text, "f").problems
    assert problem.kind == "json-syntax"
    assert (problem.place.line, problem.place.column) == (line, column)
    assert words in problem.message


@pytest.mark.parametrize("deep", ["[" * 100_000, '{"a":' * 100_000, "[" * 500 + "]" * 500])
def test_a_nesting_bomb_is_refused(deep: str) -> None:
    assert kinds('{"PORT": {"Ethernet0": {"lanes": ' + deep) in (["too-deep"], ["json-syntax"])
    assert kinds(deep) in (["too-deep"], ["json-syntax"], ["not-tables"])


def test_a_valid_but_deep_value_is_refused() -> None:
    assert kinds('{"PORT": {"Ethernet0": {"lanes": ' + "[" * 900 + "]" * 900 + "}}}") == [
        "too-deep"
    ]


def test_places_of_tables_rows_and_fields() -> None:
    text = '{\n  "PORT": {\n    "Ethernet0": {"lanes": "0", "de{s}c": "a \\" {",\n      "mtu": "9100"}\n  }\n}'
    config = parse(text, "f")
    table, row, field = (
        config.place("PORT"),
        config.place("PORT", "Ethernet0"),
        config.place("PORT", "Ethernet0", "mtu"),
    )
    assert [(p.line, p.column) for p in (table, row, field)] == [(2, 3), (3, 5), (4, 7)]
    assert (field.table, field.key, field.field) == ("PORT", "Ethernet0", "mtu")
    missing = config.place("PORT", "Ethernet0", "speed")
    assert (missing.line, missing.column, missing.field) == (3, 5, "speed")
    assert config.place("PORT", "Ethernet8").line == 2
    assert config.place("VLAN").line is None


@given(tables)
def test_places_point_at_the_name_they_name(content: dict[str, dict[str, object]]) -> None:
    text = json.dumps(content, indent=1)
    lines = text.splitlines()
    config = parse(text, "f")
    for table, rows in config.tables.items():
        for key in rows:
            place = config.place(table, key)
            assert place.line is not None
            assert place.column is not None
            assert lines[place.line - 1][place.column - 1 :].startswith(json.dumps(key))


@given(json_values | tables)
def test_no_json_gives_an_exception(content: object) -> None:
    config = parse(json.dumps(content), "f")
    check(config, load_schema("202511"))


@given(st.text(alphabet='{}[]":,\\ au0\n\x00é', max_size=40))
def test_no_text_gives_an_exception(text: str) -> None:
    config = parse(text, "f")
    try:
        json.loads(text, parse_constant=float)
    except ValueError:
        assert config.problems


@given(tables)
def test_python_and_this_reader_agree_on_duplicates(content: dict[str, dict[str, object]]) -> None:
    text = json.dumps(content)
    assert not [k for k in kinds(text) if k.startswith("repeated")]


def test_lists_become_tuples() -> None:
    config = parse('{"ACL_TABLE": {"A": {"ports": ["Ethernet0", "Ethernet8"]}}}', "f")
    assert config.row("ACL_TABLE", "A")["ports"] == ("Ethernet0", "Ethernet8")


def test_missing_file_is_a_problem(tmp_path: Path) -> None:
    config = read(tmp_path / "leaf-1" / "config_db.json")
    assert [p.kind for p in config.problems] == ["unreadable"]
    assert config.device == "leaf-1"
    assert config.place("PORT").table == "PORT"


def test_byte_order_mark_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    path = tmp_path / "config_db.json"
    path.write_bytes(b"\xef\xbb\xbf" + LEAF.encode())
    config = read(path)
    assert [p.kind for p in config.problems] == ["byte-order-mark"]
    assert config.device == "leaf-1"
    assert config.problems[0].place.device == "leaf-1"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_is_called_by_its_name(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "config_db.json"
    path.write_bytes("\ufeff{}".encode(encoding))
    problem = read_text(path).problems[0]
    assert (problem.kind, problem.message) == ("not-utf8", "the file is UTF-16 text")
