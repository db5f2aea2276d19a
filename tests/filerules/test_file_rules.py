"""Properties of the rules on single files: no false alarm, no exception, quick."""

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabricgen import catalogue
from fabricgen.model.diagnostic import Severity
from fabricgen.model.platform import Platform, PortSpec
from fabricgen.rules.qos030_headroom_too_small import needed_bytes

ROOT = Path(__file__).resolve().parents[2]
BASES = tuple(
    json.loads((ROOT / "tests/rules/base" / f"{name}.json").read_text(encoding="utf-8"))
    for name in ("config", "smartswitch")
)
Judge = Callable[[Mapping[str, Any]], list[Any]]


def errors(found: list[Any]) -> list[tuple[str, str]]:
    return [(rule, item.message) for rule, severity, item in found if severity is Severity.ERROR]


def test_correct_bases_are_silent(judge: Judge, leaf: Any, smart_switch: Any) -> None:
    assert judge(leaf) == []
    assert judge(smart_switch) == []


def test_headroom_sum_worked_by_hand() -> None:
    # 800 Gb/s, 40 m: 2 * 9100 bytes; 40 m * 2 / (2e8 m/s) * 800e9 / 8; 905 quanta of 64 bytes.
    assert needed_bytes(800000, 40, 9100, True) == (18200, 40000, 57920)
    # 400 Gb/s, 100 m: 1 us both ways at 50 bytes a nanosecond.
    assert needed_bytes(400000, 100, 9216, True) == (18432, 50000, 57920)
    assert needed_bytes(400000, 100, 9216, False) == (18432, 50000, 0)


def test_ecn_bound_worked_by_hand(judge: Judge, leaf: Any) -> None:
    # alpha 2^0, four lossless ports: 1 * 1000000 / (4 * (1 + 1)) = 125000 bytes.
    leaf["BUFFER_POOL"]["ingress_lossless_pool"]["size"] = "1000000"
    leaf["WRED_PROFILE"]["AZURE_LOSSLESS"]["green_max_threshold"] = "125001"
    assert any(rule == "QOS037" and "125000" in item.message for rule, _, item in judge(leaf))
    leaf["WRED_PROFILE"]["AZURE_LOSSLESS"]["green_max_threshold"] = "125000"
    assert not any(rule == "QOS037" for rule, _, _ in judge(leaf))


def rows(ports: tuple[PortSpec, ...]) -> dict[str, dict[str, str]]:
    table = {}
    for port in ports:
        row = {
            "alias": port.alias,
            "lanes": ",".join(map(str, port.lanes)),
            "speed": str(port.speed_mbps),
            "index": str(port.index),
            "admin_status": "up",
        }
        optional = {"fec": port.fec, "role": port.role}
        table[port.name] = row | {name: value for name, value in optional.items() if value}
    return table


def platforms() -> Iterator[Platform]:
    known = catalogue.load().platforms
    for name in known:
        yield known[name]


def test_ports_as_shipped_are_silent(judge: Judge) -> None:
    for box in platforms():
        for name in box.hwskus:
            sku = box.hwskus[name]
            tables = {
                "DEVICE_METADATA": {"localhost": {"platform": box.platform, "hwsku": name}},
                "PORT": rows(sku.ports),
                "BREAKOUT_CFG": {p: {"brkout_mode": mode} for p, mode in sku.breakout.items()},
            }
            # Some HwSKUs ship an alias on several ports; that is a fault of theirs.
            found = [entry for entry in errors(judge(tables)) if entry[0] != "REF005"]
            assert found == [], (box.id, name)


@pytest.mark.parametrize("box_id", ["nvidia-sn5600", "nvidia-sn5640", "dell-z9864f"])
def test_every_breakout_mode_is_silent(judge: Judge, box_id: str) -> None:
    box = catalogue.load().platforms[box_id]
    count = max(len(cage.modes) for cage in box.cages)
    for number in range(count):
        modes = {c.parent: list(c.modes)[min(number, len(c.modes) - 1)] for c in box.cages}
        tables = {
            "DEVICE_METADATA": {"localhost": {"platform": box.platform}},
            "PORT": rows(catalogue.expand(box, modes)),
            "BREAKOUT_CFG": {parent: {"brkout_mode": mode} for parent, mode in modes.items()},
        }
        assert errors(judge(tables)) == []


def test_lane_shared_as_shipped_is_accepted_and_otherwise_refused(judge: Judge) -> None:
    # Accton AS9726-32D: lane 249 belongs to a 400G port and to a 10G service port.
    box = catalogue.load().platforms["edgecore-as9726-32d"]
    sku = box.hwskus[box.default_hwsku]
    ports = rows(sku.ports)
    tables = {
        "DEVICE_METADATA": {"localhost": {"platform": box.platform, "hwsku": sku.name}},
        "PORT": ports,
    }
    assert not any(rule == "REF001" for rule, _, _ in judge(tables))
    ports["Ethernet33"]["lanes"] = "248"
    messages = [item.message for rule, _, item in judge(tables) if rule == "REF001"]
    assert len(messages) == 1
    assert "Ethernet33" in messages[0]


def test_a_file_of_256_split_ports_has_no_finding_on_its_ports(judge: Judge, leaf: Any) -> None:
    box = catalogue.load().platforms["nvidia-sn5600"]
    modes = {c.parent: "4x200G[100G,50G,25G,10G]" for c in box.fabric_cages}
    ports = catalogue.expand(box, modes)
    leaf["PORT"] = rows(ports)
    leaf["BREAKOUT_CFG"] = {parent: {"brkout_mode": mode} for parent, mode in modes.items()}
    for table in ("PORT_QOS_MAP", "BUFFER_PG", "BUFFER_QUEUE", "QUEUE", "PFC_WD"):
        old = leaf[table]
        leaf[table] = {key: row for key, row in old.items() if not key.startswith("Ethernet")}
        for key, row in old.items():
            if key.partition("|")[0] == "Ethernet0":
                suffix = key.removeprefix("Ethernet0")
                leaf[table] |= {f"{port.name}{suffix}": row for port in ports}
    leaf["CABLE_LENGTH"] = {"AZURE": {port.name: "40m" for port in ports}}
    leaf["INTERFACE"] = {port.name: {} for port in ports}
    for number, port in enumerate(ports):
        address = f"10.128.{number // 128}.{number % 128 * 2}"
        leaf["INTERFACE"][f"{port.name}|{address}/31"] = {}
        peer = f"10.128.{number // 128}.{number % 128 * 2 + 1}"
        leaf["BGP_NEIGHBOR"][peer] = {"asn": "65001", "name": f"h{number}", "local_addr": address}
    assert len(leaf["PORT"]) == 256
    assert [item.message for rule, _, item in judge(leaf) if rule.startswith("REF00")] == []


ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**25), 10**25),
    st.text(max_size=12),
    st.sampled_from(
        [
            "",
            "0",
            "-1",
            "Ethernet0",
            "Ethernet0|3-4",
            "99999999999999999999999",
            "٣",
            "1,2,",
            "NULL",
            "10.0.0.1/31",
            "fe80::1",
            "::/0",
            "0.0.0.0/0",
            "[BUFFER_PROFILE|x]",
            "true",
            "3-1",
            "|",
        ]
    ),
    st.lists(st.one_of(st.text(max_size=4), st.integers(), st.none()), max_size=3),
    st.dictionaries(st.text(max_size=3), st.text(max_size=3), max_size=2),
)


@st.composite
def damaged(draw: st.DrawFn) -> Any:
    tables = copy.deepcopy(draw(st.sampled_from(BASES)))
    for _ in range(draw(st.integers(1, 8))):
        name = draw(st.sampled_from(sorted(tables)))
        if not tables[name] or draw(st.integers(0, 20)) == 0:
            tables.pop(name)
            continue
        key = draw(st.sampled_from(sorted(tables[name])))
        what = draw(st.integers(0, 4))
        if what == 0:
            tables[name][str(draw(ODD))] = tables[name].pop(key)
        elif what == 1:
            tables[name].pop(key)
        else:
            row = tables[name][key]
            field = draw(st.sampled_from([*sorted(row), "vrf_name", "xoff", "lanes", "speed"]))
            row[field] = draw(ODD)
    return tables


@given(tables=damaged())
def test_no_rule_raises_on_damaged_files(judge: Judge, tables: Any) -> None:
    for rule, _, item in judge(tables):
        assert item.message, rule


def test_field_cases_get_their_verdict(judge: Judge, shared: Path) -> None:
    """Controls are accepted; faults that only these rules see are refused at the stated place."""
    places = {
        "BR-037": ("REF011", "ACL_TABLE", "MIRROR_IN"),
        "BR-049": ("REF001", "PORT", "Ethernet4"),
        "BR-051": ("REF002", "PORT", "Ethernet4"),
        "BR-068": ("ADR040", "INTERFACE", "Ethernet16|FC00:0:0:1::1/126"),
        "BR-085": ("QOS020", "TC_TO_QUEUE_MAP", "AZURE"),
        "BR-086": ("QOS022", "BUFFER_PG", "Ethernet0|3"),
        "BR-100": ("DPU001", "VDPU", "vdpu3"),
        "BR-101": ("DPU002", "DHCP_SERVER_IPV4_PORT", "bridge-midplane|dpu2"),
    }
    for case in ("BR-000", "BR-096", "BR-107", *places):
        text = (shared / "cases" / case / "config_db.json").read_text(encoding="utf-8")
        found = judge(json.loads(text))
        if case in places:
            where = [(rule, item.place.table, item.place.key) for rule, _, item in found]
            assert places[case] in where
        else:
            assert errors(found) == []
