"""Predicates of YANG types on CONFIG_DB texts, and what to say of a text they refuse."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TypeAlias

from fabricgen.model.configdb import TypeSpec

Predicate: TypeAlias = Callable[[str], bool]
Target: TypeAlias = tuple[str, str, str]

_DECIMAL = re.compile(r"\s*([+-]?)(\d+)(?:\.(\d+))?\s*")
_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?")
_WORDS = re.compile(r"[\w./+-]+(?:\|[\w./+-]+)*")
_PROBES = (
    ("192.0.2.1", "an IPv4 address"),
    ("2001:db8::1", "an IPv6 address"),
    ("192.0.2.1/24", "an IPv4 prefix"),
    ("2001:db8::1/64", "an IPv6 prefix"),
    ("02:00:00:00:00:01", "a MAC address"),
)
_SHOWN = 24


def split(
    spec: TypeSpec, *, converted: bool = False
) -> tuple[Predicate | None, tuple[Target, ...]]:
    """Return a type as a predicate on texts (None if nothing fits by itself) and its references.

    Args:
        spec: The type.
        converted: Unsigned numbers pass SONiC's own conversion first, which takes decimals only;
            elsewhere (keys, unions, signed numbers) YANG's hexadecimal and octal are legal too.
    """
    plain: list[TypeSpec] = []
    targets: list[Target] = []
    for member in members(spec):
        if member.target is not None:
            targets.append(member.target)
        else:
            plain.append(member)
    if not plain:
        return None, tuple(dict.fromkeys(targets))
    if converted and spec.kind == "integer" and spec.ranges[0][0] >= 0:
        return _decimal_only(spec), ()
    return _any_of(tuple(dict.fromkeys(plain))), tuple(dict.fromkeys(targets))


def members(spec: TypeSpec) -> Iterator[TypeSpec]:
    """Yield the type, or the members of a union and of unions inside it."""
    if spec.kind != "union":
        yield spec
        return
    for member in spec.members:
        yield from members(member)


@lru_cache(maxsize=4096)
def _any_of(specs: tuple[TypeSpec, ...]) -> Predicate:
    predicates = [_predicate(spec) for spec in specs]
    if len(predicates) == 1:
        return lru_cache(maxsize=2048)(predicates[0])
    return lru_cache(maxsize=2048)(lambda text: any(accepts(text) for accepts in predicates))


@lru_cache(maxsize=4096)
def _decimal_only(spec: TypeSpec) -> Predicate:
    ranges = spec.ranges
    return lru_cache(maxsize=2048)(lambda text: _integer_in(text, ranges, 10))


def _predicate(spec: TypeSpec) -> Predicate:
    if spec.kind == "integer":
        ranges = spec.ranges
        return lambda text: any(_integer_in(text, ranges, base) for base in (10, 16, 8))
    if spec.kind == "decimal":
        return lambda text: _decimal_in(text, spec)
    if spec.kind == "boolean":
        return frozenset(("true", "false")).__contains__
    if spec.kind == "enum":
        return frozenset(spec.enums).__contains__
    if spec.kind == "empty":
        return lambda text: text == ""
    if spec.kind == "bits":
        return lambda text: all(word in spec.enums for word in text.split())
    if spec.kind == "binary":
        return lambda text: _BASE64.fullmatch(text) is not None
    if spec.kind != "string":
        raise ValueError(f"unexpected kind of type {spec.kind!r}")
    return _string(spec)


def _string(spec: TypeSpec) -> Predicate:
    matches = [re.compile(pattern).fullmatch for pattern in spec.patterns]
    forbids = [re.compile(pattern).fullmatch for pattern in spec.inverted]
    lengths = spec.lengths

    def accepts(text: str) -> bool:
        if lengths and not any(low <= len(text) <= high for low, high in lengths):
            return False
        return all(m(text) for m in matches) and not any(m(text) for m in forbids)

    return accepts


def _integer_in(text: str, ranges: tuple[tuple[int, int], ...], base: int) -> bool:
    """Return whether a text is a number in the ranges; base 16 wants ``0x``, base 8 a leading 0."""
    if len(text) > 40:
        return False
    digits = text.strip().lstrip("+-")
    if base == 16 and not digits.startswith(("0x", "0X")):
        return False
    if base == 8 and not digits.startswith("0"):
        return False
    try:
        number = int(text, base)
    except ValueError:
        return False
    return any(low <= number <= high for low, high in ranges)


def _decimal_in(text: str, spec: TypeSpec) -> bool:
    found = _DECIMAL.fullmatch(text)
    digits = spec.fraction_digits or 0
    if found is None or len(text) > 40:
        return False
    sign, whole, fraction = found[1], found[2], found[3] or ""
    if len(fraction) > digits:
        return False
    number = int(f"{sign}{whole}{fraction.ljust(digits, '0')}")
    return not spec.ranges or any(low <= number <= high for low, high in spec.ranges)


def describe(spec: TypeSpec, *, most: int = _SHOWN) -> str:
    """Return what a type takes, in words: ``a whole number from 68 to 9216``.

    Of choices that can be listed, at most ``most`` are.
    """
    parts: list[str] = []
    words: list[str] = []
    for member in members(spec):
        listed = legal_words(member)
        if listed:
            words += [word for word in listed if word not in words]
        else:
            parts.append(_describe(member))
    if words:
        shown = ", ".join(words[:most]) + (", ..." if len(words) > most else "")
        parts.insert(0, f"one of {shown}" if len(words) > 1 else shown)
    return " or ".join(dict.fromkeys(parts))


def legal_words(spec: TypeSpec) -> tuple[str, ...]:
    """Return the legal texts of a type, its unions' included, where they can be listed."""
    if spec.kind == "union":
        return tuple(word for member in members(spec) for word in legal_words(member))
    if spec.kind in ("enum", "bits"):
        return spec.enums
    if spec.kind == "boolean":
        return ("true", "false")
    if spec.kind == "string" and len(spec.patterns) == 1:
        # "a|b" lists words; a dot in it would match any character
        pattern = spec.patterns[0].replace("(", "").replace(")", "")
        if _WORDS.fullmatch(pattern) and not set(pattern) & set(".+"):
            return tuple(dict.fromkeys(pattern.split("|")))
    return ()


def _describe(spec: TypeSpec) -> str:
    if spec.kind == "leafref" and spec.target is not None:
        table, _, leaf = spec.target
        return f"an entry of {table} (its {leaf})"
    if spec.kind == "integer":
        return "a whole number " + " or ".join(_span(pair) for pair in spec.ranges)
    if spec.kind == "decimal":
        digits = spec.fraction_digits or 0
        scaled = [
            f"from {low / 10**digits:g} to {high / 10**digits:g}" for low, high in spec.ranges
        ]
        return f"a number with at most {digits} decimal places {' or '.join(scaled)}".rstrip()
    if spec.kind != "string":
        return {"empty": "an empty text", "binary": "base64 text"}.get(spec.kind, spec.kind)
    known = _known_form(spec)
    if known:
        return known
    text = "a text"
    if spec.lengths:
        text += " of " + " or ".join(_letters(pair) for pair in spec.lengths) + " characters"
    if spec.patterns:
        text += " of the form " + " and ".join(pattern[:120] for pattern in spec.patterns)
    if spec.inverted:
        text += " not of the form " + " or ".join(pattern[:120] for pattern in spec.inverted)
    return text


def _span(pair: tuple[int, int]) -> str:
    low, high = pair
    return f"{low}" if low == high else f"from {low} to {high}"


def _letters(pair: tuple[int, int]) -> str:
    low, high = pair
    return f"{low}" if low == high else f"at least {low}" if high >= 2**63 else f"{low} to {high}"


def _known_form(spec: TypeSpec) -> str:
    accepts = _predicate(spec)
    if accepts("~") or accepts("x"):
        return ""
    return " or ".join(name for probe, name in _PROBES if accepts(probe))
