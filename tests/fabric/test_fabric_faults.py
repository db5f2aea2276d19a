"""Faults of many kinds at random places of the base fabric, each found at its device and table."""

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabricgen.configdb.read import parse
from fabricgen.configdb.rebuild import rebuild
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.configdb import SonicSchema
from fabricgen.model.diagnostic import Diagnostic
from fabricgen.model.rule import Point
from fabricgen.validate import run

SCHEMA = SonicSchema(release="202511", source="", tables={})
CATALOGUE = Catalogue(platforms={}, nodes={}, models={})
BASE = Path(__file__).resolve().parent.parent / "rules" / "base"
PLACES = 3
Devices = dict[str, dict[str, dict[str, Any]]]


def load(name: str) -> Devices:
    return {
        path.stem: json.loads(path.read_text("utf-8"))
        for path in sorted((BASE / name).glob("*.json"))
    }


FABRIC = load("fabric")


def judged(devices: Devices, **options: Any) -> tuple[Diagnostic, ...]:
    configs = [
        parse(json.dumps(tables), f"{name}/config_db.json") for name, tables in devices.items()
    ]
    return run(Point.FABRIC, rebuild(configs, CATALOGUE, SCHEMA, **options))


class Spot:
    """A random link of the fabric, seen from one of its ends."""

    def __init__(self, devices: Devices, random_: random.Random) -> None:
        self.devices = devices
        self.device = random_.choice(sorted(devices))
        self.tables = devices[self.device]
        self.port = random_.choice(
            [p for p, row in self.tables["DEVICE_NEIGHBOR"].items() if row["name"] in devices]
        )
        far = self.tables["DEVICE_NEIGHBOR"][self.port]
        self.far, self.far_port = far["name"], far["port"]
        self.address = next(k for k in self.tables["INTERFACE"] if k.startswith(f"{self.port}|"))
        self.own = self.address.partition("|")[2].partition("/")[0]
        self.peer = next(
            k for k, row in self.tables["BGP_NEIGHBOR"].items() if row["local_addr"] == self.own
        )
        self.leaf = random_.choice([name for name in sorted(devices) if name.startswith("leaf")])

    def readdress(self, new: str) -> None:
        self.tables["INTERFACE"][f"{self.port}|{new}"] = self.tables["INTERFACE"].pop(self.address)


def field(table: str, name: str, value: str | None) -> Callable[[Spot], tuple[str, str]]:
    def fault(spot: Spot) -> tuple[str, str]:
        row = spot.tables[table][spot.port]
        row.pop(name, None)
        if value is not None:
            row[name] = value
        return spot.device, table

    return fault


def metadata(name: str, value: str | None) -> Callable[[Spot], tuple[str, str]]:
    def fault(spot: Spot) -> tuple[str, str]:
        spot.tables["DEVICE_METADATA"]["localhost"].pop(name, None)
        if value is not None:
            spot.tables["DEVICE_METADATA"]["localhost"][name] = value
        return spot.device, "DEVICE_METADATA"

    return fault


def session(name: str, value: str) -> Callable[[Spot], tuple[str, str]]:
    def fault(spot: Spot) -> tuple[str, str]:
        spot.tables["BGP_NEIGHBOR"][spot.peer][name] = value
        return spot.device, "BGP_NEIGHBOR"

    return fault


def other_subnet(spot: Spot) -> tuple[str, str]:
    spot.readdress("10.64.77.1/31")
    return spot.device, "INTERFACE"


def same_address(spot: Spot) -> tuple[str, str]:
    spot.readdress(f"{spot.peer}/31")
    return "", "INTERFACE"


def other_length(spot: Spot) -> tuple[str, str]:
    spot.readdress(f"{spot.own}/29")
    return spot.device, "INTERFACE"


def swapped_ports(spot: Spot) -> tuple[str, str]:
    rows = spot.tables["DEVICE_NEIGHBOR"]
    other = next(p for p, row in rows.items() if row["name"] in spot.devices and p != spot.port)
    rows[spot.port], rows[other] = rows[other], rows[spot.port]
    return spot.device, "DEVICE_NEIGHBOR"


def swapped_addresses(spot: Spot) -> tuple[str, str]:
    rows = spot.tables["INTERFACE"]
    other = next(k for k in rows if "|10.64." in k and k != spot.address)
    port, prefix = other.split("|")
    rows.pop(other)
    rows[f"{port}|{spot.address.partition('|')[2]}"] = {}
    spot.readdress(prefix)
    return spot.device, "DEVICE_NEIGHBOR"


def no_bare_row(spot: Spot) -> tuple[str, str]:
    spot.tables["INTERFACE"].pop(spot.port)
    return spot.device, "INTERFACE"


def no_loopback_row(spot: Spot) -> tuple[str, str]:
    spot.tables["LOOPBACK_INTERFACE"].pop("Loopback0")
    return spot.device, "LOOPBACK_INTERFACE"


def no_neighbor_row(spot: Spot) -> tuple[str, str]:
    spot.tables["DEVICE_NEIGHBOR"].pop(spot.port)
    return spot.device, "DEVICE_NEIGHBOR"


def no_session_row(spot: Spot) -> tuple[str, str]:
    spot.tables["BGP_NEIGHBOR"].pop(spot.peer)
    return spot.device, "BGP_NEIGHBOR"


def no_session_at_all(spot: Spot) -> tuple[str, str]:
    spot.tables["BGP_NEIGHBOR"].pop(spot.peer)
    spot.devices[spot.far]["BGP_NEIGHBOR"].pop(spot.own)
    return "", "BGP_NEIGHBOR"


def session_to_nobody(spot: Spot) -> tuple[str, str]:
    spot.tables["BGP_NEIGHBOR"]["10.64.99.9"] = spot.tables["BGP_NEIGHBOR"].pop(spot.peer)
    return spot.device, "BGP_NEIGHBOR"


def copied_loopback(spot: Spot) -> tuple[str, str]:
    spot.devices[spot.far]["LOOPBACK_INTERFACE"] = dict(spot.tables["LOOPBACK_INTERFACE"])
    return "", "LOOPBACK_INTERFACE"


def copied_mac(spot: Spot) -> tuple[str, str]:
    row = spot.devices[spot.far]["DEVICE_METADATA"]["localhost"]
    row["mac"] = spot.tables["DEVICE_METADATA"]["localhost"]["mac"]
    return "", "DEVICE_METADATA"


def copied_management(spot: Spot) -> tuple[str, str]:
    spot.devices[spot.far]["MGMT_INTERFACE"] = dict(spot.tables["MGMT_INTERFACE"])
    return "", "MGMT_INTERFACE"


def other_dscp(spot: Spot) -> tuple[str, str]:
    spot.tables["DSCP_TO_TC_MAP"]["AI"]["26"] = "1"
    return spot.device, "DSCP_TO_TC_MAP"


def other_queue(spot: Spot) -> tuple[str, str]:
    spot.tables["TC_TO_QUEUE_MAP"]["AI"]["6"] = "7"
    return spot.device, "DSCP_TO_TC_MAP"


def shorter_cable(spot: Spot) -> tuple[str, str]:
    spot.tables["CABLE_LENGTH"]["AZURE"][spot.port] = "5m"
    return spot.device, "CABLE_LENGTH"


def no_headroom(spot: Spot) -> tuple[str, str]:
    spot.tables["BUFFER_PG"].pop(f"{spot.port}|3")
    return spot.device, "BUFFER_PG"


def edited_headroom(spot: Spot) -> tuple[str, str]:
    spot.tables["BUFFER_PROFILE"]["pg_lossless_400000_40m_profile"]["xoff"] = "1024"
    return spot.device, "BUFFER_PROFILE"


def no_watchdog(spot: Spot) -> tuple[str, str]:
    spot.tables["PFC_WD"].pop(spot.port)
    return spot.device, "PFC_WD"


def no_aggregate(spot: Spot) -> tuple[str, str]:
    spot.devices[spot.leaf].pop("STATIC_ROUTE")
    return spot.leaf, "INTERFACE"


def other_hash(spot: Spot) -> tuple[str, str]:
    spot.devices[spot.leaf]["SWITCH_HASH"]["GLOBAL"]["ecmp_hash_algorithm"] = "XOR"
    return spot.leaf, "SWITCH_HASH"


def other_wred(spot: Spot) -> tuple[str, str]:
    spot.devices[spot.leaf]["WRED_PROFILE"]["roce_400g"]["green_max_threshold"] = "4000"
    return spot.leaf, "QUEUE"


def host_port_mtu(spot: Spot) -> tuple[str, str]:
    spot.devices[spot.leaf]["PORT"]["Ethernet8"]["mtu"] = "1500"
    return spot.leaf, "PORT"


def whole_leaf_asn(spot: Spot) -> tuple[str, str]:
    spot.devices[spot.leaf]["DEVICE_METADATA"]["localhost"]["bgp_asn"] = "4211111111"
    return spot.leaf, "DEVICE_METADATA"


def lost_ecn(spot: Spot) -> tuple[str, str]:
    spot.tables["QUEUE"][f"{spot.port}|3"].pop("wred_profile")
    return spot.device, "QUEUE"


def lost_scheduler(spot: Spot) -> tuple[str, str]:
    spot.tables["QUEUE"].pop(f"{spot.port}|6")
    return spot.device, "QUEUE"


def lost_queue_buffer(spot: Spot) -> tuple[str, str]:
    spot.tables["BUFFER_QUEUE"].pop(f"{spot.port}|3")
    return spot.device, "BUFFER_QUEUE"


def other_name(spot: Spot) -> tuple[str, str]:
    row = spot.tables["BGP_NEIGHBOR"][spot.peer]
    row["name"] = next(n for n in sorted(spot.devices) if n not in (spot.device, spot.far))
    return spot.device, "BGP_NEIGHBOR"


FAULTS: dict[str, Callable[[Spot], tuple[str, str]]] = {
    "speed": field("PORT", "speed", "200000"),
    "lanes": field("PORT", "lanes", "1,2,3,4,5,6,7,8"),
    "fec": field("PORT", "fec", "none"),
    "mtu": field("PORT", "mtu", "1500"),
    "mtu absent": field("PORT", "mtu", None),
    "autoneg": field("PORT", "autoneg", "on"),
    "link training": field("PORT", "link_training", "on"),
    "admin down": field("PORT", "admin_status", "down"),
    "admin absent": field("PORT", "admin_status", None),
    "pfc_asym": field("PORT", "pfc_asym", "on"),
    "pause off": field("PORT_QOS_MAP", "pfc_enable", None),
    "pause on another priority": field("PORT_QOS_MAP", "pfc_enable", "4"),
    "own ASN": metadata("bgp_asn", "4200000999"),
    "no ASN": metadata("bgp_asn", None),
    "no type": metadata("type", None),
    "framework": metadata("frr_mgmt_framework_config", "true"),
    "peer ASN": session("asn", "65099"),
    "local address": session("local_addr", "10.64.55.5"),
    "session shut": session("admin_status", "down"),
    "hold time": session("holdtime", "180"),
    "other subnet": other_subnet,
    "same address": same_address,
    "other length": other_length,
    "swapped ports": swapped_ports,
    "swapped addresses": swapped_addresses,
    "no bare row": no_bare_row,
    "no Loopback0": no_loopback_row,
    "no neighbour row": no_neighbor_row,
    "no session row": no_session_row,
    "no session at all": no_session_at_all,
    "session to nobody": session_to_nobody,
    "copied loopback": copied_loopback,
    "copied mac": copied_mac,
    "copied management address": copied_management,
    "DSCP map": other_dscp,
    "queue map": other_queue,
    "cable length": shorter_cable,
    "no headroom": no_headroom,
    "edited headroom": edited_headroom,
    "no watchdog": no_watchdog,
    "no aggregate": no_aggregate,
    "hash": other_hash,
    "WRED": other_wred,
    "host port": host_port_mtu,
    "leaf ASN": whole_leaf_asn,
    "no ECN": lost_ecn,
    "no scheduler": lost_scheduler,
    "no queue buffer": lost_queue_buffer,
    "session name": other_name,
}


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_found_at_its_device_and_table(name: str) -> None:
    for place in range(PLACES):
        devices = copy.deepcopy(FABRIC)
        spot = Spot(devices, random.Random(f"{name} {place}"))
        device, table = FAULTS[name](spot)
        found = judged(devices)
        places = {(item.place.device, item.place.table) for item in found}
        assert any((not device or at == device) and which == table for at, which in places), (
            device,
            table,
            [(item.rule, item.message) for item in found],
        )
        named = {spot.device, spot.far, spot.leaf}
        assert any(one in item.message for item in found for one in named)


@pytest.mark.parametrize("base", ["fabric", "frontend"])
def test_correct_fabrics_have_no_finding(base: str) -> None:
    assert [(item.rule, item.message) for item in judged(load(base))] == []


@pytest.mark.parametrize("case", ["BR-000-dir", "BR-084"])
def test_case_folders_get_what_they_expect(case: str, shared: Path) -> None:
    folder = shared / "cases" / case
    expect = json.loads((folder / "expect.json").read_text("utf-8"))["expect"]
    devices = {
        p.parent.name: json.loads(p.read_text("utf-8"))
        for p in sorted(folder.glob("*/config_db.json"))
    }
    errors = [item for item in judged(devices) if item.severity == "error"]
    assert bool(errors) == (expect == "reject")
    if case == "BR-084":
        place = errors[0].place
        assert (place.device, place.table, place.key, place.field) == (
            "leaf02",
            "PORT",
            "Ethernet0",
            "mtu",
        )
        assert "9100 bytes on spine01 Ethernet8" in errors[0].message


def test_order_of_files_does_not_matter() -> None:
    devices = copy.deepcopy(FABRIC)
    devices["leaf-2"]["PORT"]["Ethernet16"]["mtu"] = "1500"
    devices["leaf-3"]["DEVICE_METADATA"]["localhost"]["bgp_asn"] = "4200000012"
    backwards = dict(reversed(list(devices.items())))
    assert judged(devices) == judged(backwards)


WORDS = st.sampled_from(
    (
        "",
        " ",
        "None",
        "-1",
        "3-",
        "4-3",
        "::",
        "10.0.0.0/33",
        "fe80::1%eth0/127",
        "Ethernet",
        "|",
        "a|b|c",
        "٣",
        "9" * 5000,
    )
)
NONSENSE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | WORDS
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(WORDS, inner, max_size=2),
    max_leaves=4,
)


@given(st.data())
def test_no_nonsense_in_the_files_raises(data: st.DataObject) -> None:
    devices: dict[str, Any] = copy.deepcopy(FABRIC)
    for _ in range(data.draw(st.integers(1, 6))):
        device = data.draw(st.sampled_from(sorted(devices)))
        table = data.draw(st.sampled_from(sorted(devices[device])))
        rows = devices[device][table]
        if not isinstance(rows, dict) or not rows or data.draw(st.integers(0, 9)) == 0:
            devices[device][table] = data.draw(NONSENSE)
            continue
        key = data.draw(st.sampled_from(sorted(rows)) | WORDS)
        row = rows.get(key)
        if isinstance(row, dict) and row and data.draw(st.booleans()):
            row[data.draw(st.sampled_from(sorted(row)) | WORDS)] = data.draw(NONSENSE)
        else:
            rows[key] = data.draw(NONSENSE)
    judged(devices)
