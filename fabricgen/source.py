"""Text files with positions: the one place that reads user files."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from fabricgen.model.diagnostic import Place, Problem
from fabricgen.yaml_node import UNPRINTABLE, YamlNode, YamlValue
from fabricgen.yaml_tree import TreeBuilder

_BOM = "\ufeff"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")

__all__ = [
    "YAML_LIMIT_BYTES",
    "SourceText",
    "YamlDocument",
    "YamlNode",
    "YamlValue",
    "as_source",
    "read_text",
    "read_yaml",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceText:
    """A file's text without a byte order mark, and what was wrong with its bytes.

    ``text`` is empty when ``problems`` holds an ``unreadable`` or ``not-utf8`` problem.
    Kinds: ``unreadable``, ``not-utf8``, ``too-large``, ``byte-order-mark``.
    """

    file: str
    text: str
    problems: tuple[Problem, ...] = ()


def read_text(path: Path, *, limit_bytes: int = 1 << 28) -> SourceText:
    """Return the text of ``path``, at most ``limit_bytes`` long.

    Never raises for what is wrong with the file: it comes back as problems.
    """
    file = str(path)

    def failed(
        kind: str, message: str, hint: str, line: int | None = None, column: int = 1
    ) -> SourceText:
        place = Place(file=file, line=line, column=column if line else None)
        problem = Problem(kind=kind, message=message, hint=hint, place=place)
        return SourceText(file=file, text="", problems=(problem,))

    try:
        size = path.stat().st_size
        with path.open("rb") as opened:  # a device or pipe says size 0, so the limit holds here too
            raw = opened.read(limit_bytes + 1) if size <= limit_bytes else b""
    except (OSError, ValueError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or str(error)
        return failed(
            "unreadable", f"cannot read {file}: {reason}", "check the path and its permissions"
        )
    if max(size, len(raw)) > limit_bytes:
        message = f"the file holds {max(size, len(raw))} bytes, more than {limit_bytes}"
        return failed("too-large", message, "check that it is the file you mean")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        start = raw.rfind(b"\n", 0, error.start) + 1
        return failed(
            "not-utf8",
            "the file is UTF-16 text"
            if raw.startswith(_UTF16)
            else f"byte 0x{raw[error.start]:02x} is not UTF-8",
            "save the file as UTF-8",
            raw.count(b"\n", 0, error.start) + 1,
            len(raw[start : error.start].decode("utf-8")) + 1,
        )
    return as_source(text, file)


def as_source(text: str, file: str) -> SourceText:
    """Return ``text`` as a source named ``file``, without its byte order mark."""
    problems: tuple[Problem, ...] = ()
    if text.startswith(_BOM):
        text = text[1:]
        problems = (
            Problem(
                kind="byte-order-mark",
                message="the file starts with a UTF-8 byte order mark",
                hint="save it as UTF-8 without BOM; SONiC's own loader refuses the mark",
                place=Place(file=file, line=1, column=1),
            ),
        )
    return SourceText(file=file, text=text, problems=problems)


YAML_LIMIT_BYTES = 1 << 22
_PURE_LIMIT = 1 << 18
# A brace of ${NAME} stands for itself inside a flow mapping too; these private-use characters hold its place.
_REFERENCE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
_HELD_OPEN, _HELD_CLOSE = "\ue000", "\ue001"
# Where the two parsers of PyYAML part: tabs after a colon, a question mark in a flow mapping, a # after | or >.
_PARTING = re.compile(r"[\t?]|[|>][-+0-9]*#")
_WORDINGS = (
    (
        "found character '\\t' that cannot start any token",
        "a tab stands where YAML wants spaces",
        "indent with spaces",
    ),
    (
        "mapping values are not allowed here",
        "a second ': ' on one line, or a line that is indented differently from its neighbours",
        "put quotes around a text that holds ': ', and line up the keys",
    ),
    (
        "expected <block end>",
        "this line is not indented like its neighbours, or a '- ' is missing",
        "line up the keys of one mapping and the dashes of one list",
    ),
    (
        "sequence entries are not allowed here",
        "a '- ' stands on the line of its key",
        "start the list on the next line, or write [a, b]",
    ),
    (
        "expected the node content",
        "the text ends, or goes on, where a value is meant",
        "write the value",
    ),
    ("could not find expected ':'", "a line is neither 'key: value' nor '- item'", "add the colon"),
    (
        "found unexpected end of stream",
        "the text ends inside quotes",
        "close the quotes",
    ),
    (
        "that cannot start any token",
        "a value starts with a character that YAML reserves",
        "put quotes around the value",
    ),
    (
        "expected ',' or",
        "a comma or closing bracket is missing",
        "close the bracket, or separate the items by commas",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class YamlDocument:
    """A YAML file as a tree with places; ``root`` is None where the text could not be read.

    Kinds of problems: those of ``SourceText`` and ``yaml-syntax``, ``control-character``, ``repeated-key``,
    ``yaml-tag``, ``yaml-version``, ``several-documents``, ``too-deep``, ``alias-expansion``, ``unknown-alias``, ``merge-key``,
    ``key-not-scalar``.
    """

    file: str
    root: YamlNode | None
    problems: tuple[Problem, ...] = ()

    def value(self) -> YamlValue:
        """Return the document as dicts, lists and scalars (None when there is nothing)."""
        return None if self.root is None else self.root.unwrapped()

    def place(self, *path: str | int) -> Place:
        """Return where the value at ``path`` starts, or the nearest enclosing value that exists."""
        node = self.root
        if node is None:
            return Place(file=self.file)
        for step in path:
            below = _child(node, step)
            if below is None:
                break
            node = below
        return Place(file=self.file, line=node.line, column=node.column)

    def key_place(self, *path: str | int) -> Place:
        """Return where the key at ``path`` is written; that of a list item is where it starts."""
        node = self.root
        for step in path[:-1]:
            node = None if node is None else _child(node, step)
        if node is None or not path or path[-1] not in node.keys:
            return self.place(*path)
        line, column = node.keys[str(path[-1])]
        return Place(file=self.file, line=line, column=column)


def _child(node: YamlNode, step: str | int) -> YamlNode | None:
    if isinstance(node.value, Mapping):
        return node.value.get(str(step))
    if isinstance(node.value, tuple) and isinstance(step, int) and step < len(node.value):
        return node.value[step]
    return None


def read_yaml(source: SourceText) -> YamlDocument:
    """Return the YAML document of ``source`` in the 1.2 core schema, with all its problems.

    Never raises for what is wrong with the text. The C parser of PyYAML is used when present; up to 256 KiB
    the other one decides where the two part and words the errors, so that both give the same result.
    """
    if source.text == "" and source.problems:
        return YamlDocument(file=source.file, root=None, problems=source.problems)
    unprintable = tuple(_control_characters(source))
    if unprintable:
        return YamlDocument(file=source.file, root=None, problems=source.problems + unprintable)
    text = _REFERENCE.sub(f"${_HELD_OPEN}\\1{_HELD_CLOSE}", source.text)
    small = len(text) <= _PURE_LIMIT
    fast = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    if not small or (fast is not yaml.SafeLoader and not _PARTING.search(text)):
        builder, error = _built(source.file, text, fast)
        if error is None or not small:
            return _document(source, builder, error)
    return _document(source, *_built(source.file, text, yaml.SafeLoader))


def _built(
    file: str, text: str, loader: type[yaml.SafeLoader]
) -> tuple[TreeBuilder, yaml.YAMLError | None]:
    builder = TreeBuilder(file, _restored)
    try:
        builder.build(yaml.parse(text, Loader=loader))
    except yaml.YAMLError as error:
        return builder, error
    return builder, None


def _document(
    source: SourceText, builder: TreeBuilder, error: yaml.YAMLError | None
) -> YamlDocument:
    problems = source.problems + tuple(builder.problems)
    if error is None:
        return YamlDocument(file=source.file, root=builder.root, problems=problems)
    problems += (_syntax(source.file, error),)
    return YamlDocument(file=source.file, root=None, problems=problems)


def _restored(text: str) -> str:
    return text.replace(_HELD_OPEN, "{").replace(_HELD_CLOSE, "}") if _HELD_OPEN in text else text


def _control_characters(source: SourceText) -> Iterator[Problem]:
    for count, match in enumerate(UNPRINTABLE.finditer(source.text)):
        if count == 20:
            return
        start = match.start()
        line = source.text.count("\n", 0, start) + 1
        column = start - source.text.rfind("\n", 0, start)
        yield Problem(
            kind="control-character",
            message=f"the character U+{ord(match[0]):04X} is not allowed in a text file",
            hint="remove it",
            place=Place(file=source.file, line=line, column=column),
        )


def _syntax(file: str, error: yaml.YAMLError) -> Problem:
    mark = problem = context = start = None
    if isinstance(error, yaml.MarkedYAMLError):
        mark = error.problem_mark or error.context_mark
        problem, context, start = error.problem, error.context, error.context_mark
    said = _restored(problem or "the text is not YAML")
    message, hint = said, ""
    for part, wording, advice in _WORDINGS:
        if part in said:
            message, hint = f"{wording} ({said})", advice
            break
    if context and start is not None and mark is not None and start.line != mark.line:
        message += f", {context} that starts at line {start.line + 1}"
    place = Place(
        file=file, line=mark.line + 1 if mark else None, column=mark.column + 1 if mark else None
    )
    return Problem(kind="yaml-syntax", message=message, hint=hint, place=place)
