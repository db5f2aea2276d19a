"""Tenants in VRFs: sub-interfaces between switches, an instance of BGP each, proven from the files alone."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from fabricgen import catalogue, configdb
from fabricgen.cli import main
from fabricgen.rules._control_plane.network import network
from fabricgen.rules._vrf_views import instances

Tables = dict[str, dict[str, dict[str, Any]]]
INTENT = """fabricgen: 1
name: x
compute: {nodes: %s, grow_to: 16, node: {gpus: 2, nics: 2, nic_speed: 400G}, scalable_unit: 4}
sonic: {routing: frrcfgd}
fabrics:
  backend: {switch: nvidia-sn5600, topology: rail-optimized, spine: {platform: nvidia-sn5600, count: %s}}
tenants:
%s
accept: [{rule: CAP004, reason: a test}]
"""
RED, BLUE, PLAIN = (
    "  - {name: red, nodes: [1-2, 5-6], isolation: vrf}",
    "  - {name: blue, nodes: [3], isolation: vrf}",
    "  - {name: green, nodes: [4], isolation: acl}",
)
LEAF, FAR, SPINE = "leaf-p1-su01-r1", "leaf-p1-su02-r1", "spine-p1-01"


def rendered(folder: Path, *tenants: str, nodes: int = 8, spines: int = 2) -> Path:
    path, out = folder / "intent.yaml", folder / "out"
    folder.mkdir(exist_ok=True)
    path.write_text(INTENT % (nodes, spines, "\n".join(tenants)), "utf-8")
    result = CliRunner().invoke(main, ["render", str(path), "-o", str(out)])
    assert result.exit_code == 0, result.output
    return out


def read(out: Path, device: str) -> Tables:
    tables: Tables = json.loads((out / device / "config_db.json").read_text("utf-8"))
    return tables


def test_rows_of_a_leaf_by_hand(tmp_path: Path) -> None:
    """Slice 12 of 10.64.0.0/10 begins at 10.112.0.0; 32 planned links take 64 addresses a VRF."""
    out = rendered(tmp_path, RED, BLUE, PLAIN)
    leaf, spine = read(out, LEAF), read(out, SPINE)
    assert leaf["VRF"] == {"Vrf-blue": {}, "Vrf-red": {}}
    assert (
        leaf["INTERFACE"]["Ethernet0"] == leaf["INTERFACE"]["Ethernet4"] == {"vrf_name": "Vrf-red"}
    )
    assert leaf["INTERFACE"]["Ethernet8"] == {"vrf_name": "Vrf-blue"}
    assert leaf["INTERFACE"]["Ethernet12"] == {}
    subs = leaf["VLAN_SUB_INTERFACE"]
    assert subs["Ethernet16.10"] == {"admin_status": "up", "vlan": "10", "vrf_name": "Vrf-red"}
    assert {"Ethernet16.10|10.112.0.1/31", "Ethernet16.11|10.112.0.65/31"} <= set(subs)
    assert (
        leaf["BGP_NEIGHBOR"]["Vrf-blue|10.112.0.64"]["asn"]
        == spine["BGP_GLOBALS"]["Vrf-blue"]["local_asn"]
    )
    assert "Vrf-red|ipv4_unicast|10.0.0.0/24" in leaf["BGP_GLOBALS_AF_NETWORK"]
    assert leaf["STATIC_ROUTE"]["Vrf-red|10.0.0.0/24"] == {"blackhole": "true"}


def test_a_vrf_is_only_where_its_hosts_are(tmp_path: Path) -> None:
    out = rendered(tmp_path, RED, BLUE)
    assert set(read(out, FAR)["VRF"]) == {"Vrf-red"}
    assert set(read(out, SPINE)["VRF"]) == {"Vrf-red", "Vrf-blue"}
    ends = [key for key in read(out, SPINE)["BGP_NEIGHBOR"] if key.startswith("Vrf-blue|")]
    assert len(ends) == 4  # two leaves, of two rails, with two links each


def test_a_further_tenant_and_further_nodes_change_no_row(tmp_path: Path) -> None:
    before = rendered(tmp_path / "a", RED)
    after = rendered(tmp_path / "b", RED, BLUE, nodes=16)
    for device in (LEAF, FAR, SPINE):
        old, new = read(before, device), read(after, device)
        for table in ("VRF", "VLAN_SUB_INTERFACE", "BGP_NEIGHBOR", "STATIC_ROUTE", "BGP_GLOBALS"):
            assert old.get(table, {}).items() <= new.get(table, {}).items(), (device, table)


Damage = Callable[[Tables], object]
DAMAGES: dict[str, tuple[str, Damage, str, str]] = {
    "wrong ASN in the VRF": (
        LEAF,
        lambda t: t["BGP_NEIGHBOR"]["Vrf-red|10.112.0.0"].update(asn="65000"),
        "FAB040",
        "Vrf-red|10.112.0.0",
    ),
    "a session of the VRF is missing": (
        LEAF,
        lambda t: t["BGP_NEIGHBOR"].pop("Vrf-red|10.112.0.0"),
        "FAB071",
        "in Vrf-red ",
    ),
    "no address family": (
        LEAF,
        lambda t: t["BGP_PEER_GROUP_AF"].pop("Vrf-red|UP|ipv4_unicast"),
        "FAB070",
        "in Vrf-red ",
    ),
    "no network statement": (
        FAR,
        lambda t: t["BGP_GLOBALS_AF_NETWORK"].pop("Vrf-red|ipv4_unicast|10.0.1.0/24"),
        "FAB059",
        "in Vrf-red ",
    ),
    "no network statement of the default VRF": (
        FAR,
        lambda t: t["BGP_GLOBALS_AF_NETWORK"].pop("default|ipv4_unicast|10.0.1.0/24"),
        "FAB059",
        "advertises no prefix for 2 routed host ports",
    ),
    "a hole in the block of a leaf": (
        SPINE,
        lambda t: t.setdefault("STATIC_ROUTE", {}).update(
            {"Vrf-red|10.0.1.0/25": {"blackhole": "true"}}
        ),
        "FAB082",
        "in Vrf-red spine-p1-01 drops packets to 10.0.1.0/25",
    ),
    "one end in the VRF of another tenant": (
        LEAF,
        lambda t: t["VLAN_SUB_INTERFACE"]["Ethernet16.10"].update(vrf_name="Vrf-blue"),
        "TEN050",
        "Vrf-blue",
    ),
    "another VLAN": (
        LEAF,
        lambda t: t["VLAN_SUB_INTERFACE"]["Ethernet16.10"].update(vlan="99"),
        "FAB081",
        "VLAN 99",
    ),
    "a sub-interface is down": (
        LEAF,
        lambda t: t["VLAN_SUB_INTERFACE"]["Ethernet16.10"].update(admin_status="down"),
        "FAB071",
        "Ethernet16.10 is down",
    ),
    "a host port outside the VRF": (
        LEAF,
        lambda t: t["INTERFACE"]["Ethernet0"].pop("vrf_name"),
        "TEN051",
        "node-0001 behind it is in no VRF",
    ),
    "no route behind the network statement": (
        LEAF,
        lambda t: t["STATIC_ROUTE"].pop("Vrf-red|10.0.0.0/24"),
        "FAB083",
        "in Vrf-red leaf-p1-su01-r1 does not announce 10.0.0.0/24",
    ),
    "a VRF that no row makes": (
        LEAF,
        lambda t: t["VRF"].pop("Vrf-red"),
        "TBL009",
        "Vrf-red",
    ),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_what_breaks_a_vrf_is_found(name: str, tmp_path: Path) -> None:
    device, damage, rule, words = DAMAGES[name]
    out = rendered(tmp_path, RED, BLUE)
    tables = read(out, device)
    damage(tables)
    (out / device / "config_db.json").write_text(json.dumps(tables, indent=2), "utf-8")
    result = CliRunner().invoke(main, ["validate", str(out), "--format", "json"])
    found = json.loads(result.output)["diagnostics"]
    assert any(d["rule"] == rule and words in (d["message"] + (d["key"] or "")) for d in found), (
        found
    )
    assert all(d["line"] for d in found)


def test_a_loss_that_cuts_a_vrf_is_found(tmp_path: Path) -> None:
    """Spines that summarise: the one that has lost its link to a leaf still attracts the leaf's packets."""
    out = rendered(tmp_path, RED, BLUE, spines=4)
    for path in out.glob("spine-*/config_db.json"):
        tables: Tables = json.loads(path.read_text("utf-8"))
        tables["BGP_GLOBALS_AF_AGGREGATE_ADDR"] = {
            "Vrf-red|ipv4_unicast|10.0.0.0/15": {"as_set": "false", "summary_only": "true"}
        }
        path.write_text(json.dumps(tables), "utf-8")
    result = CliRunner().invoke(main, ["validate", str(out), "--format", "json"])
    found = json.loads(result.output)["diagnostics"]
    cuts = [d["message"] for d in found if d["rule"] == "FAB075"]
    assert cuts
    assert all(one.startswith("in Vrf-red without the link ") for one in cuts), cuts


def test_three_tiers_and_pairs_carry_vrfs(tmp_path: Path) -> None:
    text = (
        "fabricgen: 1\nname: x\nsonic: {routing: frrcfgd}\n"
        "compute: {nodes: 12, node: {gpus: 2, nics: 2, nic_speed: 400G}, scalable_unit: 4}\n"
        "fabrics: {backend: {topology: rail-optimized, %s, switch: nvidia-sn5600}}\n"
        "tenants: [{name: red, nodes: [1, 9], isolation: vrf}]\n"
        "accept: [{rule: CAP004, reason: a test}]\n"
    )
    for number, keys in enumerate(("tiers: 3, pod: 1", "tiers: 2")):
        path, out = tmp_path / f"{number}.yaml", tmp_path / f"out-{number}"
        path.write_text(text % keys, "utf-8")
        result = CliRunner().invoke(main, ["render", str(path), "-o", str(out)])
        assert result.exit_code == 0, result.output
        carrying = {
            p.parent.name for p in out.glob("*/config_db.json") if "Vrf-red" in p.read_text()
        }
        assert {name.split("-p1")[0] for name in carrying} >= {"leaf", "spine"}
        assert not any("su02" in name for name in carrying)


def test_each_vrf_is_derived_once(tmp_path: Path) -> None:
    """More VRFs than results that are remembered of arguments without a memo of their own."""
    tenants = [f"  - {{name: t{at}, nodes: [{at}], isolation: vrf}}" for at in range(1, 8)]
    out = rendered(tmp_path, *tenants)
    configs = [
        configdb.parse(path.read_text("utf-8"), str(path))
        for path in sorted(out.glob("*/config_db.json"))
    ]
    fabric = configdb.rebuild(configs, catalogue.load(), configdb.load_schema("202511"))
    first = [network(view) for _, view in instances(fabric)]
    assert len(first) == 8
    again = [network(view) for _, view in instances(fabric)]
    assert all(one is other for one, other in zip(first, again, strict=True))
