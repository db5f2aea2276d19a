"""Read an intent file into records; whatever is wrong comes back as problems with their places."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from fabricgen.intent.crosscheck import contradictions
from fabricgen.intent.language import LanguageKey, language
from fabricgen.intent.refusal import Refusal, shown
from fabricgen.intent.rows import read_rows
from fabricgen.intent.scalars import read_scalar, text_of
from fabricgen.intent.wording import described, missing_key, unknown_key
from fabricgen.model.diagnostic import Place, Problem
from fabricgen.model.intent import Intent, IntentDraft
from fabricgen.source import YAML_LIMIT_BYTES, SourceText, YamlNode, as_source, read_text, read_yaml

KeyPath: TypeAlias = tuple[str | int, ...]

PROBLEM_LIMIT = 1000
_HARMLESS = frozenset({"byte-order-mark", "leading-zero", "repeated-item", "no-effect"})


class _Failed:
    """Stands for a value whose problem is recorded."""


_FAILED = _Failed()


def read(path: Path) -> IntentDraft:
    """Return the intent of the file at ``path`` with everything that is wrong with it."""
    return _draft(read_text(path, limit_bytes=YAML_LIMIT_BYTES))


def parse(text: str, file: str) -> IntentDraft:
    """Return the intent of ``text``; ``file`` is named in the places of problems."""
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > YAML_LIMIT_BYTES:
        problem = Problem(
            kind="too-large",
            message=f"the text holds {size} bytes, more than {YAML_LIMIT_BYTES}",
            place=Place(file=file),
        )
        return IntentDraft(file=file, intent=None, problems=(problem,))
    return _draft(as_source(text, file))


def _draft(source: SourceText) -> IntentDraft:
    document = read_yaml(source)
    problems = list(document.problems)
    walk = _Walk(source.file)
    intent = None
    if document.root is not None:
        intent = walk.intent(document.root)
        problems += walk.problems
    elif all(problem.kind in _HARMLESS for problem in problems):
        problems.append(
            Problem(
                kind="empty-value",
                message="the file holds no intent",
                hint="write at least fabricgen, name and compute; `fabricgen init` writes a start",
                place=Place(file=source.file, line=1, column=1),
            )
        )
    if any(problem.kind not in _HARMLESS for problem in problems):
        intent = None
    return IntentDraft(file=source.file, intent=intent, problems=tuple(problems))


class _TooManyError(Exception):
    """The limit of problems is reached; the last one says so."""


class _Walk:
    """Walks a document along the records of the language."""

    def __init__(self, file: str) -> None:
        self.problems: list[Problem] = []
        self._file = file
        self._places: dict[KeyPath, Place] = {}

    def intent(self, root: YamlNode) -> Intent | None:
        """Return the intent that ``root`` holds, or None."""
        self._places[()] = self._place(root)
        try:
            value = self._record(Intent, root, ())
        except _TooManyError:
            return None
        if not isinstance(value, Intent):
            return None
        return replace(value, places=MappingProxyType(self._places))

    def _place(self, node: YamlNode) -> Place:
        return Place(file=self._file, line=node.line, column=node.column)

    def _written(self, path: KeyPath) -> Place:
        while path and path not in self._places:
            path = path[:-1]
        return self._places[path]

    def _report(self, kind: str, message: str, hint: str, place: Place) -> None:
        if len(self.problems) == PROBLEM_LIMIT:
            kind, hint = "too-many-problems", "repair the first ones and run again"
            message = f"there are more than {PROBLEM_LIMIT} problems; this one and later ones are not shown"
        self.problems.append(Problem(kind=kind, message=message, hint=hint, place=place))
        if len(self.problems) > PROBLEM_LIMIT:
            raise _TooManyError

    def _record(self, record: type, node: YamlNode, path: KeyPath) -> object:
        if not isinstance(node.value, Mapping):
            keys = ", ".join(list(language(record))[:6])
            self._report(
                "wrong-type",
                f"{described(node)} stands where keys such as {keys} are meant",
                "write keys and values, such as `key: value`, below it",
                self._written(path),
            )
            return _FAILED
        known = language(record)
        failed = node.broken
        for name in node.value:
            if name not in known:
                failed = True
                line, column = node.keys[name]
                place = Place(file=self._file, line=line, column=column)
                self._report("unknown-key", *unknown_key(name, record, path), place)
        values: dict[str, object] = {}
        for name, item in known.items():
            if name in node.value:
                values[name] = self._keyed(item, node, path)
                failed = failed or values[name] is _FAILED
            elif item.required and not node.broken:
                failed = True
                self._report("missing-key", *missing_key(item, path), self._written(path))
        return _FAILED if failed else self._built(record, values, path)

    def _built(self, record: type, values: Mapping[str, object], path: KeyPath) -> object:
        built: object = record(**values)
        for found in contradictions(built):
            self._report(found.kind, found.message, found.hint, self._written((*path, *found.path)))
        return built

    def _keyed(self, item: LanguageKey, parent: YamlNode, path: KeyPath) -> object:
        assert isinstance(parent.value, Mapping)
        node = parent.value[item.name]
        line, column = parent.keys[item.name]
        below = (*path, item.name)
        key_place = Place(file=self._file, line=line, column=column)
        nothing = node.value is None
        self._places[below] = key_place if nothing or node.line != line else self._place(node)
        if node.broken and not isinstance(node.value, Mapping):
            return _FAILED
        if nothing:
            hint = "write a value, or remove the key"
            if item.record is not None and not item.many:
                hint = "write {} to take all defaults, or remove the key"
            self._report("empty-value", f"the key {item.name} has no value", hint, key_place)
            return _FAILED
        return self._value(item, node, below)

    def _value(self, item: LanguageKey, node: YamlNode, path: KeyPath) -> object:
        if item.key.auto and node.text == "auto":
            return None
        if item.rows:
            return self._rows(node, path)
        if item.many:
            return self._many(item, node, path)
        return self._one(item, node, path)

    def _many(self, item: LanguageKey, node: YamlNode, path: KeyPath) -> object:
        nodes: tuple[YamlNode, ...]
        if isinstance(node.value, tuple):
            nodes = node.value
        elif item.key.one_or_many and isinstance(node.value, Mapping):
            nodes = (node,)
            self._places[(*path, 0)] = self._written(path)
        else:
            hint = "write a list, such as [a, b]"
            if node.text and item.key.kind != "secret":
                hint = f"write a list: [{node.text[:40]}]"
            self._report(
                "wrong-type",
                f"{described(node)} stands where a list is meant",
                hint,
                self._written(path),
            )
            return _FAILED
        if item.required and not nodes:
            self._report(
                "empty-value",
                f"the list {item.name} is empty",
                "write one at least",
                self._written(path),
            )
            return _FAILED
        values = [self._item(item, entry, (*path, index)) for index, entry in enumerate(nodes)]
        if any(value is _FAILED for value in values):
            return _FAILED
        return self._distinct(values, path) if item.record is None else tuple(values)

    def _item(self, item: LanguageKey, node: YamlNode, path: KeyPath) -> object:
        self._places.setdefault(path, self._place(node))
        if node.broken and not isinstance(node.value, Mapping):
            return _FAILED
        if node.value is None:
            self._report("empty-value", "a list item is empty", "remove it", self._place(node))
            return _FAILED
        return self._one(item, node, path)

    def _distinct(self, values: list[object], path: KeyPath) -> tuple[object, ...]:
        kept: dict[object, None] = {}
        for index, value in enumerate(values):
            if value in kept:
                message, hint = f"{value} is in the list twice", "remove one"
                self._report("repeated-item", message, hint, self._written((*path, index)))
            else:
                kept[value] = None
        return tuple(kept)

    def _one(self, item: LanguageKey, node: YamlNode, path: KeyPath) -> object:
        scalar = not isinstance(node.value, (tuple, Mapping))
        try:
            if item.record is not None:
                if scalar and item.text_too:
                    return text_of(node)
                if scalar and item.key.shorthand:
                    return self._short(item, item.record, node, path)
                return self._record(item.record, node, path)
            if not scalar:
                raise Refusal(
                    "wrong-type",
                    f"{described(node)} stands where one value is meant",
                    f"write one value: {item.key.doc}",
                )
            reading = read_scalar(item.key, node)
        except Refusal as refusal:
            return self._refused(refusal, path)
        if reading.remark is not None:
            self._refused(reading.remark, path)
        return reading.value

    def _short(self, item: LanguageKey, record: type, node: YamlNode, path: KeyPath) -> object:
        inner = language(record)[item.key.shorthand]
        value = self._one(inner, node, path)
        return _FAILED if value is _FAILED else self._built(record, {inner.name: value}, path)

    def _refused(self, refusal: Refusal, path: KeyPath) -> object:
        kind, message, hint = refusal.kind, refusal.message, refusal.hint
        if path == ("fabricgen",) and kind == "out-of-range":
            kind = "unsupported-version"
            message = f"version {message.partition(' ')[0]} of the language is not known; this is version 1"
            hint = "write fabricgen: 1, or use the fabricgen that the file was written for"
        key = next(step for step in reversed(path) if isinstance(step, str))
        message = f"{shown(key)}: {message}"
        self._report(kind, message, hint, self._written(path))
        return _FAILED

    def _rows(self, node: YamlNode, path: KeyPath) -> object:
        self._row_places(node, path)
        rows, refused = read_rows(node)
        for steps, place, refusal in refused:
            line, column = place
            self._places[(*path, *steps)] = Place(file=self._file, line=line, column=column)
            self._refused(refusal, (*path, *steps))
        return _FAILED if refused else rows

    def _row_places(self, node: YamlNode, path: KeyPath) -> None:
        if isinstance(node.value, Mapping):
            for key, below in node.value.items():
                line, column = node.keys[key]
                self._places[(*path, key)] = Place(file=self._file, line=line, column=column)
                self._row_places(below, (*path, key))
