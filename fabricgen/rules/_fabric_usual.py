"""What most devices of a kind have, and which ones do not."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fabricgen.model.configdb import FabricFiles
from fabricgen.rules._fabric import once

LEAST = 3
SHARE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlier:
    """A device whose value is not the usual one of its ``usual_count`` equals."""

    device: str
    value: str
    usual: str
    usual_count: int


def outliers(values: Mapping[str, str]) -> Iterator[Outlier]:
    """Yield the devices whose value differs from the usual one.

    A value is usual when at least three devices have it and three times as many as have any other
    value, so that two ways of doing things side by side are not reported.

    Args:
        values: The value of each device that has one.
    """
    counts = Counter(values.values()).most_common()
    if len(counts) < 2:
        return
    usual, count = counts[0]
    if count < LEAST or count < SHARE * sum(other for _, other in counts[1:]):
        return
    for device, value in values.items():
        if value != usual:
            yield Outlier(device=device, value=value, usual=usual, usual_count=count)


@once
def platforms(fabric: FabricFiles) -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Return the devices of one platform and HwSKU, whatever their tier."""
    groups: dict[tuple[str, str], list[str]] = {}
    for name, config in fabric.devices.items():
        platform = config.text("DEVICE_METADATA", "localhost", "platform") or ""
        hwsku = config.text("DEVICE_METADATA", "localhost", "hwsku") or ""
        groups.setdefault((platform, hwsku), []).append(name)
    return {key: tuple(names) for key, names in groups.items()}
