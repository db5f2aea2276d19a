"""What the commands say and which exit codes they leave, from the view of who types them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from click.testing import CliRunner, Result

from fabricgen.cli import main

INTENT = """\
fabricgen: 1
name: small
{more}compute: {{nodes: 2, node: nvidia-hgx-h100}}
fabrics: {{backend: {{switch: nvidia-sn4700, topology: single-tier}}}}
"""
Call: TypeAlias = Callable[..., Result]


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "intent.yaml").write_text(INTENT.format(more=""), encoding="utf-8")

    def invoke(*arguments: str, keys: str | None = None) -> Result:
        result = CliRunner().invoke(main, list(arguments), input=keys)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        return result

    return invoke


@pytest.fixture
def rendered(call: Call, tmp_path: Path) -> Path:
    assert call("render", "intent.yaml", "-o", "out").exit_code == 0
    return tmp_path / "out"


def test_what_cannot_be_read_leaves_exit_code_2(call: Call, tmp_path: Path) -> None:
    assert call("plan", ".").exit_code == 2
    assert call("render", "absent.yaml", "-o", "out").exit_code == 2
    (tmp_path / "bad.yaml").write_text("nodes: [", encoding="utf-8")
    assert call("plan", "bad.yaml").exit_code == 1


def test_a_fabric_that_nobody_needs_is_explained(call: Call, tmp_path: Path) -> None:
    text = INTENT.format(more="").replace("nodes: 2", "nodes: 1").replace(", topology: single", "")
    (tmp_path / "one.yaml").write_text(text.replace("-tier", ""), encoding="utf-8")
    result = call("render", "one.yaml", "-o", "one")
    assert result.exit_code == 0
    assert "no switch and no DPU: 8 GPUs share one scale-up domain of 8" in result.stderr


def test_validate_holds_files_to_the_release_they_were_made_for(call: Call, tmp_path: Path) -> None:
    more = 'sonic: {release: "202405"}\n'
    (tmp_path / "old.yaml").write_text(INTENT.format(more=more), encoding="utf-8")
    assert call("render", "old.yaml", "-o", "old").exit_code == 0
    assert json.loads((tmp_path / "old/manifest.json").read_bytes())["sonic_release"] == "202405"
    device = next((tmp_path / "old").glob("*/config_db.json"))
    tables = json.loads(device.read_bytes())
    tables["DEVICE_METADATA"]["localhost"]["suppress-fib-pending"] = "enabled"  # from 202411 on
    tables["DASH_VNET_TABLE"] = {}
    device.write_text(json.dumps(tables), encoding="utf-8")
    assert "SONiC 202405" in call("validate", "old").stdout


def test_validate_refuses_a_folder_without_configurations(call: Call, rendered: Path) -> None:
    (rendered.parent / "empty").mkdir()
    result = call("validate", "out", "empty")
    assert (result.exit_code, result.stderr) == (2, "error: no CONFIG_DB file in empty\n")


def test_validate_refuses_a_catalogue_folder_it_cannot_use(call: Call, rendered: Path) -> None:
    assert call("validate", "out", "--platforms", "absent").exit_code == 2
    own = rendered.parent / "own"
    own.mkdir()
    (own / "x.yaml").write_text("fabricgen_platform: 1\n", encoding="utf-8")
    result = call("validate", "out", "--platforms", "own")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: own/x.yaml:1: ")


def test_diff_refuses_what_holds_no_configuration(call: Call, rendered: Path) -> None:
    (rendered.parent / "notes").mkdir()
    (rendered.parent / "notes/readme.txt").write_text("hi", encoding="utf-8")
    assert call("diff", "notes", "out").stderr == "error: no CONFIG_DB file in notes\n"
    assert "is an intent; render both" in call("diff", "intent.yaml", "out").stderr
    (rendered.parent / "new").mkdir()
    assert call("diff", "new", "out").stdout.count("+ the whole device") == 2


def test_an_error_in_an_overridden_row_points_to_the_override(call: Call, tmp_path: Path) -> None:
    more = (
        "overrides:\n"
        '  - {devices: "leaf-*-r1-4", table: DEVICE_METADATA, set: {localhost: {bgp_asn: "65001"}}}\n'
    )
    (tmp_path / "over.yaml").write_text(INTENT.format(more=more), encoding="utf-8")
    result = call("render", "over.yaml", "-o", "over", "--format", "json")
    assert result.exit_code == 1
    column = more.splitlines()[1].index("bgp_asn") + 1
    found = [d for d in json.loads(result.stdout)["diagnostics"] if d["rule"] == "FAB040"]
    assert [(d["file"], d["line"], d["column"]) for d in found] == [("over.yaml", 4, column)]
    assert found[0]["device"] == "leaf-p1-su01-r1-4"
    assert not (tmp_path / "over").exists()


def test_init_refuses_hardware_the_catalogue_does_not_know(call: Call, tmp_path: Path) -> None:
    answers = ("--name", "x", "--nodes", "2", "--workload", "training", "-o", "new.yaml")
    result = call("init", *answers, "--node", "nvidia-hgx-h10", "--switch", "nvidia-sn4700")
    assert result.exit_code == 2
    assert "did you mean nvidia-hgx-h100?" in result.stderr
    result = call("init", *answers, "--node", "nvidia-hgx-h100", "--switch", "sn4700")
    assert "did you mean nvidia-sn4700?" in result.stderr
    assert not (tmp_path / "new.yaml").exists()


def test_init_does_not_ask_when_the_file_is_there(call: Call) -> None:
    result = call("init", keys="a\n")
    assert result.exit_code == 2
    assert "Name of the cluster" not in result.stdout
    assert "intent.yaml exists" in result.stderr


def test_init_takes_answers_from_a_pipe(call: Call) -> None:
    keys = "abc\n16\nnvidia-hgx-h200\nnvidia-sn5600\ninference\n"
    assert call("init", "-o", "new.yaml", keys=keys).exit_code == 0
    assert call("plan", "new.yaml").exit_code == 0


@pytest.mark.parametrize(
    ("topic", "line"),
    [
        ("port|FEC", "  fec: one of rs, fc"),
        ("PORT|Ethernet0|fec", "  fec: one of rs, fc"),
        ("polling_interval", "CRM|Config"),
        ("DSCP_TO_TC_MAP|AI|26", "  a map: "),
        ("fabrics.backend.planes", "fabrics.backend.planes"),
        ("fab001", "FAB001 (error)"),
    ],
)
def test_explain_finds_what_people_type(call: Call, topic: str, line: str) -> None:
    result = call("explain", topic)
    assert result.exit_code == 0
    assert line in result.stdout


@pytest.mark.parametrize("topic", ["", " ", "|", "PORT|nosuch", "FAB999", "nothing.at.all"])
def test_explain_says_when_nothing_is_known(call: Call, topic: str) -> None:
    result = call("explain", topic)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: nothing is known of")
