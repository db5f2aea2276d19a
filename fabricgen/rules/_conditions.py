"""Fields that may stand only where a condition on their row or on another table holds."""

from collections.abc import Callable
from typing import NamedTuple

from fabricgen.model.configdb import ConfigCheck
from fabricgen.rules._models import value

Holds = Callable[[ConfigCheck, str, str], bool]


class Condition(NamedTuple):
    """A table's fields and when they may stand; message and hint complete a sentence about a field."""

    table: str
    fields: tuple[str, ...]
    holds: Holds
    message: str
    hint: str


def _row_has(table: str, name: str, *legal: str) -> Holds:
    """Return a condition: another field of the row has one of the legal values."""
    return lambda x, key, _: value(x, table, key, name) in legal


def _key_is(*legal: str) -> Holds:
    """Return a condition: the row's name is one of the legal ones."""
    return lambda _, key, __: key.strip() in legal


def _stp_mode(x: ConfigCheck, mode: str) -> bool:
    return x.config.text("STP", "GLOBAL", "mode") == mode


def _when(table: str, fields: tuple[str, ...], name: str, *legal: str) -> Condition:
    """Return the condition that ``fields`` stand only where ``name`` is one of the legal values."""
    words = " or ".join(legal)
    return Condition(
        table,
        fields,
        _row_has(table, name, *legal),
        f"only where {name} is {words}",
        f"remove the field, or set {name} to {words}",
    )


def _in_row(table: str, fields: tuple[str, ...], *names: str) -> Condition:
    """Return the condition that ``fields`` stand in the named rows only."""
    words = " or ".join(names)
    return Condition(table, fields, _key_is(*names), f"only in the row {words}", "remove the field")


def _has_nameserver(x: ConfigCheck, _key: str, _field: str) -> bool:
    return bool(x.config.rows("DNS_NAMESERVER"))


def _own_name(x: ConfigCheck, key: str, field: str) -> bool:
    return x.config.text("DPUS", key, field) == key.strip()


def _group_known(x: ConfigCheck, key: str, field: str) -> bool:
    group = x.config.text("TELEMETRY_CLIENT", key, field) or ""
    names = [k.partition("|")[2] for k in x.config.rows("TELEMETRY_CLIENT") if "|" in k]
    return group in (names[0] if names else "")


_EMPTY = (None, (), ("",))


def _other_absent(other: str) -> Holds:
    """Return a condition: the field or the other one is empty, which counts as absent."""

    def holds(x: ConfigCheck, key: str, field: str) -> bool:
        row = x.config.row("DHCP_SERVER_IPV4_PORT", key)
        return row.get(field) in _EMPTY or row.get(other) in _EMPTY

    return holds


def _stp_pvst(x: ConfigCheck, key: str, field: str) -> bool:
    return x.config.text("STP_PORT", key, field) == "false" or _stp_mode(x, "pvst")


def _stp_mst(x: ConfigCheck, key: str, field: str) -> bool:
    is_edge = field == "edge_port" and x.config.text("STP_PORT", key, field) == "false"
    return is_edge or _stp_mode(x, "mst")


def _relay_source(x: ConfigCheck, key: str, field: str) -> bool:
    off = x.config.text("DHCPV4_RELAY", key, field) == "disable"
    return off or bool(x.config.text("DHCPV4_RELAY", key, "source_interface"))


def _relay_vrf(x: ConfigCheck, key: str, _field: str) -> bool:
    names = ("server_id_override", "link_selection", "vrf_selection")
    return all(value(x, "DHCPV4_RELAY", key, name) == "enable" for name in names)


_ERSPAN = ("src_ip", "dst_ip", "gre_type", "dscp", "ttl", "sample_rate", "truncate_size")
_TUNNEL = ("overlay_sip", "overlay_dip", "underlay_sip", "underlay_dip")
_MST = ("name", "revision", "max_hops", "max_age", "hello_time", "forward_delay", "hold_count")
CONDITIONS: tuple[Condition, ...] = (
    _when("MIRROR_SESSION", _ERSPAN, "type", "ERSPAN"),
    _when("MIRROR_SESSION", ("dst_port",), "type", "SPAN"),
    _when("FG_NHG", ("max_next_hops",), "match_mode", "prefix-based"),
    _when("SRV6_MY_SIDS", ("adj",), "action", "uA"),
    _when("SYSLOG_CONFIG", ("welf_firewall_name",), "format", "welf"),
    _when("MACSEC_PROFILE", ("replay_window",), "enable_replay_protect", "true"),
    _when("STP", ("rootguard_timeout",), "mode", "pvst"),
    _when("COPP_GROUP", ("pir",), "mode", "tr_tcm"),
    _when("POLICER", ("pir",), "mode", "tr_tcm"),
    _when("COPP_GROUP", ("pbs", "yellow_action"), "mode", "sr_tcm", "tr_tcm"),
    _when("POLICER", ("pbs", "yellow_packet_action"), "mode", "sr_tcm", "tr_tcm"),
    _when("DASH_ROUTE_TABLE", ("vnet", "overlay_ip"), "action_type", "vnet", "vnet_direct"),
    _when("DASH_ROUTE_TABLE", ("appliance",), "action_type", "appliance"),
    _when("DASH_ROUTE_TABLE", _TUNNEL, "action_type", "servicetunnel"),
    _in_row("CHASSIS_MODULE", ("power_on_delay", "graceful_shutdown_timeout"), "SWITCH-HOST"),
    _in_row("WARM_RESTART", ("bgp_eoiu", "bgp_timer"), "bgp"),
    _in_row("WARM_RESTART", ("teamsyncd_timer",), "teamd"),
    _in_row("WARM_RESTART", ("neighsyncd_timer",), "swss"),
    Condition(
        "SFLOW_SESSION",
        ("sample_rate",),
        lambda _, key, __: key.strip() != "all",
        "only in rows of ports, not in the row all",
        "remove the field",
    ),
    Condition(
        "DNS_OPTIONS",
        ("search", "ndots", "timeout", "attempts"),
        _has_nameserver,
        "without any row in DNS_NAMESERVER",
        "add a name server, or remove the options",
    ),
    Condition(
        "DPUS",
        ("midplane_interface",),
        _own_name,
        "with another name than its row",
        "write the row's name",
    ),
    Condition(
        "TELEMETRY_CLIENT",
        ("dst_group",),
        _group_known,
        "for a group the table's first row does not name",
        "name a DestinationGroup of the table",
    ),
    Condition(
        "MID_PLANE_BRIDGE",
        ("bridge",),
        lambda x, key, _: "ip_prefix" in x.config.row("MID_PLANE_BRIDGE", key),
        "without ip_prefix",
        "add ip_prefix",
    ),
    Condition(
        "DHCP_SERVER_IPV4_PORT",
        ("ips",),
        _other_absent("ranges"),
        "beside ranges",
        "keep one of the two",
    ),
    Condition(
        "DHCPV4_RELAY",
        ("link_selection",),
        _relay_source,
        "without source_interface",
        "add source_interface",
    ),
    Condition(
        "DHCPV4_RELAY",
        ("server_vrf",),
        _relay_vrf,
        "without server_id_override, link_selection and vrf_selection enabled",
        "enable all three",
    ),
    Condition(
        "STP_PORT",
        ("portfast",),
        _stp_pvst,
        "only where the mode of STP is pvst",
        "remove the field",
    ),
    Condition(
        "STP_PORT",
        ("edge_port", "link_type"),
        _stp_mst,
        "only where the mode of STP is mst",
        "remove the field",
    ),
    Condition("STP_MST", _MST, _stp_mst, "only where the mode of STP is mst", "remove the field"),
)
