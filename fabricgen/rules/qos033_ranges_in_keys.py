"""Ranges of priority groups or queues overlap, run backwards or exceed the switch.

Why: a key may cover a range. The same group in two rows has two profiles, and which one counts
depends on the order; a backward range covers nothing; queues above 15 and groups above 7 do not
exist.

Example: `BUFFER_PG|Ethernet0|3` beside `BUFFER_PG|Ethernet0|3-4`; `QUEUE|Ethernet0|31`.

Fix: let each group and queue of a port be in one row, low number first.

Source: SONiC mgmt pull request 24656; sonic-buffer-pg.yang, sonic-queue.yang (which accept all
three).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing
from fabricgen.rules._qos import spans

ID = "QOS033"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

_HIGHEST = {"BUFFER_PG": 7, "BUFFER_QUEUE": 15, "QUEUE": 15}


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per faulty key."""
    config = subject.config
    for table, highest in _HIGHEST.items():
        owner: dict[tuple[str, int], str] = {}
        what = "priority group" if table == "BUFFER_PG" else "queue"
        for span in spans(config, table):
            if span.low > span.high:
                fault = f"{what} range {span.low}-{span.high} runs backwards"
            elif span.low < 0 or span.high > highest:
                fault = f"{what} {span.high} does not exist (0 to {highest})"
            else:
                covered = range(span.low, span.high + 1)
                both = [one for one in covered if (span.port, one) in owner]
                for one in covered:
                    owner.setdefault((span.port, one), span.key)
                if not both:
                    continue
                other = owner[span.port, both[0]]
                fault = f"{what} {listing(map(str, both))} of {span.port} is in {other} too"
            yield found(
                config,
                f"{table}|{span.key}: {fault}",
                f"let each {what} of a port be in one row, low number first",
                table,
                span.key,
            )
