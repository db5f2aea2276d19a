"""What is wrong with a text that is not JSON, in plain sentences."""

import json
import math
import re
from typing import NamedTuple

_TOKEN = re.compile(
    r'[ \t\r\n]*(?:("(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")'
    r"|(-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)(?![A-Za-z0-9_.+-])"
    r"|([{}\[\]:,]))"
)
_BLANK = re.compile(r"[ \t\r\n]*")
_WORD = re.compile(r"[-+]?[A-Za-z0-9_.+-]+")
DEPTH = 64


class Fault(NamedTuple):
    """A fault of a text: where it is, the fact, what to change, and the kind of its problem."""

    offset: int
    message: str
    hint: str
    kind: str = "json-syntax"


def find_fault(text: str) -> Fault | None:
    """Return the first fault of ``text`` as JSON, None if this reader finds none.

    Nesting deeper than 64 levels is a fault of the kind ``too-deep``.
    """
    if not text.strip():
        return Fault(0, "the file is empty", "an empty configuration is {}")
    stack: list[tuple[str, int]] = []
    state = "value"
    position = 0
    while state != "end":
        token = _TOKEN.match(text, position)
        if token is None:
            return _no_token(text, position, stack)
        start, position = token.start(token.lastindex or 0), token.end()
        unfit = _unfit(token, start)
        if unfit is not None:
            return unfit
        step = _step(text, token, start, state, stack)
        if isinstance(step, Fault):
            return step
        state = step
        if len(stack) > DEPTH:
            return _deep(start)
    rest = _BLANK.match(text, position)
    end = rest.end() if rest else position
    if end < len(text):
        return Fault(end, "text follows the closing brace of the file", "remove what follows it")
    return None


def _unfit(token: re.Match[str], start: int) -> Fault | None:
    """Return what is wrong with a text or number that JSON's grammar allows and no reader takes."""
    string, word, _ = token.groups()
    if string is not None and "\\u" in string:
        lone = next((c for c in json.loads(string) if "\ud800" <= c <= "\udfff"), None)
        if lone is not None:
            return Fault(
                start,
                f"\\u{ord(lone):04x} is half of a character (a lone surrogate)",
                "write the character itself, or both halves",
            )
    if word is not None and word[-1].isdigit() and float(word) in (math.inf, -math.inf):
        return Fault(
            start,
            f"a number of {len(word)} characters is beyond every range: {word[:20]}...",
            "write the value as text in double quotes",
        )
    return None


def _deep(offset: int) -> Fault:
    return Fault(
        offset,
        f"objects and lists are nested deeper than {DEPTH} levels",
        "CONFIG_DB has three levels: table, row, field",
        "too-deep",
    )


def too_deep(text: str) -> Fault:
    """Return the fault of a text that is JSON but nested deeper than 64 levels."""
    return find_fault(text) or _deep(0)


def _step(
    text: str, token: re.Match[str], start: int, state: str, stack: list[tuple[str, int]]
) -> str | Fault:
    string, word, mark = token.groups()
    if state in ("value", "first-value"):
        if mark in ("{", "["):
            stack.append((mark, start))
            return "first-name" if mark == "{" else "first-value"
        if mark == "]" and state == "first-value":
            stack.pop()
            return "next" if stack else "end"
        if mark is not None:
            return _unexpected(text, mark, start, "a value")
        return "next" if stack else "end"
    if state in ("name", "first-name"):
        if string is not None:
            return "colon"
        if mark == "}" and state == "first-name":
            stack.pop()
            return "next" if stack else "end"
        return _unexpected(text, mark or word, start, "a name in double quotes")
    if state == "colon":
        if mark == ":":
            return "value"
        return Fault(start, "a colon is missing after the name", 'write "name": value')
    opener = stack[-1][0]
    if mark == ",":
        return "name" if opener == "{" else "value"
    if mark == ("}" if opener == "{" else "]"):
        stack.pop()
        return "next" if stack else "end"
    if mark in ("}", "]"):
        return Fault(start, f"{mark} closes what {opener} opened", "match the brackets")
    return Fault(start, "a comma is missing before this entry", "put a comma after the entry above")


def _unexpected(text: str, found: str | None, start: int, wanted: str) -> Fault:
    before = text[:start].rstrip()
    if found in ("}", "]") and before.endswith(","):
        name = "brace" if found == "}" else "bracket"
        return Fault(start, f"a comma stands before the closing {name}", "remove the comma")
    if found == ",":
        return Fault(start, f"a comma stands where {wanted} is due", "remove the comma")
    return Fault(start, f"{found} stands where {wanted} is due", f"write {wanted} there")


def _no_token(text: str, position: int, stack: list[tuple[str, int]]) -> Fault:
    blank = _BLANK.match(text, position)
    start = blank.end() if blank else position
    if start >= len(text):
        opener = stack[-1][0] if stack else "{"
        close = "}" if opener == "{" else "]"
        return Fault(start, f"the file ends before a closing {close}", "is the file cut off?")
    char = text[start]
    if char == '"':
        return Fault(
            start,
            "a text in double quotes does not end, or holds a control character or a wrong escape",
            "close the quotes; write a line break as \\n and a backslash as \\\\",
        )
    if char == "'":
        return Fault(start, "a text stands in single quotes", "JSON takes double quotes only")
    if char in "/#":
        return Fault(start, "a comment stands here", "JSON has no comments; remove it")
    word = _WORD.match(text, start)
    if word is not None and word[0].lstrip("+-") in ("NaN", "Infinity", "inf", "nan"):
        return Fault(start, f"{word[0]} is not JSON", "write a number in double quotes")
    if word is not None:
        return Fault(
            start, f"{word[0][:40]} is not JSON", "write texts and numbers in double quotes"
        )
    return Fault(start, f"the character {char!r} is not JSON here", "remove it")
