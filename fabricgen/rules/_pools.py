"""Buffer pools of a file beside the packet memory of its chip."""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck, ConfigDb
from fabricgen.model.diagnostic import Finding
from fabricgen.rules._file import found, number
from fabricgen.rules._ports import hwsku, platform
from fabricgen.rules._qos import profile_name, spans

_HINT = "use the HwSKU's pool sizes, fewer lossless priorities or shorter cables"


def pool_excess(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield a finding if the ingress pools exceed the chip, and one per egress pool that does.

    Ingress pools, their shared headroom and, on NVIDIA switches, the reserved bytes of all priority
    groups with rows come out of one memory. A chip of unknown size is not judged.
    """
    config, box = subject.config, platform(subject)
    if box is None or box.asic.buffer_bytes is None:
        return
    nvidia = box.asic.headroom_inputs is not None
    if box.asic.buffer_is_pool and not nvidia:
        return
    limit, sizes, xoffs, first = box.asic.buffer_bytes, 0, 0, None
    for pool in config.rows("BUFFER_POOL"):
        size = number(config.text("BUFFER_POOL", pool, "size")) or 0
        if config.text("BUFFER_POOL", pool, "type") == "ingress":
            sizes, first = sizes + size, first or pool
            xoffs += number(config.text("BUFFER_POOL", pool, "xoff")) or 0
        elif size > limit:
            message = f"pool {pool} of {size} bytes is larger than the {limit} bytes of {box.id}"
            yield found(config, message, _HINT, "BUFFER_POOL", pool, "size")
    reserved = reserved_bytes(config) if nvidia else 0
    total = sizes + xoffs + reserved
    if first is not None and total > limit:
        message = (
            f"ingress pools {sizes} bytes, shared headroom {xoffs} bytes and reserved headroom "
            f"{reserved} bytes are {total - limit} bytes more than the {limit} bytes of {box.id}"
        )
        yield found(config, message, _HINT, "BUFFER_POOL", first, "size")


def reserved_bytes(config: ConfigDb) -> int:
    """Return the bytes that the priority groups with rows keep for themselves."""
    total = 0
    for span in spans(config, "BUFFER_PG"):
        profile = profile_name(config, "BUFFER_PG", span.key) or ""
        size = number(config.text("BUFFER_PROFILE", profile, "size")) or 0
        total += size * max(0, min(span.high, 7) - span.low + 1)
    return total


def pools_shipped(subject: ConfigCheck) -> bool:
    """Return whether the pools are exactly those of one topology of the HwSKU."""
    config, sku = subject.config, hwsku(subject)
    if sku is None:
        return False
    own = {
        (
            pool,
            number(config.text("BUFFER_POOL", pool, "size")),
            number(config.text("BUFFER_POOL", pool, "xoff")),
        )
        for pool in config.rows("BUFFER_POOL")
    }
    return any(
        own == {(pool.name, pool.size_bytes, pool.xoff_bytes) for pool in defaults.pools}
        for defaults in sku.buffers
    )
