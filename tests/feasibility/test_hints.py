"""The change that an infeasible job is advised makes it feasible."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from fabricgen.cli import main


def judged(job: dict[str, str], ratio: int, folder: Path) -> tuple[int, dict[str, Any], str]:
    """Return exit code, the job's verdict, and the hint of its finding."""
    keys = ", ".join(f"{key}: {value}" for key, value in job.items())
    path = folder / "intent.yaml"
    path.write_text(
        f"fabricgen: 1\nname: x\nworkload:\n  jobs:\n    - {{model: llama-3-70b, {keys}}}\n"
        "compute: {nodes: 112, node: nvidia-dgx-h100, scalable_unit: 14}\n"
        "fabrics: {backend: {switch: nvidia-sn5600, topology: rail-optimized, "
        f"oversubscription: {ratio}}}}}\n",
        "utf-8",
    )
    result = CliRunner().invoke(main, ["feasibility", str(path), "--format", "json"])
    document = json.loads(result.output)
    hints = [d["hint"] for d in document["diagnostics"] if d["rule"] == "CAP010"]
    return result.exit_code, document["jobs"][0], hints[0] if hints else ""


@pytest.mark.parametrize(
    ("job", "ratio", "advised"),
    [
        ({"parallelism": "{tensor: 16}"}, 1, "tensor"),
        (
            {"parallelism": "{tensor: 8}", "placement": "scattered", "tokens_per_step": "1Mi"},
            7,
            "placement",
        ),
        ({"parallelism": "{tensor: 8}", "tokens_per_step": "128Ki"}, 1, "tokens_per_step"),
        (
            {"parallelism": "{tensor: 8}", "placement": "scattered", "tokens_per_step": "1200Ki"},
            1,
            "queue_pairs",
        ),
        (
            {"parallelism": "{tensor: 8}", "placement": "scattered", "tokens_per_step": "512Ki"},
            1,
            "tokens_per_step",  # neither queue pairs nor placement alone would do
        ),
    ],
)
def test_the_advised_change_makes_the_job_feasible(
    job: dict[str, str], ratio: int, advised: str, tmp_path: Path
) -> None:
    code, verdict, hint = judged(job, ratio, tmp_path)
    assert (code, verdict["feasible"]) == (1, False)
    found = re.match(r"(\w+): (\w+).* makes it feasible: ", hint)
    assert found is not None, hint
    assert found[1] == advised, hint
    value = f"{{tensor: {found[2]}}}" if advised == "tensor" else found[2]
    key = "parallelism" if advised == "tensor" else advised
    code, verdict, _ = judged(job | {key: value}, ratio, tmp_path)
    assert (code, verdict["feasible"]) == (0, True)


def test_replicas_that_are_given_grow_as_the_tensor_ranks_shrink(tmp_path: Path) -> None:
    job = {"parallelism": "{tensor: 16, data: 56}"}
    code, verdict, hint = judged(job, 1, tmp_path)
    assert (code, verdict["feasible"]) == (1, False)
    assert hint.startswith(
        "tensor: 8, data: 112 (all tensor ranks in one scale-up domain) makes it feasible"
    )
    code, verdict, _ = judged({"parallelism": "{tensor: 8, data: 112}"}, 1, tmp_path)
    assert (code, verdict["feasible"]) == (0, True)


def test_a_job_of_one_gpu_says_that_it_exchanges_nothing(tmp_path: Path) -> None:
    path = tmp_path / "intent.yaml"
    path.write_text(
        "fabricgen: 1\nname: x\nworkload: {kind: fine-tuning, jobs: [{model: llama-3-70b, method: qlora}]}\n"
        "compute: {nodes: 1, node: nvidia-dgx-h100}\nfabrics: {backend: {switch: nvidia-sn5600}}\n",
        "utf-8",
    )
    result = CliRunner().invoke(main, ["feasibility", str(path)])
    assert result.exit_code == 0
    assert "in a step, node 1\n- none: its GPUs exchange nothing outside" in result.output


def test_an_overloaded_tier_has_no_spines_to_lose(tmp_path: Path) -> None:
    path = tmp_path / "intent.yaml"
    path.write_text(
        "fabricgen: 1\nname: x\nworkload:\n  jobs:\n    - {model: llama-3-70b, gpus: 512, placement: scattered}\n"
        "compute: {nodes: 112, node: nvidia-dgx-h100, scalable_unit: 14}\n"
        "fabrics: {backend: {switch: nvidia-sn5600, topology: rail-optimized, oversubscription: 7}}\n",
        "utf-8",
    )
    text = CliRunner().invoke(main, ["feasibility", str(path)]).output
    assert "data-parallel all-reduce" in text
    assert "which leaves room" not in text
