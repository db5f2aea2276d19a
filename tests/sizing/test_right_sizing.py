"""The right-sizing table row by row, and the ladder of networks."""

import pytest
from built_fabrics import hardware, intent, node, real
from hypothesis import given, settings
from hypothesis import strategies as st

from fabricgen import sizing
from fabricgen.model.catalogue import GpuModel
from fabricgen.model.feasibility import SizingVerdict
from fabricgen.model.intent import (
    ComputeGroup,
    FabricIntent,
    FabricsIntent,
    Intent,
    JobIntent,
    WorkloadIntent,
)
from fabricgen.sizing import ladder, memory


def sized(kind: str, job: JobIntent, nodes: int = 16, **backend: object) -> SizingVerdict:
    asked = Intent(
        fabricgen=1,
        name="test",
        compute=(ComputeGroup(nodes=nodes, node="nvidia-dgx-h100"),),
        workload=WorkloadIntent(kind=kind, jobs=(job,)),
        fabrics=FabricsIntent(backend=FabricIntent(switch=real("nvidia-sn5600"), **backend)),
    )
    return sizing.size(asked, hardware())


TABLE = [
    ("8B FP16 inference", "inference", {"model": "llama-3-8b"}, 1, 1, 1, "none"),
    ("70B QLoRA", "fine-tuning", {"model": "llama-3-70b", "method": "qlora"}, 1, 1, 1, "none"),
    ("70B FP8 inference", "inference", {"model": "llama-3-70b", "weights": "fp8"}, 2, 2, 1, "none"),
    ("70B FP16 inference", "inference", {"model": "llama-3-70b"}, 3, 4, 1, "none"),
    ("70B LoRA BF16", "fine-tuning", {"model": "llama-3-70b", "method": "lora"}, 3, 4, 1, "none"),
    ("70B full FT", "fine-tuning", {"model": "llama-3-70b"}, 18, 24, 3, "single-tier"),
    (
        "405B FP8 inference",
        "inference",
        {"model": "llama-3-405b", "weights": "fp8"},
        7,
        8,
        1,
        "none",
    ),
    ("405B FP16 inference", "inference", {"model": "llama-3-405b"}, 13, 16, 2, "single-tier"),
    ("405B full FT", "fine-tuning", {"model": "llama-3-405b"}, 102, 104, 13, "single-tier"),
]


@pytest.mark.parametrize(("name", "kind", "job", "by_memory", "gpus", "nodes", "network"), TABLE)
def test_right_sizing_table(
    name: str, kind: str, job: dict[str, str], by_memory: int, gpus: int, nodes: int, network: str
) -> None:
    """GPUs of 80 GB; 13 nodes are 16 where ranks are split in powers of two, and the reasons say so."""
    found = sized(kind, JobIntent(**job)).jobs[0]
    assert (found.gpus_by_memory, found.gpus, found.nodes) == (by_memory, gpus, nodes)
    assert found.network == network
    assert any("13 nodes hold it" in text and "takes 16" in text for text in found.reasons) == (
        nodes == 13
    )


@pytest.mark.parametrize(
    ("optimizer", "precision", "gbytes"),
    [("adam", "bf16", 1129), ("adam", "fp32", 1270), ("adam-8bit", "bf16", 847)],
)
def test_bytes_of_training_state_of_70b(optimizer: str, precision: str, gbytes: int) -> None:
    job = JobIntent(model="llama-3-70b", optimizer=optimizer, precision=precision)
    terms = memory.parts(job, hardware().models["llama-3-70b"], "fine-tuning")
    assert terms[0].value == pytest.approx(gbytes * 1e9, rel=0.001)


@pytest.mark.parametrize(
    ("weights", "gbytes"), [("bf16", 812), ("fp8", 406), ("int8", 406), ("int4", 203), ("fp4", 203)]
)
def test_bytes_of_weights_of_405b(weights: str, gbytes: int) -> None:
    job = JobIntent(model="llama-3-405b", weights=weights)
    terms = memory.parts(job, hardware().models["llama-3-405b"], "inference")
    assert terms[0].value == pytest.approx(gbytes * 1e9, rel=0.002)


@pytest.mark.parametrize(
    ("model", "each"),
    [
        ("llama-3-8b", 131072),
        ("llama-3-70b", 327680),
        ("qwen2.5-72b", 327680),
        ("llama-3-405b", 516096),
    ],
)
def test_key_value_cache_of_a_token(model: str, each: int) -> None:
    job = JobIntent(model=model)
    assert memory.cache_bytes(job, hardware().models[model]) == each
    fp8 = JobIntent(model=model, kv_cache="fp8")
    assert memory.cache_bytes(fp8, hardware().models[model]) == each / 2


def test_latent_attention_caches_less() -> None:
    """DeepSeek-V3: 61 layers x (512 + 64) values x 2 B = 70,272 B (published: 70.272 kB)."""
    assert (
        memory.cache_bytes(JobIntent(model="deepseek-v3"), hardware().models["deepseek-v3"])
        == 70272
    )


def test_more_sequences_need_more_gpus() -> None:
    """70B, 8K tokens, 64 sequences: 172 GB of cache beside 141 GB of weights."""
    found = sized("inference", JobIntent(model="llama-3-70b", concurrency=64)).jobs[0]
    assert found.parts[1].value == pytest.approx(172e9, rel=0.002)
    assert found.gpus_by_memory == 5
    assert found.gpus == 8


def test_training_takes_the_cluster_and_time_counts() -> None:
    job = JobIntent(model="llama-3-405b", total_tokens=15_600 * 10**9, days=60)
    found = sized("training", job).jobs[0]
    assert found.gpus == 128
    assert found.gpus_by_time == pytest.approx(
        6 * 405.85e9 * 15.6e12 / (989e12 * 0.4 * 60 * 86400), rel=0.001
    )


def test_one_node_needs_no_back_end_and_the_intent_is_told() -> None:
    verdict = sized("training", JobIntent(model="llama-3-8b"), nodes=1, topology="single-tier")
    assert [problem.kind for problem in verdict.problems] == ["more-than-needed"]
    found = sized("inference", JobIntent(model="llama-3-70b"))
    assert "more-than-needed" in [problem.kind for problem in found.problems]


def test_a_job_on_too_few_gpus_is_told_how_many() -> None:
    verdict = sized("fine-tuning", JobIntent(model="llama-3-70b", gpus=16))
    problem = next(p for p in verdict.problems if p.kind == "memory-too-small")
    assert "18 GPUs, and gets 16" in problem.message


@pytest.mark.parametrize(
    ("gpus", "planes"),
    [(2048, 1), (2049, 2), (8192, 2), (8193, 4), (32768, 4), (131072, 8), (131073, None)],
)
def test_planes_before_a_third_tier(gpus: int, planes: int | None) -> None:
    """64 x 800G: 2,048 in one plane, 8,192 in two (128 x 400G), 32,768 in four, 131,072 in eight."""
    assert ladder.planes_needed(gpus, 64) == planes


@pytest.mark.parametrize(
    ("radix", "two", "three"),
    [(32, 512, 8192), (64, 2048, 65536), (128, 8192, 524288), (144, 10368, 746496)],
)
def test_clos_counts(radix: int, two: int, three: int) -> None:
    assert ladder.two_tier_ports(radix) == two
    assert ladder.three_tier_ports(radix) == three


def test_rungs() -> None:
    assert ladder.rung(64, 64) == "single-tier"
    assert ladder.rung(2048, 64) == "two-tier"
    assert ladder.rung(2049, 64) == "three-tier"


@settings(max_examples=50, deadline=None)
@given(need=st.floats(1e9, 1e13), more=st.floats(1.0, 4.0))
def test_more_memory_never_takes_fewer_gpus(need: float, more: float) -> None:
    h100 = hardware().nodes["nvidia-dgx-h100"]
    model: GpuModel = hardware().models["llama-3-70b"]
    one = memory.gpus_by_memory(need, h100, "inference")
    two = memory.gpus_by_memory(need * more, h100, "inference")
    assert one is not None
    assert two is not None
    assert one <= two
    assert memory.rounded(one, h100, model) <= memory.rounded(two, h100, model)
    assert memory.rounded(one, h100, model) >= one


def test_a_node_of_unknown_memory_gives_no_count() -> None:
    asked = intent(ComputeGroup(nodes=2, node=node()))
    assert memory.gpus_by_memory(1e12, hardware().nodes["plain-server"], "inference") is None
    assert sizing.size(asked, hardware()).jobs == ()
