"""Rendered fabrics boot on real FRR, on both routing paths, and survive what fails.

All sessions come up, every pair of host prefixes is reached over the full width of equal paths without
loss and without a valley; then an element fails, and traffic is restored over what remains.
"""

import json
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from fabricgen.cli import main
from tests.e2e.conftest import needs
from tests.lab_cases import CASES, SPINE, Case, two_tier

pytestmark = pytest.mark.lab

Report = Mapping[str, Any]
_AT_ONCE = 3  # a boot sleeps most of its time
_LONGEST_S = 300
_LARGE = ("h100-256", "b300-128-dual-plane")  # boot alone, when all others are done


class Lab:
    """Renders an intent once, and boots the cases that were selected a few at a time.

    Processes are started from one thread only: ``vfork`` beside running threads was seen to fail
    with EFAULT in a sandboxed kernel.
    """

    def __init__(self, tool: Path, folder: Path, examples: Path) -> None:
        self._tool, self._folder, self._examples = tool, folder, examples
        self._waiting: dict[str, list[str]] = {}
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._reports: dict[str, Path] = {}

    def start(self, case: Case) -> None:
        """Put a case in line."""
        folder = self._folder / f"case-{len(self._reports)}"
        out = self.rendered(case.intent or self._examples / case.example / "intent.yaml")
        part(out, folder, *case.patterns, hosts=case.hosts)
        options = ["--max-devices", "40", "--settle", "60"]
        if case.fail:
            name, _, far = case.fail.partition(">")
            options += ["--fail", f"{name}:{link_to(out, name, far)}" if far else name]
            options += ["--silent"] if case.silent else ["--fail-wait", "4"]
        self._waiting[case.name] = self._command(folder, *options)
        self._reports[case.name] = folder.with_suffix(".json")
        self._fill()

    def result(self, case: Case) -> tuple[int, Report]:
        """Return exit code and report of a case, and keep the line moving while it is not done."""
        if case.name not in self._reports:
            self.start(case)
        until = time.monotonic() + _LONGEST_S
        while case.name in self._waiting or self._running[case.name].poll() is None:
            assert time.monotonic() < until, f"{case.name}: no end after {_LONGEST_S} s"
            self._fill()
            time.sleep(0.1)
        self._fill()
        report: Report = json.loads(self._reports[case.name].read_text("utf-8"))
        return self._running[case.name].returncode, report

    def _fill(self) -> None:
        busy = sum(process.poll() is None for process in self._running.values())
        for name in list(self._waiting)[: max(0, _AT_ONCE - busy)]:
            with self._reports[name].open("wb") as report:
                self._running[name] = subprocess.Popen(self._waiting.pop(name), stdout=report)

    def rendered(self, intent: str | Path) -> Path:
        """Render the text or file of an intent and return its folder."""
        text = intent if isinstance(intent, str) else intent.read_text("utf-8")
        folder = self._folder / f"intent-{hash(text) & 0xFFFFFFFFFFFF:x}"
        if not folder.is_dir():
            folder.mkdir()
            (folder / "intent.yaml").write_text(text, "utf-8")
            result = CliRunner().invoke(
                main, ["render", str(folder / "intent.yaml"), "-o", str(folder / "out")]
            )
            assert result.exit_code == 0, result.output
        return folder / "out"

    def boot(self, folder: Path, *options: str) -> tuple[int, Report]:
        """Boot a folder of devices and return the harness's exit code and report."""
        result = subprocess.run(
            self._command(folder, *options),
            stdout=subprocess.PIPE,
            check=False,
            timeout=_LONGEST_S,
        )
        report: Report = json.loads(result.stdout)
        return result.returncode, report

    def _command(self, folder: Path, *options: str) -> list[str]:
        tool = [sys.executable, str(self._tool), str(folder)]
        return [*tool, "--tolerate", "none", "--json", *options]

    def close(self) -> None:
        """Let no boot go on that nobody waits for."""
        self._waiting.clear()
        for process in self._running.values():
            if process.poll() is None:
                process.terminate()
                process.wait()


@pytest.fixture(scope="module")
def lab(
    request: pytest.FixtureRequest,
    shared: Path,
    examples: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Lab]:
    """A lab in which the selected cases are already under way."""
    needs("/usr/lib/frr/bgpd", "ip", "fping")
    lab = Lab(shared / "tools" / "frr_fabric.py", tmp_path_factory.mktemp("lab"), examples)
    for item in request.session.items:
        spec = getattr(item, "callspec", None)
        if spec is not None and spec.params.get("name") in CASES:
            case = CASES[spec.params["name"]]
            if case.example not in _LARGE:
                lab.start(case)
    yield lab
    lab.close()


def part(out: Path, into: Path, *patterns: str, hosts: int = 0) -> Path:
    """Copy the devices that match, and put hosts behind their leaves as hosts.csv says.

    A fabric or plane is booted by itself, as it shares no switch with another.
    """
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


def link_to(out: Path, device: str, far: str) -> str:
    """Return a device's first port to a device whose name begins with ``far``."""
    config = json.loads((out / device / "config_db.json").read_text("utf-8"))
    return next(
        port for port, row in config["DEVICE_NEIGHBOR"].items() if row["name"].startswith(far)
    )


def widths(report: Report) -> set[tuple[int, int]]:
    """Return next hops in the kernel and on paper of every pair reached by BGP."""
    return {
        (pair["paths"], pair["expected_paths"])
        for pair in report["pairs"]
        if pair["proto"] == "bgp"
    }


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if not case.isolated])
def test_fabric_boots_and_survives(name: str, lab: Lab) -> None:
    case = CASES[name]
    code, report = lab.result(case)
    assert code == 0, report["problems"]
    assert report["valleys"] == []
    assert report["sessions"]["established"] == report["sessions"]["expected"]
    assert bool(report["sessions"]["expected"]) is case.sessions
    assert set(case.widths) <= widths(report)
    assert all(kernel >= paper for kernel, paper in widths(report))
    if case.fail:
        failed = report["fail"]
        assert failed["links_cut"]
        assert failed["watched_pairs"] > 0
        assert failed["after"]
        assert failed["valleys"] == []
        assert failed["max_outage_ms"] <= case.bound_ms


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.isolated])
def test_spine_out_of_traffic_carries_nothing(name: str, lab: Lab) -> None:
    """Everything is still reached, over the other spine alone."""
    _, report = lab.result(CASES[name])
    assert {problem["class"] for problem in report["problems"]} == {"ecmp"}
    assert widths(report) == {(2, 4)}
    assert report["sessions"]["established"] == report["sessions"]["expected"]


@pytest.mark.parametrize("guarded", [True, False])
def test_route_maps_alone_keep_a_fabric_free_of_valleys(
    guarded: bool, lab: Lab, tmp_path: Path
) -> None:
    """Give each spine an AS number of its own, and take one leaf off one spine.

    Without the statements that refuse the mark, the spine reaches the leaf through another leaf.
    """
    folder = part(lab.rendered(two_tier("framework v4")), tmp_path / "fabric", "leaf-*", "spine-*")
    files = {path.parent.name: path for path in folder.glob("*/config_db.json")}
    configs = {name: json.loads(path.read_text("utf-8")) for name, path in files.items()}
    for name, config in configs.items():
        for key, row in list(config["BGP_NEIGHBOR"].items()):
            if {name, row["name"]} == {"leaf-p1-su01-r1", SPINE}:
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
    _, report = lab.boot(folder)
    valleys = report["valleys"]
    assert bool(valleys) is not guarded
    assert any(f"{SPINE} -> leaf" in path for path in valleys) is not guarded
