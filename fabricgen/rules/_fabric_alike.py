"""Tables whose rows should be alike on equal devices.

Rows of ``REFERRED`` tables exist where something refers to them; values of ``SIZED_BY_PORTS`` tables
depend on how many ports of the device are lossless.
"""

from collections.abc import Iterable

from fabricgen.model.configdb import ConfigDb, FabricFiles

TABLES = frozenset(
    {
        "AAA",
        "AUTO_TECHSUPPORT",
        "BGP_BBR",
        "BGP_DEVICE_GLOBAL",
        "BUFFER_POOL",
        "BUFFER_PROFILE",
        "COPP_GROUP",
        "COPP_TRAP",
        "CRM",
        "DEBUG_COUNTER",
        "DNS_NAMESERVER",
        "DOT1P_TO_TC_MAP",
        "DSCP_TO_TC_MAP",
        "FEATURE",
        "FLEX_COUNTER_TABLE",
        "GNMI",
        "KDUMP",
        "LOSSLESS_TRAFFIC_PATTERN",
        "MAP_PFC_PRIORITY_TO_QUEUE",
        "NTP",
        "NTP_SERVER",
        "PASSW_HARDENING",
        "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP",
        "PFC_WD",
        "SCHEDULER",
        "SNMP",
        "SNMP_COMMUNITY",
        "SSH_SERVER",
        "SWITCH_HASH",
        "SWITCH_TRIMMING",
        "SYSLOG_CONFIG",
        "SYSLOG_SERVER",
        "SYSTEM_DEFAULTS",
        "TACPLUS",
        "TACPLUS_SERVER",
        "TC_TO_DSCP_MAP",
        "TC_TO_PRIORITY_GROUP_MAP",
        "TC_TO_QUEUE_MAP",
        "TELEMETRY",
        "WRED_PROFILE",
    }
)
REFERRED = frozenset({"BUFFER_PROFILE", "SCHEDULER", "WRED_PROFILE"})
SIZED_BY_PORTS = frozenset({"BUFFER_POOL", "WRED_PROFILE"})
_SECRET = ("passkey", "secret", "password", "community")


def is_port(key: str) -> bool:
    """Return whether a row belongs to a port, which other rules compare."""
    return key.startswith(("Ethernet", "PortChannel"))


def shown(config: ConfigDb, table: str, key: str, field: str) -> str:
    """Return a field as text for comparison and messages; secrets are compared but never shown."""
    value = config.row(table, key).get(field)
    if value is None:
        return "absent"
    if any(word in field.lower() for word in _SECRET):
        return f"secret {len(str(value))} long"
    return ",".join(str(item) for item in value) if isinstance(value, tuple) else str(value)


def lossless_port_count(config: ConfigDb) -> int:
    """Return how many PORT_QOS_MAP rows enable PFC."""
    return sum(bool(row.get("pfc_enable")) for row in config.rows("PORT_QOS_MAP").values())


def equally_used(fabric: FabricFiles, names: Iterable[str]) -> Iterable[tuple[str, ...]]:
    """Return the devices in groups of as many lossless ports."""
    groups: dict[int, list[str]] = {}
    for name in names:
        groups.setdefault(lossless_port_count(fabric.devices[name]), []).append(name)
    return tuple(tuple(group) for group in groups.values())
