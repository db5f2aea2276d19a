"""Diagnostics as SARIF 2.1.0 (OASIS), for code-scanning services."""

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from urllib.parse import quote

import orjson

from fabricgen import __version__
from fabricgen.model.diagnostic import Diagnostic, Place
from fabricgen.model.rule import Rule
from fabricgen.report.fingerprint import fingerprint
from fabricgen.report.plain import Json
from fabricgen.report.tally import subject

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def write(diagnostics: Sequence[Diagnostic], rules: Mapping[str, Rule], _colour: bool) -> str:
    """Return one run with the rules that found something, their manual pages, and the results."""
    used = sorted({item.rule for item in diagnostics})
    positions = {rule: number for number, rule in enumerate(used)}
    driver: dict[str, Json] = {
        "name": "fabricgen",
        "semanticVersion": __version__,
        "rules": [_rule(rule, rules.get(rule)) for rule in used],
    }
    results: list[Json] = [_result(item, positions[item.rule]) for item in diagnostics]
    content: dict[str, Json] = {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
        ],
    }
    return orjson.dumps(content, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE).decode()


def _rule(rule_id: str, rule: Rule | None) -> dict[str, Json]:
    if rule is None:
        return {"id": rule_id}
    return {
        "id": rule_id,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": rule.title},
        "help": {"text": rule.page},
        "defaultConfiguration": {"level": rule.severity.value},
    }


def _result(item: Diagnostic, position: int) -> dict[str, Json]:
    text = f"{item.message}\n{item.hint}" if item.hint else item.message
    result: dict[str, Json] = {
        "ruleId": item.rule,
        "ruleIndex": position,
        "level": item.severity.value,
        "message": {"text": text},
        "locations": _locations(item.place),
        "partialFingerprints": {"fabricgenFinding/v1": fingerprint(item)},
    }
    if item.accepted is not None:
        result["suppressions"] = [{"kind": "external", "justification": item.accepted}]
    return result


def _locations(place: Place) -> list[Json]:
    location: dict[str, Json] = {}
    if place.file is not None:
        physical: dict[str, Json] = {"artifactLocation": {"uri": _uri(place.file)}}
        if place.line is not None:
            region: dict[str, Json] = {"startLine": place.line}
            if place.column is not None:
                region["startColumn"] = place.column
            physical["region"] = region
        location["physicalLocation"] = physical
    about = subject(place)
    if about:
        location["logicalLocations"] = [{"fullyQualifiedName": about}]
    return [location] if location else []


def _uri(file: str) -> str:
    path = PurePath(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())
