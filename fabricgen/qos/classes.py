"""From the intent's classes to DSCP, traffic class, priority group and queue."""

from collections.abc import Iterator
from dataclasses import replace

from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import Intent, QosIntent
from fabricgen.model.qos import TrafficClass

DSCP_COUNT = 64
DEFAULT_PRIORITY = 0
CONTROL_PRIORITY = 7

# The DWRR split of a port (ours, near the 50/50 of vendor RoCE presets): lossless classes share 60,
# everything else 40, of which a congestion class that is not strict gets 10.
LOSSLESS_WEIGHT = 60
CONGESTION_WEIGHT = 10
ALL_WEIGHT = 100


def plan_classes(qos: QosIntent) -> tuple[TrafficClass, ...]:
    """Return the classes: default, lossless by priority, congestion; together all 64 DSCPs.

    Traffic class, priority group and queue of a lossless class equal its PFC priority. Weights add up
    to 100 over the DWRR queues, except for what whole numbers lose.
    """
    lossless = tuple(
        TrafficClass(
            name=entry.name,
            dscps=(entry.dscp,),
            tc=entry.priority,
            pg=entry.priority,
            queue=entry.priority,
            lossless=True,
            ecn=True,
        )
        for entry in sorted(qos.lossless, key=lambda entry: entry.priority)
    )
    congestion = TrafficClass(
        name=qos.congestion.name,
        dscps=(qos.congestion.dscp,),
        tc=qos.congestion.priority,
        pg=DEFAULT_PRIORITY,
        queue=qos.congestion.priority,
        lossless=False,
        strict=qos.congestion.strict,
    )
    return _weighted(lossless, congestion)


def _weighted(
    lossless: tuple[TrafficClass, ...], congestion: TrafficClass
) -> tuple[TrafficClass, ...]:
    named = {dscp for item in (*lossless, congestion) for dscp in item.dscps}
    rest = ALL_WEIGHT
    if lossless:
        each = LOSSLESS_WEIGHT // len(lossless)
        lossless = tuple(replace(item, weight=each) for item in lossless)
        rest -= LOSSLESS_WEIGHT
    if not congestion.strict:
        congestion = replace(congestion, weight=CONGESTION_WEIGHT)
        rest -= CONGESTION_WEIGHT
    default = TrafficClass(
        name="default",
        dscps=tuple(dscp for dscp in range(DSCP_COUNT) if dscp not in named),
        tc=DEFAULT_PRIORITY,
        pg=DEFAULT_PRIORITY,
        queue=DEFAULT_PRIORITY,
        lossless=False,
        weight=rest,
    )
    return (default, *lossless, congestion)


def without_pause(classes: tuple[TrafficClass, ...]) -> tuple[TrafficClass, ...]:
    """Return the same classes on a device without PFC: same queues, everything in PG 0, no ECN.

    A priority group without a buffer row would drop, so nothing is mapped to one.
    """
    return tuple(replace(item, pg=DEFAULT_PRIORITY, lossless=False, ecn=False) for item in classes)


def class_problems(intent: Intent) -> Iterator[Problem]:
    """Yield the classes that take a priority kept for others; kind ``class-priority-reserved``.

    That names, DSCPs and priorities are different is what reading an intent makes sure of.
    """
    for index, entry in enumerate(intent.qos.lossless):
        if entry.priority in (DEFAULT_PRIORITY, CONTROL_PRIORITY):
            use = "the default class" if entry.priority == DEFAULT_PRIORITY else "network control"
            yield Problem(
                kind="class-priority-reserved",
                message=f"lossless class {entry.name} takes priority {entry.priority}, which is "
                f"kept for {use}",
                hint="use a priority from 1 to 6; RoCE NICs use 3",
                place=intent.place("qos", "lossless", index, "priority"),
            )
    congestion = intent.qos.congestion
    if congestion.priority == DEFAULT_PRIORITY:
        yield Problem(
            kind="class-priority-reserved",
            message=f"congestion class {congestion.name} takes priority 0, the queue of the "
            "default class",
            hint="use a queue of its own: 6, or 7 for Broadcom NICs",
            place=intent.place("qos", "congestion", "priority"),
        )
