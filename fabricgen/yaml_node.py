"""One value of a YAML document with its place, and the scalars of the YAML 1.2 core schema."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

Scalar: TypeAlias = str | int | float | bool | None
YamlValue: TypeAlias = "Scalar | list[YamlValue] | dict[str, YamlValue]"

# What no text may hold: control characters, lone surrogates, line separators, marks of byte order, and two
# private-use characters that hold the braces of ${NAME} while the text is parsed.
UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue002-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_FLAGS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INTEGER = re.compile(r"[-+]?[0-9]{1,60}|0o[0-7]{1,40}|0x[0-9a-fA-F]{1,40}")
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]{1,40}|[0-9]{1,40}(?:\.[0-9]{0,40})?)(?:[eE][-+]?[0-9]{1,9})?"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class YamlNode:
    """One value: a scalar, a list or a mapping, with the line and column (from 1) it starts at.

    ``text`` is a scalar as written, ``plain`` whether it stands without quotes, ``keys`` the place of
    each key of a mapping, ``broken`` whether a problem was reported that leaves no value to judge.
    """

    value: "Scalar | tuple[YamlNode, ...] | Mapping[str, YamlNode]"
    line: int
    column: int
    text: str = ""
    plain: bool = False
    keys: Mapping[str, tuple[int, int]] = field(default_factory=lambda: MappingProxyType({}))
    broken: bool = False

    def unwrapped(self) -> YamlValue:
        """Return the value without positions, as lists and dicts."""
        if isinstance(self.value, tuple):
            return [item.unwrapped() for item in self.value]
        if isinstance(self.value, Mapping):
            return {key: item.unwrapped() for key, item in self.value.items()}
        return self.value


def core_scalar(text: str) -> Scalar:
    """Return the value of a plain scalar in the YAML 1.2 core schema.

    A number of more than 60 digits stays text, so that it is refused where a number is meant.
    """
    if text in _NULL:
        return None
    if text in _FLAGS:
        return _FLAGS[text]
    if _INTEGER.fullmatch(text):
        if text[:2] in ("0o", "0x"):
            return int(text, 0)
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text.replace(".", "") if text[-1] in "fFnN" else text)
    return text
