"""`explain --intent` says why a value of a device is what it is, and where it comes from."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fabricgen.cli import main

LEAF = "leaf-p1-su01-r1"


@pytest.fixture
def call():
    runner = CliRunner()

    def run(*arguments: str) -> Result:
        return runner.invoke(main, list(arguments), catch_exceptions=False)

    return run


@pytest.fixture
def h100(examples: Path) -> str:
    return str(examples / "h100-256" / "intent.yaml")


@pytest.mark.parametrize(
    ("topic", "lines"),
    [
        (
            f"{LEAF} BUFFER_PROFILE|pg_lossless_400000_5m_profile|xoff",
            ("2 x 5 m at 400000 Mb/s", "905 pause quanta", "pg_profile_lookup.ini of Dell-Z9864f"),
        ),
        (f"{LEAF} BUFFER_PG|Ethernet0|3", ("the cable to node-0001 nic1 is 5 m", "xoff 393,192")),
        (f"{LEAF} BUFFER_PG|Ethernet0|0", ("is lossy",)),
        (
            f"{LEAF} BUFFER_POOL|ingress_lossless_pool|size",
            ("165,364,160 bytes", "129,165,096  shared", "33,374,584  headroom pool"),
        ),
        (
            f"{LEAF} WRED_PROFILE|roce_400g|green_max_threshold",
            ("alpha * B / (n * (1 + alpha))", "ECN acts before PFC", "SIGCOMM 2015"),
        ),
        (f"{LEAF} PFC_WD|Ethernet0|detection_time", ("3 started blocks of 32", "17 ms")),
        (f"{LEAF} PORT_QOS_MAP|Ethernet0|pfc_enable", ("one lossless priority",)),
        (f"{LEAF} CABLE_LENGTH|AZURE|Ethernet0", ("rounded up",)),
        (f"{LEAF} scheduler|scheduler.roce|weight", ("weight 60 of 100",)),
        (f"{LEAF} BUFFER_PROFILE|egress_lossless_profile", ("shipped by the HwSKU",)),
        (f"{LEAF} PORT|Ethernet0|fec", ("fec: one of rs",)),
        ("node-0001 NIC|rpg_ai_rate", ("rpg_ai_rate = 5 Mb/s", "source: NVIDIA")),
        ("node-0001 NIC", ("DSCP to priority 26 to 3",)),
    ],
)
def test_a_value_has_a_reason(call, h100: str, topic: str, lines: tuple[str, ...]) -> None:
    result = call("explain", *topic.split(" "), "--intent", h100)
    assert result.exit_code == 0, result.stderr
    for line in lines:
        assert line in result.stdout


@pytest.mark.parametrize(
    "topic",
    [LEAF, "leaf-9 PORT|Ethernet0", f"{LEAF} PORT|Ethernet999", "node-0001 NIC|speed_of_light"],
)
def test_a_value_that_is_not_there_is_refused(call, h100: str, topic: str) -> None:
    result = call("explain", topic, "--intent", h100)
    assert result.exit_code == 2
    assert result.stderr.startswith("error: ")


def test_a_refused_intent_is_shown_instead(call, tmp_path: Path) -> None:
    path = tmp_path / "intent.yaml"
    path.write_text("fabricgen: 1\nname: t\n", encoding="utf-8")
    result = call("explain", LEAF, "PORT|Ethernet0", "--intent", str(path))
    assert result.exit_code == 1
    assert "INT" in result.stderr


def test_an_override_is_named(call, tmp_path: Path) -> None:
    path = tmp_path / "intent.yaml"
    path.write_text(
        "fabricgen: 1\nname: t\ncompute: {nodes: 4, node: nvidia-hgx-h100}\nfabrics:\n"
        "  backend: {topology: single-tier, switch: nvidia-sn4700}\noverrides:\n"
        "  - {devices: 'leaf-*', table: PFC_WD, set: {GLOBAL: {POLL_INTERVAL: '400'}}}\n",
        encoding="utf-8",
    )
    result = call("explain", "leaf-p1-su01-r1-4", "PFC_WD|GLOBAL", "--intent", str(path))
    assert "written by an override" in result.stdout


def test_pictures_of_every_buffer(call, h100: str, tmp_path: Path) -> None:
    result = call("plan", h100, "--pictures", str(tmp_path / "pictures"))
    assert result.exit_code == 0
    files = sorted(path.name for path in (tmp_path / "pictures").iterdir())
    assert files == ["buffer-leaf-p1-su01-r1.svg", "buffer-spine-p1-01.svg"]
    root = ET.fromstring((tmp_path / "pictures" / files[0]).read_text("utf-8"))
    words = " ".join(text.text or "" for text in root.iter("{http://www.w3.org/2000/svg}text"))
    for word in ("Kmin 91.1 kB", "Kmax 362.5 kB", "pause from 807.3 kB", "xoff 393.2 kB", "shared"):
        assert word in words
    boxes = [
        box for box in root.iter("{http://www.w3.org/2000/svg}rect") if box.get("height") == "46"
    ]
    widths = [int(box.get("width") or 0) for box in boxes]
    assert sum(widths) == 880  # the whole chip, to scale
    assert widths[2] == round(880 * 129_165_096 / 165_364_160)
    assert "|" + "." * 4 in result.stdout  # 91,136 of 1,200,473 bytes are 4 of 60 letters


def test_pictures_need_a_folder(call, h100: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    result = call("plan", h100, "--pictures", str(tmp_path / "file" / "sub"))
    assert result.exit_code == 2
    assert result.stderr.count("error: ") == 1


def test_plan_json_is_unchanged_by_pictures(call, h100: str, tmp_path: Path) -> None:
    result = call("plan", h100, "--format", "json", "--pictures", str(tmp_path))
    assert json.loads(result.stdout)["lossless"]["buffers"][0]["shared_bytes"] == 129_165_096
