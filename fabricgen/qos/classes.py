"""From the intent's classes to DSCP, traffic class, priority group and queue."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import CongestionClassIntent, Intent, LossyClassIntent, QosIntent
from fabricgen.model.qos import TrafficClass

DSCP_COUNT = 64
DEFAULT_PRIORITY = 0
CONTROL_PRIORITY = 7

# The DWRR split of a port (ours, near the 50/50 of vendor RoCE presets): lossless classes share 60,
# everything else 40, of which a congestion class that is not strict gets 10.
LOSSLESS_WEIGHT = 60
CONGESTION_WEIGHT = 10
ALL_WEIGHT = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class _Share:
    """A class on a weighted queue: the weight pinned for it, or its part when none is pinned."""

    item: TrafficClass
    pinned: int | None
    part: Fraction


def plan_classes(qos: QosIntent) -> tuple[TrafficClass, ...]:
    """Return the classes: default, lossless and lossy by priority, congestion; together all 64 DSCPs.

    Traffic class, priority group and queue of a lossless class equal its PFC priority. Weights add up
    to 100 over the DWRR queues, except for what whole numbers lose.

    Args:
        qos: With the classes of its preset (``presets.resolved``).
    """
    shares = (*_lossless(qos), *_lossy(qos))
    named = [*(share.item for share in shares), _congestion(qos)]
    taken = {dscp for item in named for dscp in item.dscps}
    default = TrafficClass(
        name="default",
        dscps=tuple(dscp for dscp in range(DSCP_COUNT) if dscp not in taken),
        tc=DEFAULT_PRIORITY,
        pg=DEFAULT_PRIORITY,
        queue=DEFAULT_PRIORITY,
        lossless=False,
    )
    rest = Fraction(ALL_WEIGHT)
    rest -= sum((share.part for share in shares if share.item.lossless), Fraction(0))
    congestion = _congestion(qos)
    if not congestion.strict:
        rest -= CONGESTION_WEIGHT
    lossy = [share for share in shares if not share.item.lossless and not share.item.strict]
    equal = rest / (1 + sum(1 for share in lossy if share.pinned is None))
    asked = [_Share(item=default, pinned=None, part=equal)]
    asked += [replace(share, part=share.part or equal) for share in shares]
    asked.append(_Share(item=congestion, pinned=None, part=Fraction(CONGESTION_WEIGHT)))
    return _weighted(asked)


def _whole(share: Fraction | None) -> int | None:
    return None if share is None else max(1, int(share * ALL_WEIGHT))


def _lossless(qos: QosIntent) -> list[_Share]:
    each = Fraction(LOSSLESS_WEIGHT // max(1, len(qos.lossless)))
    return [
        _Share(
            item=TrafficClass(
                name=entry.name,
                dscps=tuple(sorted((entry.dscp, *entry.more_dscps))),
                tc=entry.priority,
                pg=entry.priority,
                queue=entry.priority,
                lossless=True,
                ecn=entry.ecn,
            ),
            pinned=_whole(entry.bandwidth),
            part=each,
        )
        for entry in sorted(qos.lossless, key=lambda entry: entry.priority)
    ]


def _lossy(qos: QosIntent) -> list[_Share]:
    return [
        _Share(
            item=_plain(
                entry,
                tuple(sorted((entry.dscp, *entry.more_dscps))),
                ecn=entry.ecn,
            ),
            pinned=_whole(entry.bandwidth),
            part=Fraction(0),
        )
        for entry in sorted(qos.lossy, key=lambda entry: entry.priority)
    ]


def _congestion(qos: QosIntent) -> TrafficClass:
    return _plain(qos.congestion, (qos.congestion.dscp,), ecn=False)


def _plain(
    entry: LossyClassIntent | CongestionClassIntent, dscps: tuple[int, ...], *, ecn: bool
) -> TrafficClass:
    return TrafficClass(
        name=entry.name,
        dscps=dscps,
        tc=entry.priority,
        pg=DEFAULT_PRIORITY,
        queue=entry.priority,
        lossless=False,
        strict=entry.strict,
        ecn=ecn,
        limit_pct=_whole(entry.limit),
    )


def _weighted(shares: list[_Share]) -> tuple[TrafficClass, ...]:
    """Return the classes with weights: pinned ones as asked, the others in proportion in the rest."""
    served = [share for share in shares if not share.item.strict]
    left = ALL_WEIGHT - sum(share.pinned or 0 for share in served)
    parts = sum((share.part for share in served if share.pinned is None), Fraction(0))

    def weight(share: _Share) -> int | None:
        if share.item.strict:
            return None
        if share.pinned is not None:
            return share.pinned
        return max(1, int(share.part * left / parts)) if left > 0 and parts else 1

    return tuple(replace(share.item, weight=weight(share)) for share in shares)


def without_pause(
    classes: tuple[TrafficClass, ...], *, marked: bool = False
) -> tuple[TrafficClass, ...]:
    """Return the same classes on a device without PFC: same queues, everything in PG 0.

    A priority group without a buffer row would drop, so nothing is mapped to one. ``marked`` keeps the
    marking of lossy classes, on a fabric of RDMA.
    """
    return tuple(
        replace(
            item,
            pg=DEFAULT_PRIORITY,
            lossless=False,
            ecn=marked and item.ecn and not item.lossless,
        )
        for item in classes
    )


def class_problems(intent: Intent) -> Iterator[Problem]:
    """Yield what is wrong with the classes of an intent whose preset is resolved.

    Kinds: ``class-priority-reserved`` (a priority kept for others), ``classes-clash`` (a preset's class
    against one written out, shares above the port).
    """
    qos = intent.qos
    for index, entry in enumerate(qos.lossless):
        if entry.priority in (DEFAULT_PRIORITY, CONTROL_PRIORITY):
            use = "the default class" if entry.priority == DEFAULT_PRIORITY else "network control"
            yield Problem(
                kind="class-priority-reserved",
                message=f"lossless class {entry.name} takes priority {entry.priority}, which is "
                f"kept for {use}",
                hint="use a priority from 1 to 6; RoCE NICs use 3",
                place=intent.place("qos", "lossless", index, "priority"),
            )
    others: list[tuple[LossyClassIntent | CongestionClassIntent, tuple[str | int, ...]]] = [
        (entry, ("lossy", index)) for index, entry in enumerate(qos.lossy)
    ]
    for other, path in (*others, (qos.congestion, ("congestion",))):
        if other.priority == DEFAULT_PRIORITY:
            what = "congestion" if other is qos.congestion else "lossy"
            yield Problem(
                kind="class-priority-reserved",
                message=f"{what} class {other.name} takes priority 0, the queue of the default class",
                hint="use a queue of its own: 6, or 7 for Broadcom NICs",
                place=intent.place("qos", *path, "priority"),
            )
    yield from _clashes(intent)
    yield from _shares(intent)


def _clashes(intent: Intent) -> Iterator[Problem]:
    items = [share.item for share in (*_lossless(intent.qos), *_lossy(intent.qos))]
    owners: dict[tuple[str, str | int], int] = {("name", "default"): -1}
    for position, item in enumerate((*items, _congestion(intent.qos))):
        owned: list[tuple[str, str | int]] = [("name", item.name), ("priority", item.queue)]
        owned += [("DSCP", dscp) for dscp in item.dscps]
        for what in owned:
            if owners.setdefault(what, position) == position:
                continue
            yield Problem(
                kind="classes-clash",
                message=f"{what[0]} {what[1]} of class {item.name} is already that of another class",
                hint=f"the preset {intent.qos.preset} brings classes too; give each class its own "
                "name, DSCPs and priority",
                place=intent.place("qos"),
            )


def _shares(intent: Intent) -> Iterator[Problem]:
    shares = [
        share
        for share in (*_lossless(intent.qos), *_lossy(intent.qos))
        if not share.item.strict and share.pinned is not None
    ]
    free = 1 + sum(
        1
        for share in (*_lossless(intent.qos), *_lossy(intent.qos))
        if not share.item.strict and share.pinned is None
    )
    free += not intent.qos.congestion.strict
    total = sum(share.pinned or 0 for share in shares)
    if total + free > ALL_WEIGHT:
        named = ", ".join(f"{share.item.name} {share.pinned} %" for share in shares)
        yield Problem(
            kind="classes-clash",
            message=f"{named} make {total} % of a port and leave no 1 % for each of the {free} other "
            "weighted classes",
            hint=f"lower the shares to {ALL_WEIGHT - free} % together",
            place=intent.place("qos"),
        )
