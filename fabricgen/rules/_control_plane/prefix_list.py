"""Prefix lists as FRR evaluates them, and prefixes as integers."""

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass

from fabricgen.model.configdb import ConfigDb


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Prefix:
    """A prefix: IP version, first address as an integer, length in bits."""

    version: int
    first: int
    length: int

    @property
    def bits(self) -> int:
        """Width of an address of this version."""
        return 32 if self.version == 4 else 128

    def covers(self, other: "Prefix") -> bool:
        """Return whether ``other`` lies inside this prefix or is the same one."""
        shift = self.bits - self.length
        return (
            self.version == other.version
            and self.length <= other.length
            and self.first >> shift == other.first >> shift
        )

    def shortened(self, length: int) -> "Prefix":
        """Return the prefix of ``length`` bits, at most its own, that holds this one."""
        shift = self.bits - length
        return Prefix(version=self.version, first=self.first >> shift << shift, length=length)

    def __str__(self) -> str:
        address = ipaddress.IPv4Address if self.version == 4 else ipaddress.IPv6Address
        return f"{address(self.first)}/{self.length}"


def parse_prefix(text: str) -> Prefix | None:
    """Return the prefix of ``address/length`` with its host bits cleared, None if it is none."""
    try:
        network = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        return None
    return Prefix(
        version=network.version, first=int(network.network_address), length=network.prefixlen
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One line of a prefix list: prefixes inside ``prefix`` whose length is ``low`` to ``high``."""

    permit: bool
    prefix: Prefix
    low: int
    high: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefixList:
    """A prefix list; the first entry that matches decides, none denies."""

    entries: tuple[Entry, ...]

    def permits(self, prefix: Prefix) -> bool:
        """Return whether the list permits ``prefix``."""
        for entry in self.entries:
            if entry.low <= prefix.length <= entry.high and entry.prefix.covers(prefix):
                return entry.permit
        return False


def _line(permit: bool, text: str, *, open_ended: bool) -> Entry | None:
    """Return the entry of ``prefix [ge N] [le N]``; ``open_ended`` adds ``le`` to a bare prefix."""
    words = text.split()
    prefix = parse_prefix(words[0]) if words else None
    if prefix is None:
        return None
    limits = dict(zip(words[1::2], words[2::2], strict=False))
    low, high = limits.get("ge"), limits.get("le")
    if (low and not low.isdecimal()) or (high and not high.isdecimal()):
        return None
    if low is None and high is None:
        top = prefix.bits if open_ended else prefix.length
        return Entry(permit=permit, prefix=prefix, low=prefix.length, high=top)
    return Entry(
        permit=permit,
        prefix=prefix,
        low=int(low) if low else prefix.length,
        high=int(high) if high else prefix.bits,
    )


def allow_list(version: int, texts: Iterable[str]) -> PrefixList:
    """Return the list bgpcfgd writes for allowed prefixes: short prefixes denied, then the texts."""
    fixed = (
        (_line(False, "0.0.0.0/0 le 17", open_ended=False),)
        if version == 4
        else (
            _line(False, "::/0 le 59", open_ended=False),
            _line(False, "::/0 ge 65", open_ended=False),
        )
    )
    lines = [*fixed, *(_line(True, text, open_ended=True) for text in texts)]
    return PrefixList(
        entries=tuple(one for one in lines if one is not None and one.prefix.version == version)
    )


def prefix_set(config: ConfigDb, name: str) -> PrefixList | None:
    """Return the PREFIX rows of a PREFIX_SET as frrcfgd writes them, None without any row."""
    numbered: list[tuple[int, Entry]] = []
    for key in config.rows("PREFIX"):
        parts = key.split("|")
        if parts[0] != name or len(parts) not in (3, 4):
            continue
        prefix = parse_prefix(parts[-2])
        if prefix is None:
            continue
        low, dots, high = parts[-1].partition("..")
        exact = not dots or not low.isdecimal() or not high.isdecimal()
        permit = (config.text("PREFIX", key, "action") or "permit") == "permit"
        entry = Entry(
            permit=permit,
            prefix=prefix,
            low=prefix.length if exact else max(int(low), prefix.length),
            high=prefix.length if exact else int(high),
        )
        sequence = int(parts[1]) if len(parts) == 4 and parts[1].isdecimal() else 0
        numbered.append((sequence or 5 * (len(numbered) + 1), entry))
    numbered.sort(key=lambda one: one[0])
    return PrefixList(entries=tuple(entry for _, entry in numbered)) if numbered else None
