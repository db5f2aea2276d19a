"""Jobs against worked examples."""

from fractions import Fraction

import pytest

from fabricgen.feasibility.traffic import (
    Job,
    Network,
    data_parallel,
    pipeline_parallel,
    tensor_parallel_on_nic,
)
from fabricgen.model.catalogue import GpuModel
from fabricgen.model.platform import NicPorts, NodeType

LLAMA_70B = GpuModel(
    id="llama-3-70b",
    product="Llama 3 70B",
    parameters=70_550_000_000,
    active_parameters=70_550_000_000,
    layers=80,
    hidden=8192,
)
H100 = NodeType(
    id="h100",
    product="H100",
    gpus=8,
    backend=NicPorts(nics=8, speed_mbps=400_000),
    domain_gpus=8,
    bf16_tflops=989.0,
)
CX7 = Network(nic_bytes_per_s=48.5e9, share=1.0, limit="the NIC")


def job(gpus: int = 1024, tensor: int = 8, pipeline: int = 1, gradient_bytes: int = 2) -> Job:
    tokens = 4 * 2**20
    compute = 6 * LLAMA_70B.active_parameters * tokens / (gpus * 989e12 * float(Fraction(2, 5)))
    return Job(
        name="job",
        gpus=gpus,
        tensor=tensor,
        pipeline=pipeline,
        data=gpus // tensor // pipeline,
        tokens=tokens,
        gradient_bytes=gradient_bytes,
        model=LLAMA_70B,
        node=H100,
        compute_s=compute,
    )


def test_llama_70b_on_1024_gpus() -> None:
    """TP8, DP128 on each rail: 17.64 GB a rank, 35.0 GB on the wire, 0.722 s at 48.5 GB/s."""
    ring = data_parallel(job(), CX7)
    assert ring.bytes_per_gpu == pytest.approx(35.0e9, rel=0.002)
    assert ring.time_s == pytest.approx(0.722 + 254 * 4.5e-6, rel=0.002)
    assert job().compute_s == pytest.approx(4.38, rel=0.002)


def test_it_needs_96_gbps_to_hide_in_the_backward_pass() -> None:
    ring = data_parallel(job(), CX7)
    assert ring.required_gbps == pytest.approx(96, rel=0.01)
    assert ring.exposed_s == 0
    assert ring.available_gbps / ring.required_gbps == pytest.approx(4.0, rel=0.02)


def test_losing_one_of_two_planes_still_hides() -> None:
    """1.44 s instead of 0.72 s, inside 2.92 s; with FP32 gradients 2.89 s just fits."""
    half = Network(nic_bytes_per_s=48.5e9, share=0.5, limit="")
    assert data_parallel(job(), half).time_s == pytest.approx(1.44, rel=0.005)
    assert data_parallel(job(gradient_bytes=4), half).time_s == pytest.approx(2.89, rel=0.005)
    assert data_parallel(job(gradient_bytes=4), half).exposed_s == 0


def test_tensor_parallelism_on_the_nic_exceeds_compute() -> None:
    """134 MB all-reduces of 8,192 tokens take 19.4 ms a layer at 48.5 GB/s; compute takes 13.5 ms at 400 TF."""
    one = job(tensor=8)
    per_layer = tensor_parallel_on_nic(one, CX7).time_s / 80 / (one.replica_tokens / 8192)
    assert per_layer == pytest.approx(19.4e-3, rel=0.02)


def test_pipeline_activations_are_small() -> None:
    ring = pipeline_parallel(job(pipeline=4), CX7)
    assert ring.exposed_s == 0
    assert ring.bytes_per_gpu == pytest.approx(2 * 4 * 2**20 / 32 * 8192 * 2 / 8)
