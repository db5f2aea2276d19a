"""The computed sessions, routes and next-hop counts are those of real FRR, on random broken fabrics."""

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.conftest import needs
from tests.lab_compare import Booted, rebuilt, tool_of, write
from tests.lab_fabrics import Devices, random_fabric

pytestmark = pytest.mark.lab
SEEDS = int(os.environ.get("FABRICGEN_LAB_FABRICS", "10"))


@pytest.fixture(scope="module")
def whole(rendered: Callable[[str], Path]) -> dict[str, Devices]:
    """The rendered example that small fabrics are cut from."""
    out = rendered("h100-256")
    devices = {
        path.parent.name: json.loads(path.read_text("utf-8"))
        for path in sorted(out.glob("*/config_db.json"))
    }
    return {"h100-256": devices}


@pytest.mark.parametrize("seed", range(SEEDS))
def test_computed_routes_are_those_of_frr(
    seed: int, shared: Path, whole: dict[str, Devices], tmp_path: Path
) -> None:
    needs("/usr/lib/frr/bgpd", "ip")
    devices, faults = random_fabric(whole, seed)
    folder = write(devices, tmp_path / "fabric")
    with Booted(tool_of(shared), folder) as booted:
        differences = booted.compared(rebuilt(devices))
    assert differences == [], f"faults: {faults}\n" + "\n".join(differences[:20])
