"""The catalogue as a user meets it: own platforms, ONIE names, service ports, lists and pages."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from sonic_folder import write_folder

from fabricgen import catalogue
from fabricgen.cli import main
from fabricgen.model.platform import Platform, PortSpec

INTENT = """\
fabricgen: 1
name: own-box
workload: training
compute: {{nodes: 16, node: nvidia-dgx-h100}}
{platforms}fabrics:
  backend: {{switch: {switch}}}
"""


def run(*arguments: str | Path, code: int = 0) -> str:
    result = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert result.exit_code == code, result.output
    return result.output


def ports(folder: Path) -> dict[str, object]:
    files = sorted(folder.glob("*/config_db.json"))
    assert files
    return {path.parent.name: json.loads(path.read_text("utf-8"))["PORT"] for path in files}


@pytest.fixture(scope="module")
def acme(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A SONiC platform folder of a box that the catalogue does not know; ports of the SN5600."""
    known = catalogue.load().platforms["nvidia-sn5600"]
    hwskus = {name: known.hwskus[name] for name in ("ACS-SN5600", "Mellanox-SN5600-O128")}
    box = replace(known, platform="x86_64-acme_box-r0", hwskus=hwskus)
    return write_folder(box, tmp_path_factory.mktemp("device"))


def test_an_imported_platform_is_rendered_and_validated(acme: Path, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    run("catalogue", "import", acme, "-o", own / "acme-box.yaml")
    by_key, by_option, usual = (
        tmp_path / name for name in ("key.yaml", "option.yaml", "known.yaml")
    )
    by_key.write_text(INTENT.format(platforms="platforms: own\n", switch="acme-box"))
    by_option.write_text(INTENT.format(platforms="", switch="acme-box"))
    usual.write_text(INTENT.format(platforms="", switch="nvidia-sn5600"))
    run("render", by_key, "-o", tmp_path / "a")
    run("render", by_option, "-o", tmp_path / "b", "--platforms", own)
    run("render", usual, "-o", tmp_path / "c")
    assert ports(tmp_path / "a") == ports(tmp_path / "b") == ports(tmp_path / "c")
    file = next((tmp_path / "a").glob("*/config_db.json"))
    localhost = json.loads(file.read_text("utf-8"))["DEVICE_METADATA"]["localhost"]
    assert (localhost["platform"], localhost["hwsku"]) == (
        "x86_64-acme_box-r0",
        "Mellanox-SN5600-O128",
    )
    assert "REF018" not in run("validate", tmp_path / "a", "--platforms", own)
    assert "REF018" in run("validate", tmp_path / "a")


def test_without_its_folder_the_platform_is_unknown(tmp_path: Path) -> None:
    path = tmp_path / "intent.yaml"
    path.write_text(INTENT.format(platforms="", switch="acme-box"))
    output = run("plan", path, code=1)
    assert "TOP020" in output
    assert "catalogue import" in output


def test_a_platform_has_its_onie_name_as_an_alias() -> None:
    platforms = catalogue.load().platforms
    assert {platforms[platform.platform].id for platform in platforms.values()} == set(platforms)


def test_an_own_file_takes_over_the_onie_name(acme: Path, tmp_path: Path) -> None:
    text = catalogue.import_platform(acme).replace("acme_box", "nvidia_sn5600")
    listed = text.replace("aliases: []", "aliases:\n  - their-box\n  - 'box 2'")
    (tmp_path / "ours.yaml").write_text(listed)
    platforms = catalogue.load(tmp_path).platforms
    assert platforms["x86_64-nvidia_sn5600-r0"].id == "ours"
    assert platforms["their-box"].id == platforms["box 2"].id == "ours"
    assert platforms["nvidia-sn5600"].id == "nvidia-sn5600"


@pytest.mark.parametrize(("asked", "status"), [("true", "up"), ("false", "down")])
def test_service_ports_are_used_only_if_asked(asked: str, status: str, tmp_path: Path) -> None:
    path = tmp_path / "intent.yaml"
    switch = f"{{platform: nvidia-sn5600, service_ports: {asked}}}"
    path.write_text(INTENT.format(platforms="", switch=switch))
    run("render", path, "-o", tmp_path / "out")
    for rows in ports(tmp_path / "out").values():
        assert isinstance(rows, dict)
        assert rows["Ethernet512"]["admin_status"] == status
        assert rows["Ethernet512"]["speed"] == "25000"


@pytest.mark.parametrize("name", ["edgecore-as9726-32d", "dell-z9664f"])
def test_a_port_of_a_fixed_table_has_the_fields_of_the_table(name: str, tmp_path: Path) -> None:
    """No subport column in their port_config.ini, so none in PORT."""
    platform = catalogue.load().platforms[name]
    path = tmp_path / "intent.yaml"
    speed = max(port.speed_mbps for port in platform.hwskus[platform.default_hwsku].ports) // 1000
    path.write_text(
        "fabricgen: 1\nname: fixed\nworkload: inference\n"
        f"compute: {{nodes: 4, node: {{gpus: 2, nics: 2, nic_speed: {speed}G}}}}\n"
        f"fabrics:\n  backend: {{topology: single-tier, switch: {name}}}\nqos: {{lossless: []}}\n"
    )
    run("render", path, "-o", tmp_path / "out")
    for rows in ports(tmp_path / "out").values():
        assert isinstance(rows, dict)
        assert rows
        for port in shipped(platform, rows):
            facts = catalogue.port_row(port)
            assert {key: rows[port.name].get(key) for key in facts} == facts
            assert "subport" not in rows[port.name]


def shipped(platform: Platform, rows: dict[str, object]) -> list[PortSpec]:
    hwsku = platform.hwskus[platform.default_hwsku]
    assert hwsku.fixed_ports
    assert {port.name for port in hwsku.ports} == set(rows)
    return list(hwsku.ports)


def test_ethernet31_of_the_as9726_is_its_own_cage() -> None:
    hwsku = catalogue.load().platforms["edgecore-as9726-32d"].hwskus["Accton-AS9726-32D"]
    assert {port.parent for port in hwsku.ports} == {f"Ethernet{n}" for n in range(1, 35)}


def test_repeated_aliases_of_a_platform_do_not_stop_the_render(tmp_path: Path) -> None:
    path = tmp_path / "intent.yaml"
    path.write_text(
        "fabricgen: 1\nname: twice\nworkload: inference\n"
        "compute: {nodes: 8, node: {gpus: 2, nics: 2, nic_speed: 50G}}\n"
        "fabrics:\n  backend: {topology: single-tier, switch: {platform: nvidia-sn4600c, "
        "breakout: 2x50G}}\nqos: {lossless: []}\n"
    )
    output = run("render", path, "-o", tmp_path / "out")
    assert "TOP027" in output
    assert "TOP028" in output
    assert "REF005" not in output
