"""What a rule is: an id, a severity, a rule point, a manual page and a check."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from fabricgen.model.diagnostic import Finding, Problem, Severity


class Point(StrEnum):
    """Where in the corridor a rule runs, which also fixes what its ``check`` receives."""

    DRAFT = "draft"  # IntentDraft: an intent file as read
    INTENT = "intent"  # Design with the intent only, and so on for each stage
    SIZING = "sizing"
    TOPOLOGY = "topology"
    ADDRESSING = "addressing"
    ROUTING = "routing"
    QOS = "qos"
    TENANCY = "tenancy"
    FEASIBILITY = "feasibility"
    CONFIG = "config"  # ConfigCheck: one CONFIG_DB file
    FABRIC = "fabric"  # FabricFiles: all files together


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule module, loaded. ``page`` is its manual page, ``title`` the page's first line."""

    id: str
    severity: Severity
    point: Point
    title: str
    page: str
    check: Callable[..., Iterable[Finding]]


def findings(problems: Iterable[Problem], kind: str) -> Iterator[Finding]:
    """Yield the problems of one kind as findings; the whole check of many rules."""
    for problem in problems:
        if problem.kind == kind:
            yield Finding(message=problem.message, hint=problem.hint, place=problem.place)
