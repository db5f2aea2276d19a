"""The QoS part of a plan: buffers, proof and NICs, in text and in data."""

from pathlib import Path

from fabricgen import compile
from fabricgen.model.qos import BufferBudget
from fabricgen.report.plan_json import plan_document
from fabricgen.report.plan_qos import bar, parts
from fabricgen.report.plan_text import plan_text


def budget(**sizes: int) -> BufferBudget:
    zero = {
        "reserved_bytes": 0,
        "group_bytes": 0,
        "headroom_pool_bytes": 0,
        "shared_bytes": 0,
        "other_bytes": 0,
    }
    return BufferBudget(
        chip_bytes=100, demand_bytes=0, longest_m=40, ports="1 x 800G", **{**zero, **sizes}
    )


def test_bar_is_in_proportion() -> None:
    found = bar(budget(reserved_bytes=10, group_bytes=20, headroom_pool_bytes=20, shared_bytes=50))
    assert found == "R" * 6 + "G" * 12 + "H" * 12 + "S" * 30
    assert len(bar(budget(shared_bytes=1, other_bytes=99))) == 60


def test_parts_are_named() -> None:
    assert parts(budget(shared_bytes=7))[3] == ("shared", 7)


def test_plan_shows_buffers_proof_and_nics(examples: Path) -> None:
    design = compile.compile_intent(examples / "h100-256" / "intent.yaml").design
    assert design is not None
    text = plan_text(design)
    for part in (
        "Packet buffers",
        "longest lossless cable",
        "Lossless from NIC to NIC",
        "PFC watchdog",
        "SONiC's stock map",
        "one lossless priority",
        "NICs of node, backend (nvidia)",
    ):
        assert part in text
    assert max(len(line) for line in text.splitlines()) <= 100
    document = plan_document(design)["lossless"]
    kinds = {hop["kind"] for hop in document["lossless_paths"]}
    assert kinds == {"host-leaf", "leaf-spine"}
    for line in document["buffers"]:
        sizes = ("reserved", "group", "headroom_pool", "shared", "other")
        total = sum(line[f"{name}_bytes"] for name in sizes)
        assert total == line["chip_bytes"]
    assert all(hop["ecn_before_pfc"] for hop in document["lossless_paths"])
