"""A model that many use is served by replicas, each inside one node."""

from pathlib import Path

from fabricgen import compile

INTENT = """\
fabricgen: 1
name: serve
workload:
  kind: inference
  jobs: [{model: %s, concurrency: %d, sequence: 32Ki%s}]
compute: {nodes: %d, node: nvidia-hgx-h100}
fabrics: {frontend: {switch: nvidia-sn4700}%s}
"""
BACKEND = ", backend: {switch: nvidia-sn5600}"


def sized(folder: Path, text: str):
    path = folder / "intent.yaml"
    path.write_text(text, "utf-8")
    outcome = compile.compile_intent(path)
    assert outcome.design is not None
    assert outcome.design.sizing is not None
    found = [(d.rule, d.severity.value) for d in outcome.diagnostics]
    return outcome.design.sizing.jobs[0], found


def test_an_8b_model_for_500_users_needs_no_back_end(tmp_path: Path) -> None:
    """16.1 GB of weights; 131,072 B a token x 32,768 x 500 = 2,147 GB of cache. A node of 8 x 80 GB serves
    with 0.83 of 640 GB (531 GB), less the weights 515 GB: 2,147 / 515 = 4.17, so 5 nodes.
    """
    job, found = sized(tmp_path, INTENT % ("llama-3-8b", 500, "", 5, ""))
    assert (job.replicas, job.gpus, job.nodes, job.network) == (5, 40, 5, "none")
    assert "CAP005" not in dict(found)
    assert "error" not in dict(found).values()


def test_a_back_end_for_replicas_is_more_than_needed(tmp_path: Path) -> None:
    _, found = sized(tmp_path, INTENT % ("llama-3-8b", 500, "", 5, BACKEND))
    assert ("CAP004", "warning") in found


def test_few_users_take_part_of_a_node(tmp_path: Path) -> None:
    job, _ = sized(tmp_path, INTENT % ("llama-3-8b", 8, "", 2, ""))
    assert (job.replicas, job.network) == (1, "none")
    assert job.gpus < 8


def test_a_model_larger_than_a_node_spans_nodes(tmp_path: Path) -> None:
    """405 G parameters x 2 B = 810 GB do not fit 531 GB."""
    job, _ = sized(tmp_path, INTENT % ("llama-3-405b", 16, "", 4, BACKEND))
    assert job.replicas == 1
    assert job.network != "none"


def test_a_model_that_nearly_fills_a_node_takes_two_nodes_a_copy(tmp_path: Path) -> None:
    """405.9 GB in FP8 leave 125 GB of a node's 531 GB for 4,329 GB of cache: 35 nodes. Two nodes a copy leave 656 GB: 7 copies, 14
    nodes; four leave 1,719 GB: 3 copies, 12 nodes. 14 is within a quarter of 12, and two nodes need less network.
    """
    job, found = sized(tmp_path, LONG % 14)
    assert (job.replicas, job.gpus, job.nodes, job.network) == (1, 112, 14, "single-tier")
    assert any(reason.startswith("7 replicas of 16 GPUs") for reason in job.reasons)
    assert "CAP018" not in dict(found)


def test_too_few_nodes_are_said_once(tmp_path: Path) -> None:
    _, found = sized(tmp_path, LONG % 8)
    assert "CAP011" in dict(found)
    assert "CAP018" not in dict(found)


LONG = """\
fabricgen: 1
name: serve
workload:
  kind: inference
  jobs: [{model: llama-3-405b, weights: fp8, sequence: 128Ki, concurrency: 64}]
compute: {nodes: %d, node: nvidia-hgx-h100}
fabrics: {backend: {switch: nvidia-sn5600}}
"""
