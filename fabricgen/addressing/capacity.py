"""Whether the pools hold the design, checked before anything is derived."""

from collections.abc import Iterator
from dataclasses import dataclass

from fabricgen.addressing.blocks import layout_of
from fabricgen.addressing.pools import DPU_SLICE, SLICES, UNNUMBERED, Pool, Pools, slice_of
from fabricgen.model.addressing import PoolUse
from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import Intent
from fabricgen.model.topology import FabricSize, Role, Topology

_LONGEST_IPV4 = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What a fabric needs of one slice of a pool.

    ``bits`` are the host bits the slice must have for it; None for ASNs, which need no power of
    two.
    """

    use: PoolUse
    fabric: str
    bits: int | None


def needs(topology: Topology, pools: Pools) -> tuple[Need, ...]:
    """Return what each fabric needs of each pool. Planned units and leaves count as built."""
    found: list[Need] = []
    for size in topology.sizes.values():
        if any(device.fabric == size.name for device in topology.devices):
            for plane in range(size.planes):
                found += _fabric_needs(topology, pools, size, plane)
    found += _dpu_needs(topology, pools)
    return tuple(found)


def _fabric_needs(topology: Topology, pools: Pools, size: FabricSize, plane: int) -> Iterator[Need]:
    number = slice_of(size.name, plane)
    spines = size.spines_planned or size.spine_count // size.planes
    tops = size.super_spine_count // size.planes
    loopback_bits = max(
        1 + _bits(size.leaves_planned), *(2 + _bits(count) for count in (spines, tops) if count), 0
    )
    room = _room(pools.loopbacks.slice_bits - 1)
    yield _need(
        pools.loopbacks, number, size, "leaf loopbacks", (size.leaves_planned, room), loopback_bits
    )
    if pools.vteps is not None and size.name != "oob":
        counts = size.leaves_planned, _room(pools.vteps.slice_bits)
        yield _need(pools.vteps, number, size, "VTEPs", counts, _bits(size.leaves_planned))
    if pools.links.text != UNNUMBERED:
        yield _link_need(pools, size, number)
    layout = layout_of(topology, size, pools.hosts.slice_bits)
    blocks = (
        size.units_planned << layout.rail_bits if size.name == "backend" else size.leaves_planned
    )
    yield _need(
        pools.hosts,
        number,
        size,
        f"blocks of /{layout.prefix_length}"
        + (" (one for each rail of a scalable unit)" if size.name == "backend" else ""),
        (blocks, _room(pools.hosts.slice_bits - layout.block_bits)),
        layout.needed_bits,
    )
    yield from _asn_needs(pools, size, number)


def _room(bits: int) -> int:
    """Return how many a slice holds with ``bits`` left to number them; none where it is smaller than one."""
    return 1 << bits if bits >= 0 else 0


def _link_need(pools: Pools, size: FabricSize, number: int) -> Need:
    """Return the links of a plane; with super-spines both kinds of links have half of a slice."""
    links = size.leaves_planned * size.leaf_uplinks
    halves = 1 if size.super_spine_count else 0
    most = max(links, size.spines_planned * size.spine_uplinks)
    room = _room(pools.links.slice_bits - 1 - halves)
    unit = "/31 links" + (" of one kind" if halves else "")
    return _need(pools.links, number, size, unit, (most, room), 1 + halves + _bits(most))


def _asn_needs(pools: Pools, size: FabricSize, number: int) -> Iterator[Need]:
    asns = pools.asns
    counted = [("leaf ASNs", size.leaves_planned, asns.width - asns.leaf_offset)]
    if size.pods_planned > 1:
        counted.append(("pod ASNs", size.pods_planned, asns.leaf_offset - 1))
    for unit, needed, capacity in counted:
        yield Need(
            use=PoolUse(
                pool="asn",
                prefix=f"{asns.first}-{asns.last}",
                slice=_asn_slice(pools, number),
                capacity=max(0, capacity),
                needed=needed,
                unit=unit,
            ),
            fabric=size.name,
            bits=None,
        )


def _dpu_needs(topology: Topology, pools: Pools) -> Iterator[Need]:
    cards = [device.index for device in topology.devices if device.role is Role.DPU]
    if not cards:
        return
    needed = max(cards) + 1
    for pool, unit in ((pools.hosts, "DPU loopbacks"), (pools.vteps, "DPU VTEPs")):
        if pool is not None:
            yield Need(
                use=PoolUse(
                    pool=pool.name,
                    prefix=pool.text,
                    slice=pool.slice_text(DPU_SLICE) if pool.slice_bits >= 0 else pool.text,
                    capacity=_room(pool.slice_bits),
                    needed=needed,
                    unit=unit,
                ),
                fabric="frontend",
                bits=_bits(needed),
            )
    yield Need(
        use=PoolUse(
            pool="asn",
            prefix=f"{pools.asns.first}-{pools.asns.last}",
            slice=_asn_slice(pools, DPU_SLICE),
            capacity=pools.asns.width,
            needed=needed,
            unit="DPU ASNs",
        ),
        fabric="frontend",
        bits=None,
    )


def _need(
    pool: Pool, number: int, size: FabricSize, unit: str, counts: tuple[int, int], bits: int
) -> Need:
    needed, capacity = counts
    return Need(
        use=PoolUse(
            pool=pool.name,
            prefix=pool.text,
            slice=pool.slice_text(number) if pool.slice_bits >= 0 else pool.text,
            capacity=capacity,
            needed=needed,
            unit=unit,
        ),
        fabric=size.name,
        bits=bits,
    )


def _bits(count: int) -> int:
    return (count - 1).bit_length() if count > 0 else 0


def _asn_slice(pools: Pools, number: int) -> str:
    start = pools.asns.slice_start(number)
    return f"{start}-{start + max(0, pools.asns.width - 1)}"


def check_needs(intent: Intent, pools: Pools, found: tuple[Need, ...]) -> Iterator[Problem]:
    """Yield each pool that is too small, once, with the size that holds everything."""
    slice_bits = {pool.name: pool.slice_bits for pool in pools.given}
    for name, bits in slice_bits.items():
        lacking = [
            need
            for need in found
            if need.use.pool == name and need.bits is not None and need.bits > bits
        ]
        if lacking:
            worst = max(lacking, key=lambda need: need.bits or 0)
            yield _small_pool(intent, worst)
    short = [need for need in found if need.bits is None and need.use.needed > need.use.capacity]
    if short or pools.asns.width < _fewest_asns(pools):
        yield _small_asns(intent, pools, short)


def _fewest_asns(pools: Pools) -> int:
    return pools.asns.leaf_offset + 1


def _small_pool(intent: Intent, need: Need) -> Problem:
    use = need.use
    length = _LONGEST_IPV4 - 4 - (need.bits or 0)
    hint = (
        f"use a /{length} or larger for {use.pool}"
        if length >= 0
        else "the design needs more addresses than IPv4 has; build it as several clusters"
    )
    return Problem(
        kind="pool-too-small",
        message=f"the {need.fabric} fabric needs {use.needed} {use.unit} in one slice of the pool "
        f"{use.pool}; {use.prefix} cut in {SLICES} slices has room for {use.capacity}",
        hint=hint,
        place=intent.place("addressing", use.pool),
    )


def _small_asns(intent: Intent, pools: Pools, short: list[Need]) -> Problem:
    whole = pools.asns.last - pools.asns.first + 1
    worst = max(short, key=lambda need: need.use.needed, default=None)
    needed = worst.use.needed if worst else 1
    pods = max((need.use.needed for need in short if need.use.unit == "pod ASNs"), default=0)
    width = max(needed + max(2, -(-needed // 49) + 1), 50 * (pods + 1) if pods else 0)
    what = f"{needed} {worst.use.unit}" if worst else "numbers for a leaf and its spines"
    room = worst.use.capacity if worst else 0
    return Problem(
        kind="asn-pool-too-small",
        message=f"{what} are needed in one slice; the {whole} numbers {pools.asns.first}-"
        f"{pools.asns.last} cut in {SLICES} slices have room for {room}",
        hint=f"use a range of at least {width * SLICES} numbers, such as 4200000000-4200999999",
        place=intent.place("addressing", "asn"),
    )
