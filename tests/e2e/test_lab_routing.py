"""Both routing paths, both address families, with and without link addresses, booted on real FRR.

Every fabric is small: the routers of a two-tier plane have at most 16 sessions, as FRR holds its
first updates back for a time that grows with them.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from fabricgen.cli import main
from tests.e2e.conftest import needs

pytestmark = pytest.mark.lab

TWO_TIER = """fabricgen: 1
name: lab
sonic: {{routing: {path}}}
addressing: {addressing}
compute:
  nodes: 8
  node: {{gpus: 4, nics: 4, nic_speed: 400G, frontend_ports: 2}}
  scalable_unit: 4
  dpu: {{routing: {dpu}}}
fabrics:
  backend: {{switch: nvidia-sn4700, topology: rail-optimized, spine: {{platform: nvidia-sn4700, count: 2}}}}
  frontend: {{switch: nvidia-sn4700}}
"""
PAIR = """fabricgen: 1
name: pair
sonic: {{routing: {path}}}
addressing: {addressing}
workload: fine-tuning
compute: {{nodes: 4, node: nvidia-hgx-h100}}
fabrics:
  backend: {{topology: single-tier, switch: nvidia-sn4700, routing: {routing}}}
"""
PLANES = """fabricgen: 1
name: planes
sonic: {{routing: {path}}}
addressing: {addressing}
compute:
  nodes: 8
  node: {{gpus: 2, nics: 2, nic_speed: 800G, ports: 2}}
  scalable_unit: 4
fabrics:
  backend: {{switch: nvidia-sn4700, topology: rail-optimized, planes: 2, routing: {routing}, spine: {{platform: nvidia-sn4700, count: 2}}}}
"""
THREE_TIERS = """fabricgen: 1
name: three
sonic: {{routing: {path}}}
addressing: {addressing}
compute: {{nodes: 36, node: {{gpus: 2, nics: 2, nic_speed: 400G}}, scalable_unit: 4}}
fabrics:
  backend: {{topology: rail-optimized, tiers: 3, oversubscription: 2, switch: nvidia-sn4700}}
"""
WAYS = {
    "templates, IPv4": ("bgpcfgd", "{}"),
    "templates, IPv6": ("bgpcfgd", "{family: ipv6}"),
    "templates, both": ("bgpcfgd", "{family: dual}"),
    "framework, IPv4": ("frrcfgd", "{}"),
    "framework, IPv6": ("frrcfgd", "{family: ipv6}"),
    "framework, both": ("frrcfgd", "{family: dual}"),
    "framework, IPv4 without link addresses": ("frrcfgd", "{links: unnumbered}"),
    "framework, IPv6 without link addresses": ("frrcfgd", "{family: ipv6, links: unnumbered}"),
    "framework, both without link addresses": ("frrcfgd", "{family: dual, links: unnumbered}"),
}
Report = Mapping[str, Any]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Render an intent once and return its folder."""
    done: dict[str, Path] = {}

    def render(text: str) -> Path:
        if text not in done:
            folder = tmp_path_factory.mktemp("routing")
            (folder / "intent.yaml").write_text(text, "utf-8")
            result = CliRunner().invoke(
                main, ["render", str(folder / "intent.yaml"), "-o", str(folder / "out")]
            )
            assert result.exit_code == 0, result.output
            done[text] = folder / "out"
        return done[text]

    return render


@pytest.fixture(scope="module")
def boot(shared: Path) -> Callable[..., Report]:
    """Boot a folder of devices, fail on any problem, and return the harness's report."""
    needs("/usr/lib/frr/bgpd", "ip", "fping")
    tool = shared / "tools" / "frr_fabric.py"

    def run(folder: Path, *options: str) -> Report:
        command = [sys.executable, str(tool), str(folder), "--tolerate", "none", "--json", *options]
        result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
        report: Report = json.loads(result.stdout)
        assert result.returncode == 0, report["problems"]
        assert report["valleys"] == []
        return report

    return run


def part(out: Path, into: Path, *patterns: str, hosts: int = 0) -> Path:
    """Copy the devices that match, and put hosts behind their leaves as hosts.csv says."""
    for pattern in patterns:
        for device in sorted(out.glob(pattern)):
            if (device / "config_db.json").is_file():
                shutil.copytree(device, into / device.name)
    lines = (out / "hosts.csv").read_text("utf-8").splitlines()
    names = lines[0].split(",")
    seen: dict[str, set[str]] = {}
    rows: dict[str, list[dict[str, str]]] = {}
    for line in lines[1:]:
        row = dict(zip(names, line.split(","), strict=True))
        host = f"{row['node']}-{row['nic']}"
        behind = seen.setdefault(row["leaf"], set())
        if (into / row["leaf"]).is_dir() and (host in behind or len(behind) < hosts):
            behind.add(host)
            rows.setdefault(host, []).append(row)
    for host, its_rows in rows.items():
        (into / host).mkdir()
        (into / host / "config_db.json").write_text(
            json.dumps(host_config(host, its_rows)), "utf-8"
        )
    return into


def host_config(host: str, rows: list[dict[str, str]]) -> dict[str, object]:
    return {
        "DEVICE_METADATA": {"localhost": {"hostname": host, "type": "SonicHost"}},
        "PORT": {
            "Ethernet0": {"lanes": "0", "speed": "400000", "admin_status": "up", "mtu": "9100"}
        },
        "INTERFACE": {"Ethernet0": {}} | {f"Ethernet0|{row['address']}": {} for row in rows},
        "STATIC_ROUTE": {
            f"default|{'::/0' if ':' in row['address'] else '0.0.0.0/0'}": {
                "nexthop": row["gateway"],
                "ifname": "Ethernet0",
            }
            for row in rows
        },
    }


def two_tier(way: str, dpu: str = "bgp") -> str:
    path, addressing = WAYS[way]
    return TWO_TIER.format(path=path, addressing=addressing, dpu=dpu)


def widths(report: Report) -> set[tuple[int, int]]:
    """Return next hops in the kernel and on paper of every pair reached by BGP."""
    return {
        (pair["paths"], pair["expected_paths"])
        for pair in report["pairs"]
        if pair["proto"] == "bgp"
    }


@pytest.mark.parametrize("way", WAYS)
def test_backend_of_two_tiers(
    way: str, made: Callable[[str], Path], boot: Callable[..., Report], tmp_path: Path
) -> None:
    folder = part(made(two_tier(way)), tmp_path / "fabric", "leaf-*", "spine-*", hosts=1)
    report = boot(folder)
    assert report["sessions"]["established"] == report["sessions"]["expected"] > 0
    assert (4, 4) in widths(report)  # two spines, two links to each


@pytest.mark.parametrize("way", WAYS)
def test_cards_that_speak_bgp(
    way: str, made: Callable[[str], Path], boot: Callable[..., Report], tmp_path: Path
) -> None:
    folder = part(made(two_tier(way)), tmp_path / "fabric", "frontend-*", "*-dpu1")
    assert (2, 2) in widths(boot(folder))


@pytest.mark.parametrize("way", ["templates, IPv4", "framework, IPv4", "framework, IPv6"])
def test_cards_with_static_routes(
    way: str, made: Callable[[str], Path], boot: Callable[..., Report], tmp_path: Path
) -> None:
    folder = part(made(two_tier(way, "static")), tmp_path / "fabric", "frontend-*", "*-dpu1")
    boot(folder)


@pytest.mark.parametrize("way", ["framework, IPv4", "framework, both without link addresses"])
def test_pair_of_leaves(
    way: str, made: Callable[[str], Path], boot: Callable[..., Report], tmp_path: Path
) -> None:
    path, addressing = WAYS[way]
    out = made(PAIR.format(path=path, addressing=addressing, routing="bgp"))
    boot(part(out, tmp_path / "fabric", "leaf-*", hosts=3))


@pytest.mark.parametrize("way", ["templates, IPv4", "framework, both"])
def test_pair_of_leaves_without_bgp(
    way: str, made: Callable[[str], Path], boot: Callable[..., Report], tmp_path: Path
) -> None:
    path, addressing = WAYS[way]
    out = made(PAIR.format(path=path, addressing=addressing, routing="static"))
    report = boot(part(out, tmp_path / "fabric", "leaf-*", hosts=3))
    assert report["sessions"]["expected"] == 0


@pytest.mark.parametrize("plane", [1, 2])
@pytest.mark.parametrize("way", ["framework, IPv4", "framework, IPv4 without link addresses"])
def test_each_of_two_planes(
    way: str, plane: int, made: Callable[[str], Path], boot: Callable[..., Report], tmp_path: Path
) -> None:
    path, addressing = WAYS[way]
    out = made(PLANES.format(path=path, addressing=addressing, routing="bgp"))
    boot(part(out, tmp_path / "fabric", f"leaf-p{plane}-*", f"spine-p{plane}-*", hosts=1))


@pytest.mark.parametrize("failed", ["", "super-spine-p1-01", "spine-p1-pod01-01"])
@pytest.mark.parametrize("way", ["templates, IPv4", "framework, IPv4 without link addresses"])
def test_three_tiers(
    way: str, failed: str, made: Callable[[str], Path], boot: Callable[..., Report], tmp_path: Path
) -> None:
    path, addressing = WAYS[way]
    out = made(THREE_TIERS.format(path=path, addressing=addressing))
    folder = part(out, tmp_path / "fabric", "leaf-*", "spine-*", "super-spine-*")
    report = boot(folder, "--max-devices", "40", *(("--fail", failed) if failed else ()))
    if failed:
        assert report["fail"]["valleys"] == []
        assert report["fail"]["max_outage_ms"] <= 1500
    else:
        assert widths(report) == {(2, 2)}


def test_static_plane(
    made: Callable[[str], Path], boot: Callable[..., Report], tmp_path: Path
) -> None:
    out = made(PLANES.format(path="bgpcfgd", addressing="{}", routing="static"))
    report = boot(part(out, tmp_path / "fabric", "leaf-p1-*", "spine-p1-*", hosts=1))
    assert report["sessions"]["expected"] == 0
    between_leaves = [
        pair
        for pair in report["pairs"]
        if pair["src"].startswith("leaf-") and pair["dst"].startswith("leaf-")
    ]
    assert {pair["paths"] for pair in between_leaves} == {4}


@pytest.mark.parametrize(
    "element", ["spine-p1-01", "leaf-p1-su01-r1", "leaf-p1-su01-r1:", "node-0001-dpu1"]
)
@pytest.mark.parametrize("way", ["framework, IPv4", "framework, IPv4 without link addresses"])
def test_what_fails_is_left_at_once(
    way: str, element: str, made: Callable[[str], Path], boot: Callable[..., Report], tmp_path: Path
) -> None:
    out = made(two_tier(way))
    cards = "dpu" in element
    patterns = ("frontend-*", "*-dpu1") if cards else ("leaf-*", "spine-*")
    failed = f"{element}{uplink(out, element[:-1])}" if element.endswith(":") else element
    report = boot(part(out, tmp_path / "fabric", *patterns), "--fail", failed)
    assert report["fail"]["valleys"] == []
    assert report["fail"]["max_outage_ms"] <= 1000


def uplink(out: Path, leaf: str) -> str:
    config = json.loads((out / leaf / "config_db.json").read_text("utf-8"))
    return next(
        port for port, row in config["DEVICE_NEIGHBOR"].items() if row["name"].startswith("spine")
    )


@pytest.mark.parametrize(
    ("way", "bound_ms"),
    [
        ("framework, IPv4", 3000),  # BFD of 3 * 300 ms; measured 0.9 s to 1.9 s
        ("framework, both without link addresses", 3000),
        ("templates, IPv4", 11000),  # the hold time of 10 s; measured 9.9 s
    ],
)
@pytest.mark.parametrize("element", ["spine-p1-01", "leaf-p1-su01-r1"])
def test_what_hangs_is_left_by_bfd_or_hold_time(
    element: str,
    way: str,
    bound_ms: int,
    made: Callable[[str], Path],
    boot: Callable[..., Report],
    tmp_path: Path,
) -> None:
    folder = part(made(two_tier(way)), tmp_path / "fabric", "leaf-*", "spine-*")
    report = boot(folder, "--fail", element, "--silent")
    assert report["fail"]["valleys"] == []
    assert report["fail"]["max_outage_ms"] <= bound_ms


@pytest.mark.parametrize("guarded", [True, False])
def test_route_maps_alone_keep_a_fabric_free_of_valleys(
    guarded: bool, made: Callable[[str], Path], shared: Path, tmp_path: Path
) -> None:
    """Give each spine an AS number of its own, and take one leaf off one spine.

    Without the statements that refuse the mark, the spine reaches the leaf through another leaf.
    """
    needs("/usr/lib/frr/bgpd", "ip", "fping")
    folder = part(made(two_tier("framework, IPv4")), tmp_path / "fabric", "leaf-*", "spine-*")
    files = {path.parent.name: path for path in folder.glob("*/config_db.json")}
    configs = {name: json.loads(path.read_text("utf-8")) for name, path in files.items()}
    for name, config in configs.items():
        for key, row in list(config["BGP_NEIGHBOR"].items()):
            if {name, row["name"]} == {"leaf-p1-su01-r1", "spine-p1-01"}:
                del config["BGP_NEIGHBOR"][key]
            elif row["name"] == "spine-p1-02":
                row["asn"] = "4200999998"
        if not guarded:
            maps = config["ROUTE_MAP"]
            config["ROUTE_MAP"] = {
                key: row for key, row in maps.items() if row["route_operation"] == "permit"
            }
    spine = configs["spine-p1-02"]
    spine["BGP_GLOBALS"]["default"]["local_asn"] = "4200999998"
    spine["DEVICE_METADATA"]["localhost"]["bgp_asn"] = "4200999998"
    for name, config in configs.items():
        files[name].write_text(json.dumps(config), "utf-8")
    tool = shared / "tools" / "frr_fabric.py"
    command = [sys.executable, str(tool), str(folder), "--tolerate", "none", "--json"]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    valleys = json.loads(result.stdout)["valleys"]
    assert bool(valleys) is not guarded
    assert any("spine-p1-01 -> leaf" in path for path in valleys) is not guarded
