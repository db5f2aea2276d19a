"""Names that one object of a file holds twice."""

import re
from collections.abc import Iterator

import orjson

from fabricgen.configdb.content import Size
from fabricgen.configdb.positions import Positions
from fabricgen.model.diagnostic import Place, Problem

_NAME_END = re.compile(r'"[ \t\r\n]*:')


def has_repeats(text: str, size: Size) -> bool:
    """Return whether an object of the text may hold a name twice; False is certain.

    Counting what is written and what was parsed settles most files without a scan: a repeated name
    is written more often than it is parsed.
    """
    if "\\" in text:
        return sum(1 for _ in _NAME_END.finditer(text)) != size.names
    return text.count('"') != 2 * (size.names + size.texts)


def repeats(positions: Positions, *, depth: int = 9) -> Iterator[Problem]:
    """Yield a problem for each name that one object holds twice, down to a depth of names."""
    for path, first, later in positions.repeats():
        if len(path) > depth:
            continue
        equal = _same(positions.value_text(first), positions.value_text(later))
        line, column = positions.line_and_column(later)
        first_line, _ = positions.line_and_column(first)
        what = ("table", "row", "field")[min(len(path), 3) - 1]
        table, key, field = (*path, None, None, None)[:3]
        lost = "both hold the same" if equal else "a parser keeps one of them and loses the other"
        yield Problem(
            kind="repeated-equal" if equal else "repeated-name",
            message=f"the {what} {path[-1]} is written twice, in lines {first_line} and {line}: {lost}",
            hint="remove one" if equal else f"join the two into one {what}",
            place=Place(
                file=positions.file, line=line, column=column, table=table, key=key, field=field
            ),
        )


def _same(first: str, later: str) -> bool:
    return bool(orjson.loads(first) == orjson.loads(later))
