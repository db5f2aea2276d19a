"""A buffer profile or pool differs from what the HwSKU ships.

Why: reserved sizes, thresholds and resume points of a platform are tuned together by its vendor. A
threshold that is larger lets one port take the shared buffer, a smaller one pauses or drops early, and an
xon that is wrong resumes too late or not at all; none of it is an error to the switch.

Example: `dynamic_th` of pg_lossless_400000_40m_profile is 3, the row of the HwSKU has 0.

Fix: write the values of the HwSKU, or accept the finding where they were measured.

Source: sonic-buildimage pg_profile_lookup.ini and buffers_defaults files, commit 086b03bd70f9.
"""

import re
from collections.abc import Iterator, Mapping

from fabricgen.model.configdb import ConfigCheck, ConfigDb
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.platform import Hwsku
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, number
from fabricgen.rules._ports import hwsku
from fabricgen.rules._qos import bare, buffers_apply, dynamic

ID = "QOS019"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG

_LOSSLESS = re.compile(r"pg_lossless_(\d+)_(\d+)m_profile")
Values = Mapping[str, frozenset[int]]


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per field that no shipped profile of that name has."""
    config, sku = subject.config, hwsku(subject)
    if sku is None or not buffers_apply(config) or not sku.lossless:
        return
    for name in config.rows("BUFFER_PROFILE"):
        if not (dynamic(config) and _LOSSLESS.fullmatch(name)):  # the switch makes those itself
            yield from _compared(config, "BUFFER_PROFILE", name, _profile(sku, name))
        yield from _moved(config, sku, name)
    for name in config.rows("BUFFER_POOL"):
        yield from _sized(config, sku, name)
        yield from _mode(config, sku, name)


def _mode(config: ConfigDb, sku: Hwsku, name: str) -> Iterator[Finding]:
    """Yield a finding for a pool whose mode is not the shipped one: thresholds then mean something else."""
    modes = {p.mode for entry in sku.buffers for p in entry.pools if p.name == name}
    own = config.text("BUFFER_POOL", name, "mode")
    if modes and own in ("static", "dynamic") and own not in modes:
        shipped = " or ".join(sorted(modes))
        yield found(
            config,
            f"mode of {name} is {own}; the HwSKU ships it {shipped}",
            f"write {shipped}",
            "BUFFER_POOL",
            name,
            "mode",
        )


def _moved(config: ConfigDb, sku: Hwsku, name: str) -> Iterator[Finding]:
    """Yield a finding where a profile hangs on another pool than the shipped one, if that is there."""
    own = bare(config.text("BUFFER_PROFILE", name, "pool") or "")
    pools = {p.pool for entry in sku.buffers for p in entry.profiles if p.name == name}
    if pools and own not in pools and pools & set(config.rows("BUFFER_POOL")):
        yield found(
            config,
            f"{name} hangs on {own}; the HwSKU ships it on {', '.join(sorted(pools))}",
            "name the pool that is shipped",
            "BUFFER_PROFILE",
            name,
            "pool",
        )


def _sized(config: ConfigDb, sku: Hwsku, name: str) -> Iterator[Finding]:
    """Yield a finding for a pool above what is shipped, or an egress pool shrunk on its own."""
    sizes = [p.size_bytes for entry in sku.buffers for p in entry.pools if p.name == name]
    most = max((size for size in sizes if size is not None), default=None)
    size = number(config.text("BUFFER_POOL", name, "size"))
    if most is None or size is None or most // 2 < size <= most:
        return
    alike = any(
        number(config.text("BUFFER_POOL", other, "size")) == size
        for other in config.rows("BUFFER_POOL")
        if other != name
    )
    if size > most or (config.text("BUFFER_POOL", name, "type") == "egress" and not alike):
        yield found(
            config,
            f"size {size} bytes of {name} is not near the {most} bytes that {sku.name} ships",
            f"write {most}",
            "BUFFER_POOL",
            name,
            "size",
        )


def _profile(sku: Hwsku, name: str) -> Values:
    """Return the legal values of each field of a profile, empty for a name that is not shipped."""
    match = _LOSSLESS.fullmatch(name)
    if match is None:
        shipped = [p for entry in sku.buffers for p in entry.profiles if p.name == name]
        return {
            "size": frozenset(p.size_bytes for p in shipped),
            "dynamic_th": frozenset(p.dynamic_th for p in shipped if p.dynamic_th is not None),
            "static_th": frozenset(p.static_th for p in shipped if p.static_th is not None),
        }
    speed, cable = int(match[1]), int(match[2])
    rows = [row for row in sku.headroom_rows if (row.speed_mbps, row.cable_m) == (speed, cable)]
    return {
        # xon alone where a shared headroom pool holds the rest
        "size": frozenset(
            size for row in rows for size in (row.size_bytes, row.xon_bytes or row.size_bytes)
        ),
        "xon": frozenset(row.xon_bytes for row in rows),
        "xon_offset": frozenset(
            row.xon_offset_bytes for row in rows if row.xon_offset_bytes is not None
        ),
        "xoff": frozenset(row.xoff_bytes for row in rows),
        "dynamic_th": frozenset(row.threshold for row in rows),
    }


def _compared(config: ConfigDb, table: str, name: str, legal: Values) -> Iterator[Finding]:
    row = config.row(table, name)
    for field, values in legal.items():
        own = number(config.text(table, name, field))
        resumes = field in ("xon", "xon_offset")
        absent = field not in row and resumes and values and 0 not in values
        if not values or own in values or (own is None and not absent):
            continue
        shipped = " or ".join(map(str, sorted(values)))
        yield found(
            config,
            f"{field} {'is absent' if own is None else own} in {name}; the HwSKU ships {shipped}",
            f"write {shipped}",
            table,
            name,
            field if field in row else None,
        )
