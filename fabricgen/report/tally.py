"""What all formats count and say about diagnostics."""

from collections.abc import Sequence

from fabricgen.model.diagnostic import Diagnostic, Place, Severity


def counts(diagnostics: Sequence[Diagnostic]) -> dict[str, int]:
    """Return the number of findings by severity, in the order error, warning, note.

    Accepted findings count nowhere here.
    """
    return {
        severity.value: sum(
            1 for item in diagnostics if item.severity is severity and item.accepted is None
        )
        for severity in Severity
    }


def is_valid(diagnostics: Sequence[Diagnostic]) -> bool:
    """Return whether no error is left that is not accepted."""
    return counts(diagnostics)[Severity.ERROR.value] == 0


def position(place: Place) -> str:
    """Return ``file:line:column``, as far as known; the device where there is no file."""
    parts = (place.file or place.device or "", place.line, place.column)
    return ":".join(str(part) for part in parts if part not in (None, ""))


def subject(place: Place) -> str:
    """Return ``device TABLE|key field``, as far as known."""
    row = "|".join(part for part in (place.table, place.key) if part)
    return " ".join(part for part in (place.device, row, place.field) if part)
