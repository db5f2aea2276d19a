"""Find the rule modules, run those of a point, stamp what they find."""

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import lru_cache

from fabricgen.model.diagnostic import Diagnostic, Finding, Severity
from fabricgen.model.intent import AcceptIntent
from fabricgen.model.rule import Point, Rule

_PACKAGE = "fabricgen.rules"
_ID = re.compile(r"[A-Z]{3}\d{3}")
_ORDER = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}


@lru_cache(maxsize=1)
def load_rules() -> Mapping[str, Rule]:
    """Return all rules by id, in the order of their ids.

    Raises:
        ValueError: A module's id, name or docstring breaks the convention, or an id is used twice.
    """
    package = importlib.import_module(_PACKAGE)
    rules: dict[str, Rule] = {}
    for entry in pkgutil.iter_modules(package.__path__):
        if entry.name.startswith("_"):
            continue
        rule = _load(entry.name)
        if rule.id in rules:
            raise ValueError(f"rule id {rule.id} is used by two modules")
        rules[rule.id] = rule
    return dict(sorted(rules.items()))


def _load(name: str) -> Rule:
    module = importlib.import_module(f"{_PACKAGE}.{name}")
    page = inspect.getdoc(module) or ""
    rule_id: str = module.ID
    if not _ID.fullmatch(rule_id) or not name.startswith(rule_id.lower() + "_"):
        raise ValueError(f"rule module {name} has the id {rule_id!r}; the name must start with it")
    if not page:
        raise ValueError(f"rule {rule_id} has no manual page")
    check: Callable[..., Iterable[Finding]] = module.check
    return Rule(
        id=rule_id,
        severity=Severity(module.SEVERITY),
        point=Point(module.POINT),
        title=page.splitlines()[0].rstrip("."),
        page=page,
        check=check,
    )


def run(
    point: Point,
    subject: object,
    *,
    accept: Iterable[AcceptIntent] = (),
    severities: Mapping[str, Severity] | None = None,
) -> tuple[Diagnostic, ...]:
    """Return the diagnostics of all rules of ``point`` on ``subject``, sorted by place.

    Args:
        point: Chooses the rules; ``subject`` must be of the type the point names.
        subject: What the rules look at.
        accept: Accepted findings of the intent; a match keeps the diagnostic but marks it.
        severities: Severity by rule id where it differs from the rule's own.
    """
    chosen = severities or {}
    found: list[Diagnostic] = []
    for rule in load_rules().values():
        if rule.point is not point:
            continue
        found.extend(
            Diagnostic(
                rule=rule.id,
                severity=chosen.get(rule.id, rule.severity),
                message=finding.message,
                hint=finding.hint,
                place=finding.place,
            )
            for finding in rule.check(subject)
        )
    return tuple(_accepted(item, accept) for item in sort(found))


def _accepted(item: Diagnostic, accept: Iterable[AcceptIntent]) -> Diagnostic:
    for entry in accept:
        device = item.place.device or ""
        if entry.rule == item.rule and fnmatchcase(device, entry.devices):
            return replace(item, accepted=entry.reason)
    return item


def sort(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return diagnostics in report order: file, line, column, severity, rule, message."""

    def key(item: Diagnostic) -> tuple[str, int, int, int, str, str]:
        place = item.place
        return (
            place.file or place.device or "",
            place.line or 0,
            place.column or 0,
            _ORDER[item.severity],
            item.rule,
            item.message,
        )

    return tuple(sorted(set(diagnostics), key=key))
