"""Formulas against published figures and figures worked by hand."""

import pytest

from fabricgen.feasibility import collectives, locality, rates, storage, volumes
from fabricgen.feasibility.collisions import occupancy, slowest_share
from fabricgen.model.intent import CheckpointIntent
from fabricgen.model.platform import NicPorts, NodeType

GB = 1e9
P_70B = 70.55e9
P_405B = 405.85e9
LOCAL_70B = P_70B * 2 / 8  # BF16 gradients of a GPU with tensor parallelism 8
COMPUTE_70B = 6 * P_70B * 4 * 2**20 / (1024 * 989e12 * 0.4)


@pytest.mark.parametrize(
    ("rate", "seconds"),
    [
        (50.0, 0.700),
        (48.5, 0.722),
        (46.2, 0.757),
        (0.95 * 50, 0.737),
        (0.632 * 50, 1.11),
        (0.295 * 50, 2.37),
    ],
)
def test_e1_llama_70b_all_reduce_on_each_rail(rate: float, seconds: float) -> None:
    assert collectives.ring_all_reduce_s(128, LOCAL_70B, rate * GB) == pytest.approx(
        seconds, rel=0.003
    )


def test_t18_all_reduce_at_48_5_gbytes() -> None:
    wire = volumes.data_parallel(128, P_70B / 8, 2)
    assert wire == pytest.approx(35.0 * GB, rel=0.002)
    assert wire / (48.5 * GB) == pytest.approx(0.722, rel=0.001)


def test_e1_flat_ring_and_fully_sharded_at_the_node_rate() -> None:
    rate = collectives.flat_ring_bus_rate(128, 8, 8, 48.5 * GB, rates.SIMAI_SCALE_UP["h100"])
    assert rate == pytest.approx(388 * GB)
    assert collectives.ring_all_reduce_s(1024, 2 * P_70B, rate) == pytest.approx(0.727, rel=0.001)
    assert volumes.fully_sharded(1024, P_70B, 2, 2) / rate == pytest.approx(1.09, rel=0.003)


def test_e1_compute_window_and_headroom() -> None:
    assert pytest.approx(4.38, rel=0.001) == COMPUTE_70B
    required = volumes.data_parallel(128, P_70B / 8, 2) / (2 / 3 * COMPUTE_70B)
    assert required == pytest.approx(12.0 * GB, rel=0.002)
    assert required * 8 / GB == pytest.approx(96, rel=0.002)
    assert 48.5 * GB / required == pytest.approx(4.0, rel=0.02)
    assert slowest_share(32, 32) * 50 * GB / required == pytest.approx(1.2, rel=0.03)
    latency = collectives.ring_all_reduce_s(128, 0, 1, rates.STEP_LATENCY_S)
    assert latency == pytest.approx(1.1e-3, rel=0.04)


def test_e2_llama_405b_on_16384_gpus() -> None:
    size = P_405B / (8 * 16)
    assert size * 2 == pytest.approx(6.34 * GB, rel=0.001)
    bf16, fp32 = (collectives.ring_all_reduce_s(128, size * each, 48.5 * GB) for each in (2, 4))
    assert bf16 == pytest.approx(0.259, rel=0.003)
    assert fp32 == pytest.approx(0.519, rel=0.003)
    step = 6 * P_405B * 16 * 2**20 / (16384 * 400e12)
    assert step == pytest.approx(6.23, rel=0.002)
    assert 0.08 < fp32 / step < 0.085


def test_e2_placement_decides_on_a_7_to_1_tier() -> None:
    zone = 3072 * 0.4 / 7  # Tb/s that leave a zone of 3,072 GPUs
    assert zone == pytest.approx(175.5, rel=0.001)
    assert locality.contiguous_load(128, 0.4, zone) == pytest.approx(0.29, rel=0.01)
    assert locality.leaving_share(24, 128) == pytest.approx(0.82, abs=0.002)
    assert locality.random_ring_slowdown(7, 24, 128) == pytest.approx(5.7, rel=0.01)
    assert 3072 * 0.4 * locality.leaving_share(24, 128) == pytest.approx(1006, rel=0.001)


def test_e3_all_to_all_over_two_pods_behind_16_to_1() -> None:
    rate = locality.all_to_all_rate(400, 16, 15360, 30720)
    assert rate == pytest.approx(50, rel=0.001)
    assert locality.ring_limit(400_000, 384_000_000) == 960


def test_e4_t19_tensor_parallelism_on_the_nic() -> None:
    size = 8192 * 8192 * 2.0
    assert size == pytest.approx(134e6, rel=0.002)
    compute = 13.5e-3
    assert pytest.approx(compute, rel=0.005) == 6 * P_70B / 80 * 8192 / 8 / 400e12
    inside = 4 * collectives.ring_all_reduce_s(8, size, 370 * GB)
    assert inside == pytest.approx(2.5e-3, rel=0.02)
    assert inside / compute == pytest.approx(0.19, abs=0.005)
    one = collectives.ring_all_reduce_s(8, size, 48.5 * GB)
    assert one == pytest.approx(4.84e-3, rel=0.001)
    assert 4 * one == pytest.approx(19.4e-3, rel=0.002)
    assert 4 * one > compute
    assert volumes.tensor_parallel(8, 8192, 8192, 1) / (48.5 * GB) == pytest.approx(4 * one)


def test_e4_pipeline_boundary_is_trivial() -> None:
    each_way = volumes.pipeline_parallel(8192, 8192, 8) / 2
    assert each_way == pytest.approx(16.8e6, rel=0.002)
    assert collectives.send_s(each_way, 48.5 * GB) == pytest.approx(0.35e-3, rel=0.02)


def test_e5_decoding_bound_of_a_mixture_of_experts() -> None:
    step = volumes.decode_step_s(61, 32, 9, 7000, 50 * GB)
    assert step / 61 == pytest.approx(241.92e-6)
    assert step == pytest.approx(14.76e-3, rel=0.001)
    assert 1 / step == pytest.approx(67, abs=1)
    fast = volumes.decode_step_s(61, 32, 9, 7000, 900 * GB)
    assert fast == pytest.approx(0.82e-3, rel=0.001)
    assert 1 / fast == pytest.approx(1200, rel=0.02)


def test_e6_expert_dispatch_and_combine() -> None:
    there = volumes.dispatch_bytes(128, 8, 7168)
    back = volumes.combine_bytes(128, 8, 7168)
    assert (there, back) == (pytest.approx(7.57e6, rel=0.001), pytest.approx(14.68e6, rel=0.001))
    assert there / 194e-6 == pytest.approx(39.0 * GB, rel=0.002)
    assert back / 360e-6 == pytest.approx(40.8 * GB, rel=0.002)


def test_e7_all_to_all_bus_bandwidth() -> None:
    assert collectives.all_to_all_bus_rate(2, 8, 8, 48.5) == pytest.approx(90.9, rel=0.001)
    assert collectives.all_to_all_bus_rate(128, 8, 8, 48.5) == pytest.approx(48.83, rel=0.001)


def test_e8_training_dispatch_to_four_nodes() -> None:
    there = volumes.dispatch_bytes(4096, 4, 7168)
    back = volumes.combine_bytes(4096, 4, 7168)
    assert (there, back) == (pytest.approx(121e6, rel=0.003), pytest.approx(235e6, rel=0.002))
    assert there / (50 * GB) == pytest.approx(2.42e-3, rel=0.003)
    assert back / (50 * GB) == pytest.approx(4.70e-3, rel=0.002)


@pytest.mark.parametrize(("left", "seconds"), [(1 / 2, 1.44), (7 / 8, 0.82)])
def test_e9_losing_a_plane(left: float, seconds: float) -> None:
    assert collectives.ring_all_reduce_s(128, LOCAL_70B, 48.5 * GB * left) == pytest.approx(
        seconds, rel=0.008
    )


def test_e9_the_backward_pass_still_hides_it() -> None:
    window = 2 / 3 * COMPUTE_70B
    assert window == pytest.approx(2.92, rel=0.001)
    fp32 = collectives.ring_all_reduce_s(128, 2 * LOCAL_70B, 48.5 * GB / 2)
    assert fp32 == pytest.approx(2.89, rel=0.002)
    assert fp32 < window


def test_e10_checkpoints_of_405b_every_half_hour() -> None:
    node = NodeType(
        id="n",
        product="n",
        gpus=8,
        backend=NicPorts(nics=8, speed_mbps=400_000),
        frontend=NicPorts(nics=2, speed_mbps=200_000),
    )
    found = storage.judge(
        CheckpointIntent(write=400 * 10**9),
        state_bytes=14 * P_405B,
        writers=2048,
        node=node,
    )
    assert found.state_bytes == pytest.approx(5.68e12, rel=0.001)
    assert found.allowed_s == 18
    assert found.needed_bytes_per_s == pytest.approx(316 * GB, rel=0.002)
    assert found.limit == "the write rate of the storage"
    assert found.fits
    assert pytest.approx(16.5 * GB, rel=0.003) == 14 * P_70B / 60
    assert pytest.approx(2.8, rel=0.02) == 14 * P_405B / 2e12


SPECTRUM_X = {
    16: 33.095585,
    32: 38.572166,
    64: 42.049648,
    128: 44.036110,
    256: 45.101425,
    512: 45.653648,
}


def test_simai_ring_table_and_its_fit() -> None:
    """aliyun/SimAI docs/Tutorial.md: 256 GPUs, TP8, rings of 32, 400G; sizes in MiB, GB/s."""
    ends = ((16 * 2**20, SPECTRUM_X[16] * GB), (512 * 2**20, SPECTRUM_X[512] * GB))
    alpha, rate = collectives.fit_ring(32, ends)
    assert alpha == pytest.approx(rates.STEP_LATENCY_S, rel=0.002)
    assert rate == pytest.approx(46.22 * GB, rel=0.002)
    assert rate == pytest.approx(50 * GB * rates.NIC_EFFICIENCY, rel=0.002)
    for size, bus in SPECTRUM_X.items():
        found = collectives.ring_bus_rate(32, size * 2**20, rate, alpha)
        assert found == pytest.approx(bus * GB, rel=0.002), size


def test_simai_bus_bandwidth_of_nodes() -> None:
    scale_up = rates.SIMAI_SCALE_UP
    assert scale_up["h100"] == pytest.approx(370.8 * GB)
    assert scale_up["h800"] == pytest.approx(164.8 * GB)
    assert collectives.flat_ring_bus_rate(1, 8, 8, 48.5 * GB, 370.8 * GB) == 370.8 * GB
    assert collectives.flat_ring_bus_rate(16, 8, 1, 48.5 * GB, 370.8 * GB) == 48.5 * GB
    two = collectives.tree_bus_rate(2, 8, 1, 48.5, 370.8)
    assert two == pytest.approx(97 * 15 / 16)
    assert rates.pcie_x16(5, simai=True) == pytest.approx(51.2 * GB)
    assert rates.pcie_x16(4, simai=True) == pytest.approx(25.6 * GB)


def test_latency_and_bytes_are_even_at_n_a_b() -> None:
    assert collectives.even_size(128, 46e9, 4.5e-6) == pytest.approx(26.5e6, rel=0.01)
    assert collectives.even_size(1024, 46e9, 4.5e-6) == pytest.approx(212e6, rel=0.01)


def test_bus_factors_of_nccl_tests() -> None:
    assert collectives.bus_factor("all-reduce", 8) == 1.75
    assert collectives.bus_factor("all-to-all", 8) == collectives.bus_factor("all-gather", 8)
    assert collectives.bus_factor("all-gather", 8) == 0.875
    assert collectives.bus_factor("broadcast", 8) == 1
    with pytest.raises(ValueError, match="not a collective"):
        collectives.bus_factor("gossip", 8)


def test_other_collectives_by_hand() -> None:
    """8 ranks, 8 GB at 10 GB/s, 1 ms a step."""
    assert collectives.tree_all_reduce_s(8, 8e9, 10e9, 1e-3) == pytest.approx(1.6 + 0.006)
    assert collectives.ring_gather_s(8, 8e9, 10e9, 1e-3) == pytest.approx(0.7 + 0.007)
    assert collectives.all_to_all_s(8, 8e9, 10e9, 1e-3) == pytest.approx(0.7 + 0.001)
    assert collectives.in_network_all_reduce_s(8e9, 10e9, 1e-3) == pytest.approx(0.802)
    assert collectives.hierarchical_all_reduce_s(
        8, 4, 8e9, 100e9, 10e9, scale_up_alpha_s=1e-6, alpha_s=1e-3
    ) == pytest.approx(0.14 + 14e-6 + 0.15 + 6e-3)
    assert collectives.tree_all_reduce_s(1, 8e9, 10e9) == 0


def test_spare_uplinks_for_lost_spines() -> None:
    """16 uplinks carry 1:1; 18 of 18 spines survive two losses (Meta builds 1:1.125)."""
    assert locality.spare_uplinks(16, 18, 2) == 18
    assert locality.spare_uplinks(16, 1, 1) == float("inf")


def test_context_and_key_values() -> None:
    """Llama 3: 8 key-value heads of 128 values; 70B has 80 layers, 405B 126, 8B 32."""
    assert volumes.key_value_bytes(32, 2048) == 131072
    assert volumes.key_value_bytes(80, 2048) == 327680
    assert volumes.key_value_bytes(126, 2048) == 516096
    assert volumes.key_value_bytes(80, 2048) * 8192 * 64 == pytest.approx(172e9, rel=0.002)
    assert volumes.context_parallel(2, 8192, 2048, 1) == 0.5 * 3 * 8192 * 2048 * 2


def test_busiest_path_of_published_sizes() -> None:
    assert occupancy(32, 32).slowest == pytest.approx(0.295, rel=0.002)
