"""YAML text to a tree with places."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from fabricgen.source import as_source, read_yaml
from fabricgen.yaml_node import core_scalar


def kinds(text: str) -> list[str]:
    return [problem.kind for problem in read_yaml(as_source(text, "f")).problems]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"),
        ("on", "on"),
        ("yes", "yes"),
        ("y", "y"),
        ("22:30", "22:30"),
        ("1_000", "1_000"),
        ("2026-01-01", "2026-01-01"),
        ("0o17", 15),
        ("017", 17),
        ("0x1F", 31),
        ("0b11", "0b11"),
        ("1e3", 1000.0),
        ("+12", 12),
        ("-0", 0),
        (".5", 0.5),
        ("5.", 5.0),
        (".inf", float("inf")),
        ("-.Inf", float("-inf")),
        (".", "."),
        ("~", None),
        ("", None),
        ("Null", None),
        ("nULL", "nULL"),
        ("True", True),
        ("tRue", "tRue"),
        ("१२", "१२"),
    ],
)
def test_plain_scalar_follows_the_core_schema(text: str, value: object) -> None:
    found = core_scalar(text)
    assert found == value
    assert type(found) is type(value)


def test_places_count_characters_from_one() -> None:
    document = read_yaml(as_source("é: 1\n東京: {😀: [a, b]}\n", "f"))
    assert (document.place("東京", "😀", 1).line, document.place("東京", "😀", 1).column) == (2, 13)
    assert document.key_place("東京", "😀").column == 6
    assert document.place("東京", "absent") == document.place("東京")
    assert document.value() == {"é": 1, "東京": {"😀": ["a", "b"]}}


def test_repeated_key_names_both_lines_and_keeps_the_first() -> None:
    document = read_yaml(as_source("a: 1\nb: 2\na: [3]\n", "f"))
    (problem,) = document.problems
    assert (problem.place.line, problem.place.column) == (3, 1)
    assert "line 1" in problem.message
    assert document.value() == {"a": 1, "b": 2}


def test_keys_are_their_text() -> None:
    assert read_yaml(as_source("1: a\n'1': b\ntrue: c\n", "f")).value() == {"1": "a", "true": "c"}
    assert kinds("1: a\n'1': b\n") == ["repeated-key"]


def test_windows_line_ends_and_block_scalars() -> None:
    document = read_yaml(as_source("a:\r\n  - |\r\n    x\r\n    y\r\n  - z\r\n", "f"))
    assert document.value() == {"a": ["x\ny\n", "z"]}
    assert document.place("a", 1).line == 5


def test_references_stand_without_quotes_in_flow_mappings() -> None:
    text = 'a: {b: ${X}, c: [${Y_1}, "${Z}"], ${K}: ${A}/${B}}\n'
    assert read_yaml(as_source(text, "f")).value() == {
        "a": {"b": "${X}", "c": ["${Y_1}", "${Z}"], "${K}": "${A}/${B}"}
    }
    assert kinds("a: {b: ${X Y}}\n") == ["yaml-syntax"]


def test_billion_laughs_is_refused() -> None:
    lines = ["a0: &a0 [lol]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 60)]
    assert kinds("\n".join(lines)) == ["alias-expansion"]


def test_chain_of_aliases_counts_as_depth() -> None:
    lines = ["a0: &a0 [x]"] + [f"a{i}: &a{i} [*a{i - 1}]" for i in range(1, 100)]
    assert kinds("\n".join(lines)) == ["too-deep"]


def test_depth_of_64_is_legal_and_65_is_not() -> None:
    assert kinds("[" * 64 + "]" * 64) == []
    assert kinds("[" * 65 + "]" * 65) == ["too-deep"]
    assert kinds("[" * 100_000) == ["too-deep"]


def test_lone_surrogate_is_a_control_character() -> None:
    assert kinds("a: \ud800\n") == ["control-character"]


def test_a_large_text_keeps_its_places() -> None:
    text = "".join(f"- {{name: n{i}, nodes: [1-5, 7]}}\n" for i in range(20_000))
    document = read_yaml(as_source(text, "f"))
    assert document.problems == ()
    assert document.place(19_999, "nodes", 1).line == 20_000


SAMPLES = [
    "a: b\n\tc: d\n",
    "a: [1, 2\nb: 3\n",
    "a: b: c\n",
    "a:\n  b: 1\n c: 2\n",
    "a:\tb\n",
    "a: {b: ${X}}\n",
    "a: |\n  x\n # c\n",
    "? a\n: b\n",
    "a: &x {b: 1}\nc: *x\n",
    'a: "\\x41\\q"\n',
    "%YAML 1.2\n---\na: 1\n...\n",
    "- - - a\n",
]
PIECES = [
    "a",
    "b:",
    ": ",
    "- ",
    "\n",
    "  ",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "'",
    '"',
    "#",
    "\t",
    "&x ",
    "*x",
    "!t ",
]
PIECES += [
    "? ",
    "| ",
    ">",
    "%",
    "@",
    "---\n",
    "...\n",
    "\r\n",
    "é",
    "\\",
    "1",
    "<<: ",
    "${X}",
    "`",
    "=",
    "~",
]


@given(
    st.one_of(st.sampled_from(SAMPLES), st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
)
def test_both_parsers_of_pyyaml_give_the_same_document(text: str) -> None:
    with_c = read_yaml(as_source(text, "f"))
    fast = yaml.CSafeLoader
    try:
        yaml.CSafeLoader = yaml.SafeLoader  # type: ignore[misc]
        without = read_yaml(as_source(text, "f"))
    finally:
        yaml.CSafeLoader = fast  # type: ignore[misc]
    assert with_c == without
