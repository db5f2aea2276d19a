"""Variants of an intent that differ in a few values of the back-end or of all jobs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from fabricgen.model.intent import TOPOLOGIES, FabricIntent, Intent, JobIntent, SwitchIntent

MOST = 64  # designs of one comparison


def _switch(fabric: FabricIntent, text: str) -> FabricIntent:
    """Return the fabric on one platform, or on a paper switch written as 64x800G, in every tier."""
    radix, _, speed = text.partition("x")
    if radix.isdecimal() and speed.endswith("G") and speed[:-1].isdecimal():
        chosen = SwitchIntent(radix=int(radix), speed=int(speed[:-1]) * 1000)
    else:
        chosen = SwitchIntent(platform=text)
    return replace(fabric, switch=chosen, leaf=None, spine=None, super_spine=None)


def _choice(text: str, legal: Sequence[str]) -> str:
    if text not in legal:
        raise ValueError(f"{text!r} is not one of {', '.join(legal)}")
    return text


def _count(text: str, most: int) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise ValueError(f"{text!r} is not a whole number from 1 to {most}")
    return int(text)


def _ratio(text: str) -> Fraction:
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        raise ValueError(f"{text!r} is not a ratio such as 1, 3 or 16/15") from error
    if not Fraction(1, 4) <= value <= 1000:
        raise ValueError(f"{text!r} is not between 1/4 and 1000")
    return value


_FABRIC: Mapping[str, Callable[[FabricIntent, str], FabricIntent]] = {
    "planes": lambda fabric, text: replace(fabric, planes=_count(text, 8)),
    "tiers": lambda fabric, text: replace(fabric, tiers=_count(text, 3)),
    "topology": lambda fabric, text: replace(fabric, topology=_choice(text, TOPOLOGIES)),
    "oversubscription": lambda fabric, text: replace(fabric, oversubscription=_ratio(text)),
    "load_balancing": lambda fabric, text: replace(
        fabric, load_balancing=_choice(text, ("ecmp", "adaptive", "adaptive-packet"))
    ),
    "switch": _switch,
}
_JOB: Mapping[str, Callable[[JobIntent, str], JobIntent]] = {
    "queue_pairs": lambda job, text: replace(job, queue_pairs=_count(text, 1024)),
    "placement": lambda job, text: replace(
        job, placement=_choice(text, ("contiguous", "scattered"))
    ),
    "sharding": lambda job, text: replace(job, sharding=_choice(text, ("none", "zero", "fsdp"))),
    "reduction": lambda job, text: replace(job, reduction=_choice(text, ("ring", "tree"))),
}
KEYS = (*_FABRIC, *_JOB)


def variants(intent: Intent, changes: Sequence[str]) -> Iterator[tuple[str, Intent]]:
    """Yield every combination of the changes with its name, the intent as it is first.

    Args:
        intent: Has a back-end where its keys are changed.
        changes: Such as ``planes=1,2`` and ``oversubscription=1,3``.

    Raises:
        ValueError: A change is not KEY=VALUE[,VALUE...], its key or value is not legal, or there are too many.
    """
    axes = [_axis(change) for change in changes]
    combined = list(product(*axes))
    if len(combined) > MOST:
        raise ValueError(f"{len(combined)} designs are asked for, more than {MOST}")
    yield "as written", intent
    for chosen in combined if axes else ():
        changed = intent
        for key, value in chosen:
            changed = _changed(changed, key, value)
        if changed == intent:
            continue  # the first already
        yield ", ".join(f"{key} {value}" for key, value in chosen), changed


def _axis(change: str) -> list[tuple[str, str]]:
    key, found, values = change.partition("=")
    listed = [value for value in values.split(",") if value]
    if key not in KEYS:
        raise ValueError(f"{key!r} cannot be varied; these can: {', '.join(KEYS)}")
    if not found or not listed:
        raise ValueError(f"{change!r} is not KEY=VALUE[,VALUE...]")
    return [(key, value) for value in listed]


def _changed(intent: Intent, key: str, value: str) -> Intent:
    if key in _JOB:
        jobs = tuple(_JOB[key](job, value) for job in intent.workload.jobs)
        return replace(intent, workload=replace(intent.workload, jobs=jobs))
    backend = intent.fabrics.backend
    if backend is None:
        raise ValueError(f"the intent has no back-end whose {key} could be varied")
    return replace(intent, fabrics=replace(intent.fabrics, backend=_FABRIC[key](backend, value)))
