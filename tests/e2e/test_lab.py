"""Rendered fabrics boot on real FRR: sessions, full ECMP width, no loss between host prefixes."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.conftest import needs

pytestmark = pytest.mark.lab


@pytest.fixture(scope="module")
def boot(shared: Path) -> Callable[..., None]:
    """Boot a folder of devices and fail on any problem."""
    needs("/usr/lib/frr/bgpd", "ip", "fping")
    tool = shared / "tools" / "frr_fabric.py"

    def run(folder: Path, *options: str) -> None:
        command = [sys.executable, str(tool), str(folder), "--tolerate", "none", *options]
        result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
        assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-2000:]

    return run


def part(out: Path, into: Path, *patterns: str) -> Path:
    """Copy the devices that match; a fabric or plane is booted by itself, as it shares no switch."""
    for pattern in patterns:
        for device in sorted(out.glob(pattern)):
            if (device / "config_db.json").is_file():
                shutil.copytree(device, into / device.name)
    return into


def add_hosts(folder: Path, hosts_csv: Path, count: int) -> None:
    """Put ``count`` routed hosts behind each leaf of ``folder``, addressed as hosts.csv says."""
    seen: dict[str, int] = {}
    lines = hosts_csv.read_text("utf-8").splitlines()
    names = lines[0].split(",")
    for line in lines[1:]:
        row = dict(zip(names, line.split(","), strict=True))
        leaf = row["leaf"]
        if not (folder / leaf).is_dir() or seen.get(leaf, 0) >= count:
            continue
        seen[leaf] = seen.get(leaf, 0) + 1
        host = f"{row['node']}-{row['nic']}"
        (folder / host).mkdir()
        (folder / host / "config_db.json").write_text(json.dumps(host_config(host, row)), "utf-8")


def host_config(host: str, row: dict[str, str]) -> dict[str, object]:
    return {
        "DEVICE_METADATA": {"localhost": {"hostname": host, "type": "SonicHost"}},
        "PORT": {
            "Ethernet0": {"lanes": "0", "speed": "400000", "admin_status": "up", "mtu": "9100"}
        },
        "INTERFACE": {"Ethernet0": {}, f"Ethernet0|{row['address']}": {}},
        "STATIC_ROUTE": {
            "default|0.0.0.0/0": {
                "nexthop": row["gateway"],
                "ifname": "Ethernet0",
                "blackhole": "false",
            }
        },
    }


def test_lab_pair(
    boot: Callable[..., None], rendered: Callable[[str], Path], tmp_path: Path
) -> None:
    out = rendered("lab")
    folder = part(out, tmp_path / "fabric", "*")
    add_hosts(folder, out / "hosts.csv", 3)
    boot(folder)


def test_256_gpu_backend(
    boot: Callable[..., None], rendered: Callable[[str], Path], tmp_path: Path
) -> None:
    out = rendered("h100-256")
    folder = part(out, tmp_path / "fabric", "leaf-*", "spine-*")
    add_hosts(folder, out / "hosts.csv", 2)
    boot(folder)


def test_256_gpu_frontend_with_dpus(
    boot: Callable[..., None], rendered: Callable[[str], Path], tmp_path: Path
) -> None:
    folder = part(rendered("h100-256"), tmp_path / "fabric", "frontend-*", "*-dpu1")
    boot(folder)


@pytest.mark.parametrize("plane", [1, 2])
def test_one_plane_of_dual_plane(
    plane: int, boot: Callable[..., None], rendered: Callable[[str], Path], tmp_path: Path
) -> None:
    out = rendered("b300-128-dual-plane")
    whole = part(out, tmp_path / "fabric", f"leaf-p{plane}-*", f"spine-p{plane}-*")
    add_hosts(whole, out / "hosts.csv", 1)
    boot(whole, "--max-devices", "40")


@pytest.mark.parametrize("element", ["spine-p1-01", "leaf-p1-su01-r1"])
def test_failure_of_a_switch_is_survived(
    element: str, boot: Callable[..., None], rendered: Callable[[str], Path], tmp_path: Path
) -> None:
    folder = part(rendered("h100-256"), tmp_path / "fabric", "leaf-*", "spine-*")
    boot(folder, "--fail", element)
