"""What any one loss leaves, worked by hand on an example and on a fabric with a black hole."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from fabricgen.cli import main

RULES = Path(__file__).resolve().parents[1] / "rules"


def losses(folder: Path) -> tuple[int, dict[str, dict[str, Any]]]:
    result = CliRunner().invoke(main, ["losses", str(folder), "--format", "json"])
    document = json.loads(result.output)
    assert document["format_version"] == 1
    return result.exit_code, {item["loss"]: item for item in document["losses"]}


def test_losses_of_the_256_gpu_example(rendered: Callable[[str], Path]) -> None:
    """A leaf has 4 x 800G to each of 4 spines. Without one link the spine sends the same over 3 (4/3 the load);
    without a spine 12 of 16 links are left. A DPU has 2 x 200G: without one link all comes over the other.
    """
    code, found = losses(rendered("h100-256"))
    assert code == 0
    spine = found["spine-p1-01"]
    assert (spine["like_count"], spine["prefixes_gone"], spine["cut"]) == (3, 0, 0)
    assert (spine["paths"], spine["paths_before"]) == (12, 16)
    assert (spine["left_mbps"], spine["before_mbps"]) == (12 * 800_000, 16 * 800_000)
    assert spine["busiest"] == pytest.approx(4 / 3)
    link = found["the link leaf-p1-su01-r1 Ethernet128 to spine-p1-01 Ethernet0"]
    assert (link["like_count"], link["paths"], link["left_mbps"]) == (127, 15, 15 * 800_000)
    assert link["busiest"] == pytest.approx(4 / 3)
    leaf = found["leaf-p1-su01-r1"]
    assert (leaf["like_count"], leaf["prefixes_gone"], leaf["hurt"]) == (7, 1, None)
    card = found["the link frontend-leaf-01 Ethernet0 to node-0001-dpu1 Ethernet0"]
    assert (card["like_count"], card["hurt"], card["paths"]) == (63, "node-0001-dpu1", 1)
    assert card["busiest"] == 2


def test_the_loss_of_a_plane(rendered: Callable[[str], Path]) -> None:
    """Two planes of 16 leaves: a host prefix a leaf is gone with one, and the other carries all."""
    _, found = losses(rendered("b300-128-dual-plane"))
    (plane,) = (item for name, item in found.items() if name.startswith("the whole plane of"))
    assert (plane["like_count"], plane["prefixes_gone"], plane["cut"]) == (1, 16, 0)
    assert (plane["paths"], plane["paths_before"], plane["busiest"]) == (1, 2, 2)


def test_a_black_hole_after_a_loss_is_counted(tmp_path: Path) -> None:
    """Spines that send an aggregate alone keep drawing packets for the leaf they lost."""
    cases = yaml.safe_load((RULES / "FAB075.yaml").read_text("utf-8"))
    case = next(item for item in cases if item["name"].startswith("spines send an aggregate only"))
    for path in sorted((RULES / "base" / case["base"]).glob("*.json")):
        tables = json.loads(path.read_text("utf-8"))
        for table, rows in case["patch"].get(path.stem, {}).items():
            for key, row in rows.items():
                if row is None:
                    tables[table].pop(key)
                else:
                    tables.setdefault(table, {}).setdefault(key, {}).update(row)
        (tmp_path / path.stem).mkdir()
        (tmp_path / path.stem / "config_db.json").write_text(json.dumps(tables), "utf-8")
    code, found = losses(tmp_path)
    assert code == 1
    assert max(item["cut"] for item in found.values()) > 0


def test_what_is_no_fabric_is_said(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["losses", str(tmp_path)])
    assert result.exit_code == 2
    assert "no CONFIG_DB file" in result.output


def test_the_table_fits_a_terminal(rendered: Callable[[str], Path]) -> None:
    result = CliRunner().invoke(main, ["losses", str(rendered("lab"))])
    assert result.exit_code == 0
    assert "leaf-p1-su01-r1-4" in result.output
    assert max(map(len, result.output.splitlines())) <= 100
