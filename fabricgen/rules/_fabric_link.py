"""Compare a field at the two ends of every link."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fabricgen.model.configdb import FabricFiles, FileEnd
from fabricgen.model.diagnostic import Finding
from fabricgen.rules._fabric import found, named, settled_ends

ReadEnd = Callable[[FabricFiles, FileEnd], str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A link whose ends differ. ``odd`` is the end whose value is rarer in the fabric."""

    odd: FileEnd
    odd_value: str
    other: FileEnd
    other_value: str


def port_field(field: str, default: str | None = None) -> ReadEnd:
    """Return a reader of one PORT field; an absent field reads as ``default``."""

    def read(fabric: FabricFiles, end: FileEnd) -> str | None:
        value = fabric.devices[end.device].text("PORT", end.port, field)
        return default if value is None else value.strip()

    return read


def differences(fabric: FabricFiles, read: ReadEnd) -> Iterator[Difference]:
    """Yield the links whose ends read differently; ends that read None are not compared."""
    pairs: list[tuple[FileEnd, str, FileEnd, str]] = []
    counts: Counter[str] = Counter()
    by_device: Counter[tuple[str, str]] = Counter()
    for link in fabric.links:
        if not settled_ends(fabric, link):
            continue
        a, b = read(fabric, link.a), read(fabric, link.b)
        if a is None or b is None:
            continue
        counts.update((a, b))
        by_device.update(((link.a.device, a), (link.b.device, b)))
        if a != b:
            pairs.append((link.a, a, link.b, b))
    for a_end, a, b_end, b in pairs:
        a_rank = counts[a], by_device[a_end.device, a]
        b_rank = counts[b], by_device[b_end.device, b]
        if b_rank < a_rank:
            a_end, a, b_end, b = b_end, b, a_end, a
        yield Difference(odd=a_end, odd_value=a, other=b_end, other_value=b)


def differ(
    fabric: FabricFiles, read: ReadEnd, field: str, *, what: str, unit: str = "", hint: str
) -> Iterator[Finding]:
    """Yield a finding at the PORT field of the odd end of every link whose ends differ.

    Args:
        fabric: Gives links and files.
        read: Reads the value of one end.
        field: The PORT field the finding points at.
        what: What the value is, for the message.
        unit: Follows each value, with its leading blank.
        hint: What to change.
    """
    for one in differences(fabric, read):
        yield found(
            fabric.devices[one.odd.device],
            f"{what} is {one.odd_value}{unit} on {named(one.odd)} but {one.other_value}{unit} "
            f"on {named(one.other)} at the other end of the link",
            hint,
            "PORT",
            one.odd.port,
            field,
        )
