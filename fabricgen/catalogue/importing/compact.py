"""Long port tables as the few groups a person would write."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, pairwise
from typing import TypeVar

from fabricgen.catalogue.importing.port_files import FolderBreakout, FolderCage, FolderPort

Item = TypeVar("Item")
_FEW = 4  # more cages than this are no service ports, whatever their rate
_SERVICE_SHARE = 8  # a service port is at least this much slower than the fastest cage


def number_of(port: str) -> int:
    """Return 8 for ``Ethernet8``."""
    return int(port.removeprefix("Ethernet"))


def runs(
    items: Iterable[Item], key: Callable[[Item], object], number: Callable[[Item], int]
) -> Iterator[list[Item]]:
    """Yield runs of items that have the same key and evenly spaced numbers."""
    for _, same in groupby(items, key):
        run: list[Item] = []
        for item in same:
            if len(run) > 1 and number(item) - number(run[-1]) != number(run[1]) - number(run[0]):
                yield run
                run = []
            run.append(item)
        yield run


def spread(values: list[int]) -> int | None:
    """Return the step of evenly spaced values, None if they are not; 0 for one value."""
    steps = {after - before for before, after in pairwise(values)}
    return None if len(steps) > 1 else (steps.pop() if steps else 0)


def lane_keys(lanes: list[tuple[int, ...]]) -> dict[str, object]:
    """Return how a group writes its lanes: a first lane and step, first lanes, or all lanes."""
    firsts = [each[0] for each in lanes]
    if any(each != tuple(range(each[0], each[0] + len(each))) for each in lanes):
        return {"lane_lists": [list(each) for each in lanes]}
    step = spread(firsts)
    if step is None:
        return {"first_lanes": firsts}
    return {"first_lane": firsts[0], "lane_step": step}


def index_keys(indexes: list[int | None]) -> dict[str, object]:
    """Return how a group writes its panel numbers; nothing where there are none."""
    known = [index for index in indexes if index is not None]
    if len(known) != len(indexes):
        return {}
    step = spread(known)
    return {"indexes": known} if step is None else {"first_index": known[0], "index_step": step}


def aliases(rows: list[tuple[str, ...]], first: int, step: int) -> list[object]:
    """Return patterns with ``{n}`` that give the aliases of each cage, else the aliases.

    ``first`` and ``step`` say which number each cage has.
    """
    n = first + step * (len(rows) - 1)
    patterns = [re.sub(rf"(?<!\d){n}(?!\d)", "{n}", alias) for alias in rows[-1]]
    for number, row in enumerate(rows):
        made = tuple(pattern.replace("{n}", str(first + step * number)) for pattern in patterns)
        if made != row:
            return [list(row) for row in rows]
    return list(patterns)


def first_number(row: tuple[str, ...]) -> int:
    """Return the first number in the first alias of a cage, 0 if it has none."""
    match = re.search(r"\d+", row[0])
    return int(match[0]) if match else 0


def cage_groups(
    cages: tuple[FolderCage, ...], rate: Callable[[FolderCage], int], inner: frozenset[str]
) -> list[dict[str, object]]:
    """Return the ``cages`` groups of a catalogue file.

    ``rate`` gives the Mb/s of a cage. ``inner`` are the cages that face a DPU inside the box; they
    are service cages like the few slow ones.
    """
    fastest = max((rate(cage) for cage in cages), default=0)

    def shape(cage: FolderCage) -> object:
        return len(cage.lanes), tuple(cage.modes), cage.parent in inner

    groups: list[dict[str, object]] = []
    for run in runs(cages, shape, lambda cage: number_of(cage.parent)):
        first_aliases = [next(iter(cage.modes.values())) for cage in run]
        n = [first_number(row) for row in first_aliases]
        step = spread(n)
        group: dict[str, object] = {
            "count": len(run),
            "first": run[0].parent,
            "step": spread([number_of(cage.parent) for cage in run]),
            **index_keys([cage.index for cage in run]),
            "lanes": len(run[0].lanes),
            **lane_keys([cage.lanes for cage in run]),
            "number": n[0],
            **({"number_step": step} if len(run) > 1 and step not in (None, 1) else {}),
            "modes": {
                mode: aliases([cage.modes[mode] for cage in run], n[0], 1 if step is None else step)
                for mode in run[0].modes
            },
        }
        slow = len(run) <= _FEW and rate(run[0]) * _SERVICE_SHARE <= fastest
        if slow or run[0].parent in inner:
            group["service"] = True
        groups.append(group)
    return groups


def breakout_runs(breakouts: tuple[FolderBreakout, ...], order: tuple[str, ...]) -> list[list[str]]:
    """Return ``[first parent, last parent, mode]`` runs in the order of the platform's parents."""
    position = {parent: number for number, parent in enumerate(order)}
    found: list[list[str]] = []
    last = -2
    for item in breakouts:
        here = position[item.parent]
        if found and here == last + 1 and found[-1][2] == item.mode:
            found[-1][1] = item.parent
        else:
            found.append([item.parent, item.parent, item.mode])
        last = here
    return found


def port_groups(ports: tuple[FolderPort, ...]) -> list[dict[str, object]]:
    """Return the ``ports`` groups of a HwSKU that has only a port_config.ini."""
    rows = [
        list(row)
        for _, row in groupby(ports, lambda p: p.name if p.index is None else f"#{p.index}")
    ]
    fastest = max((sum(port.speed_mbps for port in row) for row in rows), default=0)
    groups: list[dict[str, object]] = []
    for run in runs(rows, _row_shape, lambda row: number_of(row[0].name)):
        group = _port_group(run)
        rate = sum(port.speed_mbps for port in run[0])
        if len(run) <= _FEW and rate * _SERVICE_SHARE <= fastest:
            group["service"] = True
        groups.append(group)
    return groups


def _row_shape(row: list[FolderPort]) -> object:
    base = number_of(row[0].name)
    return [
        (number_of(p.name) - base, len(p.lanes), p.speed_mbps, p.subport, p.fec, p.autoneg, p.role)
        for p in row
    ]


def _port_group(run: list[list[FolderPort]]) -> dict[str, object]:
    row = run[0]
    base = number_of(row[0].name)
    split = [len(port.lanes) for port in row]
    offsets = [number_of(port.name) - base for port in row]
    texts = [tuple(port.alias for port in each) for each in run]
    n = [first_number(text) for text in texts]
    step = spread(n)
    group: dict[str, object] = {
        "count": len(run),
        "first": row[0].name,
        "step": spread([number_of(each[0].name) for each in run]),
        "split": split,
        **({"offsets": offsets} if offsets != _starts(split) else {}),
        **index_keys([each[0].index for each in run]),
        **lane_keys([tuple(lane for port in each for lane in port.lanes) for each in run]),
        "alias": aliases(texts, n[0], 1 if step is None else step),
        "number": n[0],
        **({"number_step": step} if len(run) > 1 and step not in (None, 1) else {}),
        "speed": _column([port.speed_mbps for port in row]),
    }
    for key in ("fec", "autoneg", "subport"):
        values = [getattr(port, key) for port in row]
        if all(value is not None for value in values):
            group[key] = _column(values)
    return group


def _starts(split: list[int]) -> list[int]:
    return [sum(split[:part]) for part in range(len(split))]


def _column(values: list[object]) -> object:
    return values[0] if all(value == values[0] for value in values) else values


def name_ranges(names: list[str]) -> str:
    """Return ports as ``Ethernet0-504/8,Ethernet513``."""
    texts = []
    for run in runs(names, lambda _: 0, number_of):
        if len(run) > 2:
            step = number_of(run[1]) - number_of(run[0])
            texts.append(f"{run[0]}-{number_of(run[-1])}/{step}")
        else:
            texts.extend(run)
    return ",".join(texts)
