"""What is rendered for the small design, table by table."""

import hashlib
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from routing_design import extras_design, framework_design, vrf_design
from small_design import (
    MODE,
    card_qos,
    device_qos,
    small_design,
    wide_leaf,
)

from fabricgen import packaged
from fabricgen.model.design import Design
from fabricgen.model.intent import OverrideIntent, SonicIntent
from fabricgen.model.qos import DynamicInputs
from fabricgen.model.routing import DeviceRouting, RoutingPlan, StaticRoute
from fabricgen.render import Renderer, Tables, render, to_bytes
from fabricgen.render.order import natural_key
from fabricgen.render.qos_rows import qos_rows, ranges

LEAF = "leaf-p1-su01-r1"
DPU = "node-0001-dpu1"


def tables(device: str, design: Design | None = None) -> Tables:
    return Renderer(design or small_design()).tables(device)


def with_routes(device: str, release: str, *routes: StaticRoute) -> Design:
    design = small_design()
    assert design.routing is not None
    own = replace(design.routing.devices[device], static_routes=routes)
    routing = RoutingPlan(path="bgpcfgd", devices={**design.routing.devices, device: own})
    intent = replace(design.intent, sonic=SonicIntent(release=release))
    return replace(design, intent=intent, routing=routing)


def test_devices_are_switches_and_dpus_in_natural_order() -> None:
    assert Renderer(small_design()).devices() == (
        "frontend-leaf-01",
        "frontend-leaf-02",
        "leaf-p1-su01-r1",
        "leaf-p1-su01-r2",
        "node-0001-dpu1",
        "oob-leaf-01",
        "spine-p1-01",
    )


def test_metadata_of_a_leaf() -> None:
    assert tables(LEAF)["DEVICE_METADATA"] == {
        "localhost": {
            "hostname": LEAF,
            "hwsku": "ACS-SN5600",
            "platform": "x86_64-nvidia_sn5600-r0",
            "type": "LeafRouter",
            "suppress-fib-pending": "enabled",
            "bgp_asn": "4200001000",
            "buffer_model": "traditional",
            "default_bgp_status": "up",
            "default_pfcwd_status": "disable",
            "docker_routing_config_mode": "separated",
            "synchronous_mode": "enable",
        }
    }


def test_metadata_of_a_dpu() -> None:
    row = tables(DPU)["DEVICE_METADATA"]["localhost"]
    assert row["switch_type"] == "dpu"
    assert row["type"] == "SonicHost"
    assert "buffer_model" not in row
    assert "suppress-fib-pending" not in row


def test_port_rows_hold_used_spare_and_service_ports() -> None:
    ports = tables(LEAF)["PORT"]
    assert list(ports) == [*(f"Ethernet{4 * n}" for n in range(6)), "Ethernet24"]
    assert ports["Ethernet12"] == {
        "lanes": "12,13,14,15",
        "alias": "etp2b",
        "index": "2",
        "speed": "400000",
        "subport": "2",
        "fec": "rs",
        "description": "spine-p1-01 Ethernet4",
        "mtu": "9100",
        "admin_status": "up",
    }
    assert ports["Ethernet16"]["admin_status"] == "down"
    assert ports["Ethernet24"]["admin_status"] == "down"
    assert "fec" not in ports["Ethernet24"]


def test_every_cage_has_its_breakout_mode() -> None:
    assert tables(LEAF)["BREAKOUT_CFG"] == {
        "Ethernet0": {"brkout_mode": MODE},
        "Ethernet8": {"brkout_mode": MODE},
        "Ethernet16": {"brkout_mode": MODE},
        "Ethernet24": {"brkout_mode": "1x25G[10G]"},
    }
    assert "BREAKOUT_CFG" not in tables(DPU)


def test_fixed_ports_have_no_breakout() -> None:
    design = small_design()
    platform = design.catalogue.platforms["nvidia-sn5600"]
    fixed = replace(platform.hwskus["ACS-SN5600"], breakout={})
    platform = replace(platform, hwskus={"ACS-SN5600": fixed})
    catalogue = replace(
        design.catalogue, platforms={**design.catalogue.platforms, "nvidia-sn5600": platform}
    )
    assert "BREAKOUT_CFG" not in tables(LEAF, replace(design, catalogue=catalogue))


def test_every_address_has_its_bare_row() -> None:
    rows = tables(LEAF)["INTERFACE"]
    assert list(rows)[:2] == ["Ethernet0", "Ethernet0|10.0.0.0/31"]
    assert all(key.split("|")[0] in rows for key in rows)
    assert set(map(len, rows.values())) == {0}
    assert tables(LEAF)["LOOPBACK_INTERFACE"] == {"Loopback0": {}, "Loopback0|10.255.0.1/32": {}}


def test_session_rows_name_the_peer() -> None:
    assert tables(LEAF)["BGP_NEIGHBOR"] == {
        "10.64.0.0": {
            "asn": "4200000001",
            "name": "spine-p1-01",
            "local_addr": "10.64.0.1",
            "holdtime": "10",
            "keepalive": "3",
            "nhopself": "0",
            "rrclient": "0",
            "admin_status": "up",
        },
        "10.64.0.2": {
            "asn": "4200000001",
            "name": "spine-p1-01",
            "local_addr": "10.64.0.3",
            "holdtime": "10",
            "keepalive": "3",
            "nhopself": "0",
            "rrclient": "0",
            "admin_status": "up",
        },
    }


def test_dpu_passes_no_route_on() -> None:
    assert tables(DPU)["BGP_ALLOWED_PREFIXES"] == {
        "DEPLOYMENT_ID|0": {"prefixes_v4": "192.0.2.0/24", "default_action": "deny"}
    }
    assert "BGP_ALLOWED_PREFIXES" not in tables(LEAF)


def test_a_device_without_bgp_has_no_bgp_rows() -> None:
    design = small_design()
    assert design.routing is not None
    quiet = DeviceRouting(sonic_type="LeafRouter", bgp=False)
    routing = replace(design.routing, devices={**design.routing.devices, LEAF: quiet})
    found = tables(LEAF, replace(design, routing=routing))
    assert not [name for name in found if name.startswith("BGP")]
    assert "bgp_asn" not in found["DEVICE_METADATA"]["localhost"]


def test_aggregate_is_a_blackhole_that_is_announced() -> None:
    assert tables(LEAF)["STATIC_ROUTE"] == {
        "default|10.0.0.0/24": {"blackhole": "true", "advertise": "true"}
    }


@pytest.mark.parametrize(
    ("release", "advertise", "expected"),
    [
        ("202505", False, {"default|0.0.0.0/0": {"advertise": "false"}}),
        ("202411", False, {"0.0.0.0/0": {"advertise": "false"}}),
        ("202411", True, {"default|0.0.0.0/0": {}}),
    ],
)
def test_static_route_keeps_to_the_fields_of_the_release(
    release: str, advertise: bool, expected: dict[str, dict[str, str]]
) -> None:
    route = StaticRoute(
        prefix="0.0.0.0/0",
        next_hops=("10.0.2.0", "10.0.2.2"),
        ports=("Ethernet0", "Ethernet4"),
        advertise=advertise,
    )
    hops = {"nexthop": "10.0.2.0,10.0.2.2", "ifname": "Ethernet0,Ethernet4"}
    found = tables(DPU, with_routes(DPU, release, route))["STATIC_ROUTE"]
    assert found == {key: {**hops, **row} for key, row in expected.items()}


def test_neighbors_are_what_is_cabled() -> None:
    found = tables("spine-p1-01")
    assert found["DEVICE_NEIGHBOR"]["Ethernet8"] == {"name": "leaf-p1-su01-r2", "port": "Ethernet8"}
    assert "eth0" not in found["DEVICE_NEIGHBOR"]
    assert found["DEVICE_NEIGHBOR_METADATA"]["leaf-p1-su01-r1"] == {
        "lo_addr": "10.255.0.1",
        "hwsku": "ACS-SN5600",
        "type": "LeafRouter",
    }
    leaf = tables(LEAF)
    assert leaf["DEVICE_NEIGHBOR"]["Ethernet0"] == {"name": "node-0001", "port": "nic1"}
    assert leaf["DEVICE_NEIGHBOR_METADATA"] == {
        "spine-p1-01": {
            "lo_addr": "10.255.0.3",
            "mgmt_addr": "10.50.0.2",
            "hwsku": "ACS-SN5600",
            "type": "SpineRouter",
        }
    }


def test_access_vlan_of_an_out_of_band_leaf() -> None:
    found = tables("oob-leaf-01")
    assert found["VLAN"] == {"Vlan2": {"vlanid": "2"}}
    assert found["VLAN_INTERFACE"] == {"Vlan2": {}, "Vlan2|10.50.0.1/24": {}}
    assert found["VLAN_MEMBER"] == {
        "Vlan2|Ethernet0": {"tagging_mode": "untagged"},
        "Vlan2|Ethernet4": {"tagging_mode": "untagged"},
    }


def test_the_qos_chain_is_whole() -> None:
    found = tables(LEAF)
    assert len(found["DSCP_TO_TC_MAP"]["AI"]) == 64
    assert found["DSCP_TO_TC_MAP"]["AI"]["26"] == "3"
    assert found["TC_TO_QUEUE_MAP"] == {"AI": {"0": "0", "3": "3", "6": "6"}}
    assert found["TC_TO_PRIORITY_GROUP_MAP"] == {"AI": {"0": "0", "3": "3", "6": "0"}}
    assert found["MAP_PFC_PRIORITY_TO_QUEUE"] == {"AI": {"3": "3"}}
    assert found["PFC_PRIORITY_TO_PRIORITY_GROUP_MAP"] == {"AI": {"3": "3"}}
    assert found["PORT_QOS_MAP"]["global"] == {"dscp_to_tc_map": "AI"}
    assert found["PORT_QOS_MAP"]["Ethernet0"] == {
        "dscp_to_tc_map": "AI",
        "tc_to_queue_map": "AI",
        "tc_to_pg_map": "AI",
        "pfc_to_queue_map": "AI",
        "pfc_to_pg_map": "AI",
        "pfcwd_sw_enable": "3",
        "pfc_enable": "3",
    }
    assert "pfc_enable" not in found["PORT_QOS_MAP"]["Ethernet16"]
    assert found["SCHEDULER"] == {
        "scheduler.cnp": {"type": "STRICT"},
        "scheduler.default": {"type": "DWRR", "weight": "40"},
        "scheduler.roce": {"type": "DWRR", "weight": "60"},
    }
    assert found["QUEUE"]["Ethernet0|3"] == {
        "wred_profile": "roce_400g",
        "scheduler": "scheduler.roce",
    }
    assert found["QUEUE"]["Ethernet16|3"] == {"scheduler": "scheduler.roce"}
    wred = found["WRED_PROFILE"]["roce_400g"]
    assert wred["ecn"] == "ecn_all"
    assert (wred["green_min_threshold"], wred["red_max_threshold"]) == ("49152", "196608")
    assert found["PFC_WD"]["GLOBAL"] == {"POLL_INTERVAL": "400"}
    assert set(found["PFC_WD"]) == {"GLOBAL", "Ethernet0", "Ethernet4", "Ethernet8", "Ethernet12"}


def test_buffers_take_the_place_of_buffermgrd() -> None:
    found = tables(LEAF)
    assert found["BUFFER_PROFILE"]["pg_lossless_400000_40m_profile"] == {
        "pool": "ingress_lossless_pool",
        "dynamic_th": "0",
        "xon": "19456",
        "xoff": "283648",
        "size": "303104",
    }
    assert found["BUFFER_PG"]["Ethernet0|3"] == {"profile": "pg_lossless_400000_40m_profile"}
    assert "Ethernet16|3" not in found["BUFFER_PG"]
    assert found["BUFFER_QUEUE"]["Ethernet0|4-7"] == {"profile": "egress_lossy_profile"}
    assert found["BUFFER_PORT_EGRESS_PROFILE_LIST"]["Ethernet0"] == {
        "profile_list": "egress_lossless_profile,egress_lossy_profile"
    }
    assert found["CABLE_LENGTH"]["AZURE"]["Ethernet0"] == "40m"
    assert found["CABLE_LENGTH"]["AZURE"]["Ethernet16"] == "0m"
    assert found["FLEX_COUNTER_TABLE"]["PFCWD"] == {"FLEX_COUNTER_STATUS": "enable"}


def test_a_dpu_has_the_maps_and_no_buffers() -> None:
    found = tables(DPU)
    assert found["DSCP_TO_TC_MAP"] == tables(LEAF)["DSCP_TO_TC_MAP"]
    assert not [name for name in found if name.startswith(("BUFFER", "CABLE", "PFC_WD"))]
    assert "PFCWD" not in found["FLEX_COUNTER_TABLE"]


def test_a_pool_of_static_mode_gets_a_static_threshold() -> None:
    design = small_design()
    assert design.qos is not None
    qos = design.qos.devices[LEAF]
    pools = tuple(replace(pool, mode="static") for pool in qos.pools)
    plan = replace(
        design.qos, devices={**design.qos.devices, LEAF: replace(qos, pools=pools, profiles=())}
    )
    row = tables(LEAF, replace(design, qos=plan))["BUFFER_PROFILE"][
        "pg_lossless_400000_40m_profile"
    ]
    assert row["static_th"] == "0"
    assert "dynamic_th" not in row


def test_touching_priorities_share_a_row() -> None:
    assert ranges((4, 3, 6)) == ("3-4", "6")
    assert ranges(()) == ()


def test_services_on_every_device() -> None:
    found = tables("spine-p1-01")
    assert found["NTP_SERVER"] == {"10.50.0.10": {"association_type": "server", "iburst": "on"}}
    assert found["NTP"]["global"]["src_intf"] == "eth0"
    assert found["DNS_NAMESERVER"] == {"10.50.0.11": {}}
    assert found["SYSLOG_SERVER"]["10.50.0.12"]["source"] == "10.50.0.2"
    assert "source" not in tables(LEAF)["SYSLOG_SERVER"]["10.50.0.12"]
    assert found["TACPLUS_SERVER"]["10.50.0.13"]["priority"] == "64"
    assert found["TACPLUS_SERVER"]["10.50.0.14"]["priority"] == "63"
    assert found["AAA"]["authentication"]["login"] == "tacacs+,local"
    assert found["MGMT_INTERFACE"] == {"eth0|10.50.0.2/24": {"gwaddr": "10.50.0.1"}}
    assert "GNMI" in found


def test_the_secret_stays_a_reference() -> None:
    assert tables(LEAF)["TACPLUS"]["global"]["passkey"] == "${TACACS_SECRET}"


def test_tenant_permits_come_before_the_drop() -> None:
    found = tables(LEAF)
    assert found["ACL_TABLE"] == {
        "TENANT_RED": {
            "type": "L3",
            "stage": "ingress",
            "policy_desc": "tenant red",
            "ports": ["Ethernet0"],
        }
    }
    rules = found["ACL_RULE"]
    assert rules["TENANT_RED|PERMIT_1"] == {
        "DST_IP": "10.0.0.0/31",
        "PRIORITY": "8999",
        "PACKET_ACTION": "FORWARD",
    }
    assert rules["TENANT_RED|DROP_REST"] == {
        "SRC_IP": "0.0.0.0/0",
        "PRIORITY": "1",
        "PACKET_ACTION": "DROP",
    }


def test_overrides_are_merged_last() -> None:
    design = small_design()
    override = OverrideIntent(
        devices="leaf-*",
        table="CRM",
        set={"Config": {"polling_interval": "60", "names": ("a", "b")}},
    )
    new = OverrideIntent(devices="spine-*", table="LLDP", set={"GLOBAL": {"enabled": "true"}})
    design = replace(design, intent=replace(design.intent, overrides=(override, new)))
    config = tables(LEAF, design)["CRM"]["Config"]
    assert (config["polling_interval"], config["names"]) == ("60", ["a", "b"])
    assert config["ipv4_route_low_threshold"] == "70"
    assert tables("spine-p1-01", design)["CRM"]["Config"]["polling_interval"] == "300"
    assert tables("spine-p1-01", design)["LLDP"] == {"GLOBAL": {"enabled": "true"}}
    assert "LLDP" not in tables(LEAF, design)


def test_every_scalar_is_text_and_no_table_is_empty() -> None:
    for _, content in render(small_design()):
        for rows in orjson.loads(content).values():
            assert rows
            for row in rows.values():
                for value in row.values():
                    assert isinstance(value, str) or all(isinstance(item, str) for item in value)


def computed_design() -> Design:
    """Return the small design with buffers the switches compute, and trust in 802.1p."""
    design = small_design()
    assert design.qos is not None
    inputs = DynamicInputs(
        lossless_mtu_bytes=1024, small_frames_pct=100, threshold=0, over_subscribe=2
    )
    devices = {
        name: replace(qos, dynamic=inputs, buffer_model="dynamic", pcp=True)
        for name, qos in design.qos.devices.items()
    }
    return replace(design, qos=replace(design.qos, devices=devices))


def test_a_switch_that_computes_its_buffers_gets_the_inputs_and_no_profile() -> None:
    found = Renderer(computed_design()).tables(LEAF)
    assert found["DEFAULT_LOSSLESS_BUFFER_PARAMETER"] == {
        "AZURE": {"default_dynamic_th": "0", "over_subscribe_ratio": "2"}
    }
    assert found["LOSSLESS_TRAFFIC_PATTERN"] == {
        "AZURE": {"mtu": "1024", "small_packet_percentage": "100"}
    }
    assert not any(name.startswith("pg_lossless") for name in found["BUFFER_PROFILE"])
    assert "NULL" in {row["profile"] for row in found["BUFFER_PG"].values()}
    assert found["DEVICE_METADATA"]["localhost"]["buffer_model"] == "dynamic"
    assert found["DOT1P_TO_TC_MAP"]["AI"]["3"] == "3"
    assert found["DOT1P_TO_TC_MAP"]["AI"]["5"] == "0"


def test_every_template_renders_somewhere(tmp_path: Path) -> None:
    designs = (
        small_design(),
        framework_design(),
        computed_design(),
        extras_design(tmp_path, "bgpcfgd", extensions=True),
        extras_design(tmp_path, "frrcfgd", extensions=True),
        vrf_design(tmp_path),
    )
    seen = {
        name
        for design in designs
        for _, content in render(design)
        for name in orjson.loads(content)
    }
    assert seen == {path.stem for path in packaged.folder("templates").rglob("*.j2")}


def test_rows_and_tables_are_in_order() -> None:
    found = tables(LEAF)
    assert list(found) == sorted(found)
    for rows in found.values():
        assert list(rows) == sorted(rows, key=natural_key)


def test_bytes_end_with_a_newline_and_read_back() -> None:
    found = tables(LEAF)
    content = to_bytes(found)
    assert content.endswith(b"}\n")
    assert orjson.loads(content) == found


def test_render_needs_the_earlier_plans() -> None:
    with pytest.raises(ValueError, match="topology"):
        Renderer(replace(small_design(), topology=None))


@given(st.lists(st.integers(0, 2000), unique=True))
def test_ports_sort_by_number(numbers: list[int]) -> None:
    names = [f"Ethernet{number}|10.0.0.1/31" for number in numbers]
    expected = [f"Ethernet{number}|10.0.0.1/31" for number in sorted(numbers)]
    assert sorted(names, key=natural_key) == expected


@given(st.lists(st.ip_addresses(v=6), unique=True), st.lists(st.ip_addresses(v=4), unique=True))
def test_addresses_sort_by_value(six: list[object], four: list[object]) -> None:
    for addresses in (six, four):
        ordered = sorted(addresses)  # type: ignore[type-var]
        assert sorted(map(str, addresses), key=natural_key) == list(map(str, ordered))


def test_qos_of_a_device_without_lossless_ports_has_no_watchdog() -> None:
    assert qos_rows(replace(device_qos(()), ports=())).watchdog is None
    assert qos_rows(card_qos()).pfc == ""


@pytest.mark.parametrize("seed", ["0", "1", "77"])
def test_bytes_do_not_depend_on_the_hash_seed(seed: str, root: Path) -> None:
    code = (
        "import hashlib\nfrom small_design import small_design\nfrom fabricgen.render import render\n"
        "digest = hashlib.sha256()\n"
        "for name, content in render(small_design()):\n    digest.update(content)\n"
        "print(digest.hexdigest())"
    )
    path = os.pathsep.join((str(root), str(root / "tests")))
    result = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed},
    )
    here = hashlib.sha256(b"".join(content for _, content in render(small_design())))
    assert result.stdout.strip() == here.hexdigest()


def test_a_leaf_of_129_ports_has_a_row_for_each() -> None:
    content = to_bytes(Renderer(wide_leaf()).tables(LEAF))
    assert len(orjson.loads(content)["PORT"]) == 129
