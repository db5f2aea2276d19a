"""Rows of an override: ``{row key: {field: text, or a list of text}}``."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

from fabricgen.intent.refusal import Refusal
from fabricgen.intent.scalars import text_of
from fabricgen.intent.wording import described
from fabricgen.source import YamlNode

Rows: TypeAlias = Mapping[str, Mapping[str, str | tuple[str, ...]]]
Refused: TypeAlias = tuple[tuple[str | int, ...], tuple[int, int], Refusal]

_SECRET_FIELDS = frozenset({"passkey", "password", "auth_password", "secret"})
_REFERENCE = re.compile(r"\$\{[A-Za-z_][A-Za-z0-9_]*\}|file:[^\s].*")


def read_rows(node: YamlNode) -> tuple[Rows, tuple[Refused, ...]]:
    """Return the rows of ``node`` by key, and what is refused: its path, line and column, and why."""
    refused: list[Refused] = []
    rows: dict[str, Mapping[str, str | tuple[str, ...]]] = {}
    for key, row in _pairs(node, (), "rows by their key", refused):
        fields: dict[str, str | tuple[str, ...]] = {}
        for name, value in _pairs(row, (key,), "fields and values", refused):
            try:
                fields[name] = _field(name, value)
            except Refusal as refusal:
                refused.append(((key, name), (value.line, value.column), refusal))
        rows[key] = MappingProxyType(fields)
    return MappingProxyType(rows), tuple(refused)


def _pairs(
    node: YamlNode, path: tuple[str | int, ...], meant: str, refused: list[Refused]
) -> list[tuple[str, YamlNode]]:
    if isinstance(node.value, Mapping):
        return list(node.value.items())
    refusal = Refusal(
        "wrong-type",
        f"{described(node)} stands where {meant} are meant",
        "write {row key: {field: text}}; a row without fields is {}",
    )
    refused.append((path, (node.line, node.column), refusal))
    return []


def _field(name: str, node: YamlNode) -> str | tuple[str, ...]:
    if isinstance(node.value, Mapping):
        raise Refusal(
            "wrong-type",
            "a mapping stands where a field's text is meant",
            "fields hold text or a list of text; CONFIG_DB has no deeper level",
        )
    if isinstance(node.value, tuple):
        return tuple(_text(name, item) for item in node.value)
    return _text(name, node)


def _text(name: str, node: YamlNode) -> str:
    if isinstance(node.value, (tuple, Mapping)):
        raise Refusal(
            "wrong-type", f"{described(node)} stands where text is meant", "write plain text"
        )
    if node.value is None:
        raise Refusal("empty-value", "the field has no value", 'write text, or ""')
    if name in _SECRET_FIELDS and node.text and not _REFERENCE.fullmatch(node.text):
        raise Refusal(
            "literal-secret",
            "a secret is written out here; it is not shown",
            "write ${NAME} for an environment variable or file:PATH, and change the secret that was written",
        )
    return node.text if isinstance(node.value, str) else text_of(node)
