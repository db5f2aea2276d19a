"""Which HwSKU of a platform serves a breakout plan."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from fabricgen.catalogue.breakout import expand, mode_of, speed_text
from fabricgen.model.platform import Cage, Hwsku, Platform


def serving_hwskus(
    platform: Platform,
    modes: Mapping[str, str],
    speeds: Mapping[str, int] = MappingProxyType({}),
) -> tuple[Hwsku, ...]:
    """Return the HwSKUs that can serve a breakout plan, best first.

    A HwSKU serves if it ships exactly this split on every cage of ``modes``, or if it is built from
    platform.json, so that breakout can change it. In order of preference: lossless with headroom
    rows, the exact split, the platform's default, lossless, name.

    Args:
        platform: Gives the cages and HwSKUs.
        modes: The breakout mode of each cage by its parent port; cages left out do not matter.
        speeds: The speed of a cage's ports in Mb/s where it is not the default of its mode.

    Raises:
        KeyError: A cage has no such mode.
    """
    serving = tuple(_serving(platform, modes, speeds))
    return tuple(hwsku for _, hwsku in sorted(serving, key=lambda item: item[0]))


_Rank = tuple[bool, bool, bool, bool, str]


def _serving(
    platform: Platform, modes: Mapping[str, str], speeds: Mapping[str, int]
) -> Iterator[tuple[_Rank, Hwsku]]:
    for hwsku in platform.hwskus.values():
        exact = ships(platform, hwsku, modes, speeds)
        if exact or not hwsku.fixed_ports:
            ready = hwsku.lossless and bool(hwsku.headroom_rows)
            default = hwsku.name == platform.default_hwsku
            yield (not ready, not exact, not default, not hwsku.lossless, hwsku.name), hwsku


class NoHwskuError(LookupError):
    """No HwSKU of a platform can serve a breakout plan; the text names what each ships."""


def choose_hwsku(platform: Platform, modes: Mapping[str, str]) -> Hwsku:
    """Return the best HwSKU for a breakout plan; see ``serving_hwskus`` for order and arguments.

    Raises:
        NoHwskuError: No HwSKU can serve it. ``serving_hwskus`` tells without raising.
        KeyError: A cage has no such mode.
    """
    serving = serving_hwskus(platform, modes)
    if serving:
        return serving[0]
    shipped = "; ".join(f"{name}: {text}" for name, text in shipped_splits(platform).items())
    raise NoHwskuError(
        f"no HwSKU of {platform.id} serves this breakout, and none can be changed; "
        f"they ship {shipped}"
    )


def ships(
    platform: Platform,
    hwsku: Hwsku,
    modes: Mapping[str, str],
    speeds: Mapping[str, int] = MappingProxyType({}),
) -> bool:
    """Return whether a HwSKU ships with exactly this split on every cage of ``modes``."""
    cages = [cage for cage in platform.cages if cage.parent in modes]
    if not hwsku.fixed_ports:
        return all(_same(cage, hwsku.breakout.get(cage.parent), modes) for cage in cages)
    wanted = {
        (port.name, port.lanes, port.speed_mbps) for port in expand(platform, modes, speeds=speeds)
    }
    parents = {cage.parent for cage in cages}
    found = {
        (port.name, port.lanes, port.speed_mbps) for port in hwsku.ports if port.parent in parents
    }
    return wanted == found


def _same(cage: Cage, shipped: str | None, modes: Mapping[str, str]) -> bool:
    if shipped is None:
        return False
    return mode_of(cage, shipped).parts == mode_of(cage, modes[cage.parent]).parts


def fixed_ports_at(hwsku: Hwsku, cage: Cage, speed: int) -> int:
    """Return how many ports of ``speed`` Mb/s a HwSKU of a fixed layout has at a cage, 0 if others are there."""
    speeds = [port.speed_mbps for port in hwsku.ports if port.parent == cage.parent]
    return len(speeds) if set(speeds) == {speed} else 0


def refuses_breakout(platform: Platform) -> bool:
    """Return whether no HwSKU of the platform lets its port layout be changed."""
    return all(hwsku.fixed_ports for hwsku in platform.hwskus.values())


def shipped_splits(platform: Platform) -> Mapping[str, str]:
    """Return each HwSKU's layout in words, such as ``64 x 800G, 1 x 25G``."""
    return {name: split_text(hwsku) for name, hwsku in platform.hwskus.items()}


def split_text(hwsku: Hwsku) -> str:
    """Return a HwSKU's ports by speed in words, fastest first."""
    counts: dict[int, int] = {}
    for port in hwsku.ports:
        counts[port.speed_mbps] = counts.get(port.speed_mbps, 0) + 1
    return ", ".join(
        f"{counts[speed]} x {speed_text(speed)}" for speed in sorted(counts, reverse=True)
    )
