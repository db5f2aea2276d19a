"""Which pools, profiles and maps of a HwSKU a device takes, and what our classes change in them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fabricgen.model.platform import BufferDefaults, Hwsku, PoolSpec, ProfileSpec
from fabricgen.model.qos import TrafficClass

LOSSLESS_POOL = "ingress_lossless_pool"
EGRESS_LOSSLESS = "egress_lossless_profile"
INGRESS_LOSSLESS = "ingress_lossless_profile"
PREFERRED_TOPOLOGY = "t1"
_EGRESS_POOLS = ("egress_lossless_pool", "egress_lossy_pool")


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The buffer tables of a device, before pool sizes are checked. Range texts map to profiles."""

    pools: tuple[PoolSpec, ...]
    profiles: tuple[ProfileSpec, ...]
    pg: Mapping[str, str]
    queue: Mapping[str, str]
    ingress_profile_list: tuple[str, ...]
    egress_profile_list: tuple[str, ...]


def numbers(text: str) -> range:
    """Return the numbers of a range text, ``"3-4"`` or ``"0"``."""
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def ranges(values: Mapping[int, str]) -> dict[str, str]:
    """Return ``values`` with neighbours of equal value joined to range texts, in order."""
    runs: list[tuple[int, int, str]] = []
    for number in sorted(values):
        value = values[number]
        if runs and runs[-1][1] == number - 1 and runs[-1][2] == value:
            runs[-1] = (runs[-1][0], number, value)
        else:
            runs.append((number, number, value))
    return {str(a) if a == b else f"{a}-{b}": value for a, b, value in runs}


def expanded(texts: Mapping[str, str]) -> dict[int, str]:
    """Return a range-text map by single number."""
    return {number: value for text, value in texts.items() for number in numbers(text)}


def _ordered(hwsku: Hwsku) -> list[BufferDefaults]:
    return sorted(hwsku.buffers, key=lambda entry: PREFERRED_TOPOLOGY not in entry.topologies)


def lossless_defaults(hwsku: Hwsku) -> BufferDefaults | None:
    """Return the HwSKU's buffers for a lossless device, None when it ships none.

    The entry of topology t1 where it has lossless pools, since it leaves the most room for headroom;
    else the first entry that has them.
    """
    return next((entry for entry in _ordered(hwsku) if _is_lossless(entry)), None)


def plain_defaults(hwsku: Hwsku) -> BufferDefaults | None:
    """Return the HwSKU's buffers for a device without PFC, None when it ships no pool."""
    return next((entry for entry in _ordered(hwsku) if entry.pools and entry.queue), None)


def _is_lossless(entry: BufferDefaults) -> bool:
    pools = {pool.name for pool in entry.pools}
    names = {profile.name for profile in entry.profiles}
    return (
        LOSSLESS_POOL in pools
        and EGRESS_LOSSLESS in names
        and 0 in expanded(entry.pg)
        and _lossy_queue_profile(entry) is not None
    )


def _lossy_queue_profile(entry: BufferDefaults) -> str | None:
    queues = expanded(entry.queue)
    return next((queues[q] for q in sorted(queues) if queues[q] != EGRESS_LOSSLESS), None)


def _widest(entry: BufferDefaults, queues: Mapping[int, str]) -> str:
    """Return the lossy queue profile that takes the most: some HwSKUs keep most of their queues small."""
    limits = {profile.name: profile.dynamic_th or 0 for profile in entry.profiles}
    names = [queues[queue] for queue in sorted(queues) if queues[queue] != EGRESS_LOSSLESS]
    return max(names, key=lambda name: limits.get(name, 0))


def with_lossless(entry: BufferDefaults) -> BufferDefaults | None:
    """Return the buffers of a HwSKU that ships without PFC, made lossless; None when it cannot be.

    It must have the lossless pools of NVIDIA's HwSKUs. Profiles, thresholds and lists become those of
    the single-pool HwSKU that ships lossless on the same hardware (Mellanox-SN5600-V256).
    Source: sonic-buildimage device/mellanox, buffers_defaults_objects.j2, commit 086b03bd70f9.
    """
    pools = {pool.name for pool in entry.pools}
    if LOSSLESS_POOL not in pools or not pools.issuperset(_EGRESS_POOLS):
        return None
    egress_lossless, egress_lossy = _EGRESS_POOLS
    reserved = [p.size_bytes for p in entry.profiles if p.name == "egress_lossy_profile"]
    profiles = (
        _profile(INGRESS_LOSSLESS, LOSSLESS_POOL, 7),
        _profile("ingress_lossy_profile", LOSSLESS_POOL, 3),
        _profile(EGRESS_LOSSLESS, egress_lossless, 7),
        _profile("egress_lossy_profile", egress_lossy, 7, next(iter(reserved), 9216)),
        _profile("q_lossy_profile", egress_lossy, 3),
    )
    return BufferDefaults(
        topologies=entry.topologies,
        default_cable_m=entry.default_cable_m,
        pools=entry.pools,
        profiles=profiles,
        pg={"0": "ingress_lossy_profile"},
        queue={"0-6": "q_lossy_profile"},
        ingress_profile_list=(INGRESS_LOSSLESS,),
        egress_profile_list=(EGRESS_LOSSLESS, "egress_lossy_profile"),
    )


def _profile(name: str, pool: str, dynamic_th: int, size_bytes: int = 0) -> ProfileSpec:
    return ProfileSpec(name=name, pool=pool, size_bytes=size_bytes, dynamic_th=dynamic_th)


def layout(entry: BufferDefaults, classes: Iterable[TrafficClass]) -> Layout:
    """Return the tables of ``entry`` with the queues of lossless ``classes`` lossless, no others.

    Every queue the HwSKU or a class uses gets a profile: that of lossless queues, or the HwSKU's own
    lossy one (a queue it made lossless takes the lossy profile of its first lossy queue; a marked lossy class
    the one that takes the most). Priority group 0 keeps its profile; lossless groups get theirs per port. Profiles that only replaced rows
    used are left out.
    """
    classes = tuple(classes)
    lossy = _lossy_queue_profile(entry)
    queues = {q: name for q, name in expanded(entry.queue).items() if name != EGRESS_LOSSLESS}
    wanted = {*expanded(entry.queue), *(item.queue for item in classes)}
    for queue in sorted(wanted):
        if queue not in queues and lossy is not None:
            queues[queue] = lossy
    for item in classes:
        if item.lossless:
            queues[item.queue] = EGRESS_LOSSLESS
        elif item.ecn:
            queues[item.queue] = _widest(entry, queues)
    shipped_pg = expanded(entry.pg)
    pg = {"0": shipped_pg[0]} if 0 in shipped_pg else {}
    used = {*queues.values(), *pg.values()}
    used.update(entry.ingress_profile_list, entry.egress_profile_list)
    replaced = {*entry.queue.values(), *entry.pg.values()} - used
    return Layout(
        pools=entry.pools,
        profiles=tuple(p for p in entry.profiles if p.name not in replaced),
        pg=pg,
        queue=ranges(queues),
        ingress_profile_list=entry.ingress_profile_list,
        egress_profile_list=entry.egress_profile_list,
    )
