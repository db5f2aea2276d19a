"""Links of a site that is cabled already keep their ports; addresses follow positions as ever."""

from pathlib import Path

import pytest
from built_fabrics import backend, build, hardware, intent, node, real, verdict

from fabricgen import addressing, compile, topology
from fabricgen.model.intent import ComputeGroup
from fabricgen.model.topology import Topology

HEAD = "a_device,a_port,b_device,b_port\n"
LEAF = "leaf-p1-su01-r1"


def small():
    """Two leaves of 2 nodes; one spine, two links to each leaf."""
    group = ComputeGroup(nodes=2, node=node(nics=2, gpus=2), scalable_unit=2)
    return intent(group, backend=backend(real("nvidia-sn5600")))


def pinned(*lines: str) -> Topology:
    text = HEAD + "".join(f"{line}\n" for line in lines)
    return topology.build(small(), hardware(), verdict(), cabling=text)


def ends(built: Topology) -> set[tuple[str, str, str, str]]:
    return {
        (link.upper.device, link.upper.port, link.lower.device, link.lower.port)
        for link in built.links
    }


def as_lines(built: Topology) -> list[str]:
    return [
        f"{link.upper.device},{link.upper.port},{link.lower.device},{link.lower.port}"
        for link in built.links
    ]


def test_its_own_cabling_changes_nothing() -> None:
    built = build(small()).topology
    assert pinned(*as_lines(built)) == built


def test_a_nic_moves_to_another_port_and_keeps_its_address() -> None:
    built = pinned(f"node-0001,nic1,{LEAF},Ethernet400")
    assert built.problems == ()
    assert (LEAF, "Ethernet400", "node-0001", "nic1") in ends(built)
    before = build(small()).addresses.interfaces["node-0001", "nic1"]
    plan = addressing.plan(small(), built)
    assert plan.interfaces["node-0001", "nic1"] == before
    assert (LEAF, "Ethernet400") in plan.interfaces


def test_parallel_links_take_the_ports_of_their_lines_in_order() -> None:
    built = pinned(
        f"spine-p1-01,Ethernet100,{LEAF},Ethernet300",
        f"{LEAF},Ethernet304,spine-p1-01,Ethernet104",
    )
    assert built.problems == ()
    assert ("spine-p1-01", "Ethernet100", LEAF, "Ethernet300") in ends(built)
    assert ("spine-p1-01", "Ethernet104", LEAF, "Ethernet304") in ends(built)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (f"{LEAF},Ethernet999,node-0001,nic1", "is no port of nvidia-sn5600"),
        (f"{LEAF},Ethernet4,node-0001,nic1", "Ethernet4 has two links"),
        (f"{LEAF},Ethernet4,node-0009,nic1", "once more than the design does"),
        ("leaf-p1-su01-r2,Ethernet4,node-0001,nic1", "once more than the design does"),
    ],
)
def test_cables_that_do_not_fit_are_named(line: str, message: str) -> None:
    (problem,) = pinned(line).problems
    assert problem.kind == "cabling"
    assert message in problem.message


def test_a_rendered_cabling_file_pins_the_design_it_came_from(tmp_path: Path) -> None:
    text = (
        "fabricgen: 1\nname: a\n"
        "compute: {nodes: 2, node: {gpus: 2, nics: 2, nic_speed: 400G}, scalable_unit: 2}\n"
        "fabrics: {backend: {switch: nvidia-sn5600, topology: rail-optimized}}\n"
    )
    path = tmp_path / "intent.yaml"
    path.write_text(text, encoding="utf-8")
    first = compile.compile_intent(path)
    assert first.design is not None
    files = dict(compile.rendered(first.design))
    csv = files["cabling.csv"].decode().replace("Ethernet0,", "Ethernet400,", 1)
    (tmp_path / "cabling.csv").write_text(csv, encoding="utf-8")
    path.write_text(text + "cabling: cabling.csv\n", encoding="utf-8")
    second = compile.compile_intent(path)
    assert second.design is not None
    assert second.valid
    again = dict(compile.rendered(second.design))["cabling.csv"].decode()
    assert "Ethernet400" in again
    assert "Ethernet400" not in files["cabling.csv"].decode()
