"""Files in other shapes: several ASICs, golden configurations, Redis dumps, what people's tools leave."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from fabricgen.cli import main
from fabricgen.configdb import check, discover, load_schema, parse, parse_all, read, read_all
from fabricgen.model.configdb import ConfigDb

LEAF = {"DEVICE_METADATA": {"localhost": {"hostname": "leaf-1"}}}
PORT = {"lanes": "0", "speed": "100000", "admin_status": "up"}


def write(path: Path, content: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=1), "utf-8")
    return path


def kinds(config: ConfigDb) -> list[str]:
    return [p.kind for p in (*config.problems, *check(config, load_schema("202511")))]


def test_parts_of_a_multi_asic_file_are_devices_with_places_of_their_own() -> None:
    text = """{
  "localhost": {"DEVICE_METADATA": {"localhost": {"hostname": "big-1"}}},
  "asic0": {"PORT": {"Ethernet0": {"lanes": "0", "speed": "1"}}},
  "asic1": {
    "VLAN": {"Vlan100": {"vlanid": "9999"}}
  }
}"""
    parts = parse_all(text, "config_db.json")
    assert [part.device for part in parts] == ["big-1", "big-1-asic0", "big-1-asic1"]
    (problem,) = check(parts[2], load_schema("202511"))
    assert (problem.place.line, problem.place.column) == (5, 26)
    assert (problem.place.table, problem.place.field) == ("VLAN", "vlanid")
    assert problem.place.device == "big-1-asic1"


def test_names_written_twice_inside_one_asic_are_found_there() -> None:
    text = '{"asic0": {"VLAN": {}, "VLAN": {"Vlan5": {}}}, "asic1": {}, "asic1": {}}'
    problems = [
        problem for part in parse_all(text, "d/config_db.json") for problem in part.problems
    ]
    assert sorted((p.kind, p.place.table) for p in problems) == [
        ("repeated-equal", "asic1"),
        ("repeated-name", "VLAN"),
    ]


def test_one_file_for_each_asic_is_one_device_each(tmp_path: Path) -> None:
    for name in ("config_db.json", "config_db0.json", "config_db1.json"):
        write(tmp_path / "big-1" / name, LEAF)
    files = discover([tmp_path]).files
    devices = {c.device for f in files for c in read_all(f)}
    assert devices == {"leaf-1", "leaf-1-asic0", "leaf-1-asic1"}


def golden_pair(folder: Path, golden: dict[str, Any]) -> Path:
    write(folder / "config_db.json", LEAF | {"PORT": {"Ethernet0": PORT}, "VLAN": {"Vlan5": {}}})
    return write(folder / "golden_config_db.json", golden)


def test_a_golden_file_replaces_whole_tables(tmp_path: Path) -> None:
    golden = {"VLAN": {"Vlan6": {}}, "VLAN_MEMBER": {"Vlan6|Ethernet0": {"tagging_mode": "tagged"}}}
    (config,) = read_all(golden_pair(tmp_path, golden))
    assert (config.device, config.golden, config.partial) == ("leaf-1", True, False)
    assert list(config.rows("VLAN")) == ["Vlan6"]
    assert list(config.rows("PORT")) == ["Ethernet0"]
    assert kinds(config) == []


def test_what_a_golden_file_breaks_is_shown_in_it(tmp_path: Path) -> None:
    path = golden_pair(tmp_path, {"VLAN_MEMBER": {"Vlan6|Ethernet0": {"tagging_mode": "tagged"}}})
    (config,) = read_all(path)
    (problem,) = check(config, load_schema("202511"))
    assert problem.kind == "dangling-reference"
    assert problem.place.file == str(path)
    result = CliRunner().invoke(main, ["validate", str(tmp_path)])
    assert result.exit_code == 1
    assert "golden_config_db.json:3:3: error TBL009" in result.output


def test_a_golden_file_alone_is_not_blamed_for_tables_it_lacks(tmp_path: Path) -> None:
    path = write(
        tmp_path / "golden_config_db.json",
        {"VLAN_MEMBER": {"Vlan6|Ethernet0": {"tagging_mode": "tagged"}}, "BGP_NEIGHBOR": {}},
    )
    result = CliRunner().invoke(main, ["validate", str(path)])
    assert result.exit_code == 0, result.output
    assert "TBL024" in result.output
    write(path, {"VLAN_MEMBER": {"Vlan6|Ethernet0": {"tagging_mode": "often"}}})
    assert CliRunner().invoke(main, ["validate", str(path)]).exit_code == 1


DUMP = """{
  "DEVICE_METADATA|localhost": {"type": "hash", "ttl": -1, "expireat": 1.5,
    "value": {"hostname": "leaf-1"}},
  "PORT|Ethernet0": {"type": "hash", "value": {"lanes": "0", "speed": "100000"}},
  "VLAN|Vlan100": {"type": "hash", "value": {"vlanid": "100", "dhcp_servers@": "192.0.2.1,192.0.2.2"}},
  "LOOPBACK_INTERFACE|Loopback0": {"type": "hash", "value": {"NULL": "NULL"}},
  "VLAN_MEMBER|Vlan100|Ethernet0": {"type": "hash",
    "value": {"tagging_mode": "often"}},
  "CONFIG_DB_INITIALIZED": {"type": "string", "value": "1"}
}"""


def test_a_redis_dump_is_judged_as_the_configuration_it_holds() -> None:
    config = parse(DUMP, "dump/CONFIG_DB.json")
    assert config.device == "leaf-1"
    assert config.row("VLAN", "Vlan100")["dhcp_servers"] == ("192.0.2.1", "192.0.2.2")
    assert config.row("LOOPBACK_INTERFACE", "Loopback0") == {}
    assert [p.kind for p in config.problems] == ["redis-dump"]
    (problem,) = check(config, load_schema("202511"))
    assert problem.kind == "bad-value"
    assert (problem.place.line, problem.place.column) == (8, 15)
    assert problem.place.key == "Vlan100|Ethernet0"


def test_a_dump_of_plain_hashes_is_read_too() -> None:
    text = '{"PORT|Ethernet0": {"lanes": "0", "speed": "1"},\n "VLAN|Vlan5": {"mtu": "0"}}'
    config = parse(text, "f")
    assert list(config.tables) == ["PORT", "VLAN"]
    assert config.place("VLAN", "Vlan5", "mtu").line == 2
    assert config.place("VLAN").line == 2
    assert config.place("NTP").line is None


def test_what_config_save_writes_is_read_without_a_word() -> None:
    tables = {"PORT": {"Ethernet0": PORT}, "VLAN": {"Vlan100": {"vlanid": "100"}}, **LEAF}
    tables["VLAN_INTERFACE"] = {"Vlan100": {}, "Vlan100|10.0.0.1/24": {}}
    text = json.dumps(tables, indent=4, sort_keys=True) + "\n"
    assert kinds(parse(text, "config_db.json")) == []
    assert kinds(parse(text.replace("\n", "\r\n"), "config_db.json")) == []


@pytest.mark.parametrize(
    ("table", "key", "row", "kind", "words"),
    [
        ("DEVICE_METADATA", "localhost", {"bgp_asn": "None"}, "bad-value", "whole number"),
        (
            "DEVICE_METADATA",
            "localhost",
            {"deployment_id": None},
            "not-text",
            "leave the field out",
        ),
        ("LOOPBACK_INTERFACE", "Loopback0", {"NULL": "NULL"}, "null-row", "write {}"),
        ("PORT", "Ethernet8", {**PORT, "speed": 100000}, "not-text", 'write "100000"'),
        ("VLAN", "Vlan100", {"members": ["Ethernet0"]}, "unknown-field", "VLAN_MEMBER"),
        ("LOOPBACK_INTERFACE", "Loopback0|10.0.0.1/32", {}, "dangling-reference", "Loopback0"),
        (
            "ACL_TABLE",
            "DATAACL",
            {"type": "L3", "ports": "Ethernet0"},
            "wrong-shape",
            '["Ethernet0"]',
        ),
        ("BGP_NEIGHBOR", "10.0.0.1", {"asn": "none"}, "bad-value", "whole number"),
    ],
)
def test_quirks_of_files_born_from_a_minigraph(
    table: str, key: str, row: dict[str, Any], kind: str, words: str
) -> None:
    tables: dict[str, Any] = {"PORT": {"Ethernet0": PORT}, **LEAF}
    tables[table] = {**tables.get(table, {}), key: row}
    config = parse(json.dumps(tables), "f")
    found = check(config, load_schema("202511"))
    assert [p.kind for p in found] == [kind]
    assert words in found[0].message + found[0].hint


@pytest.mark.soak
def test_a_file_of_100_megabytes_is_read_and_checked(tmp_path: Path) -> None:
    ports = {f"Ethernet{i}": {**PORT, "lanes": str(i), "mtu": "9100"} for i in range(60_000)}
    ports["Ethernet7"]["mtu"] = "9217"
    row = {"scheduler": "scheduler.0", "wred_profile": "AZURE_LOSSLESS"}
    tables = {
        "PORT": ports,
        "SCHEDULER": {"scheduler.0": {}},
        "WRED_PROFILE": {"AZURE_LOSSLESS": {}},
        "QUEUE": {f"{port}|{queue}": row for port in ports for queue in range(16)},
    }
    path = write(tmp_path / "config_db.json", tables)
    assert path.stat().st_size > 90_000_000
    config = read(path)
    (problem,) = check(config, load_schema("202511"))
    assert config.problems == ()
    assert problem.place.line == 3 + 7 * 6 + 4
