"""Natural order of CONFIG_DB keys: numbers and addresses by value."""

import re
from functools import lru_cache
from ipaddress import IPv6Address

_DIGITS = re.compile(r"(\d+)")


@lru_cache(maxsize=1 << 17)
def natural_key(text: str) -> tuple[tuple[str | int, ...], ...]:
    """Return a sort key: ``Ethernet8`` before ``Ethernet16``, 10.0.0.9 before 10.0.0.10.

    Parts between bars are compared one after the other, IPv6 addresses by value.
    """
    return tuple(_part(part) for part in text.split("|"))


def _part(text: str) -> tuple[str | int, ...]:
    if ":" in text:
        address, _, length = text.partition("/")
        try:
            return (":", int(IPv6Address(address)), length)
        except ValueError:
            pass
    return tuple(
        int(piece) if number else piece
        for number, piece in ((i % 2, p) for i, p in enumerate(_DIGITS.split(text)))
    )
