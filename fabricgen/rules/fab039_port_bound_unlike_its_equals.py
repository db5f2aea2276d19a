"""A queue, priority group or map of one port is bound otherwise than on nearly all equal ports.

Why: schedulers, ECN profiles and buffer profiles are bound port by port. A single port with
another binding drops or delays one class on one rail only: the slowest rank of a job, and nothing
else shows it.

Example: queue 3 of 127 ports has wred_profile roce_400g, `QUEUE|Ethernet16|3` of leaf-1 has none.

Fix: bind the usual profile, or accept the finding with the reason for the exception. Compared are
ports of one tier, platform, speed, cable length and set of lossless priorities.

Source: Batfish outlier analysis (Fogel et al., NSDI 2015); SONiC YANG models sonic-queue and
sonic-buffer-pg.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigDb, FabricFiles, FileEnd
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._fabric_bindings import ABSENT, Bindings, binding, rare
from fabricgen.rules._fabric_qos import by_port, cable_metres, classes_of
from fabricgen.rules._fabric_roles import peers

ID = "FAB039"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every rare binding of a port."""
    for names in peers(fabric).values():
        groups: dict[tuple[str, ...], Bindings] = {}
        for name in names:
            _collect(fabric, fabric.devices[name], groups)
        for (table, rest, field, *_), values in groups.items():
            for value, place, usual, count in rare(values):
                device, port, key = place
                yield found(
                    fabric.devices[device],
                    f"{field} of {table}|{port}{rest} on {device} is {value}, {count} ports like it "
                    f"have {usual}",
                    "bind the usual one, or accept the finding with a reason",
                    table,
                    key,
                    field if key and value != ABSENT else None,
                )


_FIELDS = (
    ("QUEUE", "scheduler"),
    ("QUEUE", "wred_profile"),
    ("BUFFER_QUEUE", "profile"),
    ("BUFFER_PG", "profile"),
    ("BUFFER_PORT_INGRESS_PROFILE_LIST", "profile_list"),
    ("BUFFER_PORT_EGRESS_PROFILE_LIST", "profile_list"),
    ("PORT_QOS_MAP", "dscp_to_tc_map"),
    ("PORT_QOS_MAP", "pfc_to_pg_map"),
    ("PORT_QOS_MAP", "pfc_to_queue_map"),
    ("PORT_QOS_MAP", "scheduler"),
    ("PORT_QOS_MAP", "tc_to_pg_map"),
    ("PORT_QOS_MAP", "tc_to_queue_map"),
)


def _collect(
    fabric: FabricFiles, config: ConfigDb, groups: dict[tuple[str, ...], Bindings]
) -> None:
    kinds = {
        port: _kind(fabric, FileEnd(device=config.device, port=port))
        for port in config.rows("PORT")
        if config.text("PORT", port, "admin_status") == "up"
    }
    for table, field in _FIELDS:
        held: dict[str, dict[str, str]] = {}
        for port, rest, key in by_port(config, table):
            if port in kinds:
                held.setdefault(rest, {})[port] = key
        for rest, keys in held.items():
            suffix = f"|{rest}" if rest else ""
            for port, kind in kinds.items():
                row = keys.get(port)
                value = ABSENT if row is None else binding(config, table, row, field)
                values = groups.setdefault((table, suffix, field, *kind), {})
                values.setdefault(value, []).append((config.device, port, row))


def _kind(fabric: FabricFiles, end: FileEnd) -> tuple[str, ...]:
    classes = classes_of(fabric, end)
    length = cable_metres(fabric).get(end)
    return (
        fabric.devices[end.device].text("PORT", end.port, "speed") or "",
        str(length[0]) if length else "",
        ",".join(sorted(classes.pause)) if classes else "no map",
    )
