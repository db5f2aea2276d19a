"""Pool sizes that fit the chip beside the headroom of the ports that are really lossless."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from fabricgen.model.diagnostic import Problem
from fabricgen.model.platform import Platform, PoolSpec
from fabricgen.model.qos import Headroom
from fabricgen.qos.layout import LOSSLESS_POOL, Layout
from fabricgen.qos.reserve import Reserve, reserve

# Ingress pools keep at least this share of the buffer (ours): with less, dynamic thresholds fall so
# low that PFC stands in for the shared buffer.
MIN_SHARED = Fraction(1, 4)
PRIVATE_HEADROOM_BYTES = 10 * 1024  # a lossless port's own, before it takes from the shared pool
EMPTY_POOL_BYTES = 655_360


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """The ports of a device as the buffer sees them.

    ``lanes`` are those of every port of the box, service ports included. ``lossless`` holds the
    headroom of each lossless port, ``priorities`` the number of lossless priorities.
    ``over_subscribe`` is the ratio of a shared headroom pool that is asked for; ``computed`` says that
    the switch sizes its own pools.
    """

    lanes: tuple[int, ...]
    lossless: tuple[Headroom, ...]
    priorities: int
    over_subscribe: int | None = None
    computed: bool = False

    @property
    def pool_bytes(self) -> int:
        """The shared headroom pool of the asked ratio: what private headroom leaves, over the ratio.

        Source: sonic-swss cfgmgr/buffer_pool_mellanox.lua, commit e6b0c5b5d2ab.
        """
        private = PRIVATE_HEADROOM_BYTES * len(self.lossless)
        asked = max(0, self.outside_bytes - private)
        return -(-asked // (self.over_subscribe or 1)) or EMPTY_POOL_BYTES

    @property
    def group_bytes(self) -> int:
        """Sum of the sizes of all lossless priority groups."""
        return self.priorities * sum(item.size_bytes for item in self.lossless)

    @property
    def outside_bytes(self) -> int:
        """Headroom of all groups that ``size`` leaves out: what a shared headroom pool must hold."""
        return self.priorities * sum(_outside(item) for item in self.lossless)

    @property
    def xoff_bytes(self) -> int:
        """Sum of xoff of all lossless priority groups."""
        return self.priorities * sum(item.xoff_bytes for item in self.lossless)


def _outside(item: Headroom) -> int:
    return max(0, item.xon_bytes + item.xoff_bytes - item.size_bytes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """Pools that fit. ``shared_bytes`` is the part of the lossless ingress pool ports share.

    ``chip_bytes`` is what they fit into, ``shrunk`` whether a pool is smaller than shipped.
    """

    pools: tuple[PoolSpec, ...]
    shared_bytes: int
    chip_bytes: int
    reserve: Reserve
    shrunk: bool


def chip_bytes(platform: Platform, layout: Layout) -> int:
    """Return the packet buffer in bytes: of the ASIC, else the largest pool of the HwSKU."""
    largest = max((pool.size_bytes or 0 for pool in layout.pools), default=0)
    return platform.asic.buffer_bytes or largest


def is_nvidia(platform: Platform) -> bool:
    """Whether pool sizes follow NVIDIA's arithmetic: pools exclude the shared headroom pool."""
    return platform.asic.sonic_type == "mellanox"


def fit(platform: Platform, layout: Layout, box: Box) -> Fitted | Problem:
    """Return the pools of a device, shrunk to whole cells where headroom needs the room.

    Problem kind: ``headroom-exceeds-buffer``.
    """
    if is_nvidia(platform):
        return _fit_nvidia(platform, layout, box)
    return _fit_other(platform, layout, box)


def _fit_nvidia(platform: Platform, layout: Layout, box: Box) -> Fitted | Problem:
    chip = chip_bytes(platform, layout)
    kept = reserve(platform, layout, box.lanes)
    if box.over_subscribe is not None and box.outside_bytes:
        private = PRIVATE_HEADROOM_BYTES * len(box.lossless)
        kept = replace(kept, fixed_bytes=kept.fixed_bytes + private)
    pools = tuple(_with_headroom_pool(pool, box) for pool in layout.pools)
    ingress = [pool for pool in pools if pool.type == "ingress"]
    shared_headroom = sum(pool.xoff_bytes or 0 for pool in ingress)
    if box.group_bytes + box.outside_bytes > chip:
        return _more_than_chip(chip, box.group_bytes + box.outside_bytes)
    limited = _over_port_limit(platform, box) if shared_headroom else None
    if limited is not None:
        return limited
    left = chip - kept.total_bytes - box.group_bytes - shared_headroom
    asked = sum(pool.size_bytes or 0 for pool in ingress)
    resized = asked > left or box.computed
    if resized:
        cell = platform.asic.cell_bytes or 1
        each = left // len(ingress) // cell * cell
        if each * len(ingress) < MIN_SHARED * chip:
            return _exceeds(chip, kept.total_bytes, box.group_bytes + shared_headroom, left)
        pools = tuple(_shrunk(pool, ingress[0].size_bytes, each) for pool in pools)
    return Fitted(
        pools=pools,
        shared_bytes=_lossless(pools).size_bytes or 0,
        chip_bytes=chip,
        reserve=kept,
        shrunk=asked > left and not box.computed,
    )


def _with_headroom_pool(pool: PoolSpec, box: Box) -> PoolSpec:
    if pool.name != LOSSLESS_POOL or not box.outside_bytes:
        return pool
    if box.over_subscribe is not None:
        return replace(pool, xoff_bytes=box.pool_bytes)
    return pool if pool.xoff_bytes else replace(pool, xoff_bytes=box.outside_bytes)


def _shrunk(pool: PoolSpec, shipped_bytes: int | None, each: int) -> PoolSpec:
    """Return an ingress pool, or the egress pool that shipped with the same size, at its new size."""
    if pool.type == "ingress" or pool.size_bytes == shipped_bytes:
        return replace(pool, size_bytes=each)
    return pool


def _lossless(pools: Sequence[PoolSpec]) -> PoolSpec:
    return next(pool for pool in pools if pool.name == LOSSLESS_POOL)


def _fit_other(platform: Platform, layout: Layout, box: Box) -> Fitted | Problem:
    """Fit where the pool's ``xoff`` is the headroom pool of the chip (Broadcom, Marvell).

    Templates fold the headroom pool into the pool's size although the SDK takes both from one
    memory. Where the sum does not fit a chip of known size, the size becomes what is really shared.
    Source: sonic-buildimage issue 28657 (Nexthop 4210).
    """
    chip = chip_bytes(platform, layout)
    pool = _lossless(layout.pools)
    size, headroom = pool.size_bytes or 0, pool.xoff_bytes or box.xoff_bytes
    new = size
    if not platform.asic.buffer_is_pool:
        new = _unfolded(size, headroom, chip - box.group_bytes, platform.asic.cell_bytes or 1)
    shared = new if new < size else size - headroom
    if box.over_subscribe is not None:
        cell = platform.asic.cell_bytes or 1
        asked = -(-box.xoff_bytes // (box.over_subscribe * cell)) * cell
        shared, headroom = (shared + headroom - asked) // cell * cell, asked
        new = size if platform.asic.buffer_is_pool else shared
        pool = replace(pool, xoff_bytes=asked)
    refused = _refused(box, chip, headroom, shared)
    if refused is not None:
        return refused
    return Fitted(
        pools=tuple(_capped(item, new, chip, pool.xoff_bytes) for item in layout.pools),
        shared_bytes=shared,
        chip_bytes=chip,
        reserve=Reserve(port_bytes=0, fixed_bytes=0),
        shrunk=new < size,
    )


def plain_pools(platform: Platform, layout: Layout) -> tuple[PoolSpec, ...]:
    """Return the pools of a device without PFC, with no headroom pool counted twice."""
    chip = chip_bytes(platform, layout)
    if is_nvidia(platform) or platform.asic.buffer_is_pool:
        return layout.pools
    cell = platform.asic.cell_bytes or 1

    def fitted(pool: PoolSpec) -> PoolSpec:
        if pool.size_bytes is None:
            return pool
        return replace(
            pool, size_bytes=_unfolded(pool.size_bytes, pool.xoff_bytes or 0, chip, cell)
        )

    return tuple(fitted(pool) for pool in layout.pools)


def _unfolded(size: int, headroom: int, room: int, cell: int) -> int:
    """Return the pool size that fits ``room`` beside the headroom pool."""
    if size + headroom <= room:
        return size
    return min(size - headroom, (room - headroom) // cell * cell)


def _refused(box: Box, chip: int, headroom: int, shared: int) -> Problem | None:
    widest = max((item.xoff_bytes for item in box.lossless), default=0) * box.priorities
    if box.xoff_bytes > chip:
        return _more_than_chip(chip, box.xoff_bytes)
    if widest > headroom:
        return _more_than_pool(headroom, widest)
    if shared < MIN_SHARED * chip:
        return _exceeds(chip, 0, box.group_bytes + headroom, shared)
    return None


def _capped(pool: PoolSpec, lossless_bytes: int, chip: int, xoff_bytes: int | None) -> PoolSpec:
    if pool.name == LOSSLESS_POOL:
        return replace(pool, size_bytes=lossless_bytes, xoff_bytes=xoff_bytes)
    return replace(pool, size_bytes=min(pool.size_bytes, chip)) if pool.size_bytes else pool


def _over_port_limit(platform: Platform, box: Box) -> Problem | None:
    """Return a problem where one port may need more of the shared headroom pool than it can get."""
    inputs, cell = platform.asic.headroom_inputs, platform.asic.cell_bytes
    if inputs is None or cell is None:
        return None
    limit = (inputs.port_max_cells + inputs.port_reserved_cells) * cell
    for item in box.lossless:
        asked = box.priorities * _outside(item)
        if asked > limit:
            return Problem(
                kind="headroom-exceeds-buffer",
                message=f"a port of {item.speed_mbps} Mb/s with {item.row_cable_m} m may need {asked} "
                f"bytes of the shared headroom pool; {platform.asic.family} gives a port at most "
                f"{limit} bytes of it",
                details={"chip": str(limit), "headroom": str(asked)},
            )
    return None


def _more_than_pool(pool: int, asked: int) -> Problem:
    return Problem(
        kind="headroom-exceeds-buffer",
        message=f"one port may need {asked} bytes of headroom, more than the whole shared headroom "
        f"pool of {pool} bytes",
        details={"chip": str(pool), "headroom": str(asked)},
    )


def _more_than_chip(chip: int, headroom: int) -> Problem:
    return Problem(
        kind="headroom-exceeds-buffer",
        message=f"the lossless ports may need {headroom} bytes of headroom at once, more than the "
        f"whole buffer of {chip} bytes",
        details={"chip": str(chip), "headroom": str(headroom)},
    )


def _exceeds(chip: int, kept: int, headroom: int, left: int) -> Problem:
    share = int(MIN_SHARED * chip)
    return Problem(
        kind="headroom-exceeds-buffer",
        message=f"headroom of {headroom} bytes and {kept} bytes reserved by ports leave {left} of the "
        f"{chip} byte buffer to share, below the {share} bytes (25 %) that pools must keep",
        details={"chip": str(chip), "headroom": str(headroom), "left": str(left)},
    )
