"""Counts of published fabrics, each from the document named, and the requests nobody can build."""

from dataclasses import dataclass, field, replace
from fractions import Fraction

import pytest
from built_fabrics import backend, intent, node, paper, real, shape

from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import ComputeGroup, FabricIntent, NodeIntent, SwitchIntent
from fabricgen.model.topology import FabricSize

H100 = "NVIDIA DGX SuperPOD H100, network fabrics"
B200 = "NVIDIA DGX SuperPOD B200, architecture"
B300 = "NVIDIA DGX SuperPOD B300, network fabrics"
XDR = "NVIDIA DGX SuperPOD B300 XDR, architecture"
HPN = "Alibaba HPN, SIGCOMM'24"
DEEPSEEK = "DeepSeek-V3, ISCA'25, table of topologies"
MRC = "MRC, arXiv 2605.04333"
ASTRAL = "Tencent Astral, SIGCOMM'25"
MEGASCALE = "ByteDance MegaScale, NSDI'24"
JUNIPER = "Juniper JVD, AI data centre, two stripes"
META = "Meta RoCE, SIGCOMM'24"
SIMAI = "aliyun/SimAI, Spectrum-X template"
ASTERFUSION = "Asterfusion, cloudswit.ch guide"

SN5600 = real("nvidia-sn5600")
K64, K128 = paper(64, 400), paper(128, 400)
WHOLE128 = SwitchIntent(radix=128, speed=400_000, breakout="1x400G")
WHOLE64 = SwitchIntent(radix=64, speed=400_000, breakout="1x400G")


@dataclass(frozen=True)
class Row:
    """A published design: ``counts`` are attributes of its size with their published values."""

    id: str
    source: str
    nodes: int
    unit: int
    switch: SwitchIntent
    machine: NodeIntent | str = field(default_factory=node)
    spare: int = 0
    keys: dict[str, object] = field(default_factory=dict)
    counts: dict[str, object] = field(default_factory=dict)
    cables: dict[str, int] = field(default_factory=dict)


def superpod(
    nodes: int, leaves: int, spines: int, cores: int, host_links: int, links: int, source=B200
) -> Row:
    return Row(
        id=f"{nodes} nodes",
        source=source,
        nodes=nodes,
        unit=32,
        switch=K64,
        counts={
            "leaf_count": leaves,
            "spine_count": spines,
            "super_spine_count": cores,
            "host_link_count": host_links,
            "leaf_spine_link_count": links,
            "spine_super_spine_link_count": links if cores else 0,
            "tiers": 3 if cores else 2,
        },
    )


def twin(nodes: int, leaves: int, spines: int, cables: int, machine, switch) -> Row:
    """DGX B300: each GPU two ports of 400G, one a plane; a cable is a twin-port cable."""
    return Row(
        id=f"T05-T06 {nodes} nodes",
        source=B300,
        nodes=nodes,
        unit=64,
        switch=switch,
        machine=machine,
        counts={
            "planes": 2,
            "tiers": 2,
            "leaf_count": leaves,
            "spine_count": spines,
            "host_link_count": 2 * cables,
            "leaf_spine_link_count": 2 * cables,
        },
        cables={"host-leaf": cables, "leaf-spine": cables},
    )


B300_NODE = node(gbps=800, ports=2)
ROWS = [
    superpod(31, 8, 4, 0, 248, 256, H100),  # T01: one node gives way to four UFM cables
    superpod(63, 16, 8, 0, 504, 512, H100),
    superpod(127, 32, 16, 0, 1016, 1024, H100),
    superpod(64, 16, 8, 0, 512, 512),
    superpod(128, 32, 16, 0, 1024, 1024),
    superpod(256, 64, 32, 0, 2048, 2048),  # T02
    superpod(512, 128, 128, 64, 4096, 4096),  # T03
    superpod(2048, 512, 512, 256, 16384, 16384),  # T04
    twin(64, 16, 8, 512, B300_NODE, SN5600),
    twin(64, 16, 8, 512, B300_NODE, paper(64, 800)),
    twin(128, 32, 16, 1024, B300_NODE, paper(64, 800)),
    twin(256, 64, 32, 2048, B300_NODE, paper(64, 800)),
    twin(1024, 256, 128, 8192, "nvidia-dgx-b300", paper(64, 800)),
    Row("T07 1 unit", XDR, 72, 72, paper(144, 800), node(gbps=800), counts={
        "leaf_count": 8, "spine_count": 4, "leaf_spine_link_count": 576}),
    Row("T07 18 units", XDR, 1296, 72, paper(144, 800), node(gbps=800), counts={
        "leaf_count": 144, "spine_count": 72, "host_link_count": 10368,
        "leaf_spine_link_count": 10368, "gpu_count": 10368, "tiers": 2}),
    # 128 active and 8 backup hosts a segment; a ToR has 136 x 200G down and 60 x 400G up
    Row("T08", HPN, 15 * 136, 136, K128, node(ports=2), 8,
        {"spine": WHOLE128, "super_spine": WHOLE128, "tiers": 3,
         "spine_oversubscription": Fraction(15), "ratio": Fraction(16, 15),
         "topology": "dual-tor", "planes": 2},
        {"gpu_count": 15360, "leaf_count": 240, "spine_count": 120, "spine_uplinks": 8,
         "units_per_pod": 15, "pods": 1, "leaf_uplinks": 60,
         "oversubscription": {"leaf": Fraction(16, 15), "spine": Fraction(15)}}),
    Row("T09", DEEPSEEK, 2048, 32, K64, keys={"topology": "rail-only"}, counts={
        "gpu_count": 16384, "leaf_count": 512, "spine_count": 256,
        "leaf_spine_link_count": 16384, "tiers": 2}),
    Row("FT2", DEEPSEEK, 256, 32, K64, counts={
        "gpu_count": 2048, "leaf_count": 64, "spine_count": 32, "leaf_spine_link_count": 2048}),
    Row("T10", DEEPSEEK, 8192, 32, K64, counts={
        "gpu_count": 65536, "leaf_count": 2048, "spine_count": 2048, "super_spine_count": 1024,
        "leaf_spine_link_count": 65536, "spine_super_spine_link_count": 65536,
        "ecmp_width": {"same_leaf": 1, "same_pod": 32, "other_pod": 1024}, "max_switch_hops": 5}),
    Row("T11", MRC, 16384, 256, paper(64, 800), node(gbps=800, ports=8), counts={
        "gpu_count": 131072, "planes": 8, "leaf_count": 8 * 512, "spine_count": 8 * 256,
        "max_switch_hops": 3}),
    # a rail and plane of a pod: 64 ToRs of 128 x 200G down and 64 x 400G up
    Row("T12 one pod", ASTRAL, 8192, 128, K128, node(ports=2),
        keys={"spine": WHOLE128, "super_spine": WHOLE128, "tiers": 3, "topology": "rail-only"},
        counts={"gpu_count": 65536, "pods": 1, "units_per_pod": 64}),
    Row("T12 eight pods", ASTRAL, 65536, 128, K128, node(ports=2),
        keys={"spine": WHOLE128, "super_spine": WHOLE128, "tiers": 3, "topology": "rail-only"},
        counts={"gpu_count": 524288, "pods": 8,
                "oversubscription": {"leaf": Fraction(1), "spine": Fraction(1)}}),
    # 32 ports down, split to 64 x 200G, and 32 x 400G up
    Row("T13", MEGASCALE, 1536, None, K64, node(gbps=200),
        keys={"spine": WHOLE64, "super_spine": WHOLE64, "tiers": 3},
        counts={"nodes_per_unit": 64, "leaf_uplinks": 32, "gpu_count": 12288,
                "oversubscription": {"leaf": Fraction(1), "spine": Fraction(1)}}),
    Row("T14", ASTERFUSION, 64, 64, paper(64, 800), node(nics=4, gpus=4), counts={
        "leaf_count": 4, "spine_count": 2, "host_link_count": 256}),
    *(Row(f"T15 {servers} servers", JUNIPER, servers, servers // 2, SwitchIntent(), keys={
        "ratio": Fraction(ratio), "leaf": K64, "spine": paper(32, 200, count=4)}, counts={
        "leaf_count": 16, "spine_count": 4, "leaf_spine_link_count": 64,
        "oversubscription": {"leaf": Fraction(ratio)}}) for servers, ratio in ((4, 1), (8, 2))),
    # racks of two nodes; 192 uplinks at 7 to 1 are no whole number, 28 uplinks are 48/7 to 1
    Row("T16 one zone", META, 384, 2, K64, keys={
        "topology": "top-of-rack", "spine": paper(576, 400), "tiers": 2},
        counts={"gpu_count": 3072, "leaf_count": 192, "oversubscription": {"leaf": Fraction(1)}}),
    Row("T16 eight zones", META, 3072, 2, K64, keys={
        "topology": "top-of-rack", "spine": paper(576, 400), "super_spine": paper(576, 400),
        "tiers": 3, "pod": 192, "spine_oversubscription": Fraction(48, 7)},
        counts={"gpu_count": 24576, "leaf_count": 1536, "pods": 8,
                "oversubscription": {"leaf": Fraction(1), "spine": Fraction(48, 7)}}),
    Row("T17", SIMAI, 512, 64, SwitchIntent(), keys={"leaf": K128, "spine": K64}, counts={
        "leaf_count": 64, "spine_count": 64, "host_link_count": 4096,
        "leaf_spine_link_count": 4096}),
]  # fmt: skip


def asked(row: Row) -> tuple[FabricIntent, ComputeGroup]:
    group = ComputeGroup(nodes=row.nodes, node=row.machine, scalable_unit=row.unit, spare=row.spare)
    return backend(row.switch, **row.keys), group


def size_of(row: Row) -> FabricSize:
    fabric, group = asked(row)
    built = shape(intent(group, backend=fabric))
    assert {problem.kind for problem in built.problems} <= {"paper-switch"}, built.problems
    return built.sizes["backend"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.source}: {row.id}")
def test_published_counts(row: Row) -> None:
    size = size_of(row)
    assert {name: getattr(size, name) for name in row.counts} == row.counts
    if row.cables:
        assert dict(size.cable_count) == row.cables


def test_published_totals() -> None:
    """5,120 and 768 switches of DeepSeek's table, 6,144 of MRC."""
    sizes = {row.id: size_of(row) for row in ROWS if row.id in ("T09", "T10", "T11")}
    switches = {
        key: size.leaf_count + size.spine_count + size.super_spine_count
        for key, size in sizes.items()
    }
    assert switches == {"T09": 768, "T10": 5120, "T11": 6144}
    both = sizes["T10"].leaf_spine_link_count + sizes["T10"].spine_super_spine_link_count
    assert both == 131_072


def test_cross_zone_share_of_meta_is_the_nearest_that_whole_links_give() -> None:
    """The published 57.1 Gb/s is 400/7: 3,072 links up are shared 1 to 7, 438.9 links. With 7 to 1 the plan is
    refused and names 48/7, which is 192 down and 28 up of a spine: 58.3 Gb/s.
    """
    row = next(row for row in ROWS if row.id == "T16 eight zones")
    assert Fraction(400) / size_of(row).oversubscription["spine"] == Fraction(400 * 7, 48)
    fabric, group = asked(row)
    exact = replace(fabric, spine_oversubscription=Fraction(7))
    (problem,) = shape(intent(group, backend=exact)).problems
    assert problem.kind == "pod"
    assert "192/7" in problem.message
    assert "48/7" in problem.hint


def problems(nodes: int, unit: int, machine, switch: SwitchIntent, **keys) -> tuple[Problem, ...]:
    group = ComputeGroup(nodes=nodes, node=machine, scalable_unit=unit)
    return shape(intent(group, backend=backend(switch, **keys))).problems


def test_seventeen_units_of_b300_are_refused_in_two_tiers() -> None:
    (problem,) = problems(17 * 64, 64, "nvidia-dgx-b300", SN5600, tiers=2)
    assert problem.kind == "too-many-leaves"
    assert "136 leaves a plane" in problem.message
    assert "at most 16 times a scalable unit of 64 nodes" in problem.hint


def test_2304_gpus_on_64_ports_are_refused_in_two_tiers() -> None:
    """72 leaves exceed the 64 ports of a spine: three tiers would be needed."""
    (problem,) = problems(288, 32, node(), K64, tiers=2)
    assert problem.kind == "too-many-leaves"
    assert "72 leaves" in problem.message
    assert "tiers: 3" in problem.hint


def test_auto_takes_the_third_tier_only_when_two_do_not_serve_and_says_why() -> None:
    row = Row("", "", 288, 32, K64)
    size = size_of(row)
    assert (size.tiers, size.units_per_pod, size.pods) == (3, 4, 3)
    assert any("72 leaves a plane need" in reason for reason in size.reasons)
    assert size_of(Row("", "", 256, 32, K64)).tiers == 2


@pytest.mark.parametrize(
    ("nodes", "keys", "kind", "hint"),
    [
        (96, {"ratio": Fraction(3)}, "odd-oversubscription", "30 or 33"),
        # 32 leaves of a pod at 7 to 1: 32 / 5 and 32 / 4 are whole uplinks
        (512, {"tiers": 3, "pod": 4, "spine_oversubscription": Fraction(7)}, "pod",
         "spine_oversubscription: 32/5 or 8"),
        (512, {"tiers": 3, "pod": 5}, "pod", "pod: 4"),
        (512, {"tiers": 3, "spine": paper(64, 400, count=100)}, "spine-count", "128"),
        (512, {"tiers": 3, "super_spine": paper(64, 400, count=100)}, "spine-count", "64"),
        (512, {"tiers": 3, "super_spine": paper(2, 400)}, "too-many-pods", "at most 2 such pods"),
        (512, {"tiers": 1}, "tiers", "single-tier"),
        (512, {"topology": "dual-tor"}, "planes", "two ports"),
    ],
)  # fmt: skip
def test_impossible_requests_name_what_works(nodes, keys, kind, hint) -> None:
    (problem,) = problems(nodes, 32, node(), K64, **keys)
    assert problem.kind == kind
    assert hint in problem.hint


def test_divisor_rule_not_plain_rounding_up() -> None:
    """Three units: 24 leaves x 32 uplinks / 128 ports = 6, but 6 does not divide 32; 8 does."""
    assert size_of(Row("", "", 96, 32, SN5600)).spine_count == 8
