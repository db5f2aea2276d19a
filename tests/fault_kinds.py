"""Kinds of faults that people make in CONFIG_DB files, each put in at a random place."""

import random
from collections.abc import Callable
from typing import Any

Tables = dict[str, dict[str, Any]]
Devices = dict[str, Tables]
Where = tuple[set[str], set[str]]  # where a finding counts: devices and tables
Fault = Callable[["Spot"], Where | None]


class Spot:
    """A random device, one of its links to another device, and the session on it."""

    def __init__(self, devices: Devices, random_: random.Random) -> None:
        self.devices = devices
        self.random = random_
        links = [
            (name, port)
            for name, tables in devices.items()
            for port, row in tables.get("DEVICE_NEIGHBOR", {}).items()
            if row["name"] in devices
        ]
        self.device, self.port = random_.choice(links)
        self.tables = devices[self.device]
        row = self.tables["DEVICE_NEIGHBOR"][self.port]
        self.far, self.far_port = row["name"], row["port"]
        self.there = devices[self.far]
        self.address = next(k for k in self.tables["INTERFACE"] if k.startswith(f"{self.port}|"))
        self.own = self.address.partition("|")[2].partition("/")[0]
        self.peer = next(
            k for k, r in self.tables["BGP_NEIGHBOR"].items() if r["local_addr"] == self.own
        )

    @property
    def both(self) -> set[str]:
        return {self.device, self.far}

    @property
    def lossless(self) -> bool:
        """Whether the device is a switch of the back-end."""
        return self.device.startswith(("leaf-", "spine-"))

    @property
    def hosts(self) -> bool:
        """Whether routed hosts without BGP sit behind the device."""
        near = self.tables["DEVICE_NEIGHBOR"]
        return any(
            near.get(key.partition("|")[0], {}).get("name") not in self.devices
            for key in self.tables["INTERFACE"]
        )

    def concerns(self, key: str) -> bool:
        """Return whether a row is the port's own, or none of a port."""
        return not key.startswith("Ethernet") or key.partition("|")[0] == self.port

    def row_of(self, table: str) -> str | None:
        """Return a random row of a table."""
        rows = sorted(self.tables.get(table, {}))
        return self.random.choice(rows) if rows else None

    def key_of(self, table: str, ending: str = "") -> str | None:
        """Return the row of the port in a table keyed by port."""
        rows = [k for k in self.tables.get(table, {}) if k.startswith(f"{self.port}|")]
        rows = [k for k in rows if k.endswith(ending)]
        return self.random.choice(sorted(rows)) if rows else None


def port_field(field: str, value: str | None) -> Fault:
    def fault(s: Spot) -> Where | None:
        row = s.tables["PORT"][s.port]
        if row.get(field) == value or (field == "mtu" and value is None and row[field] == "9100"):
            return None
        if field == "pfc_asym" and not s.lossless:
            return None  # without pause it changes nothing
        if field == "mtu" and s.device.endswith("-dpu1"):
            return None  # a DPU may take smaller frames than its switch
        if value is None:
            row.pop(field, None)
        else:
            row[field] = value
        return s.both, {"PORT"}

    return fault


def host_field(field: str, value: str) -> Fault:
    def fault(s: Spot) -> Where | None:
        near = s.tables["DEVICE_NEIGHBOR"]
        ports = [
            p for p, row in near.items() if row["name"] not in s.devices and p in s.tables["PORT"]
        ]
        if len(ports) < 8:
            return None
        row = s.tables["PORT"][s.random.choice(sorted(ports))]
        if row.get(field) == value:
            return None
        row[field] = value
        return {s.device}, {"PORT", "PORT_QOS_MAP", "BUFFER_PG", "QUEUE"}

    return fault


def session_field(field: str, value: Any) -> Fault:
    def fault(s: Spot) -> Where:
        row = s.tables["BGP_NEIGHBOR"][s.peer]
        if value is None:
            row.pop(field, None)
        else:
            row[field] = value
        return s.both, {"BGP_NEIGHBOR"}

    return fault


def metadata(field: str, value: str | None) -> Fault:
    def fault(s: Spot) -> Where | None:
        row = s.tables["DEVICE_METADATA"]["localhost"]
        if row.get(field) == value:
            return None
        if value is None:
            row.pop(field, None)
        else:
            row[field] = value
        return {s.device}, {"DEVICE_METADATA", "BGP_GLOBALS", "BGP_NEIGHBOR"}

    return fault


def removed(table: str, ending: str = "", also: tuple[str, ...] = ()) -> Fault:
    """Remove the port's row of a table."""

    def fault(s: Spot) -> Where | None:
        if table == "PORT_QOS_MAP" and not s.lossless:
            return None
        key = s.key_of(table, ending) or (s.port if s.port in s.tables.get(table, {}) else None)
        if key is None:
            return None
        del s.tables[table][key]
        return {s.device}, {table, *also}

    return fault


def row_field(table: str, field: str, value: Any, also: tuple[str, ...] = ()) -> Fault:
    """Write a field of a random row that has it."""

    def fault(s: Spot) -> Where | None:
        if table == "SCHEDULER" and not s.lossless:
            return None  # the fabric carries no lossless class
        rows = [
            k
            for k, row in s.tables.get(table, {}).items()
            if field in row and row[field] != value and s.concerns(k)
        ]
        if not rows:
            return None
        row = s.tables[table][s.random.choice(sorted(rows))]
        if value is None:
            del row[field]
        else:
            row[field] = value
        return {s.device}, {table, *also}

    return fault


def map_entry(table: str, entry: str, value: str) -> Fault:
    def fault(s: Spot) -> Where | None:
        row = s.row_of(table)
        if row is None or s.tables[table][row].get(entry) in (None, value):
            return None
        s.tables[table][row][entry] = value
        return {s.device}, {
            table, "DSCP_TO_TC_MAP", "PORT_QOS_MAP", "TC_TO_PRIORITY_GROUP_MAP", "TC_TO_QUEUE_MAP",
            "BUFFER_PG", "QUEUE", "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP", "MAP_PFC_PRIORITY_TO_QUEUE",
        }  # fmt: skip

    return fault


def readdress(s: Spot, text: str) -> None:
    s.tables["INTERFACE"][f"{s.port}|{text}"] = s.tables["INTERFACE"].pop(s.address)


def other_subnet(s: Spot) -> Where:
    readdress(s, "172.31.7.0/31")
    return s.both, {"INTERFACE", "BGP_NEIGHBOR", "DEVICE_NEIGHBOR"}


def same_address(s: Spot) -> Where:
    readdress(s, f"{s.peer}/31")
    return s.both, {"INTERFACE", "BGP_NEIGHBOR"}


def other_length(s: Spot) -> Where:
    readdress(s, f"{s.own}/29")
    return s.both, {"INTERFACE", "BGP_NEIGHBOR"}


def swapped_ports(s: Spot) -> Where | None:
    rows = s.tables["DEVICE_NEIGHBOR"]
    others = [p for p, row in sorted(rows.items()) if row["name"] in s.devices and p != s.port]
    if not others:
        return None
    other = s.random.choice(others)
    rows[s.port], rows[other] = rows[other], rows[s.port]
    return {s.device, s.far}, {"DEVICE_NEIGHBOR"}


def swapped_addresses(s: Spot) -> Where | None:
    rows = s.tables["INTERFACE"]
    near = s.tables["DEVICE_NEIGHBOR"]
    others = [
        k for k in sorted(rows)
        if "|" in k and k != s.address and near.get(k.partition("|")[0], {}).get("name") in s.devices
    ]  # fmt: skip
    if not others:
        return None
    other = s.random.choice(others)
    port, prefix = other.split("|")
    del rows[other]
    rows[f"{port}|{s.address.partition('|')[2]}"] = {}
    readdress(s, prefix)
    return set(s.devices), {"DEVICE_NEIGHBOR", "INTERFACE"}


def no_bare_row(s: Spot) -> Where:
    s.tables["INTERFACE"].pop(s.port)
    return {s.device}, {"INTERFACE", "BGP_NEIGHBOR"}


def no_bare_loopback(s: Spot) -> Where:
    s.tables["LOOPBACK_INTERFACE"].pop("Loopback0")
    return {s.device}, {"LOOPBACK_INTERFACE"}


def no_loopback(s: Spot) -> Where:
    s.tables["LOOPBACK_INTERFACE"] = {"Loopback0": {}}
    return {s.device}, {"LOOPBACK_INTERFACE"}


def no_session_row(s: Spot) -> Where:
    del s.tables["BGP_NEIGHBOR"][s.peer]
    return s.both, {"BGP_NEIGHBOR"}


def no_session_at_all(s: Spot) -> Where:
    del s.tables["BGP_NEIGHBOR"][s.peer]
    del s.there["BGP_NEIGHBOR"][s.own]
    return s.both, {"BGP_NEIGHBOR"}


def session_to_nobody(s: Spot) -> Where:
    s.tables["BGP_NEIGHBOR"]["172.31.99.9"] = s.tables["BGP_NEIGHBOR"].pop(s.peer)
    return s.both, {"BGP_NEIGHBOR"}


def session_of_other_name(s: Spot) -> Where | None:
    others = sorted(set(s.devices) - s.both)
    if not others:
        return None
    s.tables["BGP_NEIGHBOR"][s.peer]["name"] = s.random.choice(others)
    return {s.device}, {"BGP_NEIGHBOR"}


def copied(table: str) -> Fault:
    def fault(s: Spot) -> Where | None:
        if table not in s.tables:
            return None
        s.there[table] = dict(s.tables[table])
        return s.both, {table}

    return fault


def copied_metadata(field: str) -> Fault:
    def fault(s: Spot) -> Where | None:
        row = s.tables["DEVICE_METADATA"]["localhost"]
        if field not in row:
            return None
        s.there["DEVICE_METADATA"]["localhost"][field] = row[field]
        return s.both, {"DEVICE_METADATA", "BGP_NEIGHBOR"}

    return fault


def dpu(s: Spot) -> str | None:
    names = [n for n, t in s.devices.items() if "BGP_ALLOWED_PREFIXES" in t]
    return s.random.choice(sorted(names)) if names else None


def dpu_without_policy(s: Spot) -> Where | None:
    name = dpu(s)
    if name is None:
        return None
    del s.devices[name]["BGP_ALLOWED_PREFIXES"]
    return {name}, {"BGP_ALLOWED_PREFIXES", "BGP_NEIGHBOR"}


def dpu_policy(field: str, value: Any) -> Fault:
    def fault(s: Spot) -> Where | None:
        name = dpu(s)
        if name is None:
            return None
        s.devices[name]["BGP_ALLOWED_PREFIXES"]["DEPLOYMENT_ID|0"][field] = value
        return {name}, {"BGP_ALLOWED_PREFIXES"}

    return fault


def no_aggregate(s: Spot) -> Where | None:
    if not s.hosts or not s.tables.pop("STATIC_ROUTE", None):
        return None
    return {s.device}, {"INTERFACE", "STATIC_ROUTE"}


def aggregate_not_advertised(s: Spot) -> Where | None:
    rows = s.tables.get("STATIC_ROUTE", {}) if s.hosts else {}
    for row in rows.values():
        row["advertise"] = "false"
    return ({s.device}, {"INTERFACE", "STATIC_ROUTE"}) if rows else None


def aggregate_of_another(s: Spot) -> Where | None:
    names = [n for n, t in s.devices.items() if t.get("STATIC_ROUTE") and n != s.device]
    if not names or not s.tables.get("STATIC_ROUTE"):
        return None
    other = s.random.choice(sorted(names))
    s.tables["STATIC_ROUTE"].update(s.devices[other]["STATIC_ROUTE"])
    return {s.device, other}, {"STATIC_ROUTE"}


def own_asn(s: Spot) -> Where:
    s.tables["DEVICE_METADATA"]["localhost"]["bgp_asn"] = "4211111111"
    return {s.device}, {"DEVICE_METADATA"}


def isolated(s: Spot) -> Where | None:
    if not s.tables.get("STATIC_ROUTE") and "spine" not in s.device:
        return None
    s.tables["BGP_DEVICE_GLOBAL"] = {"STATE": {"tsa_enabled": "true"}}
    return {s.device}, {"BGP_NEIGHBOR", "BGP_DEVICE_GLOBAL"}


def static_into_the_fabric(s: Spot) -> Where:
    rows = s.tables.setdefault("STATIC_ROUTE", {})
    rows["default|203.0.113.0/24"] = {"nexthop": s.peer, "ifname": s.port}
    return s.both, {"BGP_NEIGHBOR", "STATIC_ROUTE"}


def no_dscp_map(s: Spot) -> Where | None:
    rows = s.tables.get("PORT_QOS_MAP", {})
    found = [row.pop("dscp_to_tc_map", None) for row in rows.values()]
    return ({s.device}, {"PORT_QOS_MAP", "DSCP_TO_TC_MAP"}) if any(found) and s.lossless else None


def congestion_not_strict(s: Spot) -> Where | None:
    rows = [row for row in s.tables.get("SCHEDULER", {}).values() if row.get("type") == "STRICT"]
    if not s.lossless or not rows:
        return None
    s.random.choice(rows)["type"] = "WRR"
    return {s.device}, {"SCHEDULER", "QUEUE"}


def dynamic_buffers(s: Spot) -> Where | None:
    if not s.lossless:
        return None
    s.tables["DEVICE_METADATA"]["localhost"]["buffer_model"] = "dynamic"
    return {s.device}, {"DEVICE_METADATA"}


def unknown_table(s: Spot) -> Where:
    s.tables["PORTS"] = {"Ethernet0": {"mtu": "9100"}}
    return {s.device}, {"PORTS"}


def unknown_field(s: Spot) -> Where:
    s.tables["PORT"][s.port]["sped"] = "400000"
    return {s.device}, {"PORT"}


def dangling_profile(s: Spot) -> Where | None:
    key = s.key_of("BUFFER_PG")
    if key is None:
        return None
    s.tables["BUFFER_PG"][key]["profile"] = "gone"
    return {s.device}, {"BUFFER_PG"}


def shorter_cable(text: str) -> Fault:
    def fault(s: Spot) -> Where | None:
        row = next(iter(s.tables.get("CABLE_LENGTH", {}).values()), {})
        if row.get(s.port) in (None, text) or not s.lossless:
            return None
        row[s.port] = text
        return s.both, {"CABLE_LENGTH", "BUFFER_PG"}

    return fault


def smaller_headroom(s: Spot) -> Where | None:
    names = [n for n, row in s.tables.get("BUFFER_PROFILE", {}).items() if "xoff" in row]
    used = [n for n in names if any(r.get("profile") == n for r in s.tables["BUFFER_PG"].values())]
    if not used:
        return None
    s.tables["BUFFER_PROFILE"][s.random.choice(sorted(used))]["xoff"] = "1024"
    return {s.device}, {"BUFFER_PROFILE", "BUFFER_PG"}


def ecn_off(s: Spot) -> Where | None:
    keys = [k for k, r in s.tables.get("QUEUE", {}).items() if "wred_profile" in r]
    if not keys:
        return None
    del s.tables["QUEUE"][s.random.choice(sorted(keys))]["wred_profile"]
    return {s.device}, {"QUEUE"}


def watchdog_field(s: Spot) -> Where | None:
    rows = s.tables.get("PFC_WD", {})
    ports = [k for k in rows if k.startswith("Ethernet")]
    if not ports:
        return None
    rows[s.random.choice(sorted(ports))]["detection_time"] = "100"
    rows.setdefault("GLOBAL", {})["POLL_INTERVAL"] = "400"
    return {s.device}, {"PFC_WD"}


def lanes_of_another(s: Spot) -> Where | None:
    ports = [p for p in sorted(s.tables["PORT"]) if p != s.port]
    if not ports:
        return None
    s.tables["PORT"][s.port]["lanes"] = s.tables["PORT"][s.random.choice(ports)]["lanes"]
    return s.both, {"PORT"}


def alias_of_another(s: Spot) -> Where | None:
    ports = [p for p in sorted(s.tables["PORT"]) if p != s.port and "alias" in s.tables["PORT"][p]]
    if not ports:
        return None
    s.tables["PORT"][s.port]["alias"] = s.tables["PORT"][s.random.choice(ports)]["alias"]
    return {s.device}, {"PORT"}


KINDS: dict[str, Fault] = {
    "speed": port_field("speed", "100000"),
    "lane count": port_field("lanes", "1"),
    "lanes of another port": lanes_of_another,
    "alias of another port": alias_of_another,
    "FEC": port_field("fec", "none"),
    "MTU": port_field("mtu", "1500"),
    "MTU absent": port_field("mtu", None),
    "autoneg": port_field("autoneg", "on"),
    "link training": port_field("link_training", "on"),
    "port down": port_field("admin_status", "down"),
    "port without state": port_field("admin_status", None),
    "asymmetric pause": port_field("pfc_asym", "on"),
    "impossible speed": port_field("speed", "123"),
    "host port MTU": host_field("mtu", "1500"),
    "host port FEC": host_field("fec", "fc"),
    "pause off": row_field("PORT_QOS_MAP", "pfc_enable", None, ("BUFFER_PG", "PFC_WD")),
    "pause on another priority": row_field(
        "PORT_QOS_MAP", "pfc_enable", "4", ("BUFFER_PG", "PFC_WD")
    ),
    "no DSCP map": no_dscp_map,
    "no queue map": row_field("PORT_QOS_MAP", "tc_to_queue_map", None),
    "unknown map": row_field("PORT_QOS_MAP", "dscp_to_tc_map", "GONE"),
    "no QoS row": removed("PORT_QOS_MAP", also=("BUFFER_PG", "PFC_WD", "CABLE_LENGTH")),
    "RoCE DSCP in another class": map_entry("DSCP_TO_TC_MAP", "26", "1"),
    "CNP DSCP in another class": map_entry("DSCP_TO_TC_MAP", "48", "1"),
    "class 3 in another queue": map_entry("TC_TO_QUEUE_MAP", "3", "1"),
    "class 3 in another group": map_entry("TC_TO_PRIORITY_GROUP_MAP", "3", "0"),
    "no headroom": removed("BUFFER_PG", "|3", ("PORT_QOS_MAP",)),
    "smaller headroom": smaller_headroom,
    "missing buffer profile": dangling_profile,
    "no queue buffer": removed("BUFFER_QUEUE"),
    "pool larger than the chip": row_field("BUFFER_POOL", "size", "999999999999"),
    "shorter cable": shorter_cable("1m"),
    "cable of zero": shorter_cable("0m"),
    "no watchdog": removed("PFC_WD", also=("PORT_QOS_MAP",)),
    "watchdog below its poll": watchdog_field,
    "no ECN": ecn_off,
    "ECN minimum above maximum": row_field("WRED_PROFILE", "green_min_threshold", "999999999"),
    "ECN thresholds of one device": row_field(
        "WRED_PROFILE", "green_max_threshold", "99999999", ("QUEUE",)
    ),
    "no scheduler": row_field("QUEUE", "scheduler", None),
    "weight zero": row_field("SCHEDULER", "weight", "0"),
    "strict class not strict": congestion_not_strict,
    "hash algorithm": row_field("SWITCH_HASH", "ecmp_hash_algorithm", "XOR"),
    "peer ASN": session_field("asn", "65099"),
    "peer without ASN": session_field("asn", None),
    "local address on nothing": session_field("local_addr", "172.31.5.5"),
    "session shut": session_field("admin_status", "down"),
    "hold time": session_field("holdtime", "180"),
    "keepalive above hold": session_field("keepalive", "60"),
    "session without name": session_field("name", None),
    "session of another name": session_of_other_name,
    "no session row": no_session_row,
    "no session at all": no_session_at_all,
    "session to nobody": session_to_nobody,
    "own ASN": own_asn,
    "no ASN": metadata("bgp_asn", None),
    "ASN none": metadata("bgp_asn", "None"),
    "no type": metadata("type", None),
    "unknown type": metadata("type", "Leaf"),
    "other framework": metadata("frr_mgmt_framework_config", "true"),
    "dynamic buffers": dynamic_buffers,
    "unknown hwsku": metadata("hwsku", "Nobody-1"),
    "unknown platform": metadata("platform", "x86_64-nobody-r0"),
    "copied ASN": copied_metadata("bgp_asn"),
    "copied MAC": copied_metadata("mac"),
    "copied hostname": copied_metadata("hostname"),
    "copied loopback": copied("LOOPBACK_INTERFACE"),
    "copied management address": copied("MGMT_INTERFACE"),
    "other subnet": other_subnet,
    "same address": same_address,
    "other length": other_length,
    "swapped neighbours": swapped_ports,
    "swapped addresses": swapped_addresses,
    "no neighbour row": removed("DEVICE_NEIGHBOR"),
    "no bare row": no_bare_row,
    "no bare Loopback0": no_bare_loopback,
    "no loopback address": no_loopback,
    "no aggregate": no_aggregate,
    "aggregate kept back": aggregate_not_advertised,
    "aggregate of another": aggregate_of_another,
    "device taken out (TSA)": isolated,
    "static route into the fabric": static_into_the_fabric,
    "DPU without policy": dpu_without_policy,
    "DPU prefixes as a list": dpu_policy("prefixes_v4", ["192.0.2.0/24"]),
    "DPU permits by default": dpu_policy("default_action", "permit"),
    "unknown table": unknown_table,
    "unknown field": unknown_field,
}
