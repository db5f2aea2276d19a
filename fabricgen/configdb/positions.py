"""Where tables, rows and fields stand in the text of a CONFIG_DB file, and which names repeat."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from fabricgen.model.diagnostic import Place

_STRING = r'"(?:[^"\\]|\\.)*"'
_BLANKS = r"[ \t\r\n]*"
_NAME = re.compile(f"{_BLANKS}({_STRING}){_BLANKS}:{_BLANKS}", re.S)
# A whole value: a string, a number or word, or an object or list that holds none of its own kind.
_FLAT = re.compile(
    rf'{_STRING}|[^\s"{{}}\[\],:]+|\{{(?:[^{{}}"]|{_STRING})*\}}|\[(?:[^\[\]{{}}"]|{_STRING})*\]',
    re.S,
)
_NEXT = re.compile(rf"{_BLANKS}([,}}\]])", re.S)
_PIECE = re.compile(rf"{_STRING}|[{{}}\[\]]", re.S)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.S)
_SHORT = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}

Entry = tuple[str, int, int]  # a name, where it is written, where its value starts


def plain_name(text: str) -> str:
    """Return the text of a JSON string token."""
    inner = text[1:-1]
    if "\\" not in inner:
        return inner
    found = _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else _SHORT.get(m[2], m[2]), inner)
    return found.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class Positions:
    """Finds places in the text of a valid JSON object, or of the one that starts at ``top``, on demand.

    Tables and rows are scanned once; the fields of a row only when one of them is asked for.
    """

    def __init__(self, file: str, text: str, top: int | None = None) -> None:
        self.file = file
        self._top = text.find("{") if top is None else top
        self._text = text
        self._line_starts: list[int] | None = None
        self._rows: dict[tuple[str, ...], Entry] | None = None

    def entries(self, start: int) -> Iterator[Entry]:
        """Yield the names of the object that starts at ``start``, in order, repeats included."""
        text = self._text
        position = start + 1
        while True:
            name = _NAME.match(text, position)
            if name is None:
                return
            yield plain_name(name[1]), name.start(1), name.end()
            position = self._after(name.end())
            follow = _NEXT.match(text, position)
            if follow is None or follow[1] != ",":
                return
            position = follow.end()

    def _after(self, start: int) -> int:
        """Return the end of the value at ``start``, however deep it is."""
        found = _FLAT.match(self._text, start)
        if found is not None:
            return found.end()
        depth = 0
        for piece in _PIECE.finditer(self._text, start):
            char = piece[0]
            if char in "{[":
                depth += 1
            elif char in "}]":
                depth -= 1
                if depth == 0:
                    return piece.end()
        return len(self._text)

    def _object_at(self, position: int) -> bool:
        return self._text.startswith("{", position)

    def top(self) -> int:
        """Return where the outermost object starts."""
        return self._top

    def _index(self) -> dict[tuple[str, ...], Entry]:
        if self._rows is None:
            self._rows = {}
            for table in self.entries(self.top()):
                self._rows[table[0],] = table
                if self._object_at(table[2]):
                    for row in self.entries(table[2]):
                        self._rows[table[0], row[0]] = row
        return self._rows

    def locate(self, path: tuple[str, ...]) -> Place:
        """Return the place of ``(table,)``, ``(table, key)`` or ``(table, key, field)``.

        Where the field, or the row, is not written, the place is that of what is.
        """
        offset = None
        index = self._index()
        for length in range(min(len(path), 2), 0, -1):
            entry = index.get(path[:length])
            if entry is not None:
                offset = entry[1]
                if length == 2 and len(path) == 3 and self._object_at(entry[2]):
                    fields = self.entries(entry[2])
                    offset = next((f[1] for f in fields if f[0] == path[2]), offset)
                break
        line, column = (None, None) if offset is None else self.line_and_column(offset)
        table, key, field = (*path, None, None, None)[:3]
        return Place(file=self.file, line=line, column=column, table=table, key=key, field=field)

    def inside(self, name: str) -> "Positions":
        """Return positions in the object that is the value of ``name`` (the last, of several)."""
        start = [entry[2] for entry in self.entries(self._top) if entry[0] == name][-1]
        return Positions(self.file, self._text, start)

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Return the line and column of an offset; both count from 1."""
        if self._line_starts is None:
            self._line_starts = [0, *(m.end() for m in re.finditer("\n", self._text))]
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def repeats(self) -> Iterator[tuple[tuple[str, ...], int, int]]:
        """Yield path, first and later offset of every name written twice in one object."""
        yield from self._repeats((), self.top())

    def _repeats(
        self, path: tuple[str, ...], start: int
    ) -> Iterator[tuple[tuple[str, ...], int, int]]:
        seen: dict[str, int] = {}
        for name, offset, value in self.entries(start):
            here = (*path, name)
            if name in seen:
                yield here, seen[name], offset
            seen.setdefault(name, offset)
            if len(path) < 3 and self._object_at(value):
                yield from self._repeats(here, value)

    def value_text(self, offset: int) -> str:
        """Return the text of the value of the name written at ``offset``."""
        name = _NAME.match(self._text, offset)
        return "" if name is None else self._text[name.end() : self._after(name.end())]
