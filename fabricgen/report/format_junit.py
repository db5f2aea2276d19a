"""Diagnostics as JUnit XML, for test reports of CI services."""

import re
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree as Xml

from fabricgen.model.diagnostic import Diagnostic, Severity
from fabricgen.model.rule import Rule
from fabricgen.report.tally import counts, position, subject

# Characters that XML 1.0 does not allow.
_ILLEGAL = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(diagnostics: Sequence[Diagnostic], rules: Mapping[str, Rule], _colour: bool) -> str:
    """Return one test case a finding: errors fail, accepted ones are skipped, the rest pass.

    A run without findings has one case that passes.
    """
    failures = str(counts(diagnostics)[Severity.ERROR.value])
    skipped = str(sum(1 for item in diagnostics if item.accepted is not None))
    numbers = {
        "name": "fabricgen",
        "tests": str(len(diagnostics) or 1),
        "failures": failures,
        "errors": "0",
        "skipped": skipped,
    }
    root = Xml.Element("testsuites", numbers)
    suite = Xml.SubElement(root, "testsuite", numbers)
    if not diagnostics:
        Xml.SubElement(suite, "testcase", {"classname": "fabricgen", "name": "no findings"})
    for item in diagnostics:
        _case(suite, item, rules.get(item.rule))
    Xml.indent(root)
    return Xml.tostring(root, encoding="unicode", xml_declaration=False) + "\n"


def _case(suite: Xml.Element, item: Diagnostic, rule: Rule | None) -> None:
    where = position(item.place)
    name = _legal(" ".join(part for part in (where, subject(item.place)) if part) or item.message)
    title = f"{item.rule} {rule.title}" if rule else item.rule
    attributes = {"classname": _legal(title), "name": name}
    if item.place.file is not None:
        attributes["file"] = _legal(item.place.file)
    if item.place.line is not None:
        attributes["line"] = str(item.place.line)
    case = Xml.SubElement(suite, "testcase", attributes)
    text = _legal("\n".join(part for part in (where, item.message, item.hint) if part))
    if item.accepted is not None:
        Xml.SubElement(case, "skipped", {"message": _legal(f"accepted: {item.accepted}")})
    elif item.severity is Severity.ERROR:
        kind = {"message": _legal(item.message), "type": item.rule}
        Xml.SubElement(case, "failure", kind).text = text
    else:
        Xml.SubElement(case, "system-out").text = f"{item.severity.value}: {text}"


def _legal(text: str) -> str:
    return _ILLEGAL.sub("\ufffd", text)
