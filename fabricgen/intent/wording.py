"""Words of the reader's messages."""

from collections.abc import Mapping

from fabricgen.intent.language import LanguageKey, homes, language
from fabricgen.intent.refusal import shown
from fabricgen.intent.scalars import nearest
from fabricgen.source import YamlNode


def described(node: YamlNode) -> str:
    """Return what kind of value ``node`` is, in words that name no content."""
    if isinstance(node.value, Mapping):
        return "a mapping"
    if isinstance(node.value, tuple):
        return "a list"
    if isinstance(node.value, bool):
        return "a yes/no value"
    if isinstance(node.value, (int, float)):
        return "a number"
    return "nothing" if node.value is None else "a text"


def unknown_key(name: str, record: type, path: tuple[str | int, ...]) -> tuple[str, str]:
    """Return message and hint for a key that ``record``, at ``path``, does not have."""
    legal = tuple(language(record))
    close = nearest(name, legal)
    elsewhere = homes(name)
    if close is not None:
        hint = f"did you mean {close}?"
    elif elsewhere:
        more = f" or {len(elsewhere) - 4} more places" if len(elsewhere) > 4 else ""
        hint = f"it belongs at {' or '.join(elsewhere[:4])}{more}"
    else:
        hint = f"legal here: {', '.join(legal)}"
    return f"the key {shown(name)} is not known {where(path)}", hint


def missing_key(item: LanguageKey, path: tuple[str | int, ...]) -> tuple[str, str]:
    """Return message and hint for a required key that is absent at ``path``."""
    return f"the key {item.name} is missing {where(path)}", f"add {item.name}: {item.key.doc}"


def where(path: tuple[str | int, ...]) -> str:
    """Return ``path`` in words; list items count from 1."""
    if not path:
        return "at the top of the intent"
    text = ""
    for step in path:
        text += f"[{step + 1}]" if isinstance(step, int) else f".{step}"
    return f"in {text.lstrip('.')}"
