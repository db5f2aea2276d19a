"""Links rebuilt from files alone: subnets first, then neighbour rows, then the cabling file."""

import json
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fabricgen.configdb.cabling import read_cabling
from fabricgen.configdb.read import parse
from fabricgen.configdb.rebuild import rebuild
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.configdb import FabricFiles, SonicSchema

SCHEMA = SonicSchema(release="202511", source="", tables={})
CATALOGUE = Catalogue(platforms={}, nodes={}, models={})
HEADER = "a_device,a_port,b_device,b_port,cable_m\n"


def fabric(devices: dict[str, Any], cabling: Path | str | None = None, **more: Any) -> FabricFiles:
    configs = [
        parse(
            json.dumps({"DEVICE_METADATA": {"localhost": {"hostname": name}}, **tables}),
            f"{name}/c.json",
        )
        for name, tables in devices.items()
    ]
    return rebuild(configs, CATALOGUE, SCHEMA, cabling=cabling, **more)


def ports(*names: str) -> dict[str, Any]:
    return {name: {"alias": f"etp{name[8:]}"} for name in names}


def routed(port: str, *prefixes: str) -> dict[str, Any]:
    return {"PORT": ports(port), "INTERFACE": {port: {}, **{f"{port}|{p}": {} for p in prefixes}}}


def neighbor(port: str, name: str, far: str) -> dict[str, Any]:
    return {"PORT": ports(port), "DEVICE_NEIGHBOR": {port: {"name": name, "port": far}}}


def shown(found: FabricFiles) -> list[tuple[str, str, str, int | None]]:
    return [
        (f"{k.a.device} {k.a.port}", f"{k.b.device} {k.b.port}", k.how, k.cable_m)
        for k in found.links
    ]


def kinds(found: FabricFiles) -> list[str]:
    return [problem.kind for problem in found.problems]


def test_two_ports_in_one_31_are_a_link() -> None:
    found = fabric(
        {"a": routed("Ethernet8", "10.0.0.0/31"), "b": routed("Ethernet16", "10.0.0.1/31")}
    )
    assert shown(found) == [("a Ethernet8", "b Ethernet16", "subnet", None)]
    assert found.problems == ()


def test_ipv6_127_and_ipv4_31_of_one_link_give_one_link() -> None:
    found = fabric(
        {
            "a": routed("Ethernet8", "10.0.0.0/31", "fd00::/127"),
            "b": routed("Ethernet16", "10.0.0.1/31", "fd00:0::1/127"),
        }
    )
    assert len(found.links) == 1
    assert found.problems == ()


def test_a_24_is_no_link() -> None:
    assert not fabric(
        {"a": routed("Ethernet0", "10.0.0.1/24"), "b": routed("Ethernet0", "10.0.0.2/24")}
    ).links


def test_three_ports_in_a_31_are_a_problem_and_no_link() -> None:
    devices = {name: routed("Ethernet0", "10.0.0.0/31") for name in "abc"}
    found = fabric(devices)
    assert found.links == ()
    assert kinds(found) == ["subnet-on-many-ports"]
    assert "3 ports" in found.problems[0].message


def test_vrfs_part_a_subnet_that_is_used_twice() -> None:
    devices = {name: routed("Ethernet0", f"10.0.0.{n % 2}/31") for n, name in enumerate("abcd")}
    for name in "cd":
        devices[name]["INTERFACE"]["Ethernet0"] = {"vrf_name": "VrfRed"}
    assert [link[:2] for link in shown(fabric(devices))] == [
        ("a Ethernet0", "b Ethernet0"),
        ("c Ethernet0", "d Ethernet0"),
    ]


def test_sub_interfaces_link_their_parent_ports() -> None:
    a = {
        "PORT": ports("Ethernet8"),
        "VLAN_SUB_INTERFACE": {"Eth8.10": {}, "Eth8.10|10.0.0.0/31": {}},
    }
    b = {"PORT": ports("Ethernet0"), "VLAN_SUB_INTERFACE": {"Ethernet0.10|10.0.0.1/31": {}}}
    assert shown(fabric({"a": a, "b": b})) == [("a Ethernet8", "b Ethernet0", "subnet", None)]


def test_neighbor_rows_make_a_link_also_by_alias_and_from_one_end() -> None:
    by_alias = {"a": neighbor("Ethernet8", "b", "etp0"), "b": {"PORT": ports("Ethernet0")}}
    assert shown(fabric(by_alias)) == [("a Ethernet8", "b Ethernet0", "neighbor", None)]


def test_neighbor_rows_that_contradict_make_no_link() -> None:
    devices = {
        "a": neighbor("Ethernet8", "b", "Ethernet0"),
        "b": neighbor("Ethernet0", "c", "Ethernet0"),
        "c": {"PORT": ports("Ethernet4")},
    }
    assert fabric(devices).links == ()


def test_addresses_go_before_neighbor_rows() -> None:
    devices = {
        "a": routed("Ethernet0", "10.0.0.0/31")
        | {"DEVICE_NEIGHBOR": {"Ethernet0": {"name": "c", "port": "Ethernet0"}}},
        "b": routed("Ethernet0", "10.0.0.1/31"),
        "c": {"PORT": ports("Ethernet0")},
    }
    assert shown(fabric(devices)) == [("a Ethernet0", "b Ethernet0", "subnet", None)]


def test_cabling_gives_lengths_and_links_and_host_cables(tmp_path: Path) -> None:
    path = tmp_path / "cabling.csv"
    path.write_text(
        HEADER
        + "b,Ethernet16,a,Ethernet8,30\nb,Ethernet0,c,Ethernet0,20m\na,Ethernet0,node-1,nic1,3\n",
        encoding="utf-8",
    )
    devices = {
        "a": routed("Ethernet8", "10.0.0.0/31"),
        "b": routed("Ethernet16", "10.0.0.1/31"),
        "c": {"PORT": ports("Ethernet0")},
    }
    devices["a"]["PORT"] = ports("Ethernet0", "Ethernet8")
    devices["b"]["PORT"] = ports("Ethernet0", "Ethernet16")
    found = fabric(devices, path)
    assert shown(found) == [
        ("a Ethernet8", "b Ethernet16", "subnet", 30),
        ("b Ethernet0", "c Ethernet0", "cabling", 20),
    ]
    assert [(one.a.port, one.b.port, one.cable_m) for one in found.host_links] == [
        ("Ethernet0", "nic1", 3)
    ]
    assert found.problems == ()


def test_cabling_that_contradicts_the_files_is_a_problem() -> None:
    devices = {
        "a": routed("Ethernet8", "10.0.0.0/31"),
        "b": routed("Ethernet16", "10.0.0.1/31"),
        "c": {"PORT": ports("Ethernet0")},
    }
    found = fabric(devices, HEADER + "a,Ethernet8,c,Ethernet0,5\na,Ethernet9,c,Ethernet0,5\n")
    assert kinds(found) == ["cabling-disagrees", "cabling-disagrees"]
    assert [problem.place.line for problem in found.problems] == [2, 3]
    found = fabric(devices, HEADER + "a,Ethernet9,node-1,nic1,5\n")
    assert kinds(found) == ["cabling-unknown-port"]


def test_a_planned_device_without_file_and_a_file_without_plan() -> None:
    found = fabric({"a": {}, "x": {}}, planned=("a", "b"))
    assert kinds(found) == ["device-without-file", "device-not-planned"]
    assert [problem.place.device for problem in found.problems] == ["b", "x"]


def test_of_two_files_with_one_hostname_the_first_counts() -> None:
    texts = [("one.json", "Ethernet0"), ("two.json", "Ethernet4")]
    configs = [
        parse(
            json.dumps({"DEVICE_METADATA": {"localhost": {"hostname": "a"}}, "PORT": ports(port)}),
            file,
        )
        for file, port in texts
    ]
    found = rebuild(configs[::-1], CATALOGUE, SCHEMA)
    assert found.devices["a"].file == "one.json"
    assert [config.file for config in found.repeated] == ["two.json"]
    assert kinds(found) == ["repeated-hostname"]


def test_devices_and_links_are_in_natural_order() -> None:
    devices = {f"leaf-{n}": routed("Ethernet0", f"10.0.0.{2 * n}/31") for n in (10, 9, 2)}
    devices["spine"] = {
        "PORT": {},
        "INTERFACE": {f"Ethernet{n}|10.0.0.{2 * n + 1}/31": {} for n in (10, 9, 2)},
    }
    found = fabric(devices)
    assert list(found.devices) == ["leaf-2", "leaf-9", "leaf-10", "spine"]
    assert [link.a.device for link in found.links] == ["leaf-2", "leaf-9", "leaf-10"]


def test_cabling_columns_are_found_by_name_and_bad_lines_have_their_place() -> None:
    found = read_cabling(
        'B_Port,b_device,"note",a_port,a_device\nEthernet0,b,"x, y",Ethernet8,a\n\nEthernet4,b,,Ethernet0\n'
    )
    assert [(cable.a.device, cable.b.port, cable.cable_m) for cable in found.cables] == [
        ("a", "Ethernet0", None)
    ]
    assert [(problem.place.line, problem.kind) for problem in found.problems] == [
        (4, "cabling-unreadable")
    ]


def test_a_missing_cabling_file_is_a_problem(tmp_path: Path) -> None:
    assert [p.kind for p in read_cabling(tmp_path / "none.csv").problems] == ["cabling-unreadable"]


@given(st.text(max_size=200))
def test_no_text_breaks_the_cabling_reader(text: str) -> None:
    for source in (text, HEADER + text, HEADER + f'a,{text},b,"{text}",{text}\n'):
        found = read_cabling(source)
        assert all(problem.kind == "cabling-unreadable" for problem in found.problems)


@given(
    st.lists(
        st.tuples(
            st.sampled_from("abc"), st.integers(0, 5), st.integers(0, 11), st.sampled_from((30, 31))
        ),
        max_size=12,
    )
)
def test_no_port_is_in_two_links(rows: list[tuple[str, int, int, int]]) -> None:
    devices: dict[str, Any] = {
        name: {"PORT": ports("Ethernet0"), "INTERFACE": {}} for name in "abc"
    }
    for name, port, address, length in rows:
        devices[name]["INTERFACE"][f"Ethernet{port}|10.0.0.{address}/{length}"] = {}
        devices[name]["PORT"][f"Ethernet{port}"] = {}
    ends = [end for link in fabric(devices).links for end in (link.a, link.b)]
    assert len(ends) == len(set(ends))
