"""Faults found while checking, gathered so that one fact about many rows is said once."""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import NamedTuple

from fabricgen.model.configdb import ConfigDb
from fabricgen.model.diagnostic import Problem

_SECRET = re.compile(r"pass(key|word|wd)|secret|_cak$|community", re.I)
_SECRET_TABLES = {("NTP_KEY", "value")}
_EACH = 8
_NAMED = 5
_ALWAYS = frozenset({"dangling-reference", "old-reference"})


class Fault(NamedTuple):
    """The kind of a problem, the fact, and what to change."""

    kind: str
    message: str
    hint: str = ""


class Where(NamedTuple):
    """A table, row or field."""

    table: str
    key: str | None = None
    field: str | None = None

    def __str__(self) -> str:
        return "|".join(part for part in self if part is not None)


def shown(table: str, field: str, text: str) -> str:
    """Return a value as messages may show it: secrets hidden, long texts cut."""
    if _SECRET.search(field) or (table, field) in _SECRET_TABLES:
        return "(secret)"
    return repr(text if len(text) <= 80 else text[:77] + "...")


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate a name was probably meant to be, None if none is near.

    A difference of case or separators counts least, then a lost or added word, then letters.
    """
    names = list(candidates)
    plain = _squeezed(name)
    for candidate in names:
        if _squeezed(candidate) == plain:
            return candidate
    words = _words(name)
    for candidate in sorted(names, key=len, reverse=True):
        other = _words(candidate)
        length = min(len(words), len(other))
        if words[:length] == other[:length] and len(words) != len(other):
            return candidate
    near = get_close_matches(name, names, 1, 0.6)
    return near[0] if near else None


def _squeezed(name: str) -> str:
    return re.sub(r"[-_ .]", "", name).lower()


def _words(name: str) -> list[str]:
    return re.split(r"[-_ .|]", name.lower())


class Faults:
    """Collects faults and turns them into problems."""

    def __init__(self) -> None:
        self._found: dict[tuple[Fault, str, str | None], list[Where]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, where: Where, fault: Fault) -> None:
        """Record a fault at a place."""
        self._count += 1
        about = ("", None) if fault.kind in _ALWAYS else (where.table, where.field)
        self._found.setdefault((fault, *about), []).append(where)

    def problems(self, config: ConfigDb) -> Iterator[Problem]:
        """Yield the problems; more than eight rows with one fault, and all that miss one target, are one."""
        for (fault, _, _), places in self._found.items():
            together = fault.kind in _ALWAYS or len(places) > _EACH
            for where in places[:1] if together else places:
                yield Problem(
                    kind=fault.kind,
                    message=_message(fault, where, places if together else [where]),
                    hint=fault.hint,
                    place=config.place(*where),
                )


def _message(fault: Fault, where: Where, places: list[Where]) -> str:
    if len(places) == 1:
        return f"{where}: {fault.message}"
    named = ", ".join(str(place) for place in places[:_NAMED])
    more = f" and {len(places) - _NAMED} more" if len(places) > _NAMED else ""
    return f"{fault.message}; in {len(places)} places: {named}{more}"
