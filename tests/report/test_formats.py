"""Each format of diagnostics says every finding, and machines can read it."""

import json
from xml.etree import ElementTree as Xml

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabricgen.model.diagnostic import Diagnostic, Place, Severity
from fabricgen.model.rule import Point, Rule
from fabricgen.report import formats, write

RULE = Rule(
    id="FAB001",
    severity=Severity.ERROR,
    point=Point.FABRIC,
    title="The ASN of a neighbour is wrong",
    page="The ASN of a neighbour is wrong.\n\nWhy: the session never comes up.",
    check=lambda _: (),
)
RULES = {"FAB001": RULE}
PLACE = Place(
    file="out/leaf 1/config_db.json",
    line=12,
    column=7,
    device="leaf-1",
    table="BGP_NEIGHBOR",
    key="10.64.0.0",
    field="asn",
)
ERROR = Diagnostic(
    rule="FAB001",
    severity=Severity.ERROR,
    message="asn 65099 is not 4200000001",
    hint="write 4200000001",
    place=PLACE,
)
ACCEPTED = Diagnostic(
    rule="CAP003",
    severity=Severity.ERROR,
    message="3:1, 100% full",
    hint="",
    place=Place(device="storage-leaf-01"),
    accepted="agreed with the storage team",
)
NOTE = Diagnostic(
    rule="CAP009", severity=Severity.NOTE, message="no room to grow", hint="", place=Place()
)
ALL = (ERROR, ACCEPTED, NOTE)

TEXTS = st.text(st.characters(codec="utf-8"), max_size=20)
PLACES = st.builds(
    Place,
    file=st.none() | TEXTS,
    line=st.none() | st.integers(1, 999),
    column=st.none() | st.integers(1, 999),
    device=st.none() | TEXTS,
    table=st.none() | TEXTS,
    key=st.none() | TEXTS,
    field=st.none() | TEXTS,
)
DIAGNOSTICS = st.lists(
    st.builds(
        Diagnostic,
        rule=st.sampled_from(["FAB001", "CAP003"]),
        severity=st.sampled_from(Severity),
        message=TEXTS,
        hint=TEXTS,
        place=PLACES,
        accepted=st.none() | TEXTS,
    ),
    max_size=4,
)


def test_formats_are_found_by_their_module() -> None:
    assert formats() == ("github", "json", "junit", "sarif", "text")


def test_an_unknown_format_is_named() -> None:
    with pytest.raises(ValueError, match="'yaml'"):
        write("yaml", ALL, rules=RULES)


@pytest.mark.parametrize("name", formats())
def test_a_format_does_not_depend_on_known_rules(name: str) -> None:
    assert isinstance(write(name, ALL, rules={}), str)
    assert isinstance(write(name, (), rules={}), str)


def test_text_is_clickable_and_sums_up() -> None:
    assert write("text", ALL, rules=RULES) == (
        "out/leaf 1/config_db.json:12:7: error FAB001 asn 65099 is not 4200000001\n"
        "    at: leaf-1 BGP_NEIGHBOR|10.64.0.0 asn\n"
        "    fix: write 4200000001\n"
        "\n"
        "storage-leaf-01: error CAP003 3:1, 100% full\n"
        "    accepted: agreed with the storage team\n"
        "\n"
        "note CAP009 no room to grow\n"
        "\n"
        "1 error, 0 warnings, 1 note, 1 accepted\n"
    )


def test_text_has_colours_only_for_a_terminal() -> None:
    assert "\x1b[" not in write("text", ALL, rules=RULES)
    assert "\x1b[" in write("text", ALL, rules=RULES, colour=True)


def test_a_long_message_stays_on_its_line() -> None:
    long = Diagnostic(
        rule="FAB001", severity=Severity.ERROR, message="word " * 80, hint="", place=PLACE
    )
    assert write("text", (long,), rules=RULES).count("\n") == 4


def test_json_has_exactly_the_promised_keys() -> None:
    found = json.loads(write("json", ALL, rules=RULES))
    assert list(found) == ["format_version", "valid", "counts", "diagnostics"]
    assert found["format_version"] == 1
    assert found["valid"] is False
    assert found["counts"] == {"error": 1, "warning": 0, "note": 1}
    assert found["diagnostics"][0] == {
        "rule": "FAB001",
        "severity": "error",
        "message": "asn 65099 is not 4200000001",
        "hint": "write 4200000001",
        "file": "out/leaf 1/config_db.json",
        "line": 12,
        "column": 7,
        "device": "leaf-1",
        "table": "BGP_NEIGHBOR",
        "key": "10.64.0.0",
        "field": "asn",
        "accepted": None,
    }
    assert found["diagnostics"][2]["file"] is None


def test_an_accepted_error_leaves_the_run_valid() -> None:
    assert json.loads(write("json", (ACCEPTED,), rules=RULES))["valid"] is True
    assert json.loads(write("json", (), rules=RULES))["diagnostics"] == []


# The part of the SARIF 2.1.0 schema that our results use, with its own required and closed members.
SARIF = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["tool"],
                "properties": {
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "tool": {
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "required": ["name"],
                                "properties": {
                                    "rules": {
                                        "uniqueItems": True,
                                        "items": {
                                            "required": ["id"],
                                            "properties": {
                                                "help": {"required": ["text"]},
                                                "defaultConfiguration": {
                                                    "properties": {
                                                        "level": {
                                                            "enum": [
                                                                "none",
                                                                "note",
                                                                "warning",
                                                                "error",
                                                            ]
                                                        }
                                                    }
                                                },
                                            },
                                        },
                                    }
                                },
                            }
                        },
                    },
                    "results": {
                        "items": {
                            "required": ["message"],
                            "properties": {
                                "level": {"enum": ["none", "note", "warning", "error"]},
                                "ruleIndex": {"type": "integer", "minimum": -1},
                                "partialFingerprints": {"additionalProperties": {"type": "string"}},
                                "suppressions": {
                                    "uniqueItems": True,
                                    "items": {
                                        "required": ["kind"],
                                        "properties": {"kind": {"enum": ["inSource", "external"]}},
                                    },
                                },
                            },
                        }
                    },
                },
            },
        },
    },
}


@given(DIAGNOSTICS)
def test_sarif_follows_its_schema(diagnostics: list[Diagnostic]) -> None:
    found = json.loads(write("sarif", diagnostics, rules=RULES))
    jsonschema.validate(found, SARIF)
    (run,) = found["runs"]
    assert len(run["results"]) == len(diagnostics)
    ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert all(ids[item["ruleIndex"]] == item["ruleId"] for item in run["results"])


def test_sarif_says_where_and_why() -> None:
    (run,) = json.loads(write("sarif", ALL, rules=RULES))["runs"]
    first, second, third = run["results"]
    place = first["locations"][0]
    assert place["physicalLocation"] == {
        "artifactLocation": {"uri": "out/leaf%201/config_db.json"},
        "region": {"startLine": 12, "startColumn": 7},
    }
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert rules["FAB001"]["help"]["text"] == RULE.page
    assert second["suppressions"][0]["justification"] == "agreed with the storage team"
    assert third["locations"] == []


def test_a_fingerprint_survives_moved_lines() -> None:
    moved = Diagnostic(
        rule=ERROR.rule,
        severity=ERROR.severity,
        message=ERROR.message,
        hint="another hint",
        place=Place(
            file="elsewhere/config_db.json",
            line=99,
            column=1,
            device=PLACE.device,
            table=PLACE.table,
            key=PLACE.key,
            field=PLACE.field,
        ),
    )
    (run,) = json.loads(write("sarif", (ERROR, moved, NOTE), rules=RULES))["runs"]
    prints = [item["partialFingerprints"]["fabricgenFinding/v1"] for item in run["results"]]
    assert prints[0] == prints[1] != prints[2]


@given(DIAGNOSTICS)
def test_junit_is_xml_whatever_the_text(diagnostics: list[Diagnostic]) -> None:
    suite = Xml.fromstring(write("junit", diagnostics, rules=RULES))[0]
    assert len(suite) == max(1, len(diagnostics))


def test_junit_fails_errors_skips_accepted_and_passes_the_rest() -> None:
    root = Xml.fromstring(write("junit", ALL, rules=RULES))
    assert root.attrib["failures"] == "1"
    assert root.attrib["tests"] == "3"
    assert root.attrib["skipped"] == "1"
    failure = root.find(".//failure")
    assert failure is not None
    assert failure.attrib["message"] == "asn 65099 is not 4200000001"
    assert [case[0].tag for case in root[0]] == ["failure", "skipped", "system-out"]


def test_github_commands_are_escaped() -> None:
    lines = write("github", ALL, rules=RULES).splitlines()
    assert lines[0] == (
        "::error file=out/leaf 1/config_db.json,line=12,col=7,"
        "title=FAB001 The ASN of a neighbour is wrong::asn 65099 is not 4200000001"
        "%0Aleaf-1 BGP_NEIGHBOR|10.64.0.0 asn%0Awrite 4200000001"
    )
    assert lines[1].startswith("::notice title=CAP003::3:1, 100%25 full%0A")


@given(DIAGNOSTICS)
def test_github_has_one_line_a_finding(diagnostics: list[Diagnostic]) -> None:
    text = write("github", diagnostics, rules=RULES)
    assert text.count("\n") == len(diagnostics)
    assert "\r" not in text
