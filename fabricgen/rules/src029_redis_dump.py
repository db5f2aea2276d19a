"""A configuration file is a dump of the Redis database.

Why: the database keeps one hash for each `TABLE|key`; the loader wants tables that hold rows, and
    lists as lists. The dump is judged as the configuration it holds, but `config load` and
    `config reload` do not take it.

Example: `{"PORT|Ethernet0": {"type": "hash", "value": {...}}}`.

Fix: let the switch write the file: `sonic-cfggen -d --print-data`, or `config save`.

Source: redis-dump output against sonic-cfggen.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "SRC029"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "redis-dump")
