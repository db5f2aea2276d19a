"""What else is worth saying about a lossless switch, and what to use where one cannot be built."""

from collections.abc import Iterator

from fabricgen.model.catalogue import Catalogue
from fabricgen.model.diagnostic import Problem
from fabricgen.model.platform import Platform
from fabricgen.qos.headroom import rows_of
from fabricgen.qos.layout import LOSSLESS_POOL, lossless_defaults
from fabricgen.qos.pools import Box, Fitted
from fabricgen.qos.shape import Ground, Shape

_NAMED_AT_MOST = 12


def _able(platform: Platform, speeds: set[int]) -> bool:
    return any(
        lossless_defaults(hwsku) is not None and all(rows_of(hwsku, speed) for speed in speeds)
        for hwsku in platform.hwskus.values()
    )


def no_buffers(ground: Ground, one: Shape, catalogue: Catalogue) -> Problem:
    """Return the problem of a HwSKU that ships no lossless buffers, with platforms that do."""
    speeds = {port.speed_mbps for port in one.ports if port.cable_m is not None}
    own = [
        name
        for name, hwsku in sorted(ground.platform.hwskus.items())
        if lossless_defaults(hwsku) is not None
    ]
    able = sorted({p.id for p in catalogue.platforms.values() if _able(p, speeds)})
    named = ", ".join(able[:_NAMED_AT_MOST])
    hint = f"use a platform with lossless buffers at this speed: {named}" if named else ""
    if own:
        hint = f"its HwSKUs {', '.join(own)} have them" + (f"; or {hint}" if hint else "")
    return Problem(
        kind="no-buffers",
        message=f"{ground.where} ships no lossless buffer pools and profiles, so PFC would pause "
        "without headroom to pause into",
        hint=hint or "make the fabric lossy: qos.lossless: []",
    )


def exceeds_hint(priorities: tuple[int, ...], longest_m: int) -> str:
    """Return what to change where headroom does not fit the buffer."""
    fewer = " or fewer lossless priorities" if len(priorities) > 1 else ""
    if not longest_m:
        return f"no cable of any length fits; use fewer ports{fewer} or another platform"
    return (
        f"cables of at most {longest_m} m fit{'; else' if fewer else ''}{fewer.replace(' or', '')}"
    )


def notes(ground: Ground, fitted: Fitted, box: Box) -> Iterator[Problem]:
    """Yield what is true of a lossless switch and worth knowing.

    Kinds: ``pools-shrunk``, ``headroom-oversubscribed``, ``headroom-fit``, ``hwsku-ships-lossy``.
    """
    if lossless_defaults(ground.hwsku) is None:
        yield Problem(
            kind="hwsku-ships-lossy",
            message="the HwSKU ships without PFC; its pools are made lossless as those of "
            "Mellanox-SN5600-V256, with a shared headroom pool for the ports that are lossless",
            hint="prefer a HwSKU that ships lossless, or try this one under load first",
        )
    if fitted.shrunk and lossless_defaults(ground.hwsku) is not None:
        yield Problem(
            kind="pools-shrunk",
            message=f"the lossless pool is {fitted.shared_bytes} bytes, less than shipped, so that "
            f"pools, headroom and reserves fit the buffer of {fitted.chip_bytes} bytes",
            hint="nothing to change; on NVIDIA shorter cables leave more to share",
        )
    pool = next(item for item in fitted.pools if item.name == LOSSLESS_POOL)
    asked = box.outside_bytes
    if pool.xoff_bytes and asked > pool.xoff_bytes:
        full = len(box.lossless) * box.priorities * pool.xoff_bytes // asked
        yield Problem(
            kind="headroom-oversubscribed",
            message=f"the shared headroom pool of {pool.xoff_bytes} bytes covers {full} of "
            f"{len(box.lossless) * box.priorities} lossless priority groups at full headroom "
            f"({asked} bytes in all)",
            hint=f"{_why(box)}; shorter cables or fewer lossless priorities lower the risk",
        )
    yield from _fits(box)


def _why(box: Box) -> str:
    ratio = box.over_subscribe
    return "as shipped" if ratio is None else f"as asked, over_subscribe is {ratio}"


def _fits(box: Box) -> Iterator[Problem]:
    for item in dict.fromkeys(box.lossless):
        if item.source == "fit":
            yield Problem(
                kind="headroom-fit",
                message=f"no table row covers {item.speed_mbps} Mb/s and {item.cable_m} m: xoff "
                f"{item.xoff_bytes} bytes comes from fabricgen's own delay model",
                hint="ask the vendor for the row, or use a cable length the platform lists",
            )
