"""A buffer profile hangs on a pool that cannot serve it.

Why: groups are fed from ingress pools and queues from egress pools; the switch refuses the other way
round, and what refers to the profile stays without buffer. The switch keeps headroom in
ingress_lossless_pool only, so a lossless group of another pool has none. A pool without a size gives
nothing in the traditional model.

Example: `BUFFER_PROFILE|q_lossy_profile|pool` is ingress_lossless_pool.

Fix: put profiles of groups on ingress pools (lossless ones on ingress_lossless_pool) and those of queues
on egress pools, and give every pool its size.

Source: sonic-swss cfgmgr/buffermgr.cpp and orchagent/bufferorch.cpp, commit e6b0c5b5d2ab.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck, ConfigDb
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, number
from fabricgen.rules._ports import hwsku
from fabricgen.rules._qos import bare, buffers_apply, dynamic, has_headroom

ID = "QOS017"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

_LOSSLESS_POOL = "ingress_lossless_pool"
_USES = {
    "BUFFER_PG": "ingress",
    "BUFFER_PORT_INGRESS_PROFILE_LIST": "ingress",
    "BUFFER_QUEUE": "egress",
    "BUFFER_PORT_EGRESS_PROFILE_LIST": "egress",
}


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per profile on a wrong pool, and per pool in use without size."""
    config = subject.config
    if not buffers_apply(config):
        return
    pools = config.rows("BUFFER_POOL")
    used: dict[str, None] = {}
    shipped = _shipped(subject)
    for profile, direction in _directions(config).items():
        pool = bare(config.text("BUFFER_PROFILE", profile, "pool") or "")
        if pool not in pools:
            continue
        used[pool] = None
        kind = config.text("BUFFER_POOL", pool, "type")
        if (profile, pool, kind) in shipped:
            continue
        if kind in ("ingress", "egress") and kind != direction:
            yield found(
                config,
                f"{profile} serves {'groups' if direction == 'ingress' else 'queues'} but hangs on "
                f"{pool}, an {kind} pool",
                f"name an {direction} pool",
                "BUFFER_PROFILE",
                profile,
                "pool",
            )
        elif has_headroom(config, profile) and pool != _LOSSLESS_POOL and _LOSSLESS_POOL in pools:
            yield found(
                config,
                f"the lossless profile {profile} hangs on {pool}; headroom comes from {_LOSSLESS_POOL}",
                f"name {_LOSSLESS_POOL}",
                "BUFFER_PROFILE",
                profile,
                "pool",
            )
    if not dynamic(config):
        yield from _empty(config, tuple(used))


def _shipped(subject: ConfigCheck) -> frozenset[tuple[str, str, str | None]]:
    """Return profile, pool and its type as the HwSKU has them.

    Marvell's has one pool for both directions.
    """
    sku = hwsku(subject)
    found: set[tuple[str, str, str | None]] = set()
    for entry in sku.buffers if sku is not None else ():
        types = {pool.name: pool.type for pool in entry.pools}
        found |= {(item.name, item.pool, types.get(item.pool)) for item in entry.profiles}
    return frozenset(found)


def _directions(config: ConfigDb) -> dict[str, str]:
    """Return whether a profile serves groups (ingress) or queues (egress), by its first use."""
    uses: dict[str, str] = {}
    for table, direction in _USES.items():
        for key in config.rows(table):
            field = "profile_list" if table.endswith("_LIST") else "profile"
            for name in (config.text(table, key, field) or "").split(","):
                uses.setdefault(bare(name), direction)
    return uses


def _empty(config: ConfigDb, pools: tuple[str, ...]) -> Iterator[Finding]:
    for pool in pools:
        text = config.text("BUFFER_POOL", pool, "size")
        if text is None or number(text) == 0:
            yield found(
                config,
                f"{pool} has {'no size' if text is None else 'the size 0'} in the traditional buffer model",
                "write the size the HwSKU ships",
                "BUFFER_POOL",
                pool,
                "size" if text is not None else None,
            )
