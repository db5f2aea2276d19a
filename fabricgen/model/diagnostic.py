"""Places in a text, findings of rules, and problems that readers and stages report."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType


class Severity(StrEnum):
    """How bad a finding is; only errors make a run fail."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a finding points: a position in a file, a CONFIG_DB field, or both.

    ``line`` and ``column`` count from 1. Whatever is unknown is None.
    """

    file: str | None = None
    line: int | None = None
    column: int | None = None
    device: str | None = None
    table: str | None = None
    key: str | None = None
    field: str | None = None

    def on_device(self, device: str) -> "Place":
        """Return the same place with the device named."""
        return replace(self, device=device)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a rule says: the fact with numbers and units, and what to change."""

    message: str
    hint: str = ""
    place: Place = Place()


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """What a reader or a stage could not do; a rule turns each kind into its finding.

    Readers and stages never judge. They record what stopped them as problems of a named kind
    (``"repeated-key"``, ``"pool-too-small"``), and exactly one rule owns each kind.
    ``details`` carries further facts for messages and tests.
    """

    kind: str
    message: str
    hint: str = ""
    place: Place = Place()
    details: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """A finding stamped by the runner with its rule and severity.

    ``accepted`` holds the reason when the intent accepts the finding; it then stays in the report
    but does not count as an error.
    """

    rule: str
    severity: Severity
    message: str
    hint: str
    place: Place
    accepted: str | None = None


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Return whether an error stands that is not accepted."""
    return any(d.severity is Severity.ERROR and d.accepted is None for d in diagnostics)
