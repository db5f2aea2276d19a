"""Types of YANG leaves with their typedefs resolved, from pyang's tree."""

import re
from collections.abc import Iterator
from typing import Protocol

from fabricgen.configdb.yang_tree import Statement, child
from fabricgen.model.configdb import TypeSpec

_PREDICATE = re.compile(r"\[[^\]]*\]")
_INTEGERS = {
    f"{sign}int{bits}": ((0, 2**bits - 1) if sign else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1))
    for sign in ("", "u")
    for bits in (8, 16, 32, 64)
}
_KINDS = {
    "boolean": "boolean",
    "enumeration": "enum",
    "string": "string",
    "union": "union",
    "leafref": "leafref",
    "decimal64": "decimal",
    "empty": "empty",
    "bits": "bits",
    "binary": "binary",
}
Pairs = tuple[tuple[int, int], ...]


class Restriction(Protocol):
    """What pyang keeps of one level of a type: its base and the restrictions it adds."""

    name: str
    base: "Restriction | None"


def type_spec(statement: Statement | None, path: tuple[str, ...]) -> TypeSpec:
    """Return the type of a ``type`` statement.

    Args:
        statement: As pyang resolved it.
        path: Names from the module's container down to the leaf; relative references start there.

    Raises:
        ValueError: The type is missing or of a kind CONFIG_DB does not use.
    """
    if statement is None:
        raise ValueError(f"{'/'.join(path)} has no type")
    levels = list(_levels(statement))
    base = levels[-1]
    name = str(base.arg)
    if name in _INTEGERS:
        ranges = _bounds(levels, "range", *_INTEGERS[name]) or (_INTEGERS[name],)
        return TypeSpec(kind="integer", ranges=ranges)
    if name not in _KINDS:
        raise ValueError(f"{'/'.join(path)} has the unexpected type {name}")
    kind = _KINDS[name]
    if kind == "leafref":
        return TypeSpec(kind=kind, target=_target(child(base, "path"), path))
    if kind == "union":
        return TypeSpec(kind=kind, members=tuple(type_spec(t, path) for t in base.search("type")))
    if kind in ("enum", "bits"):
        word = "enum" if kind == "enum" else "bit"
        level = next((level for level in levels if level.search(word)), base)
        return TypeSpec(kind=kind, enums=tuple(str(e.arg) for e in level.search(word)))
    if kind == "decimal":
        digits = int(child(base, "fraction-digits"))
        ranges = _bounds(levels, "range", -(2**63), 2**63 - 1, digits)
        return TypeSpec(kind=kind, fraction_digits=digits, ranges=ranges)
    patterns, inverted = _patterns(levels)
    lengths = _bounds(levels, "length", 0, 2**64 - 1)
    return TypeSpec(kind=kind, lengths=lengths, patterns=patterns, inverted=inverted)


def _levels(statement: Statement) -> Iterator[Statement]:
    """Yield the type statement and those of its typedefs, down to the built-in type."""
    yield statement
    typedef = getattr(statement, "i_typedef", None)
    while typedef is not None:
        statement = typedef.search_one("type")
        yield statement
        typedef = getattr(statement, "i_typedef", None)


def _bounds(levels: list[Statement], word: str, low: int, high: int, digits: int = 0) -> Pairs:
    """Return the pairs of the most derived ``range`` or ``length``, empty if there is none."""
    for level in levels:
        text = child(level, word)
        if text:
            return tuple(_pair(part, low, high, digits) for part in text.split("|"))
    return ()


def _pair(part: str, low: int, high: int, digits: int) -> tuple[int, int]:
    ends = [end.strip() for end in part.split("..")]

    def number(text: str) -> int:
        if text in ("min", "max"):
            return low if text == "min" else high
        whole, _, fraction = text.partition(".")
        return int(whole + fraction.ljust(digits, "0")) if digits else int(text, 0)

    return number(ends[0]), number(ends[-1])


def _patterns(levels: list[Statement]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    plain: list[str] = []
    inverted: list[str] = []
    for level in levels:
        for pattern in level.search("pattern"):
            into = inverted if child(pattern, "modifier") == "invert-match" else plain
            into.append(python_pattern(str(pattern.arg)))
    return tuple(plain), tuple(inverted)


def python_pattern(pattern: str) -> str:
    r"""Return an XML Schema pattern as a Python one that must match in full.

    In XML Schema ``^`` and ``$`` are ordinary outside brackets, and ``\p{L}``, ``\p{N}`` are classes.
    """
    out: list[str] = []
    inside = False
    position = 0
    classes = {r"\p{N}": r"\d", r"\p{L}": r"^\W\d_"}
    while position < len(pattern):
        char = pattern[position]
        if char == "\\":
            name = pattern[position : position + 5]
            if name in classes:
                found = classes[name]
                if found.startswith("^"):
                    found = "a-zA-Z\u00aa-\uffff" if inside else f"[{found}]"
                out.append(found)
                position += 5
                continue
            out.append(pattern[position : position + 2])
            position += 2
            continue
        if char == "[" and not inside:
            inside = True
        elif char == "]" and inside:
            inside = False
        elif char in "^$" and not inside:
            char = "\\" + char
        out.append(char)
        position += 1
    text = "".join(out)
    re.compile(text)
    return text


def _target(path: str, leaf: tuple[str, ...]) -> tuple[str, str, str]:
    """Return table, list and leaf that a leafref path names."""
    steps = [step.rpartition(":")[2].strip() for step in _PREDICATE.sub("", path).split("/")]
    if steps[0] == "":
        full = [step for step in steps if step]
    else:
        full = list(leaf)
        for step in steps:
            if step == "..":
                full.pop()
            else:
                full.append(step)
    if len(full) != 4:
        raise ValueError(f"the reference {path} of {'/'.join(leaf)} names no field of a table")
    return full[1], full[2], full[3]
