"""Small fabrics cut from the rendered examples, turned to the other routing path, and broken at random."""

import copy
import random
from collections.abc import Callable
from typing import Any

Tables = dict[str, dict[str, Any]]
Devices = dict[str, Tables]


def cut(whole: Devices, names: list[str], parallel: int, *, hosts: bool = False) -> Devices:
    """Return some devices, with at most ``parallel`` links a pair, without host ports unless wanted."""
    devices = {name: copy.deepcopy(whole[name]) for name in names}
    kept: dict[frozenset[str], int] = {}
    for name in names:
        tables = devices[name]
        for port, row in sorted(tables.get("DEVICE_NEIGHBOR", {}).items()):
            far = devices.get(row["name"])
            pair = frozenset((name, row["name"]))
            if far is not None and row["port"] in far.get("DEVICE_NEIGHBOR", {}):
                if far["DEVICE_NEIGHBOR"][row["port"]].get("kept"):
                    row["kept"] = True
                    continue
                if kept.get(pair, 0) < parallel:
                    kept[pair] = kept.get(pair, 0) + 1
                    row["kept"] = True
                    continue
            if hosts and row["name"] not in whole:
                continue
            _drop(tables, port)
            if far is not None:
                _drop(far, row["port"])
    for tables in devices.values():
        for row in tables.get("DEVICE_NEIGHBOR", {}).values():
            row.pop("kept", None)
        wired = set(tables.get("DEVICE_NEIGHBOR", {}))
        for key in [k for k in tables["INTERFACE"] if k.partition("|")[0] not in wired]:
            del tables["INTERFACE"][key]
    return devices


def _drop(tables: Tables, port: str) -> None:
    tables.get("DEVICE_NEIGHBOR", {}).pop(port, None)
    keys = [key for key in tables["INTERFACE"] if key.partition("|")[0] == port]
    own = {key.partition("|")[2].partition("/")[0] for key in keys}
    for key in keys:
        del tables["INTERFACE"][key]
    rows = tables.get("BGP_NEIGHBOR", {})
    for key in [k for k, row in rows.items() if row.get("local_addr") in own]:
        del rows[key]


def to_framework(tables: Tables) -> None:
    """Rewrite a device of the template path for the management framework."""
    meta = tables["DEVICE_METADATA"]["localhost"]
    meta.update(frr_mgmt_framework_config="true", docker_routing_config_mode="unified")
    loopback = next(k for k in tables["LOOPBACK_INTERFACE"] if "|" in k).partition("|")[2]
    tables["BGP_GLOBALS"] = {
        "default": {
            "local_asn": meta["bgp_asn"],
            "router_id": loopback.partition("/")[0],
            "load_balance_mp_relax": "true",
        }
    }
    tables["BGP_GLOBALS_AF"] = {"default|ipv4_unicast": {"max_ebgp_paths": "64"}}
    tables["ROUTE_MAP_SET"] = {"ALL": {}}
    tables["ROUTE_MAP"] = {"ALL|10": {"route_operation": "permit"}}
    old = tables.get("BGP_NEIGHBOR", {})
    tables["BGP_NEIGHBOR"] = {}
    tables["BGP_NEIGHBOR_AF"] = {}
    for peer, row in old.items():
        fields = ("asn", "name", "local_addr", "holdtime", "keepalive", "admin_status")
        tables["BGP_NEIGHBOR"][f"default|{peer}"] = {k: row[k] for k in fields if k in row}
        tables["BGP_NEIGHBOR_AF"][f"default|{peer}|ipv4_unicast"] = {
            "admin_status": "true",
            "route_map_in": ["ALL"],
            "route_map_out": ["ALL"],
        }
    networks = {f"default|ipv4_unicast|{loopback}": {}}
    for key in tables.get("STATIC_ROUTE", {}):
        networks[f"default|ipv4_unicast|{key.partition('|')[2]}"] = {}
    tables["BGP_GLOBALS_AF_NETWORK"] = networks
    tables.pop("BGP_ALLOWED_PREFIXES", None)


class Breaker:
    """Breaks a fabric at random places; ``log`` says how."""

    def __init__(self, devices: Devices, random_: random.Random) -> None:
        self.devices = devices
        self.random = random_
        self.log: list[str] = []

    def device(self, want: Callable[[Tables], bool] = lambda _: True) -> tuple[str, Tables] | None:
        names = [name for name, tables in self.devices.items() if want(tables)]
        if not names:
            return None
        name = self.random.choice(names)
        return name, self.devices[name]

    def session(
        self, want: Callable[[Tables], bool] = lambda _: True
    ) -> tuple[str, Tables, str] | None:
        spot = self.device(lambda t: bool(t.get("BGP_NEIGHBOR")) and want(t))
        if spot is None:
            return None
        return spot[0], spot[1], self.random.choice(sorted(spot[1]["BGP_NEIGHBOR"]))

    def own_port(self, tables: Tables, key: str) -> str:
        local = tables["BGP_NEIGHBOR"][key].get("local_addr")
        rows = [k for k in tables["INTERFACE"] if f"|{local}/" in k]
        return rows[0].partition("|")[0] if rows else ""

    def once(self) -> None:
        """Put in one fault."""
        fault = self.random.choice(FAULTS)
        said = fault(self)
        if said:
            self.log.append(f"{fault.__name__}: {said}")


def framework(tables: Tables) -> bool:
    return tables["DEVICE_METADATA"]["localhost"].get("frr_mgmt_framework_config") == "true"


def template(tables: Tables) -> bool:
    return not framework(tables)


def wrong_asn(b: Breaker) -> str | None:
    spot = b.session()
    if spot is None:
        return None
    name, tables, key = spot
    tables["BGP_NEIGHBOR"][key]["asn"] = "4200009999"
    return f"{name} {key}"


def no_bare_row(b: Breaker) -> str | None:
    spot = b.session(template)
    port = b.own_port(spot[1], spot[2]) if spot else ""
    if spot is None or not port:
        return None
    spot[1]["INTERFACE"].pop(port, None)
    return f"{spot[0]} {port}"


def no_bare_loopback(b: Breaker) -> str | None:
    spot = b.device(template)
    if spot is None:
        return None
    spot[1]["LOOPBACK_INTERFACE"].pop("Loopback0", None)
    return spot[0]


def no_row_back(b: Breaker) -> str | None:
    spot = b.session()
    if spot is None:
        return None
    del spot[1]["BGP_NEIGHBOR"][spot[2]]
    return f"{spot[0]} {spot[2]}"


def session_down(b: Breaker) -> str | None:
    spot = b.session()
    if spot is None:
        return None
    spot[1]["BGP_NEIGHBOR"][spot[2]]["admin_status"] = "down"
    return f"{spot[0]} {spot[2]}"


def port_down(b: Breaker) -> str | None:
    spot = b.session()
    port = b.own_port(spot[1], spot[2]) if spot else ""
    if spot is None or not port:
        return None
    spot[1]["PORT"][port]["admin_status"] = "down"
    return f"{spot[0]} {port}"


def port_without_status(b: Breaker) -> str | None:
    spot = b.session()
    port = b.own_port(spot[1], spot[2]) if spot else ""
    if spot is None or not port:
        return None
    spot[1]["PORT"][port].pop("admin_status", None)
    return f"{spot[0]} {port}"


def asn_of(b: Breaker, name: str, asn: str) -> None:
    """Give a device another ASN and tell its peers."""
    tables = b.devices[name]
    tables["DEVICE_METADATA"]["localhost"]["bgp_asn"] = asn
    if "BGP_GLOBALS" in tables:
        tables["BGP_GLOBALS"]["default"]["local_asn"] = asn
    own = {key.partition("|")[2].partition("/")[0] for key in tables["INTERFACE"]}
    for other in b.devices.values():
        for key, row in other.get("BGP_NEIGHBOR", {}).items():
            if key.rpartition("|")[2] in own:
                row["asn"] = asn


def unique_spine_asns(b: Breaker) -> str | None:
    spines = [name for name in b.devices if "spine" in name]
    for at, name in enumerate(spines):
        asn_of(b, name, str(64600 + at))
    return ", ".join(spines) or None


def leaves_share_asn(b: Breaker) -> str | None:
    """Give two leaves below spines one ASN; leaves that peer with each other would speak iBGP."""
    leaves = [name for name in b.devices if "leaf" in name][:2]
    if len(leaves) < 2 or not any("spine" in name for name in b.devices):
        return None
    for name in leaves:
        asn_of(b, name, "64700")
    return ", ".join(leaves)


def tor_router(b: Breaker) -> str | None:
    spot = b.device(template)
    if spot is None:
        return None
    spot[1]["DEVICE_METADATA"]["localhost"]["type"] = "ToRRouter"
    return spot[0]


def all_tor_routers(b: Breaker) -> str | None:
    for tables in b.devices.values():
        tables["DEVICE_METADATA"]["localhost"]["type"] = "ToRRouter"
    return "all"


def bbr(b: Breaker) -> str | None:
    spot = b.device(
        lambda t: template(t) and t["DEVICE_METADATA"]["localhost"]["type"] == "LeafRouter"
    )
    if spot is None:
        return None
    spot[1]["BGP_BBR"] = {"all": {"status": "enabled"}}
    return spot[0]


def dead_device(b: Breaker) -> str | None:
    if len(b.devices) < 4:
        return None
    name = b.random.choice(sorted(b.devices))
    del b.devices[name]
    return name


def wrong_local(b: Breaker) -> str | None:
    spot = b.session(template)
    if spot is None:
        return None
    spot[1]["BGP_NEIGHBOR"][spot[2]]["local_addr"] = "192.0.2.77"
    return f"{spot[0]} {spot[2]}"


def no_local(b: Breaker) -> str | None:
    spot = b.session()
    if spot is None:
        return None
    spot[1]["BGP_NEIGHBOR"][spot[2]].pop("local_addr", None)
    return f"{spot[0]} {spot[2]}"


def not_advertised(b: Breaker) -> str | None:
    spot = b.device(lambda t: bool(t.get("STATIC_ROUTE")))
    if spot is None:
        return None
    for row in spot[1]["STATIC_ROUTE"].values():
        row["advertise"] = "false"
    return spot[0]


def same_aggregate(b: Breaker) -> str | None:
    for name in list(b.devices)[:2]:
        b.devices[name].setdefault("STATIC_ROUTE", {})["default|198.51.100.0/24"] = {
            "blackhole": "true",
            "advertise": "true",
        }
    return ", ".join(list(b.devices)[:2])


def deny_by_default(b: Breaker) -> str | None:
    spot = b.device(template)
    if spot is None:
        return None
    text = b.random.choice(["192.0.2.0/24", "10.255.0.0/16", "10.0.0.0/10,10.255.0.0/17"])
    spot[1]["BGP_ALLOWED_PREFIXES"] = {
        "DEPLOYMENT_ID|0": {"prefixes_v4": text, "default_action": "deny"}
    }
    return f"{spot[0]} {text}"


def allowed_as_list(b: Breaker) -> str | None:
    spot = b.device(template)
    if spot is None:
        return None
    spot[1]["BGP_ALLOWED_PREFIXES"] = {
        "DEPLOYMENT_ID|0": {"prefixes_v4": ["192.0.2.0/24"], "default_action": "deny"}
    }
    return spot[0]


def isolated(b: Breaker) -> str | None:
    spot = b.device(template)
    if spot is None:
        return None
    spot[1]["BGP_DEVICE_GLOBAL"] = {"STATE": {"tsa_enabled": "true"}}
    return spot[0]


def vlan_prefix(b: Breaker) -> str | None:
    spot = b.device(template)
    if spot is None:
        return None
    spot[1]["VLAN"] = {"Vlan100": {"vlanid": "100"}}
    spot[1]["VLAN_INTERFACE"] = {"Vlan100": {}, "Vlan100|203.0.113.1/25": {}}
    return spot[0]


def no_type(b: Breaker) -> str | None:
    spot = b.device(template)
    if spot is None:
        return None
    spot[1]["DEVICE_METADATA"]["localhost"].pop("type", None)
    return spot[0]


def no_asn(b: Breaker) -> str | None:
    spot = b.device()
    if spot is None:
        return None
    spot[1]["DEVICE_METADATA"]["localhost"].pop("bgp_asn", None)
    if "BGP_GLOBALS" in spot[1]:
        spot[1]["BGP_GLOBALS"]["default"].pop("local_asn", None)
    return spot[0]


def one_family_off(b: Breaker) -> str | None:
    spot = b.session(framework)
    if spot is None:
        return None
    spot[1]["BGP_NEIGHBOR_AF"][f"{spot[2]}|ipv4_unicast"]["admin_status"] = "false"
    return f"{spot[0]} {spot[2]}"


def no_policy(b: Breaker) -> str | None:
    spot = b.session(framework)
    if spot is None:
        return None
    way = b.random.choice(["route_map_in", "route_map_out"])
    spot[1]["BGP_NEIGHBOR_AF"][f"{spot[2]}|ipv4_unicast"].pop(way, None)
    return f"{spot[0]} {spot[2]} {way}"


def no_relax(b: Breaker) -> str | None:
    spot = b.device(framework)
    if spot is None:
        return None
    spot[1]["BGP_GLOBALS"]["default"].pop("load_balance_mp_relax", None)
    return spot[0]


def few_paths(b: Breaker) -> str | None:
    spot = b.device(framework)
    if spot is None:
        return None
    count = b.random.choice(["1", "2"])
    spot[1]["BGP_GLOBALS_AF"]["default|ipv4_unicast"]["max_ebgp_paths"] = count
    return f"{spot[0]} {count}"


def own_asn_allowed(b: Breaker) -> str | None:
    spot = b.session(framework)
    if spot is None:
        return None
    row = spot[1]["BGP_NEIGHBOR_AF"][f"{spot[2]}|ipv4_unicast"]
    row.update(allow_as_in="true", allow_as_count="1")
    return f"{spot[0]} {spot[2]}"


def filtered(b: Breaker) -> str | None:
    spot = b.session(framework)
    if spot is None:
        return None
    tables = spot[1]
    tables["PREFIX_SET"] = {"LOOPS": {"mode": "IPv4"}}
    tables["PREFIX"] = {"LOOPS|10.255.0.0/16|16..32": {"action": "permit"}}
    tables.setdefault("ROUTE_MAP_SET", {})["ONLY"] = {}
    permit = b.random.choice(["permit", "deny"])
    tables["ROUTE_MAP"]["ONLY|10"] = {"route_operation": permit, "match_prefix_set": "LOOPS"}
    if permit == "deny":
        tables["ROUTE_MAP"]["ONLY|20"] = {"route_operation": "permit"}
    way = b.random.choice(["route_map_in", "route_map_out"])
    tables["BGP_NEIGHBOR_AF"][f"{spot[2]}|ipv4_unicast"][way] = ["ONLY"]
    return f"{spot[0]} {spot[2]} {way} {permit}"


def tagged(b: Breaker) -> str | None:
    """Tag what a device hears and keep it from the others, as a valley-free policy does."""
    spot = b.device(framework)
    if spot is None:
        return None
    tables = spot[1]
    tables["COMMUNITY_SET"] = {
        "DOWN": {"set_type": "STANDARD", "match_action": "ANY", "community_member": ["64512:1"]}
    }
    tables["ROUTE_MAP"]["TAG|10"] = {
        "route_operation": "permit",
        "set_community_inline": ["64512:1"],
    }
    tables["ROUTE_MAP"]["UNTAGGED|10"] = {"route_operation": "deny", "match_community": "DOWN"}
    tables["ROUTE_MAP"]["UNTAGGED|20"] = {"route_operation": "permit"}
    for row in tables["BGP_NEIGHBOR_AF"].values():
        row.update(route_map_in=["TAG"], route_map_out=["UNTAGGED"])
    return spot[0]


def longer_path(b: Breaker) -> str | None:
    spot = b.session(framework)
    if spot is None:
        return None
    tables = spot[1]
    asn = tables["DEVICE_METADATA"]["localhost"].get("bgp_asn", "64999")
    tables["ROUTE_MAP"]["LONG|10"] = {
        "route_operation": "permit",
        "set_asn": asn,
        "set_repeat_asn": "2",
    }
    tables["BGP_NEIGHBOR_AF"][f"{spot[2]}|ipv4_unicast"]["route_map_out"] = ["LONG"]
    return f"{spot[0]} {spot[2]}"


def preferred(b: Breaker) -> str | None:
    spot = b.session(framework)
    if spot is None:
        return None
    spot[1]["ROUTE_MAP"]["PREFER|10"] = {"route_operation": "permit", "set_local_pref": "200"}
    spot[1]["BGP_NEIGHBOR_AF"][f"{spot[2]}|ipv4_unicast"]["route_map_in"] = ["PREFER"]
    return f"{spot[0]} {spot[2]}"


def connected_too(b: Breaker) -> str | None:
    spot = b.device(framework)
    if spot is None:
        return None
    spot[1]["ROUTE_REDISTRIBUTE"] = {"default|connected|bgp|ipv4": {}}
    return spot[0]


def statics_too(b: Breaker) -> str | None:
    spot = b.device(framework)
    if spot is None:
        return None
    spot[1]["BGP_GLOBALS_AF_NETWORK"] = {}
    spot[1]["ROUTE_REDISTRIBUTE"] = {"default|static|bgp|ipv4": {}}
    return spot[0]


def aggregate(b: Breaker) -> str | None:
    spot = b.device(framework)
    if spot is None:
        return None
    row = {"summary_only": "true"} if b.random.random() < 0.5 else {}
    prefix = b.random.choice(["10.255.0.0/16", "10.0.0.0/9", "203.0.113.0/24"])
    spot[1]["BGP_GLOBALS_AF_AGGREGATE_ADDR"] = {f"default|ipv4_unicast|{prefix}": row}
    return f"{spot[0]} {prefix} {row}"


def external_peer(b: Breaker) -> str | None:
    spot = b.session(framework)
    if spot is None:
        return None
    kind = b.random.choice(["external", "internal"])
    row = spot[1]["BGP_NEIGHBOR"][spot[2]]
    row.pop("asn", None)
    row["peer_type"] = kind
    return f"{spot[0]} {spot[2]} {kind}"


def other_subnet(b: Breaker) -> str | None:
    spot = b.session()
    port = b.own_port(spot[1], spot[2]) if spot else ""
    if spot is None or not port:
        return None
    rows = spot[1]["INTERFACE"]
    key = next(k for k in rows if k.startswith(f"{port}|"))
    rows[f"{port}|172.31.0.1/31"] = rows.pop(key)
    return f"{spot[0]} {port}"


FAULTS: tuple[Callable[[Breaker], str | None], ...] = (
    wrong_asn, no_bare_row, no_bare_loopback, no_row_back, session_down, port_down,
    port_without_status, unique_spine_asns, leaves_share_asn, tor_router, all_tor_routers, bbr,
    dead_device, wrong_local, no_local, not_advertised, same_aggregate, deny_by_default,
    allowed_as_list, isolated, vlan_prefix, no_type, no_asn, one_family_off, no_policy, no_relax,
    few_paths, own_asn_allowed, filtered, tagged, longer_path, preferred, connected_too,
    statics_too, aggregate, external_peer, other_subnet,
)  # fmt: skip


def random_fabric(examples: dict[str, Devices], seed: int) -> tuple[Devices, list[str]]:
    """Return a small fabric with zero to six faults, and what they are.

    Args:
        examples: Whole rendered fabrics by example name.
        seed: The same seed gives the same fabric.
    """
    random_ = random.Random(seed)
    if random_.random() < 0.65:
        whole = examples["h100-256"]
        leaves = random_.sample([n for n in whole if n.startswith("leaf-")], random_.randint(2, 4))
        spines = random_.sample([n for n in whole if n.startswith("spine-")], random_.randint(1, 3))
        names = sorted(leaves) + sorted(spines)
    else:
        whole = examples["h100-256"]
        cards = random_.sample([n for n in whole if n.endswith("-dpu1")], random_.randint(1, 4))
        names = [n for n in whole if n.startswith("frontend-leaf")] + sorted(cards)
    devices = cut(whole, names, random_.randint(1, 2))
    breaker = Breaker(devices, random_)
    share = random_.choice([0.0, 0.0, 0.5, 1.0])
    for name, tables in devices.items():
        if random_.random() < share:
            to_framework(tables)
            breaker.log.append(f"frrcfgd: {name}")
    for _ in range(random_.randint(0, 6)):
        breaker.once()
    return devices, breaker.log
