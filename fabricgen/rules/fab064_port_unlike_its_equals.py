"""One port has another setting than nearly all ports of its speed on equal devices.

Why: host ports have no second file to compare with. A single port with another MTU, FEC, pause or
map is what a hand edit leaves behind: one GPU is slow or unreachable and nothing else shows it.

Example: 127 ports at 400 Gb/s have mtu 9216, leaf-1 Ethernet0 has 1500.

Fix: write the usual value, or accept the finding with the reason for the exception.

Source: Batfish outlier analysis (Fogel et al., NSDI 2015).
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from fabricgen.model.configdb import ConfigDb, FabricFiles, FileEnd
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import far_ends, found, named
from fabricgen.rules._fabric_roles import peers
from fabricgen.rules._fabric_sessions import sessions
from fabricgen.rules._file import metadata
from fabricgen.rules._ports import platform_named, service_ports_of

ID = "FAB064"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every rare value of a port that leads to no other file."""
    outside = {(one.device, one.near.interface) for one in sessions(fabric) if one.near is not None}
    for names in peers(fabric).values():
        for table, field in FIELDS:
            groups: dict[str, dict[FileEnd, str]] = {}
            for name in names:
                config, linked = fabric.devices[name], far_ends(fabric)[name]
                box = platform_named(fabric.catalogue, metadata(config, "platform") or "")
                service = service_ports_of(box) if box is not None else frozenset()
                for port in config.rows("PORT"):
                    if (
                        port in service
                        or port in linked
                        or (name, port) in outside
                        or not _counts(config, port)
                    ):
                        continue
                    speed = "" if field == "speed" else config.text("PORT", port, "speed") or ""
                    value = config.text(table, port, field) or "absent"
                    groups.setdefault(speed, {})[FileEnd(device=name, port=port)] = value
            for values in groups.values():
                yield from _rare(fabric, values, table, field)


FIELDS = (
    ("PORT", "autoneg"),
    ("PORT", "fec"),
    ("PORT", "mtu"),
    ("PORT", "pfc_asym"),
    ("PORT", "speed"),
    ("PORT_QOS_MAP", "pfc_enable"),
    ("PORT_QOS_MAP", "pfcwd_sw_enable"),
    ("PFC_WD", "action"),
    ("PFC_WD", "detection_time"),
    ("PFC_WD", "restoration_time"),
)
_MANY = 7


def _counts(config: ConfigDb, port: str) -> bool:
    if config.text("PORT", port, "admin_status") != "up":
        return False
    return config.text("PORT", port, "role") in (None, "Ext")


def _rare(
    fabric: FabricFiles, values: Mapping[FileEnd, str], table: str, field: str
) -> Iterator[Finding]:
    counts = Counter(values.values()).most_common()
    usual, count = counts[0]
    if count < _MANY or count < _MANY * sum(other for _, other in counts[1:]):
        return
    for end, value in values.items():
        if value == usual:
            continue
        config = fabric.devices[end.device]
        yield found(
            config,
            f"{table} {field} is {value} on {named(end)} but {usual} on {count} ports like it",
            "write the usual value, or accept the finding with a reason",
            table,
            end.port if end.port in config.rows(table) else None,
            field if field in config.row(table, end.port) else None,
        )
