"""Counts of published fabrics, each from the document named."""

from fractions import Fraction

import pytest
from built_fabrics import backend, build, intent, node, paper, real, shape

from fabricgen.model.intent import ComputeGroup, SwitchIntent
from fabricgen.model.topology import FabricSize

H100 = "NVIDIA DGX SuperPOD H100 and B200, network fabrics"
B300 = "NVIDIA DGX SuperPOD B300, network fabrics"
SN5600 = real("nvidia-sn5600")


def size_of(nodes: int, unit: int, machine, switch: SwitchIntent, **keys) -> FabricSize:
    group = ComputeGroup(nodes=nodes, node=machine, scalable_unit=unit)
    built = shape(intent(group, backend=backend(switch, **keys)))
    assert [problem.kind for problem in built.problems] in ([], ["paper-switch"])
    return built.sizes["backend"]


SUPERPOD = [
    # source, nodes, unit, node, switch, leaves, spines, host links, leaf-spine links, cables
    (H100, 31, 32, node(), paper(64, 400), 8, 4, 248, 256, {"host-leaf": 248, "leaf-spine": 256}),
    (H100, 63, 32, node(), paper(64, 400), 16, 8, 504, 512, None),
    (H100, 127, 32, node(), paper(64, 400), 32, 16, 1016, 1024, None),
    (H100, 64, 32, node(), paper(64, 400), 16, 8, 512, 512, None),
    (H100, 128, 32, node(), paper(64, 400), 32, 16, 1024, 1024, None),
    (H100, 256, 32, node(), paper(64, 400), 64, 32, 2048, 2048, None),
    (B300, 64, 64, node(gbps=800, ports=2), SN5600, 16, 8, 1024, 1024, {"host-leaf": 512, "leaf-spine": 512}),
    (B300, 128, 64, node(gbps=800, ports=2), SN5600, 32, 16, 2048, 2048, {"host-leaf": 1024, "leaf-spine": 1024}),
    (B300, 256, 64, node(gbps=800, ports=2), SN5600, 64, 32, 4096, 4096, {"host-leaf": 2048, "leaf-spine": 2048}),
    (B300, 1024, 64, "nvidia-dgx-b300", SN5600, 256, 128, 16384, 16384, {"host-leaf": 8192, "leaf-spine": 8192}),
    (B300, 64, 64, node(gbps=800, ports=2), paper(64, 800), 16, 8, 1024, 1024, {"host-leaf": 512, "leaf-spine": 512}),
    ("NVIDIA DGX SuperPOD B300 XDR", 72, 72, node(gbps=800), paper(144, 800), 8, 4, 576, 576, None),
    ("NVIDIA DGX SuperPOD B300 XDR", 1296, 72, node(gbps=800), paper(144, 800), 144, 72, 10368, 10368, None),
    ("Asterfusion cloudswit.ch guide", 64, 64, node(nics=4, gpus=4), paper(64, 800), 4, 2, 256, 256, None),
]  # fmt: skip


@pytest.mark.parametrize("row", SUPERPOD, ids=lambda row: f"{row[0]}, {row[1]} nodes")
def test_published_counts(row) -> None:
    _, nodes, unit, machine, switch, leaves, spines, host_links, fabric_links, cables = row
    size = size_of(nodes, unit, machine, switch)
    assert (size.leaf_count, size.spine_count) == (leaves, spines)
    assert (size.host_link_count, size.leaf_spine_link_count) == (host_links, fabric_links)
    assert size.tiers == 2
    assert cables is None or dict(size.cable_count) == cables


def test_simai_spectrum_x_4096_has_64_and_64_switches() -> None:
    """aliyun/SimAI Spectrum-X template: 64 ASW of 64 NICs, 64 PSW, 4096 + 4096 links."""
    group = ComputeGroup(nodes=512, node=node(), scalable_unit=64)
    fabric = backend(SwitchIntent(), leaf=paper(128, 400), spine=paper(64, 400))
    size = shape(intent(group, backend=fabric)).sizes["backend"]
    assert (size.leaf_count, size.spine_count) == (64, 64)
    assert (size.host_link_count, size.leaf_spine_link_count) == (4096, 4096)


@pytest.mark.parametrize(("servers", "unit", "ratio"), [(4, 2, 1), (8, 4, 2)])
def test_juniper_two_stripes_of_200g_uplinks(servers: int, unit: int, ratio: int) -> None:
    """Juniper jvd-ai-dc: 2 stripes of 8 leaves, 4 spines, 200G uplinks, 12.8 Tb/s up."""
    group = ComputeGroup(nodes=servers, node=node(), scalable_unit=unit)
    fabric = backend(
        SwitchIntent(), ratio=Fraction(ratio), leaf=paper(64, 400), spine=paper(32, 200, count=4)
    )
    size = shape(intent(group, backend=fabric)).sizes["backend"]
    assert (size.leaf_count, size.spine_count) == (16, 4)
    assert size.oversubscription["leaf"] == ratio
    assert size.leaf_spine_link_count * 200 == 12_800


def test_131072_gpus_in_eight_planes_of_two_tiers() -> None:
    """arXiv 2605.04333: 800G NICs of 8 x 100G, 64 x 800G switches as 512 x 100G."""
    size = size_of(16384, 256, node(gbps=800, ports=8), paper(64, 800))
    assert (size.gpu_count, size.planes) == (131_072, 8)
    assert (size.leaf_count // 8, size.spine_count // 8) == (512, 256)
    assert size.leaf_count + size.spine_count == 6144
    assert size.max_switch_hops == 3


def problems(nodes: int, unit: int, machine, switch: SwitchIntent, **keys):
    group = ComputeGroup(nodes=nodes, node=machine, scalable_unit=unit)
    return shape(intent(group, backend=backend(switch, **keys))).problems


def test_seventeen_units_of_b300_are_refused_with_the_largest_that_works() -> None:
    (problem,) = problems(17 * 64, 64, "nvidia-dgx-b300", SN5600)
    assert problem.kind == "too-many-leaves"
    assert "136 leaves a plane" in problem.message
    assert "at most 16 times a scalable unit of 64 nodes" in problem.hint


def test_2304_gpus_on_64_ports_are_refused() -> None:
    """72 leaves exceed the 64 ports of a spine: three tiers would be needed."""
    (problem,) = problems(288, 32, node(), paper(64, 400))
    assert problem.kind == "too-many-leaves"
    assert "72 leaves" in problem.message


def test_odd_division_names_units_that_work() -> None:
    (problem,) = problems(96, 32, node(), SN5600, ratio=Fraction(3))
    assert problem.kind == "odd-oversubscription"
    assert "30 or 33" in problem.hint


def test_divisor_rule_not_plain_rounding_up() -> None:
    """Three units: 24 leaves x 32 uplinks / 128 ports = 6, but 6 does not divide 32; 8 does."""
    built = build(
        intent(
            ComputeGroup(nodes=96, node=node(), scalable_unit=32),
            backend=backend(real("nvidia-sn5600")),
        )
    )
    assert built.topology.sizes["backend"].spine_count == 8


def test_oversubscription_is_exact() -> None:
    """HPN leaf (SIGCOMM'24): 128 x 200G down and 24 Tb/s up is 16/15; here up is 120 x 200G."""
    group = ComputeGroup(nodes=128, node=node(gbps=400, ports=2), scalable_unit=128)
    fabric = backend(
        SwitchIntent(), ratio=Fraction(16, 15), leaf=paper(64, 800), spine=paper(128, 400)
    )
    size = shape(intent(group, backend=fabric)).sizes["backend"]
    assert size.oversubscription == {"leaf": Fraction(16, 15)}
    assert size.leaf_uplinks == 120
