"""What is bound to ports, and which ports are bound otherwise than nearly all others."""

from collections.abc import Iterator
from typing import TypeAlias

from fabricgen.model.configdb import ConfigDb

ABSENT = "absent"
MANY = 7


# By value, the ports that have it: device, port, and the row it is written in, if any.
Bindings: TypeAlias = dict[str, list[tuple[str, str, str | None]]]


def binding(config: ConfigDb, table: str, key: str, field: str) -> str:
    """Return a field as text: lists joined by commas, ``absent`` where there is none."""
    value = config.row(table, key).get(field)
    if value is None:
        return ABSENT
    return ",".join(str(item) for item in value) if isinstance(value, tuple) else str(value)


def rare(values: Bindings) -> Iterator[tuple[str, tuple[str, str, str | None], str, int]]:
    """Yield a rare value, a port that has it, the usual value and the count of that.

    A value is usual when at least seven ports have it, and seven times as many as have any other.
    """
    usual = max(values, key=lambda value: len(values[value]))
    count = len(values[usual])
    others = sum(len(ports) for ports in values.values()) - count
    if not others or count < MANY or count < MANY * others:
        return
    for value, ports in values.items():
        if value != usual:
            for port in ports:
                yield value, port, usual, count
