"""Shell patterns of the intent that match none of the names they could."""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding


def unmatched(
    design: Design, key: str, patterns: Sequence[str], names: Sequence[str], what: str
) -> Iterator[Finding]:
    """Yield one finding for each pattern that matches none of ``names``.

    Args:
        design: Knows where the patterns are written: under ``devices`` of the items of ``key``.
        key: The key of the intent whose items hold the patterns.
        patterns: The patterns, one an item.
        names: What they could match.
        what: How messages call the names.
    """
    for index, pattern in enumerate(patterns):
        if any(fnmatchcase(name, pattern) for name in names):
            continue
        close = get_close_matches(pattern, names, 1, 0.4)
        near = f"write a device's name or a pattern of it, such as {close[0]}" if close else ""
        yield Finding(
            message=f"{pattern} matches none of the {len(names)} {what}",
            hint=near or "write a device's name, or a pattern such as leaf-*",
            place=design.intent.place(key, index, "devices"),
        )
