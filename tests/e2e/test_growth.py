"""Growth adds rows; it changes none that was there."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from fabricgen.cli import main

Tables = dict[str, dict[str, dict[str, object]]]


def load(folder: Path) -> dict[str, Tables]:
    return {
        path.parent.name: json.loads(path.read_text("utf-8"))
        for path in folder.glob("*/config_db.json")
    }


def render(text: str, folder: Path) -> dict[str, Tables]:
    folder.mkdir()
    (folder / "intent.yaml").write_text(text, "utf-8")
    out = folder / "out"
    result = CliRunner().invoke(main, ["render", str(folder / "intent.yaml"), "-o", str(out)])
    assert result.exit_code == 0, result.output
    return load(out)


@pytest.mark.slow
def test_one_more_scalable_unit_leaves_every_leaf_row_alone(
    examples: Path, rendered: Callable[[str], Path], tmp_path: Path
) -> None:
    text = (examples / "b300-128-dual-plane" / "intent.yaml").read_text("utf-8")
    before = load(rendered("b300-128-dual-plane"))
    after = render(text.replace("nodes: 128,", "nodes: 192,"), tmp_path / "grown")
    assert len(after) == len(before) + 16
    for device, tables in before.items():
        if "leaf" in device:
            assert after[device] == tables, device
        else:
            assert_only_gains(device, tables, after[device])


def assert_only_gains(device: str, before: Tables, after: Tables) -> None:
    """Every row that was there is there as it was."""
    for table, rows in before.items():
        for key, row in rows.items():
            assert after[table].get(key) == row, (device, table, key)


def test_more_nodes_in_the_same_unit_change_only_their_own_ports(tmp_path: Path) -> None:
    intent = """\
fabricgen: 1
name: grow
compute: {{nodes: {nodes}, node: nvidia-dgx-h100, scalable_unit: 8}}
fabrics:
  backend: {{switch: nvidia-sn5600, topology: rail-optimized}}
"""
    before = render(intent.format(nodes=5), tmp_path / "small")
    after = render(intent.format(nodes=8), tmp_path / "large")
    assert sorted(before) == sorted(after)
    for device, tables in before.items():
        assert_only_gains(device, tables, after[device])


PLANES = """\
fabricgen: 1
name: planes
compute: {nodes: 8, grow_to: 16, node: {gpus: 8, nics: 8, nic_speed: %s, ports: %d, frontend_ports: 2}}
fabrics:
  backend: {switch: nvidia-sn5600, topology: %s}
  frontend: {switch: nvidia-sn4700}
  oob: {switch: nvidia-sn2201}
"""


@pytest.mark.parametrize("topology", ["single-tier", "rail-optimized"])
def test_a_second_plane_renumbers_nothing(topology: str, tmp_path: Path) -> None:
    """NICs of 400G become NICs of two 400G ports: labels of NICs change (nic1, nic1p1), numbers do not."""
    before = render(PLANES % ("400G", 1, topology), tmp_path / "one")
    after = render(PLANES % ("800G", 2, topology), tmp_path / "two")
    assert {device for device in after if "-p2-" in device} == after.keys() - before.keys()
    for device, tables in before.items():
        for table in (
            "DEVICE_METADATA",
            "LOOPBACK_INTERFACE",
            "MGMT_INTERFACE",
            "INTERFACE",
            "VLAN_INTERFACE",
            "BGP_NEIGHBOR",
            "STATIC_ROUTE",
            "CABLE_LENGTH",
        ):
            if table == "BGP_NEIGHBOR":
                names = {
                    key: row | {"name": ""} for key, row in after[device].get(table, {}).items()
                }
                own = {key: row | {"name": ""} for key, row in tables.get(table, {}).items()}
                assert own.items() <= names.items(), device
            elif table in tables:
                assert_only_gains(device, {table: tables[table]}, after[device])
        for port, row in tables["PORT"].items():
            assert {**after[device]["PORT"][port], "description": ""} == {
                **row,
                "description": "",
            } or (row["admin_status"] == "down"), (device, port)


def test_a_node_of_another_type_in_its_place_changes_no_switch(tmp_path: Path) -> None:
    """A replaced node has the position of the old one; with equal NICs no row differs."""
    text = """\
fabricgen: 1
name: replaced
compute: {nodes: 8, node: nvidia-hgx-%s}
fabrics: {backend: {switch: nvidia-sn5600}}
"""
    assert render(text % "h100", tmp_path / "old") == render(text % "h200", tmp_path / "new")
