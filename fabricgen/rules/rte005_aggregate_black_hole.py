"""A switch announces an aggregate over prefixes that other devices announce.

Why: an aggregate stays announced while a part of it is out of reach. When the switch loses its link
to the device that has the part, others still send it there, and it drops what another switch could
have delivered. An aggregate is safe only where everything in it hangs on the switch itself: then a
lost uplink withdraws all of it, and a lost host link leaves nothing to deliver.

Example: spine-1 announces 10.0.0.0/16 (as a blackhole static route, BGP_AGGREGATE_ADDRESS or
BGP_GLOBALS_AF_AGGREGATE_ADDR), and leaf-1 announces 10.0.1.0/24.

Fix: aggregate at leaves only, each its own hosts.

Source: RFC 7938 section 8.2.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping

from fabricgen.model.configdb import ConfigDb, FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._fabric_prefixes import Network, announced, blackholes, network

ID = "RTE005"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every aggregate with a longer prefix of another device inside."""
    known = _announced(fabric)
    for device, config in fabric.devices.items():
        for table, key, prefix in _aggregates(config):
            inside = _inside(known[prefix.version], prefix, device)
            if inside:
                more = f" and {len(inside) - 1} more prefixes" if inside[1:] else ""
                other, owner = inside[0]
                yield found(
                    config,
                    f"the aggregate {prefix} of {device} covers {other} of {owner}{more}: when "
                    f"{device} loses its way there, it still attracts the traffic and drops it",
                    "aggregate at leaves only, each its own hosts",
                    table,
                    key,
                )


def _aggregates(config: ConfigDb) -> Iterator[tuple[str, str, Network]]:
    for key, prefix in blackholes(config):
        yield "STATIC_ROUTE", key, prefix
    for table in ("BGP_AGGREGATE_ADDRESS", "BGP_GLOBALS_AF_AGGREGATE_ADDR"):
        for key in config.rows(table):
            aggregate = network(key.rpartition("|")[2])
            if aggregate is not None and aggregate.prefixlen:
                yield table, key, aggregate


def _announced(fabric: FabricFiles) -> Mapping[int, list[tuple[int, Network, str]]]:
    """Return first address, prefix and device of everything announced, in order, by IP version."""
    rows: dict[int, list[tuple[int, Network, str]]] = {4: [], 6: []}
    for device, config in fabric.devices.items():
        for prefix in announced(fabric, config):
            rows[prefix.version].append((int(prefix.network_address), prefix, device))
    for known in rows.values():
        known.sort(key=lambda row: (row[0], row[1].prefixlen, row[2]))
    return rows


def _inside(
    known: list[tuple[int, Network, str]], prefix: Network, device: str
) -> list[tuple[Network, str]]:
    first = bisect_left(known, int(prefix.network_address), key=lambda row: row[0])
    last = bisect_right(known, int(prefix.broadcast_address), key=lambda row: row[0])
    return [
        (other, owner)
        for _, other, owner in known[first:last]
        if owner != device and other.prefixlen > prefix.prefixlen
    ]
