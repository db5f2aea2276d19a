"""Packet trimming of one device: the queues whose packets are cut, and what becomes of these."""

from collections.abc import Iterator
from dataclasses import replace

from fabricgen.model.qos import DeviceQos
from fabricgen.model.routing import Trimming
from fabricgen.render.context import BufferRows, Entry
from fabricgen.render.routing_context import TrimRow

_SUFFIX = "_trim"


def trim_row(trimming: Trimming | None, qos: DeviceQos | None) -> TrimRow | None:
    """Return what becomes of trimmed packets, None on a device that trims none."""
    if trimming is None or qos is None or not qos.buffers:
        return None
    into = next((item for item in qos.classes if item.name == trimming.into), None)
    if into is None:
        return None
    return TrimRow(size=str(trimming.size_bytes), dscp=str(min(into.dscps)), queue=str(into.queue))


def trimmed(
    buffers: BufferRows | None, trimming: Trimming | None, qos: DeviceQos
) -> BufferRows | None:
    """Return the buffers with a profile that trims on the queues of the trimmed classes.

    Ranges of queues with such a queue inside are split around it.
    """
    if buffers is None or trimming is None or trim_row(trimming, qos) is None:
        return buffers
    queues = {item.queue for item in qos.classes if item.name in trimming.classes}
    rows = tuple(row for entry in buffers.queue_profiles for row in _split(entry, queues))
    used = {row.value for row in rows}
    made = tuple(
        replace(profile, name=f"{profile.name}{_SUFFIX}", discard="trim")
        for profile in buffers.profiles
        if f"{profile.name}{_SUFFIX}" in used
    )
    return replace(buffers, queue_profiles=rows, profiles=(*buffers.profiles, *made))


def _split(entry: Entry, queues: set[int]) -> Iterator[Entry]:
    port, _, span = entry.key.partition("|")
    first, _, last = span.partition("-")
    start = int(first)
    for queue in range(start, int(last or first) + 1):
        if queue not in queues:
            continue
        if start < queue:
            yield Entry(key=f"{port}|{_span(start, queue - 1)}", value=entry.value)
        yield Entry(key=f"{port}|{queue}", value=f"{entry.value}{_SUFFIX}")
        start = queue + 1
    if start <= int(last or first):
        yield Entry(key=f"{port}|{_span(start, int(last or first))}", value=entry.value)


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"
