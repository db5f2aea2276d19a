"""The scalar forms of the intent language: what is written, what it becomes, and why it is refused."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from typing import TypeAlias

from fabricgen.intent.addresses import (
    address,
    any_prefix,
    asn_range,
    link_pool,
    node_range,
    prefix,
    prefix6,
)
from fabricgen.intent.quantities import bounds, exact, length, percent, ratio, size, speed
from fabricgen.intent.refusal import Refusal, shown
from fabricgen.model.intent import Key
from fabricgen.model.name_pattern import HOSTNAME, filled
from fabricgen.source import YamlNode

ScalarValue: TypeAlias = str | int | bool | Fraction

_SECRET = re.compile(r"\$\{[A-Za-z_][A-Za-z0-9_]*\}|file:[^\s].*")
_YAML_1_1_FLAGS = {
    "yes": "true",
    "on": "true",
    "y": "true",
    "no": "false",
    "off": "false",
    "n": "false",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A scalar as read, and a remark on a legal form that is probably not meant."""

    value: ScalarValue
    remark: Refusal | None = None


def read_scalar(key: Key, node: YamlNode) -> Reading:
    """Return the value of a scalar ``node`` in the form that ``key`` asks for.

    Raises:
        Refusal: The text is not of that form, or out of range.
    """
    return _FORMS[key.kind](key, node)


def text_of(node: YamlNode, meant: str = "text") -> str:
    """Return the text of a scalar as it is written, without line ends; a number stands for its text.

    Raises:
        Refusal: It is a yes/no value, empty, or of several lines.
    """
    if isinstance(node.value, bool):
        raise Refusal(
            "wrong-type",
            f"{node.text} is a yes/no value where {meant} is meant",
            f'write "{node.text.lower()}" in quotes if the word is meant',
        )
    if not node.text.strip():
        raise Refusal(
            "empty-value", f"an empty text stands where {meant} is meant", "write a value"
        )
    text = node.text.rstrip("\r\n")
    if "\n" in text or "\r" in text:
        raise Refusal(
            "wrong-type",
            f"a text of several lines stands where {meant} is meant",
            "write it on one line, or fold it with >",
        )
    return text


def _text(_key: Key, node: YamlNode) -> Reading:
    return Reading(value=text_of(node))


def _name(_key: Key, node: YamlNode) -> Reading:
    text = text_of(node, "a name")
    if not HOSTNAME.fullmatch(text):
        raise Refusal(
            "bad-name",
            f"{shown(text)} is not a name: at most 63 letters, digits and hyphens, no hyphen at an end",
            "device names are made from it, so write a host name without dots, such as tokyo-a",
        )
    return Reading(value=text)


def _node_names(_key: Key, node: YamlNode) -> Reading:
    """Read a pattern of node names; it is tried with the longest group and the last node there may be."""
    text = text_of(node, "a pattern of names")
    fields: dict[str, str | int] = {"group": "g", "index": 1 << 17}
    try:
        name = filled(text, fields)
    except KeyError as error:
        raise Refusal(
            "bad-name",
            f"{shown(str(error.args[0]))} is no field of node names",
            "use {group} and {index}, such as gpu{index:03}",
        ) from None
    if "{index" not in text:
        raise Refusal(
            "bad-name",
            f"{shown(text)} gives all nodes one name",
            "put {index} or {index:04} into it",
        )
    if not HOSTNAME.fullmatch(f"{name}-dpu8"):
        raise Refusal(
            "bad-name",
            f"{shown(text)} makes names such as {shown(name)}, which are no host names of 58 characters or less",
            "use letters, digits and hyphens, no hyphen first",
        )
    return Reading(value=text)


def nearest(word: str, legal: tuple[str, ...]) -> str | None:
    """Return the legal word closest to ``word``, or None when none is close."""
    folded = {item.lower().replace("_", "-"): item for item in legal}
    close = get_close_matches(word[:80].lower().replace("_", "-"), list(folded), 1, 0.6)
    return folded[close[0]] if close else None


def _choice(key: Key, node: YamlNode) -> Reading:
    text = text_of(node, f"one of {', '.join(key.choices)}")
    if text not in key.choices:
        close = nearest(text, key.choices)
        raise Refusal(
            "unknown-choice",
            f"{shown(text)} is not one of {', '.join(key.choices)}",
            f"did you mean {close}?" if close else "write one of these words",
        )
    return Reading(value=text)


def _flag(_key: Key, node: YamlNode) -> Reading:
    if isinstance(node.value, bool):
        return Reading(value=node.value)
    meant = _YAML_1_1_FLAGS.get(node.text.lower(), "true or false")
    quoted = node.text.lower() in ("true", "false") and not node.plain
    raise Refusal(
        "wrong-type",
        f"{shown(node.text)} is {'a text' if isinstance(node.value, str) else 'a number'} where true or false is meant",
        "remove the quotes" if quoted else f"write {meant}",
    )


def _count(key: Key, node: YamlNode) -> Reading:
    number = exact(node)
    if number is None:
        digits = node.text.replace(",", "").replace("_", "").strip()
        plain = digits.isdecimal() and digits.isascii() and len(digits) < 20
        what = (
            "a text"
            if isinstance(node.value, str)
            else "a yes/no value"
            if isinstance(node.value, bool)
            else "a number that is not finite or far too large"
        )
        raise Refusal(
            "wrong-type",
            f"{shown(node.text)} is {what} where a whole number is meant",
            f"write {int(digits)} without quotes" if plain else "write a whole number",
        )
    if number.denominator != 1:
        raise Refusal(
            "wrong-type", f"{shown(node.text)} is not a whole number", "write a whole number"
        )
    value = int(number)
    if (key.minimum is not None and value < key.minimum) or (
        key.maximum is not None and value > key.maximum
    ):
        raise Refusal("out-of-range", *bounds(key, shown(node.text)))
    return Reading(value=value, remark=_leading_zero(node, value))


def _leading_zero(node: YamlNode, value: int) -> Refusal | None:
    digits = node.text.lstrip("+-")
    if len(digits) < 2 or digits[0] != "0" or not digits.isdecimal():
        return None
    return Refusal(
        "leading-zero",
        f"{shown(node.text)} is read as {value}; tools of YAML 1.1 read a leading zero as octal",
        f"write {value}",
    )


def _secret(_key: Key, node: YamlNode) -> Reading:
    if not isinstance(node.value, str) or not _SECRET.fullmatch(node.text):
        raise Refusal(
            "literal-secret",
            "a secret is written out here; it is not shown",
            "write ${NAME} for an environment variable or file:PATH, and change the secret that was written",
        )
    return Reading(value=node.text)


def _of_text(read: Callable[[str], str]) -> Callable[[Key, YamlNode], Reading]:
    return lambda _key, node: Reading(value=read(text_of(node)))


def _number(read: Callable[[Key, YamlNode], int | Fraction]) -> Callable[[Key, YamlNode], Reading]:
    return lambda key, node: Reading(value=read(key, node))


_FORMS: Mapping[str, Callable[[Key, YamlNode], Reading]] = {
    "text": _text,
    "name": _name,
    "node-names": _node_names,
    "choice": _choice,
    "flag": _flag,
    "count": _count,
    "dscp": _count,
    "speed": _number(speed),
    "length": _number(length),
    "size": _number(size),
    "percent": _number(percent),
    "ratio": _number(ratio),
    "secret": _secret,
    "prefix": _of_text(prefix),
    "prefix6": _of_text(prefix6),
    "any-prefix": _of_text(any_prefix),
    "link-pool": _of_text(link_pool),
    "address": _of_text(address),
    "asn-range": _of_text(asn_range),
    "node-range": _of_text(node_range),
}
