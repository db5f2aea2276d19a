"""The pools of an intent and their sixteen slices.

See docs/addressing.md for what each slice serves.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from netaddr import IPNetwork

from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import AddressingIntent, Intent

SLICES = 16
_UNUSABLE = tuple(
    (IPNetwork(prefix), what)
    for prefix, what in (
        ("0.0.0.0/8", "addresses of this host (RFC 1122)"),
        ("127.0.0.0/8", "a host's own loopback (RFC 1122)"),
        ("169.254.0.0/16", "link-local, never routed (RFC 3927)"),
        ("224.0.0.0/4", "multicast (RFC 5771)"),
        ("240.0.0.0/4", "reserved (RFC 1112)"),
        ("::/8", "reserved, with the loopback ::1 (RFC 4291)"),
        ("fe80::/10", "link-local, never routed (RFC 4291)"),
        ("ff00::/8", "multicast (RFC 4291)"),
    )
)
UNNUMBERED = "unnumbered"  # the links pool of a fabric whose links have no addresses
_FABRIC_SLICES: Mapping[str, int] = {"storage": 8, "frontend": 9, "oob": 10}
DPU_SLICE = 11


def slice_of(fabric: str, plane: int) -> int:
    """Return the slice of a fabric and plane: back-end planes 0 to 7, then one a fabric."""
    return _FABRIC_SLICES.get(fabric, plane)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """An IPv4 pool: its name in the intent, first address and number of host bits."""

    name: str
    text: str
    first: int
    bits: int

    @property
    def slice_bits(self) -> int:
        """Host bits of a slice, negative if the pool has fewer than sixteen addresses."""
        return self.bits - 4

    def slice_start(self, number: int) -> int:
        """Return the first address of a slice."""
        return self.first + (number << self.slice_bits)

    def slice_text(self, number: int) -> str:
        """Return a slice as a prefix."""
        return f"{dotted(self.slice_start(number))}/{32 - self.slice_bits}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AsnPool:
    """The autonomous system numbers; the last few that make no whole slice stay unused."""

    first: int
    last: int

    @property
    def width(self) -> int:
        """Numbers of a slice."""
        return (self.last - self.first + 1) // SLICES

    @property
    def leaf_offset(self) -> int:
        """Number of the first leaf in a slice: before it super-spines, then spines by pod."""
        return max(2, self.width // 50)

    def slice_start(self, number: int) -> int:
        """Return the first number of a slice."""
        return self.first + number * self.width


@dataclass(frozen=True, slots=True, kw_only=True)
class Pools:
    """All pools of an intent; ``vteps`` is None where Loopback0 serves."""

    loopbacks: Pool
    links: Pool
    hosts: Pool
    asns: AsnPool
    vteps: Pool | None = None

    @property
    def given(self) -> tuple[Pool, ...]:
        """The pools of IPv4 addresses that the intent has."""
        pools = (self.loopbacks, self.links, self.hosts, self.vteps)
        return tuple(p for p in pools if p is not None and p.text != UNNUMBERED)


def dotted(address: int) -> str:
    """Return an IPv4 address given as a number."""
    return f"{address >> 24}.{address >> 16 & 255}.{address >> 8 & 255}.{address & 255}"


def read_pools(addressing: AddressingIntent) -> Pools:
    """Return the pools; reading the intent made sure that they are IPv4 prefixes and a range."""
    first, _, last = addressing.asn.partition("-")
    return Pools(
        loopbacks=_pool("loopbacks", addressing.loopbacks),
        links=_pool("links", addressing.links),
        hosts=_pool("hosts", addressing.hosts),
        asns=AsnPool(first=int(first), last=int(last or first)),
        vteps=_pool("vteps", addressing.vteps) if addressing.vteps is not None else None,
    )


def _pool(name: str, text: str) -> Pool:
    if text == UNNUMBERED:
        return Pool(name=name, text=text, first=0, bits=36)
    network = IPNetwork(text)
    return Pool(name=name, text=text, first=int(network.first), bits=32 - network.prefixlen)


def check_ranges(intent: Intent) -> Iterator[Problem]:
    """Yield the pools that hold addresses no interface of a routed network may have. Problem kind: ``pool-unusable``."""
    for name in ("loopbacks", "links", "hosts", "vteps", "loopbacks6", "links6", "hosts6"):
        text = getattr(intent.addressing, name)
        if text is None or text == UNNUMBERED:
            continue
        pool = IPNetwork(text)
        for prefix, what in _UNUSABLE:
            if pool.version == prefix.version and (pool in prefix or prefix in pool):
                yield Problem(
                    kind="pool-unusable",
                    message=f"the pool {name} {text} {'lies in' if pool in prefix else 'holds'} {prefix}: {what}",
                    hint="use private addresses, such as of 10.0.0.0/8 or fd00::/8, or your own",
                    place=intent.place("addressing", name),
                )
                break


def check_pools(intent: Intent, pools: Pools) -> Iterator[Problem]:
    """Yield the pools that overlap."""
    every = pools.given
    for number, pool in enumerate(every):
        for other in every[:number]:
            if pool.first < other.first + (1 << other.bits) and other.first < pool.first + (
                1 << pool.bits
            ):
                yield Problem(
                    kind="pools-overlap",
                    message=f"the pools {other.name} {other.text} and {pool.name} {pool.text} "
                    "overlap",
                    hint="give each pool addresses of its own",
                    place=intent.place("addressing", pool.name),
                )
