"""`fabricgen feasibility` and `fabricgen what-if`."""

import json
from pathlib import Path

from click.testing import CliRunner

from fabricgen.cli import main

INTENT = """\
fabricgen: 1
name: tokyo
workload:
  jobs:
    - {model: llama-3-70b, parallelism: {tensor: %d}}
compute: {nodes: 32, node: nvidia-dgx-h100, scalable_unit: 8}
fabrics: {backend: {switch: nvidia-sn5600, topology: rail-optimized}}
"""


def run(tmp_path: Path, *arguments: str, tensor: int = 8) -> tuple[int, str]:
    path = tmp_path / "intent.yaml"
    path.write_text(INTENT % tensor, encoding="utf-8")
    result = CliRunner().invoke(main, [arguments[0], str(path), *arguments[1:]])
    return result.exit_code, result.stdout if "json" in arguments else result.output


def test_a_feasible_job_leaves_with_0(tmp_path: Path) -> None:
    code, text = run(tmp_path, "feasibility")
    assert code == 0
    for part in (
        "What the jobs need",
        "Worst failures of llama-3-70b",
        "Busiest links",
        "checkpoint",
    ):
        assert part in text


def test_an_infeasible_job_leaves_with_1_its_number_and_the_change(tmp_path: Path) -> None:
    code, text = run(tmp_path, "feasibility", tensor=16)
    assert code == 1
    assert "error CAP010" in text
    assert "nothing hides them" in text
    assert "tensor: 8 (all tensor ranks in one scale-up domain) makes it feasible" in " ".join(
        text.split()
    )


def test_json_holds_the_promised_keys(tmp_path: Path) -> None:
    _, text = run(tmp_path, "feasibility", "--format", "json")
    document = json.loads(text)
    (job,) = document["jobs"]
    assert job["feasible"] is True
    assert len(job["worst_failures"]) <= 10
    assert {"headroom", "bottleneck", "compute_s", "step_s", "busiest_links"} <= set(job)
    assert document["sizing"]["jobs"][0]["gpus_by_memory"] == 18


def test_designs_side_by_side(tmp_path: Path) -> None:
    code, text = run(
        tmp_path, "what-if", "--vary", "oversubscription=1,2", "--vary", "queue_pairs=1,4"
    )
    assert code == 0
    assert "[3] oversubscription 2, queue_pairs 4" in text
    assert "switches" in text
    code, text = run(tmp_path, "what-if", "--vary", "oversubscription=1,2", "--format", "json")
    found = json.loads(text)
    costs = [item["cost"]["watts"] for item in found["variants"]]
    assert costs[0] > costs[1]  # a ratio of 1 is the intent as written, and not listed twice
    assert found["format_version"] == 1


def test_a_design_that_cannot_be_built_says_why(tmp_path: Path) -> None:
    code, text = run(tmp_path, "what-if", "--vary", "planes=1,2")
    assert code == 0
    assert "not built: TOP005" in text
    adaptive = ("what-if", "--vary", "load_balancing=adaptive-packet")
    _, text = run(tmp_path, *adaptive)
    assert "not built: RTE002" in text
    _, text = run(tmp_path, *adaptive, "--severity", "RTE002=warning")
    assert "not built" not in text


def test_a_wrong_change_is_a_usage_error(tmp_path: Path) -> None:
    code, text = run(tmp_path, "what-if", "--vary", "colour=red")
    assert code == 2
    assert "cannot be varied" in text
