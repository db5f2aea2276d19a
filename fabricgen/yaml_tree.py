"""A YAML document as a tree of nodes that know where they are written, built from parser events.

Scalars follow the YAML 1.2 core schema: ``no``, ``on`` and ``22:30`` are words, ``0o17`` is 15 and ``017`` is 17.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import yaml

from fabricgen.model.diagnostic import Place, Problem
from fabricgen.yaml_node import UNPRINTABLE, YamlNode, core_scalar

DEPTH_LIMIT = 64
ALIAS_LIMIT = 50_000
PROBLEM_LIMIT = 200


class StopBuildingError(Exception):
    """The document cannot be built further; the problem is already recorded."""


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not been read."""

    line: int
    column: int
    anchor: str | None
    mapping: bool
    is_key: bool
    items: list[YamlNode] = field(default_factory=list)
    pairs: dict[str, YamlNode] = field(default_factory=dict)
    keys: dict[str, tuple[int, int]] = field(default_factory=dict)
    pending: tuple[str, bool] | None = (
        None  # the key that waits for its value, and whether to keep it
    )
    size: int = 1
    depth: int = 1
    broken: bool = False


class TreeBuilder:
    """Builds the tree of one document from parser events and records problems.

    Args:
        file: Named in the places of problems.
        restore: Applied to each scalar's text (see ``fabricgen.source``).
    """

    def __init__(self, file: str, restore: Callable[[str], str]) -> None:
        self.problems: list[Problem] = []
        self.root: YamlNode | None = None
        self._file = file
        self._restore = restore
        self._stack: list[_Open] = []
        self._anchors: dict[str, tuple[YamlNode, int, int]] = {}
        self._documents = 0
        self._expanded = 0

    def build(self, events: Iterable[yaml.Event]) -> None:
        """Read ``events`` up to the end of the first document.

        Raises:
            yaml.YAMLError: The parser behind ``events`` met a syntax error.
        """
        try:
            for event in events:
                self._take(event)
        except StopBuildingError:
            pass

    def _take(self, event: yaml.Event) -> None:
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._open(event)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close()
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._documents += 1
            self._version(event)
            if self._documents > 1:
                self._stop(
                    "several-documents",
                    "a second YAML document starts here; the file must hold one",
                    "remove the line --- or split the file",
                    *_position(event),
                )

    def _version(self, event: yaml.DocumentStartEvent) -> None:
        if event.version is not None and tuple(event.version) != (1, 2):
            self._problem(
                "yaml-version",
                f"the file declares YAML {event.version[0]}.{event.version[1]} but is read as YAML 1.2",
                "remove the line %YAML; no, on, yes and 22:30 are words in YAML 1.2",
                *_position(event),
            )

    def _problem(self, kind: str, message: str, hint: str, line: int, column: int) -> None:
        place = Place(file=self._file, line=line, column=column)
        self.problems.append(Problem(kind=kind, message=message, hint=hint, place=place))
        if len(self.problems) >= PROBLEM_LIMIT:
            raise StopBuildingError

    def _stop(self, kind: str, message: str, hint: str, line: int, column: int) -> None:
        self._problem(kind, message, hint, line, column)
        raise StopBuildingError

    def _tagged(self, event: yaml.NodeEvent, tag: str | None) -> bool:
        if tag is None:
            return False
        known = tag.startswith("tag:yaml.org,2002:")  # any other may be a value that starts with !
        shown = f"the tag {tag.replace('tag:yaml.org,2002:', '!!')[:60]}" if known else "a tag"
        self._problem(
            "yaml-tag",
            f"{shown} is not allowed; values are plain text, numbers, lists and mappings",
            "remove the tag; put quotes around a text that starts with !",
            *_position(event),
        )
        return True

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        line, column = _position(event)
        text = self._restore(event.value)
        escaped = UNPRINTABLE.search(text)
        if escaped:
            self._problem(
                "control-character",
                f"the text stands for the character U+{ord(escaped[0]):04X}, which no text may hold",
                "remove the escape",
                line,
                column,
            )
        if self._awaits_key():
            self._key(text, event.implicit[0], line, column)
            self._tagged(event, event.tag)
            if event.anchor:
                self._anchor(event.anchor, YamlNode(value=text, line=line, column=column), 1, 0)
            return
        plain = event.implicit[0] and event.tag is None
        if plain and not text:
            line, column = self._nothing_at(line, column)
        node = YamlNode(
            value=core_scalar(text) if plain else text,
            line=line,
            column=column,
            text=text,
            plain=plain,
            broken=self._tagged(event, event.tag) or escaped is not None,
        )
        self._anchor(event.anchor, node, 1, 0)
        self._add(node, 1, 0)

    def _nothing_at(self, line: int, column: int) -> tuple[int, int]:
        """Return where an absent value is reported: at its key, or at the start of an empty document."""
        if not self._stack:
            return 1, 1
        frame = self._stack[-1]
        key = frame.pending[0] if frame.pending else None
        return (line, column) if key is None else frame.keys.get(key, (line, column))

    def _awaits_key(self) -> bool:
        return bool(self._stack) and self._stack[-1].mapping and self._stack[-1].pending is None

    def _key(self, text: str, plain: bool, line: int, column: int) -> None:
        frame = self._stack[-1]
        keep = text not in frame.keys
        if plain and text == "<<":
            keep = False
            frame.broken = True
            self._problem(
                "merge-key",
                "the merge key << is not part of YAML 1.2",
                "write the keys out, or give the whole value by an alias",
                line,
                column,
            )
        elif not keep:
            first_line, first_column = frame.keys[text]
            self._problem(
                "repeated-key",
                f"the key {text[:60]!r} is already given at line {first_line}, column {first_column}",
                "keep one of the two",
                line,
                column,
            )
        else:
            frame.keys[text] = (line, column)
        frame.pending = (text, keep)

    def _open(self, event: yaml.CollectionStartEvent) -> None:
        line, column = _position(event)
        is_key = self._awaits_key()
        if is_key:
            self._problem(
                "key-not-scalar",
                "a key is a list or a mapping; keys must be plain text",
                "write text followed by a colon; put quotes around a key or value that starts with [ or {",
                line,
                column,
            )
        frame = _Open(line, column, event.anchor, isinstance(event, yaml.MappingStartEvent), is_key)
        frame.broken = self._tagged(event, event.tag)
        self._stack.append(frame)
        self._check_depth(0, line, column)

    def _check_depth(self, below: int, line: int, column: int) -> None:
        if len(self._stack) + below > DEPTH_LIMIT:
            self._stop(
                "too-deep",
                f"lists and mappings are nested deeper than {DEPTH_LIMIT} levels",
                "check for stray brackets or indentation",
                line,
                column,
            )

    def _close(self) -> None:
        frame = self._stack.pop()
        node = YamlNode(
            value=MappingProxyType(frame.pairs) if frame.mapping else tuple(frame.items),
            line=frame.line,
            column=frame.column,
            keys=MappingProxyType(frame.keys),
            broken=frame.broken,
        )
        self._anchor(frame.anchor, node, frame.size, frame.depth)
        if frame.is_key:
            self._stack[-1].pending = ("", False)
            self._stack[-1].broken = True
        else:
            self._add(node, frame.size, frame.depth)

    def _anchor(self, name: str | None, node: YamlNode, size: int, depth: int) -> None:
        if name is not None:
            self._anchors[name] = (node, size, depth)

    def _alias(self, event: yaml.AliasEvent) -> None:
        line, column = _position(event)
        name = event.anchor or ""
        if name not in self._anchors or any(frame.anchor == name for frame in self._stack):
            self._problem(
                "unknown-alias",
                "an alias (a word after *) names no finished value before it",
                "write the value out; put quotes around a text that starts with *",
                line,
                column,
            )
            node, size, depth = YamlNode(value=None, line=line, column=column, broken=True), 1, 0
        else:
            node, size, depth = self._anchors[name]
            self._expanded += size
            if self._expanded > ALIAS_LIMIT:
                self._stop(
                    "alias-expansion",
                    f"aliases expand to more than {ALIAS_LIMIT} values",
                    "write the values out",
                    line,
                    column,
                )
            self._check_depth(depth, line, column)
        if self._awaits_key():
            self._alias_key(node, line, column)
        else:
            self._add(node, size, depth)

    def _alias_key(self, node: YamlNode, line: int, column: int) -> None:
        if isinstance(node.value, (tuple, Mapping)):
            self._problem(
                "key-not-scalar", "an alias of a list or mapping is used as a key", "", line, column
            )
            self._stack[-1].pending = ("", False)
        else:
            self._key(node.text or str(node.value), False, line, column)

    def _add(self, node: YamlNode, size: int, depth: int) -> None:
        if not self._stack:
            self.root = node
            return
        frame = self._stack[-1]
        frame.size += size
        frame.depth = max(frame.depth, depth + 1)
        if not frame.mapping:
            frame.items.append(node)
            return
        key, keep = frame.pending or ("", False)
        frame.pending = None
        if keep:
            frame.pairs[key] = node


def _position(event: yaml.Event) -> tuple[int, int]:
    mark = event.start_mark
    assert mark is not None, "parsers give every event a position"
    return mark.line + 1, mark.column + 1
