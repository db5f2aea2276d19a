"""Jobs on derived networks: verdicts, placements, failures, comparisons."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from built_fabrics import backend, hardware, paper, real

from fabricgen import feasibility, sizing, topology
from fabricgen.catalogue.written import node_type
from fabricgen.feasibility import locality
from fabricgen.feasibility.fabric import node_names, settle, wired
from fabricgen.feasibility.jobs import job, slowest
from fabricgen.feasibility.placement import PlacementError, place
from fabricgen.feasibility.rates import nic_rate
from fabricgen.feasibility.storage import Cards, node_rate
from fabricgen.model.diagnostic import Problem
from fabricgen.model.feasibility import FeasibilityReport, JobVerdict
from fabricgen.model.intent import (
    CheckpointIntent,
    ComputeGroup,
    DpuIntent,
    FabricIntent,
    FabricsIntent,
    Intent,
    JobIntent,
    NodeIntent,
    ParallelismIntent,
    WorkloadIntent,
)
from fabricgen.model.routing import HashRepeat
from fabricgen.model.topology import Role, Topology

TP8 = ParallelismIntent(tensor=8)
SN5600 = backend(real("nvidia-sn5600"))


def cluster(
    *jobs: JobIntent,
    nodes: int = 128,
    node: str = "nvidia-dgx-h100",
    fabric: FabricIntent | None = SN5600,
    kind: str = "training",
    unit: int | None = None,
    dpu: DpuIntent | None = None,
) -> Intent:
    return Intent(
        fabricgen=1,
        name="test",
        compute=(ComputeGroup(nodes=nodes, node=node, scalable_unit=unit, dpu=dpu),),
        workload=WorkloadIntent(kind=kind, jobs=jobs),
        fabrics=FabricsIntent(backend=fabric),
    )


def shape(asked: Intent) -> Topology:
    return topology.build(asked, hardware(), sizing.size(asked, hardware()))


def judge(asked: Intent) -> FeasibilityReport:
    sized = sizing.size(asked, hardware())
    return feasibility.check(asked, hardware(), shape(asked), sized)


def only(asked: Intent) -> JobVerdict:
    report = judge(asked)
    assert report.problems == (), report.problems
    (verdict,) = report.jobs
    return verdict


def problem(asked: Intent) -> Problem:
    return judge(asked).problems[0]


LLAMA = JobIntent(model="llama-3-70b", gpus=1024, parallelism=TP8)


def test_e1_on_the_real_fabric() -> None:
    """35.0 GB a NIC at 46.2 GB/s are 0.757 s and 1.1 ms of latency; 96 Gb/s would hide it."""
    verdict = only(cluster(LLAMA))
    (ring,) = verdict.collectives
    assert ring.time_s == pytest.approx(0.757 + 0.0011, rel=0.002)
    assert ring.required_gbps == pytest.approx(96, rel=0.005)
    assert verdict.compute_s == pytest.approx(4.38, rel=0.002)
    assert verdict.headroom == pytest.approx(369.6 / 96, rel=0.01)
    assert (verdict.feasible, verdict.bottleneck) == (True, "the NIC")


def test_contiguous_rings_leave_a_leaf_once() -> None:
    """64 nodes under a leaf, two units: one flow out of each leaf over 64 uplinks."""
    verdict = only(cluster(LLAMA))
    assert verdict.links[0].load_gbps == pytest.approx(400 / 64)
    assert sum(item.load_gbps for item in verdict.links) > 0


def test_e9_losing_an_element_of_two_planes_costs_no_time() -> None:
    asked = cluster(
        replace(LLAMA, gpus=None), node="nvidia-dgx-b300", fabric=replace(SN5600, planes=2)
    )
    verdict = only(asked)
    found = {item.kind: item for item in verdict.worst}
    for kind in ("NIC link or optic", "leaf", "plane"):
        assert found[kind].share_left == pytest.approx(0.5, rel=0.1)
        assert "no slowdown" in found[kind].effect
    assert found["node"].effect.startswith("the job stops")


def test_e9_one_plane_stops_the_job() -> None:
    failures = only(cluster(LLAMA)).failures
    assert failures["NIC link or optic"] == "the job stops"
    assert "no slowdown" in failures["spine"]


def test_a_dpu_takes_the_storage_of_its_node() -> None:
    verdict = only(cluster(LLAMA, dpu=DpuIntent()))
    assert "storage" in verdict.failures["DPU"]


def test_hashing_hurts_scattered_rings_and_queue_pairs_help() -> None:
    scattered = replace(LLAMA, placement="scattered")
    one = only(cluster(scattered, unit=16))
    eight = only(cluster(replace(scattered, queue_pairs=8), unit=16))
    assert one.collectives[0].available_gbps < eight.collectives[0].available_gbps
    assert one.bottleneck.startswith("ECMP hashing on the uplinks of leaf-p1-")
    assert one.collectives[0].available_gbps < only(cluster(LLAMA)).collectives[0].available_gbps


def test_all_to_all_behind_a_thin_tier_is_the_closed_form() -> None:
    """14 nodes a leaf of 112 at 7:1: o x phi = 7 x (1 - 13/111)."""
    asked = cluster(
        JobIntent(
            model="deepseek-v3",
            parallelism=ParallelismIntent(expert=896),
            max_exposed_communication=Fraction(1),
        ),
        nodes=112,
        unit=14,
        fabric=replace(SN5600, oversubscription=Fraction(7)),
    )
    (verdict,) = judge(asked).jobs
    expert = next(item for item in verdict.collectives if item.name.startswith("expert"))
    expected = 7 * locality.leaving_share(14, 112)
    assert expert.busiest_load == pytest.approx(expected, rel=1e-6)
    assert expert.available_gbps == pytest.approx(400 / expected, rel=0.05)
    assert [item.kind for item in judge(asked).problems] == ["thin-tier"]


def test_scattered_rings_behind_a_thin_tier_are_refused_with_the_nearest_change() -> None:
    asked = cluster(
        replace(LLAMA, gpus=None, placement="scattered", tokens_per_step=1 << 20),
        nodes=112,
        unit=14,
        fabric=replace(SN5600, oversubscription=Fraction(7)),
    )
    found = problem(asked)
    assert found.kind == "job-infeasible"
    assert "which is offered 7.00 times its rate" in found.message
    assert found.hint.startswith("placement: contiguous")
    job_contiguous = replace(asked.workload.jobs[0], placement="contiguous")
    healed = replace(asked, workload=replace(asked.workload, jobs=(job_contiguous,)))
    assert only(healed).feasible


def test_t19_tensor_parallelism_over_nics_is_refused() -> None:
    found = problem(cluster(replace(LLAMA, parallelism=ParallelismIntent(tensor=16))))
    assert found.kind == "job-infeasible"
    assert "nothing hides them" in found.message
    assert found.hint.startswith("tensor: 8")


def test_in_network_sums_are_refused_with_the_reason() -> None:
    found = problem(cluster(replace(LLAMA, reduction="in-network")))
    assert found.kind == "in-network-reduction"
    assert "InfiniBand" in found.message


def test_scale_up_switches_sum_where_they_can() -> None:
    """NCCL with NVLink SHARP: 480 GB/s of bus bandwidth on 8 H100, rings 369."""
    eight = JobIntent(model="llama-3-8b", gpus=8)
    (rings,) = only(cluster(eight, fabric=None)).collectives
    (summed,) = only(cluster(replace(eight, reduction="in-network"), fabric=None)).collectives
    size = 2 * 7 / 8 * 2 * hardware().models["llama-3-8b"].parameters
    assert summed.time_s == pytest.approx(size / 480e9 + 2e-6, rel=1e-6)
    assert rings.time_s / summed.time_s == pytest.approx(1.3, rel=0.01)
    amd = cluster(replace(eight, reduction="in-network"), node="amd-mi300x", fabric=None)
    assert "not known to have" in problem(amd).message


def test_two_nics_behind_one_pcie_link_get_half_each() -> None:
    """Gen5 x16: 63 GB/s x 0.8 = 50.4 for two 400G NICs, 201.6 Gb/s each instead of 369.6."""
    nics = NodeIntent(gpus=8, nics=8, nic_speed=400_000, nics_per_slot=2)
    shared, own = (
        node_type(hardware(), item).backend for item in (nics, replace(nics, nics_per_slot=1))
    )
    assert nic_rate(shared.speed_mbps, shared.pcie, shared.nics_per_slot) == (
        pytest.approx(25.2e9),
        "PCIe Gen5 x16 shared by 2 NICs",
    )
    assert nic_rate(own.speed_mbps, own.pcie, own.nics_per_slot) == (
        pytest.approx(46.2e9),
        "the NIC",
    )
    old = nic_rate(400_000, 4)
    assert old == (pytest.approx(25.2e9), "PCIe Gen4 x16 of the NIC")


def test_front_end_of_dpus_limits_checkpoints() -> None:
    """Two 200G ports of one card give 45 GB/s; a card made for 800G would need its Gen6 slot."""
    node = replace(hardware().nodes["nvidia-dgx-h100"], storage=None)
    assert node_rate(node, Cards(count=1, mbps=400_000)) == (
        pytest.approx(45e9),
        "the ports of the nodes' DPUs",
    )
    assert node_rate(node, Cards(count=2, mbps=200_000))[0] == pytest.approx(45e9)
    assert node_rate(node)[1] == "the front-end ports of the nodes"
    with_storage = hardware().nodes["nvidia-dgx-h100"]
    assert "storage" in node_rate(with_storage, Cards(count=1, mbps=400_000))[1]


def test_a_job_keeps_pace_with_its_slowest_nodes() -> None:
    """64 nodes of 400G and 16 of 200G: 46.2 and 23.1 GB/s a GPU; the job that stays on the fast ones is not slowed."""
    slow = NodeIntent(gpus=8, nics=8, nic_speed=200_000)
    asked = cluster(LLAMA, nodes=64, unit=16)
    groups = (asked.compute[0], ComputeGroup(name="slow", nodes=16, node=slow))
    fast, both = (slowest(replace(asked, compute=groups), hardware(), range(n)) for n in (64, 80))
    assert (fast.backend.speed_mbps, fast.bf16_tflops) == (400_000, 989)
    assert (both.backend.speed_mbps, both.bf16_tflops) == (200_000, None)
    spread = replace(
        asked, compute=groups, workload=WorkloadIntent(jobs=(replace(LLAMA, gpus=640),))
    )
    found = [p.message for p in judge(spread).problems]
    assert found == ["the peak rate of some of the job's GPUs is not known"]


def test_tiers_that_hash_alike_slow_the_job() -> None:
    """Four pods; super-spines that repeat the spines' hash use half of their links to a pod, so these carry twice."""
    asked = cluster(
        replace(LLAMA, gpus=None, placement="scattered", queue_pairs=64),
        unit=32,
        fabric=backend(real("nvidia-sn5600"), tiers=3, pod=1),
    )
    repeat = HashRepeat(
        fabric="backend",
        first=Role.SPINE,
        second=Role.SUPER_SPINE,
        tier="top_down",
        used=1,
        spread=16,
        links=32,
        seed=25,
        algorithm="CRC",
    )
    built, sized = shape(asked), sizing.size(asked, hardware())
    apart, alike = (
        feasibility.check(asked, hardware(), built, sized, repeats=repeats).jobs[0].collectives[0]
        for repeats in ((), (repeat,))
    )
    assert (apart.busiest_load, alike.busiest_load) == (pytest.approx(1), pytest.approx(2))
    assert alike.available_gbps == pytest.approx(200)
    assert "as super-spines hash like spines and use 50 % of their equal links" in alike.limit


def test_trees_send_as_much_with_less_latency() -> None:
    ring = only(cluster(LLAMA)).collectives[0]
    tree = only(cluster(replace(LLAMA, reduction="tree"))).collectives[0]
    assert tree.bytes_per_gpu == pytest.approx(ring.bytes_per_gpu * 128 / 127)
    assert tree.time_s < ring.time_s * 1.01


def test_fully_sharded_is_one_and_a_half_times_the_bytes() -> None:
    """Plain data parallelism over all 1,024 GPUs: 8 members of a node share the NICs."""
    split = ParallelismIntent()
    plain = only(cluster(replace(LLAMA, parallelism=split))).collectives[0]
    sharded = only(cluster(replace(LLAMA, parallelism=split, sharding="fsdp"))).collectives[0]
    assert sharded.bytes_per_gpu == pytest.approx(1.5 * plain.bytes_per_gpu)
    assert plain.bytes_per_gpu == pytest.approx(2 * 127 / 128 * 141.1e9 / 8)


def test_pipeline_and_context_traffic() -> None:
    split = ParallelismIntent(tensor=8, pipeline=4, context=2)
    verdict = only(cluster(replace(LLAMA, parallelism=split)))
    found = {item.name: item for item in verdict.collectives}
    assert set(found) == {
        "context-parallel gathers",
        "pipeline activations",
        "data-parallel all-reduce",
    }
    tokens = 4 * 2**20 / 16
    assert found["pipeline activations"].bytes_per_gpu == 2 * tokens * 8192 * 2 / 16
    assert found["context-parallel gathers"].bytes_per_gpu == 20 * 0.5 * 3 * tokens * 256 * 2


def test_held_parameters_of_a_mixture_of_experts() -> None:
    """Mixtral: 46.7 G in all, 12.9 G for 2 of 8 experts: 5.63 G an expert, 1.63 G dense."""
    asked = cluster(
        JobIntent(model="mixtral-8x7b", gpus=64, parallelism=ParallelismIntent(expert=8))
    )
    dense, expert = job(asked, hardware(), 0, 64).held()
    assert dense == pytest.approx(1.633e9, rel=0.001)
    assert expert == pytest.approx(5.633e9, rel=0.001)


def test_inference_has_no_gradients_and_tells_the_bound_of_decoding() -> None:
    asked = cluster(
        JobIntent(model="deepseek-v3", gpus=64, parallelism=ParallelismIntent(expert=64)),
        kind="inference",
    )
    (verdict,) = judge(asked).jobs
    assert [item.name for item in verdict.collectives] == ["expert all-to-all"]
    assert any("tokens/s a sequence" in text for text in verdict.advice)


def test_two_jobs_share_the_fabric_and_leave_each_other_alone_at_1_to_1() -> None:
    half = replace(LLAMA, gpus=512)
    report = judge(cluster(half, half))
    assert [item.placement for item in report.jobs] == [
        "contiguous, 64 nodes from 1 to 64",
        "contiguous, 64 nodes from 65 to 128",
    ]
    assert {item.headroom for item in report.jobs} == {report.jobs[0].headroom}


def test_a_job_inside_a_domain_needs_nothing() -> None:
    verdict = only(cluster(JobIntent(model="llama-3-8b", gpus=8), fabric=None))
    (inside,) = verdict.collectives
    # 2 x 7/8 x 16.06 GB at 450 x 0.82 GB/s, and 14 steps of 1 us.
    assert inside.time_s == pytest.approx(2 * 7 / 8 * 16.06e9 / (450e9 * 0.82) + 14e-6, rel=1e-3)
    assert (inside.bytes_per_gpu, inside.exposed_s) == (0, 0)
    assert verdict.feasible


def test_no_network_at_all() -> None:
    found = problem(cluster(LLAMA, fabric=None))
    assert found.kind == "job-infeasible"
    assert "no network" in found.message


def test_paper_switches_give_the_closed_form_of_the_real_ones() -> None:
    real_one = only(cluster(LLAMA))
    on_paper = only(cluster(LLAMA, fabric=backend(paper(128, 400))))
    assert on_paper.collectives[0].time_s == pytest.approx(real_one.collectives[0].time_s)
    assert "spine" in on_paper.failures


def test_checkpoints_are_held_against_storage() -> None:
    slow = replace(LLAMA, checkpoint=CheckpointIntent(write=10**10))
    found = problem(cluster(slow))
    assert found.kind == "checkpoint-too-slow"
    saved = only(cluster(LLAMA)).checkpoint
    assert saved is not None
    assert saved.state_bytes == pytest.approx(14 * 70.55e9)
    assert saved.stall_s == pytest.approx(14 * 70.55e9 / (128 * 2 * 25e9 * 0.9))


@pytest.mark.parametrize(
    ("job_of", "kind"),
    [
        ({"gpus": 4096}, "job-too-large"),
        ({"parallelism": ParallelismIntent(tensor=8, data=16)}, "parallelism-mismatch"),
        ({"parallelism": ParallelismIntent(tensor=8, expert=3)}, "parallelism-mismatch"),
        ({"nodes": ("1-4",)}, "bad-placement"),
    ],
)
def test_what_cannot_be_judged(job_of: dict[str, object], kind: str) -> None:
    assert problem(cluster(replace(LLAMA, **job_of))).kind == kind


def test_it_is_deterministic() -> None:
    asked = cluster(replace(LLAMA, placement="scattered"), unit=16)
    assert judge(asked) == judge(asked)


def test_flow_out_equals_flow_in() -> None:
    asked = cluster(replace(LLAMA, placement="scattered"), unit=16)
    wiring = wired(asked, hardware(), shape(asked))
    nodes = place(asked.workload.jobs[0], 128, range(128), 128)
    one = settle(job(asked, hardware(), 0, 1024), nodes, wiring)
    traffic = one.phases[0].traffic[0]
    assert traffic.sum() == pytest.approx(1024 * 400)
    assert traffic.sum(axis=0) == pytest.approx(traffic.sum(axis=1))
    assert len(node_names(asked)) == 128


def test_scattered_nodes_are_a_permutation_and_never_neighbours() -> None:
    nodes = place(replace(LLAMA, placement="scattered"), 128, range(128), 128)
    assert sorted(nodes) == list(range(128))
    assert all(abs(a - b) > 1 for a, b in pairwise(nodes))
    with pytest.raises(PlacementError, match="twice"):
        place(replace(LLAMA, nodes=("1-2", "2")), 3, range(8), 8)


def test_cost_falls_with_oversubscription() -> None:
    one = cluster(LLAMA, unit=12, nodes=120)
    three = cluster(LLAMA, unit=12, nodes=120, fabric=replace(SN5600, oversubscription=Fraction(3)))
    dear, cheap = (feasibility.cost(item, shape(item)) for item in (one, three))
    assert dear.switches > cheap.switches
    assert dear.optics > cheap.optics
    assert dear.watts > cheap.watts


def test_variants_are_every_combination() -> None:
    asked = cluster(LLAMA)
    found = dict(feasibility.variants(asked, ["planes=1,2", "queue_pairs=1,4,8"]))
    assert list(found)[:2] == ["as written", "planes 1, queue_pairs 1"]
    assert len(found) == 7
    assert found["planes 2, queue_pairs 8"].workload.jobs[0].queue_pairs == 8
    fabric = found["planes 2, queue_pairs 8"].fabrics.backend
    assert fabric is not None
    assert fabric.planes == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("colour=red", "cannot be varied"),
        ("planes", "is not KEY=VALUE"),
        ("planes=x", "not a whole number"),
        ("oversubscription=1/0", "not a ratio"),
        ("oversubscription=2000", "not between"),
        ("topology=ring", "not one of"),
        (f"queue_pairs={','.join(map(str, range(1, 70)))}", "more than 64"),
    ],
)
def test_changes_that_cannot_be_made(change: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        list(feasibility.variants(cluster(LLAMA), [change]))


@pytest.mark.parametrize("family", ["rail-optimized", "rail-only", "top-of-rack", "single-tier"])
@pytest.mark.parametrize("node", ["nvidia-dgx-h100", "nvidia-gb200-nvl72-tray"])
def test_every_family_and_scale_up_domain_is_judged(family: str, node: str) -> None:
    asked = cluster(
        JobIntent(
            model="llama-3-70b", parallelism=ParallelismIntent(tensor=4), placement="scattered"
        ),
        nodes=36,
        node=node,
        fabric=replace(SN5600, topology=family),
    )
    verdict = only(asked)
    assert verdict.feasible
    assert verdict.collectives[0].available_gbps <= 400 * 0.924 + 1e-9
    ratios = [item.step_ratio for item in verdict.worst]
    assert ratios == sorted(ratios, reverse=True)


def test_two_homes_keep_a_nic_alive() -> None:
    asked = cluster(
        replace(LLAMA, gpus=256),
        nodes=32,
        node="nvidia-dgx-b300",
        fabric=replace(SN5600, topology="dual-tor"),
    )
    found = {item.kind: item for item in only(asked).worst}
    assert found["NIC link or optic"].share_left == pytest.approx(0.5, rel=0.1)


def test_three_tiers_carry_what_two_do() -> None:
    two = only(cluster(LLAMA))
    three = only(cluster(LLAMA, fabric=replace(SN5600, tiers=3)))
    assert three.collectives[0].time_s == pytest.approx(two.collectives[0].time_s)
    assert {item.kind for item in three.worst} >= {"spine", "leaf-spine link"}


def test_131072_gpus_of_nodes_written_out_in_eight_planes() -> None:
    """MRC: 800G NICs as 8 x 100G, 64 x 800G switches: a lost port leaves 7/8; rings of 1,024 nodes hide."""
    node = NodeIntent(
        gpus=8, nics=8, nic_speed=800_000, ports=8, gpu_memory=288, gpu_tflops=2250, scale_up=900
    )
    job_ = JobIntent(
        model="llama-3-405b",
        parallelism=ParallelismIntent(tensor=8, pipeline=16),
        placement="scattered",
        tokens_per_step=1 << 28,
        queue_pairs=8,
    )
    asked = replace(
        cluster(job_, nodes=16384, fabric=backend(paper(64, 800), planes=8)),
        compute=(ComputeGroup(nodes=16384, node=node),),
    )
    report = judge(asked)
    (verdict,) = report.jobs
    assert (verdict.gpus, verdict.feasible) == (131072, True)
    found = {item.kind: item.share_left for item in verdict.worst}
    assert found["NIC link or optic"] == found["plane"] == pytest.approx(7 / 8)
    assert found["two planes"] == pytest.approx(6 / 8)
    # 6.34 GB of gradients a GPU (E2), twice 1023/1024 of them on the wire.
    ring = verdict.collectives[-1]
    assert ring.bytes_per_gpu == pytest.approx(2 * 1023 / 1024 * 6.34e9, rel=0.001)
    assert [p.kind for p in report.problems] == ["checkpoint-too-slow"]
    assert "cannot leave its nodes" in report.problems[0].message
