"""What the fields of a row ask for elsewhere in the row or in another table."""

from collections.abc import Callable
from typing import NamedTuple

from fabricgen.model.configdb import ConfigCheck
from fabricgen.rules._demands_access import (
    control_action,
    control_services,
    exclusive,
    fallback_key,
    hash_mask,
    ip_type,
    layer_two,
    passkey,
    snmp_user,
    tcp_flags,
)
from fabricgen.rules._demands_routing import (
    family_of,
    keepalive,
    locator_bits,
    not_mst,
    peer_group,
    prefix_action,
    prefix_bounds,
    root_guard,
    sequence_twice,
    sid_interface,
)
from fabricgen.rules._demands_telemetry import telemetry_counter, telemetry_object
from fabricgen.rules._file import number

Lacks = Callable[[ConfigCheck, str], bool]


class Demand(NamedTuple):
    """A table, the test that finds a row at fault, the field to point at, message and hint."""

    table: str
    lacks: Lacks
    field: str | None
    message: str
    hint: str


def _all_alone(field: str) -> Lacks:
    """Return a test: the list holds ``all`` and something else."""

    def lacks(x: ConfigCheck, key: str) -> bool:
        text = x.config.row("PORT", key).get(field, "")
        items = text if isinstance(text, tuple) else str(text).split(",")
        names = [str(item).strip() for item in items]
        return "all" in names and len(names) > 1

    return lacks


def _ports_needed(x: ConfigCheck, key: str) -> bool:
    row = x.config.row("FG_NHG", key)
    return row.get("match_mode") == "prefix-based" and "max_next_hops" not in row


def _fewer_than_one(x: ConfigCheck, key: str) -> bool:
    return number(x.config.text("FG_NHG", key, "max_next_hops")) == 0


def _segment(x: ConfigCheck, key: str) -> bool:
    row = x.config.row("EVPN_ETHERNET_SEGMENT", key)
    esi, kind = str(row.get("esi", "")), row.get("type")
    if "esi" not in row or "type" not in row:
        return False
    if kind == "TYPE_0_OPERATOR_CONFIGURED":
        return not esi.startswith("00:") or not esi.strip("0:")
    return esi != "AUTO"


def _range_ends(x: ConfigCheck, key: str) -> bool:
    ends = x.config.row("DHCP_SERVER_IPV4_RANGE", key).get("range", ())
    return not (isinstance(ends, tuple) and 1 <= len([end for end in ends if end]) <= 2)


def _no_domain(x: ConfigCheck, _key: str) -> bool:
    return not x.config.rows("MCLAG_DOMAIN")


def _no_counter(x: ConfigCheck, key: str) -> bool:
    counters = {name.strip() for name in x.config.rows("DEBUG_COUNTER")}
    return key.partition("|")[0].strip() not in counters


DEMANDS: tuple[Demand, ...] = (
    Demand(
        "ACL_TABLE",
        control_services,
        "services",
        "a control plane table names no services",
        "add services, such as SSH or SNMP",
    ),
    Demand(
        "ACL_RULE",
        control_action,
        "PACKET_ACTION",
        "a rule of a control plane table has no PACKET_ACTION",
        "add PACKET_ACTION",
    ),
    Demand(
        "ACL_RULE",
        tcp_flags,
        "TCP_FLAGS",
        "the table's type does not match TCP_FLAGS",
        "add TCP_FLAGS to the MATCHES of a table type of your own",
    ),
    Demand(
        "ACL_RULE",
        layer_two,
        None,
        "layer 2 fields are matched in a table that is not of type L2",
        "use a table of type L2",
    ),
    Demand(
        "ACL_RULE",
        exclusive,
        None,
        "the row uses fields that exclude each other: two of MAC, IPv4 and IPv6, or port and range",
        "keep one of them; write a rule for each",
    ),
    Demand(
        "ACL_RULE",
        ip_type,
        "IP_TYPE",
        "the row matches fields of another family than its IP_TYPE",
        "change IP_TYPE, or the fields",
    ),
    Demand(
        "AAA",
        passkey,
        "login",
        "tacacs+ is used, and TACPLUS|global has no passkey",
        "add the passkey to TACPLUS|global",
    ),
    Demand(
        "PORT",
        _all_alone("adv_speeds"),
        "adv_speeds",
        "all stands beside other speeds",
        "write all alone, or the speeds",
    ),
    Demand(
        "PORT",
        _all_alone("adv_interface_types"),
        "adv_interface_types",
        "all stands beside other types",
        "write all alone, or the types",
    ),
    Demand(
        "SNMP_USER",
        snmp_user,
        None,
        "passwords or algorithms do not fit the user's SNMP_USER_TYPE",
        "authentication needs its type and 8 or more characters, Priv also encryption;"
        " leave out what the level does not use",
    ),
    Demand(
        "FG_NHG",
        _ports_needed,
        "max_next_hops",
        "a prefix-based group has no max_next_hops",
        "add max_next_hops, 1 to 128",
    ),
    Demand("FG_NHG", _fewer_than_one, "max_next_hops", "max_next_hops is 0", "write 1 to 128"),
    Demand(
        "SRV6_MY_LOCATORS",
        locator_bits,
        None,
        "the lengths of the locator add up to more than 128 bits",
        "shorten a part",
    ),
    Demand(
        "SRV6_MY_SIDS",
        sid_interface,
        "interface",
        "a uA segment names no interface",
        "add interface",
    ),
    Demand(
        "EVPN_ETHERNET_SEGMENT",
        _segment,
        "esi",
        "the ESI does not fit the segment's type",
        "type 0 takes an ESI that starts with 00: and is not all zero, type 3 takes AUTO",
    ),
    Demand(
        "PREFIX_LIST",
        prefix_bounds,
        None,
        "ge and le are out of order, below the prefix length, or longer than an address",
        "keep prefix length <= ge <= le",
    ),
    Demand(
        "PREFIX_LIST", prefix_action, None, "seq, ge or le stand without an action", "add action"
    ),
    Demand(
        "PREFIX",
        sequence_twice,
        None,
        "the prefix set has this sequence number twice",
        "give each prefix its own number",
    ),
    Demand(
        "MCLAG_DOMAIN",
        keepalive,
        "session_timeout",
        "three keepalive intervals are longer than the session timeout",
        "raise session_timeout",
    ),
    Demand(
        "MACSEC_PROFILE",
        fallback_key,
        None,
        "the fallback key has another length than the primary one, or the same name",
        "give a key of equal length under another name",
    ),
    Demand(
        "PBH_HASH_FIELD",
        hash_mask,
        "ip_mask",
        "ip_mask and hash_field do not fit",
        "inner addresses need a mask of their family, other fields none",
    ),
    Demand(
        "DHCP_SERVER_IPV4_RANGE",
        _range_ends,
        "range",
        "a range has not one or two addresses",
        "write the first and the last address",
    ),
    Demand(
        "DEBUG_COUNTER_DROP_REASON",
        _no_counter,
        None,
        "DEBUG_COUNTER has no such counter",
        "add the counter",
    ),
    Demand(
        "HIGH_FREQUENCY_TELEMETRY_GROUP",
        telemetry_object,
        "object_names",
        "object_names is empty or holds something that does not exist",
        "name existing ports or pools; queues and groups as <port>|<index>",
    ),
    Demand(
        "HIGH_FREQUENCY_TELEMETRY_GROUP",
        telemetry_counter,
        "object_counters",
        "object_counters holds a counter that objects of this group do not have",
        "name counters of the group only",
    ),
    Demand("STP_MST", not_mst, None, "the mode of STP is not mst", "set it, or remove the row"),
    Demand(
        "STP",
        root_guard,
        "mode",
        "the models allow the root guard, which is 30 seconds by default, in PVST mode only",
        "write pvst",
    ),
    Demand(
        "BGP_NEIGHBOR",
        peer_group("BGP_NEIGHBOR", "peer_group_name"),
        "peer_group_name",
        "the peer group is not in the VRF of the neighbour",
        "name a peer group of the same VRF",
    ),
    Demand(
        "BGP_GLOBALS_LISTEN_PREFIX",
        peer_group("BGP_GLOBALS_LISTEN_PREFIX", "peer_group"),
        "peer_group",
        "the peer group is not in the VRF of the prefix",
        "name a peer group of the same VRF",
    ),
    Demand(
        "BGP_NEIGHBOR_AF",
        family_of("BGP_NEIGHBOR"),
        None,
        "the neighbour is not in the VRF of the row",
        "write the VRF of the neighbour",
    ),
    Demand(
        "BGP_PEER_GROUP_AF",
        family_of("BGP_PEER_GROUP"),
        None,
        "the peer group is not in the VRF of the row",
        "write the VRF of the peer group",
    ),
    Demand("MCLAG_UNIQUE_IP", _no_domain, None, "there is no MCLAG_DOMAIN", "add the domain"),
)
