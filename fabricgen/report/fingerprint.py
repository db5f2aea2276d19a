"""What makes two findings the same one, and baseline files that list known findings."""

import hashlib
import json
from collections.abc import Collection, Iterable
from dataclasses import replace
from pathlib import PurePath

from fabricgen.model.diagnostic import Diagnostic

FORMAT_VERSION = 1


def fingerprint(item: Diagnostic) -> str:
    """Return what stays the same when lines move: rule, file name, device, row, field, message."""
    place = item.place
    name = PurePath(place.file).name if place.file else None
    parts = (item.rule, name, place.device, place.table, place.key, place.field, item.message)
    return hashlib.sha256("\0".join(part or "" for part in parts).encode()).hexdigest()


def baseline_text(diagnostics: Iterable[Diagnostic]) -> str:
    """Return a baseline file: every finding with its fingerprint, and enough words to review it."""
    rows = {
        fingerprint(item): {
            "fingerprint": fingerprint(item),
            "rule": item.rule,
            "device": item.place.device,
            "message": item.message,
        }
        for item in diagnostics
        if item.accepted is None
    }
    content = {"format_version": FORMAT_VERSION, "findings": list(rows.values())}
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def read_baseline(text: str) -> frozenset[str]:
    """Return the fingerprints of a baseline file.

    Raises:
        ValueError: The text is not a baseline file of a known format.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON: {error}") from error
    if not isinstance(content, dict) or content.get("format_version") != FORMAT_VERSION:
        raise ValueError(f"not a baseline of format_version {FORMAT_VERSION}")
    rows = content.get("findings")
    if not isinstance(rows, list):
        raise ValueError("findings is not a list")
    found: set[str] = set()
    for row in rows:
        one = row.get("fingerprint") if isinstance(row, dict) else None
        if not isinstance(one, str):
            raise ValueError("an entry of findings has no fingerprint")
        found.add(one)
    return frozenset(found)


def accept_known(
    diagnostics: Iterable[Diagnostic], known: Collection[str], reason: str
) -> tuple[Diagnostic, ...]:
    """Return the diagnostics with the known ones accepted for ``reason``; only new ones then count."""
    return tuple(
        replace(item, accepted=reason)
        if item.accepted is None and fingerprint(item) in known
        else item
        for item in diagnostics
    )
