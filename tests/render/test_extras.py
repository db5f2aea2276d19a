"""What is written on request only: trimming, locators, fine-grained groups, access, isolation."""

from collections.abc import Callable

import pytest
from routing_design import extras_design

from fabricgen.render import Renderer, Tables

LEAF, SPINE, DPU = "leaf-p1-su01-r1", "spine-p1-02", "node-0001-dpu1"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Tables]:
    renderers: dict[tuple[str, bool], Renderer] = {}

    def tables(device: str, path: str = "bgpcfgd", *, extensions: bool = False) -> Tables:
        key = path, extensions
        if key not in renderers:
            folder = tmp_path_factory.mktemp("extras")
            renderers[key] = Renderer(extras_design(folder, path, extensions=extensions))
        return renderers[key].tables(device)

    return tables


def test_trimmed_packets_have_dscp_and_queue_of_their_class(made: Callable[..., Tables]) -> None:
    found = made(LEAF)
    assert found["SWITCH_TRIMMING"] == {
        "GLOBAL": {"size": "256", "dscp_value": "12", "queue_index": "5"}
    }
    assert found["DSCP_TO_TC_MAP"]["AI"]["12"] == "5"
    assert found["TC_TO_QUEUE_MAP"]["AI"]["5"] == "5"
    assert found["QUEUE"]["Ethernet0|5"]["scheduler"] == "scheduler.cut"


def test_only_the_queue_of_a_trimmed_class_trims(made: Callable[..., Tables]) -> None:
    found = made(LEAF)
    trimming = {
        name
        for name, row in found["BUFFER_PROFILE"].items()
        if row.get("packet_discard_action") == "trim"
    }
    queues = {
        key.partition("|")[2]
        for key, row in found["BUFFER_QUEUE"].items()
        if row["profile"] in trimming
    }
    assert queues == {"1"}
    for table in ("BUFFER_PG", "BUFFER_PORT_EGRESS_PROFILE_LIST"):
        assert not any(name in str(row) for row in found[table].values() for name in trimming)


def test_every_queue_keeps_a_profile_when_ranges_are_split(made: Callable[..., Tables]) -> None:
    spans = [
        key.partition("|")[2] for key in made(LEAF)["BUFFER_QUEUE"] if key.startswith("Ethernet0|")
    ]
    covered = [
        queue
        for span in spans
        for queue in range(int(span.split("-")[0]), int(span.split("-")[-1]) + 1)
    ]
    assert len(covered) == len(set(covered))
    assert set(range(7)) <= set(covered)


def test_cards_and_other_fabrics_trim_nothing(made: Callable[..., Tables]) -> None:
    for device in (DPU, "frontend-leaf-01", "oob-leaf-01"):
        assert not {"SWITCH_TRIMMING", "SRV6_MY_SIDS", "FG_NHG"} & set(made(device))


def test_a_locator_has_its_un(made: Callable[..., Tables]) -> None:
    found = made(LEAF)
    assert found["SRV6_MY_LOCATORS"] == {"fabric": {"prefix": "fcbb:bbbb:1::"}}
    assert found["SRV6_MY_SIDS"] == {
        "fabric|fcbb:bbbb:1::/48": {"action": "uN", "decap_dscp_mode": "pipe"}
    }
    assert found["STATIC_ROUTE"]["default|fcbb:bbbb:801::/48"]["advertise"] == "false"


def test_fine_grained_groups_are_of_the_leaves_alone(made: Callable[..., Tables]) -> None:
    found = made(LEAF)
    (group,) = found["FG_NHG"].values()
    assert group["match_mode"] == "prefix-based"
    assert int(group["bucket_size"]) % int(group["max_next_hops"]) == 0
    assert "10.0.0.0/24" not in found["FG_NHG_PREFIX"]  # its own hosts
    assert "FG_NHG" not in made(SPINE)


def test_isolation_on_the_template_path(made: Callable[..., Tables]) -> None:
    assert made(SPINE)["BGP_DEVICE_GLOBAL"]["STATE"]["tsa_enabled"] == "true"
    assert made("spine-p1-01")["BGP_DEVICE_GLOBAL"]["STATE"]["tsa_enabled"] == "false"


def test_isolation_on_the_framework(made: Callable[..., Tables]) -> None:
    found = made(SPINE, "frrcfgd")
    assert {row["mode"] for row in found["PREFIX_SET"].values()} == {"IPv4", "IPv6"}
    assert set(found["PREFIX"]) == {
        "LOOPBACK|10|10.255.8.1/32|exact",
        "LOOPBACK_V6|10|fd00:10:255::802/128|exact",
    }
    bound = {tuple(row["route_map_out"]) for row in found["BGP_PEER_GROUP_AF"].values()}
    assert bound == {("EXPORT_LOOPBACKS",)}
    assert "PREFIX_SET" not in made("spine-p1-01", "frrcfgd")


def test_access_is_one_table_a_service_and_family(made: Callable[..., Tables]) -> None:
    found = made(LEAF)
    tables = {name: row for name, row in found["ACL_TABLE"].items() if row["type"] == "CTRLPLANE"}
    assert {name: tuple(row["services"]) for name, row in tables.items()} == {
        f"ACCESS_{name}{family}": (service,)
        for name, service in (
            ("SSH", "SSH"),
            ("SNMP", "SNMP"),
            ("NTP", "NTP"),
            ("GNMI", "EXTERNAL_CLIENT"),
        )
        for family in ("", "_V6")
    }
    assert all("ports" not in row for row in tables.values())
    for key, row in found["ACL_RULE"].items():
        if key.startswith("ACCESS_"):
            assert row["PACKET_ACTION"] == "ACCEPT"
            assert ("SRC_IPV6" in row) is ("_V6|" in key)
    assert found["ACL_RULE"]["ACCESS_GNMI|PERMIT_1"]["L4_DST_PORT"] == "50051"


def test_neighbours_that_bfd_hears_pass_the_filter(made: Callable[..., Tables]) -> None:
    found = made(LEAF, "frrcfgd")
    let_in = {
        str(row.get("SRC_IP") or row["SRC_IPV6"]).partition("/")[0]
        for key, row in found["ACL_RULE"].items()
        if key.startswith("ACCESS_NEIGHBORS")
    }
    assert let_in == {key.partition("|")[2] for key in found["BGP_NEIGHBOR"]}
    assert "ACCESS_NEIGHBORS" not in made(LEAF)["ACL_TABLE"]


def test_management_vrf_takes_the_services_of_eth0(made: Callable[..., Tables]) -> None:
    found = made(LEAF)
    assert found["MGMT_VRF_CONFIG"] == {"vrf_global": {"mgmtVrfEnabled": "true"}}
    assert found["NTP"]["global"]["vrf"] == "mgmt"
    assert {row["vrf"] for row in found["SYSLOG_SERVER"].values()} == {"mgmt"}
    assert {row["vrf"] for row in found["TACPLUS_SERVER"].values()} == {"mgmt"}


def test_timers_of_bfd_are_a_row_for_each_session(made: Callable[..., Tables]) -> None:
    found = made(LEAF, "frrcfgd", extensions=True)
    peers = {key.partition("|")[2] for key in found["BGP_NEIGHBOR"]}
    assert {key.split("|")[0] for key in found["BFD_PEER_SINGLE_HOP"]} == peers
    for key, row in found["BFD_PEER_SINGLE_HOP"].items():
        remote, port, vrf, local = key.split("|")
        assert found["BGP_NEIGHBOR"][f"default|{remote}"]["local_addr"] == local
        assert any(name.startswith(f"{port}|{local}/") for name in found["INTERFACE"])
        assert vrf == "default"
        assert row == {
            "enabled": "true",
            "desired-minimum-tx-interval": "100",
            "required-minimum-receive": "100",
            "detection-multiplier": "3",
        }
    assert "BFD_PEER_SINGLE_HOP" not in made(LEAF, "frrcfgd")
