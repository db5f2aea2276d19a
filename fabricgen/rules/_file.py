"""What a rule on a single file needs: results remembered, findings with places, wording."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from fabricgen.model.configdb import ConfigDb
from fabricgen.model.diagnostic import Finding

_A = TypeVar("_A")
_T = TypeVar("_T")
_KEPT = 4
_LONGEST_NUMBER = 20


def once(compute: Callable[[_A], _T]) -> Callable[[_A], _T]:
    """Return ``compute`` with its results remembered: in the ``memo`` of the argument, as long as it lives.

    Of an argument without one the last few are, by identity: files, checks and platforms hold mappings and
    cannot be hashed.
    """
    kept: dict[int, tuple[_A, _T]] = {}

    def remembered(subject: _A) -> _T:
        memo: dict[object, _T] | None = getattr(subject, "memo", None)
        if memo is not None:
            if compute not in memo:
                memo[compute] = compute(subject)
            return memo[compute]
        entry = kept.get(id(subject))
        if entry is not None and entry[0] is subject:
            return entry[1]
        result = compute(subject)
        while len(kept) >= _KEPT:
            kept.pop(next(iter(kept)), None)
        kept[id(subject)] = (subject, result)
        return result

    return remembered


def found(
    config: ConfigDb,
    message: str,
    hint: str,
    table: str,
    key: str | None = None,
    field: str | None = None,
) -> Finding:
    """Return a finding at a table, row or field of ``config``."""
    return Finding(message=message, hint=hint, place=config.place(table, key, field))


def metadata(config: ConfigDb, field: str) -> str | None:
    """Return a field of ``DEVICE_METADATA|localhost`` as text."""
    return config.text("DEVICE_METADATA", "localhost", field)


def is_dpu(config: ConfigDb) -> bool:
    """Return whether the file is that of a DPU, whose buffers SONiC does not manage."""
    return metadata(config, "switch_type") == "dpu" or metadata(config, "type") == "SmartSwitchDPU"


def number(text: str | None) -> int | None:
    """Return a whole number of decimal digits (a sign and blanks around it tolerated), else None."""
    if text is None:
        return None
    plain = text if text.isdigit() else text.strip()
    digits = plain[1:] if plain.startswith(("-", "+")) else plain
    if not digits.isdigit() or not digits.isascii() or len(digits) > _LONGEST_NUMBER:
        return None
    return int(plain)


def listing(names: Iterable[str], limit: int = 4) -> str:
    """Return ``a, b, c and 5 more``: the first names in the order given and how many follow."""
    items = list(names)
    if len(items) <= limit:
        return ", ".join(items)
    return f"{', '.join(items[:limit])} and {len(items) - limit} more"


def texts(value: object) -> tuple[str, ...]:
    """Return the elements of a list field as text; a comma-separated text counts as a list."""
    if isinstance(value, str):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    if isinstance(value, Mapping) or not isinstance(value, Iterable):
        return ()
    return tuple(item for item in value if isinstance(item, str))


def split_ports(config: ConfigDb, table: str) -> Mapping[str, tuple[str, ...]]:
    """Return ``group -> members`` of a table whose keys are ``group|member``, in file order."""
    groups: dict[str, list[str]] = {}
    for key in config.rows(table):
        group, bar, member = key.partition("|")
        if bar:
            groups.setdefault(group, []).append(member)
    return {group: tuple(members) for group, members in groups.items()}


def leads_nowhere(config: ConfigDb, key: str) -> bool:
    """Return whether a row of STATIC_ROUTE has no next hop and does not drop."""
    drops = (config.text("STATIC_ROUTE", key, "blackhole") or "").lower().split(",")
    row = config.row("STATIC_ROUTE", key)
    return "true" not in drops and not texts(row.get("nexthop")) and not texts(row.get("ifname"))
