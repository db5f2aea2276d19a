"""Diagnostics as JSON: a contract, versioned by ``format_version``."""

from collections.abc import Mapping, Sequence

import orjson

from fabricgen.model.diagnostic import Diagnostic
from fabricgen.model.rule import Rule
from fabricgen.report.plain import Json
from fabricgen.report.tally import counts, is_valid

FORMAT_VERSION = 1


def write(diagnostics: Sequence[Diagnostic], _rules: Mapping[str, Rule], _colour: bool) -> str:
    """Return ``diagnostics_document`` as JSON text, indented by 2."""
    document = diagnostics_document(diagnostics)
    return orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE).decode()


def diagnostics_document(diagnostics: Sequence[Diagnostic]) -> dict[str, Json]:
    """Return the object ``{format_version, valid, counts, diagnostics}``.

    Accepted findings carry their reason in ``accepted`` and count neither in ``counts`` nor against ``valid``.
    """
    return {
        "format_version": FORMAT_VERSION,
        "valid": is_valid(diagnostics),
        "counts": dict(counts(diagnostics)),
        "diagnostics": [_entry(item) for item in diagnostics],
    }


def _entry(item: Diagnostic) -> Json:
    place = item.place
    return {
        "rule": item.rule,
        "severity": item.severity.value,
        "message": item.message,
        "hint": item.hint,
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "device": place.device,
        "table": place.table,
        "key": place.key,
        "field": place.field,
        "accepted": item.accepted,
    }
