"""The commands on single files: upgrade reports, the official engine, manual pages of tables."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fabricgen.cli import main
from fabricgen.configdb.upgrade import changes

BASE = Path(__file__).parents[1] / "rules" / "base" / "config.json"


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words])


def write(folder: Path, patch: dict[str, dict[str, dict[str, object]]], version: str) -> Path:
    tables = json.loads(BASE.read_text("utf-8"))
    tables["VERSIONS"] = {"DATABASE": {"VERSION": version}}
    for table, rows in patch.items():
        tables.setdefault(table, {}).update(rows)
    path = folder / "leaf-1" / "config_db.json"
    path.parent.mkdir()
    path.write_text(json.dumps(tables, indent=2), "utf-8")
    return path


def test_an_upgrade_names_what_is_refused_and_what_changes(tmp_path: Path) -> None:
    patch: dict[str, dict[str, dict[str, object]]] = {
        "ARS_PROFILE": {"ars": {"algorithm": "ewma"}},
        "VLAN": {"Vlan100": {"vlanid": "100"}},
        "DHCPV4_RELAY": {"Vlan100": {"dhcpv4_servers": ["192.0.2.1"]}},
    }
    write(tmp_path, patch, "version_202511_01")
    before = run("validate", tmp_path)
    assert before.exit_code == 0, before.output
    after = run("validate", tmp_path, "--upgrade-to", "202605", "--format", "json")
    assert after.exit_code == 1
    found = json.loads(after.output)["diagnostics"]
    assert [(d["rule"], d["table"]) for d in found if d["rule"] in ("TBL022", "TBL023")] == [
        ("TBL022", "ARS_PROFILE"),
        ("TBL023", "DHCPV4_RELAY"),
    ]
    assert all(d["line"] for d in found)


def test_a_value_that_the_next_release_refuses_is_an_error_of_the_upgrade(tmp_path: Path) -> None:
    path = write(tmp_path, {}, "version_202505_01")
    tables = json.loads(path.read_text("utf-8"))
    tables["DEVICE_METADATA"]["localhost"]["orch_dash_zmq_enabled"] = "true"
    path.write_text(json.dumps(tables), "utf-8")
    assert run("validate", path, "--sonic-schema", "202505").exit_code == 0
    result = run("validate", path, "--upgrade-to", "202511")
    assert result.exit_code == 1
    assert "error TBL005 upgrade from 202505 to 202511: " in result.output
    assert "is called orch_northbond_dash_zmq_enabled" in result.output


def test_an_upgrade_to_an_unknown_release_names_those_there_are(tmp_path: Path) -> None:
    result = run("validate", write(tmp_path, {}, "x"), "--upgrade-to", "202606")
    assert result.exit_code == 2
    assert "there are 202405, 202411" in result.output


def test_known_changes_name_tables_of_their_releases() -> None:
    known, since = changes()
    assert since == "202505"
    assert all(change.source and change.hint for change in known)


def test_the_official_engine_is_asked_end_to_end(tmp_path: Path, shared: Path) -> None:
    pytest.importorskip("oopt_gnpy_libyang")
    pytest.importorskip("pyang")
    models = shared / "sonic-yang-models" / "202511"
    path = write(tmp_path, {}, "version_202511_01")
    assert run("validate", path, "--yang", models).exit_code == 0
    path.write_text(path.read_text("utf-8").replace('"mtu": "9100"', '"mtu": "9217"', 1), "utf-8")
    result = run("validate", path, "--yang", models)
    assert result.exit_code == 1
    assert "error TBL007 " in result.output
    assert "error TBL020 " in result.output


@pytest.mark.parametrize(
    ("topic", "lines"),
    [
        (
            "PORT",
            ["speed: a whole number from 1 to 1600000, mandatory", "Referred to by ACL_TABLE|"],
        ),
        ("PORT|mode", ["mode: one of routed, access, trunk", "does not write mode by name"]),
        ("INTERFACE", ["INTERFACE|<name>|<ip-prefix>", "key ip-prefix: an IPv4 prefix or an IPv6"]),
        ("QUEUE|scheduler", ["an entry of SCHEDULER", "templates/QUEUE.j2"]),
        ("ARP|x", []),
    ],
)
def test_the_page_of_a_table_or_field(topic: str, lines: list[str]) -> None:
    result = run("explain", topic)
    assert result.exit_code == (0 if lines else 2)
    for line in lines:
        assert line in result.output


def test_a_compiled_schema_lands_beside_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = tmp_path / "yang-models"
    models.mkdir()
    (models / "sonic-x.yang").write_text(
        "module sonic-x { namespace 'urn:x'; prefix x; container sonic-x { container X {"
        " list X_LIST { key name; leaf name { type string; } } } } }",
        "utf-8",
    )
    pytest.importorskip("pyang")
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["schema", "compile", str(models), "--name", "ours"])
    assert result.exit_code == 0, result.output
    assert '"X":' in (tmp_path / "ours.json").read_text("utf-8")
