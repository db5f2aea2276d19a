"""cabling.csv and hosts.csv of the small design, line by line."""

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest
from small_design import small_design

from fabricgen import compile
from fabricgen.model.addressing import InterfaceAddress
from fabricgen.model.topology import End, Link, LinkKind
from fabricgen.outputs import bom, cabling, design_files, hosts, labels_html
from fabricgen.outputs.csv_text import gbps, to_csv
from fabricgen.outputs.host_paths_json import host_paths
from fabricgen.outputs.nic_settings_json import nic_settings


def rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode(), newline="")))


def test_every_link_has_a_line() -> None:
    found = rows(cabling(small_design()))
    assert len(found) == 11
    assert found[4] == {
        "a_device": "spine-p1-01",
        "a_port": "Ethernet0",
        "a_cage": "1",
        "a_lanes": "1-4",
        "b_device": "leaf-p1-su01-r1",
        "b_port": "Ethernet8",
        "b_cage": "2",
        "b_lanes": "1-4",
        "fabric": "backend",
        "plane": "1",
        "rail": "",
        "kind": "leaf-spine",
        "speed_gbps": "400",
        "cable_m": "30",
        "cable": "",
        "a_rack": "",
        "b_rack": "",
    }


def test_ends_without_a_cage_leave_it_empty() -> None:
    found = rows(cabling(small_design()))
    assert (found[0]["b_port"], found[0]["b_cage"], found[0]["rail"]) == ("nic1", "", "1")
    assert (found[-1]["b_port"], found[-1]["b_cage"]) == ("eth0", "")


def test_every_nic_has_its_settings() -> None:
    found = rows(hosts(small_design()))
    assert [(row["node"], row["nic"]) for row in found] == [
        ("node-0001", "nic1"),
        ("node-0002", "nic1"),
        ("node-0001", "nic2"),
        ("node-0002", "nic2"),
    ]
    assert found[1] == {
        "node": "node-0002",
        "nic": "nic1",
        "fabric": "backend",
        "rail": "1",
        "plane": "1",
        "address": "10.0.0.3/31",
        "gateway": "10.0.0.2",
        "leaf": "leaf-p1-su01-r1",
        "leaf_port": "Ethernet4",
        "mtu": "9100",
        "route": "10.0.0.0/14",
        "dscp": "26",
        "priority": "3",
    }


def test_an_out_of_band_port_has_the_vlan_gateway_and_no_fabric_route() -> None:
    design = small_design()
    assert design.topology is not None
    assert design.addresses is not None
    link = Link(
        fabric="oob",
        plane=0,
        kind=LinkKind.OOB,
        upper=End(device="oob-leaf-01", port="Ethernet4"),
        lower=End(device="node-0001", port="bmc1"),
        speed_mbps=1000,
        cable_m=10,
        number=1,
    )
    own = InterfaceAddress(address="10.50.0.3", length=24)
    design = replace(
        design,
        topology=replace(design.topology, links=(link,)),
        addresses=replace(design.addresses, interfaces={("node-0001", "bmc1"): own}),
    )
    (row,) = rows(hosts(design))
    assert (row["address"], row["gateway"], row["route"]) == ("10.50.0.3/24", "10.50.0.1", "")
    assert (row["dscp"], row["mtu"]) == ("", "")


def test_lines_end_as_rfc_4180_says_and_commas_are_quoted() -> None:
    assert to_csv(("a", "b"), [("1,2", 'x"y')]) == b'a,b\r\n"1,2","x""y"\r\n'


@pytest.mark.parametrize(
    ("speed_mbps", "text"), [(400000, "400"), (1600000, "1600"), (1000, "1"), (2500, "2.5")]
)
def test_speeds_have_no_trailing_zeros(speed_mbps: int, text: str) -> None:
    assert gbps(speed_mbps) == text


def test_outputs_are_found_by_their_module() -> None:
    design = small_design()
    assert dict(design_files(design)) == {
        "bom.csv": bom(design),
        "cabling.csv": cabling(design),
        "hosts.csv": hosts(design),
        "host_paths.json": host_paths(design),
        "nic_settings.json": nic_settings(design),
    }


def test_outputs_need_a_topology() -> None:
    bare = replace(small_design(), topology=None)
    with pytest.raises(ValueError, match="topology"):
        cabling(bare)
    with pytest.raises(ValueError, match="topology"):
        hosts(bare)


def test_cables_and_racks_of_a_rendered_design(tmp_path: Path) -> None:
    """Two 400G halves of an 800G cage (lanes 1-4, 5-8) go to two DGX NICs; racks are the intent's."""
    path = tmp_path / "intent.yaml"
    path.write_text(
        "fabricgen: 1\nname: a\ncompute: {nodes: 4, node: nvidia-hgx-h100}\n"
        "fabrics: {backend: {switch: nvidia-sn5600}}\n"
        'racks: [{devices: "node-000[1-2]", rack: A01}, {devices: "node-*", rack: A02}]\n',
        encoding="utf-8",
    )
    design = compile.compile_intent(path).design
    assert design is not None
    found = rows(cabling(design))
    halves = [row["a_lanes"] for row in found if row["b_device"].startswith("node-")]
    assert halves.count("1-4") == halves.count("5-8") == len(halves) / 2
    assert {(row["b_device"], row["b_rack"]) for row in found if row["kind"] == "host-leaf"} == {
        ("node-0001", "A01"),
        ("node-0002", "A01"),
        ("node-0003", "A02"),
        ("node-0004", "A02"),
    }
    assert all(row["cable"] in design.catalogue.cables for row in found)
    assert b"node-0003 nic1 rack A02" in labels_html.text(design)
