"""Natural order of names."""

import re

_DIGITS = re.compile(r"(\d+)")
_LONGEST_NUMBER = 20  # digits; a longer run is compared as text, so hostile input costs nothing


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key that puts ``Ethernet8`` before ``Ethernet16`` and leaf-2 before leaf-10."""
    parts = (part for part in _DIGITS.split(name) if part)
    return tuple(
        (0, int(part), "") if part.isdecimal() and len(part) < _LONGEST_NUMBER else (1, 0, part)
        for part in parts
    )
