"""The plan for people and for machines."""

import json
from dataclasses import replace
from fractions import Fraction

from small_design import SIZE, small_design

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Diagnostic, Place, Severity
from fabricgen.model.feasibility import Collective, FeasibilityReport, JobVerdict
from fabricgen.report import plan_document, plan_json, plan_text
from fabricgen.report.plan_json import gbps, qos_lines

JOB = JobVerdict(
    name="llama-3-70b",
    gpus=1024,
    feasible=False,
    compute_s=4.25,
    step_s=4.9,
    exposed_share=0.13,
    allowed_share=0.1,
    headroom=0.75,
    bottleneck="leaf-spine links",
    collectives=(
        Collective(
            name="data-parallel all-reduce",
            bytes_per_gpu=2.8e11,
            time_s=6.1,
            window_s=5.5,
            exposed_s=0.65,
            required_gbps=410.0,
            available_gbps=369.6,
            formula="2 * (N - 1) / N * bytes / bandwidth",
        ),
    ),
    failures={"one spine": "7/8 of the bandwidth is left"},
)


def with_job() -> Design:
    return replace(small_design(), feasibility=FeasibilityReport(jobs=(JOB,)))


def test_json_holds_the_promised_keys_of_a_fabric() -> None:
    backend = json.loads(plan_json(small_design()))["fabrics"]["backend"]
    promised = {
        "planes": 1,
        "tiers": 2,
        "gpu_count": 4,
        "node_count": 2,
        "leaf_count": 2,
        "spine_count": 1,
        "super_spine_count": 0,
        "host_link_count": 4,
        "leaf_spine_link_count": 4,
        "spine_super_spine_link_count": 0,
        "cable_count": {"host-leaf": 4, "leaf-spine": 2},
        "oversubscription": {"leaf": "16/15"},
        "ecmp_width": {"same_leaf": 1, "same_pod": 2, "other_pod": 2},
        "bisection_gbps": 800,
        "max_switch_hops": 3,
    }
    assert {key: backend[key] for key in promised} == promised


def test_whole_oversubscription_is_a_whole_number() -> None:
    design = small_design()
    assert design.topology is not None
    size = replace(SIZE, oversubscription={"leaf": Fraction(3)})
    design = replace(design, topology=replace(design.topology, sizes={"backend": size}))
    fabric = json.loads(plan_json(design))["fabrics"]["backend"]
    assert fabric["oversubscription"] == {"leaf": "3"}


def test_json_has_one_qos_entry_a_platform_speed_and_cable() -> None:
    (entry,) = json.loads(plan_json(small_design()))["qos"]
    assert entry["roles"] == ["backend leaf", "backend spine"]
    promised = {
        "platform": "nvidia-sn5600",
        "speed_gbps": 400,
        "cable_m": 30,
        "xoff_bytes": 283648,
        "xon_bytes": 19456,
        "size_bytes": 303104,
        "kmin_bytes": 49152,
        "kmax_bytes": 196608,
        "pmax_pct": 20,
    }
    assert {key: entry[key] for key in promised} == promised
    assert entry["terms"][0]["value_bytes"] == 15152


def test_json_holds_jobs_sizing_and_pools() -> None:
    found = plan_document(with_job())
    assert found["sizing"] == {
        "network": "two-tier",
        "planes": 1,
        "gpus": 4,
        "reasons": ["4 GPUs exceed one scale-up domain"],
        "jobs": [],
    }
    (job,) = json.loads(plan_json(with_job()))["jobs"]
    assert (job["feasible"], job["headroom"], job["bottleneck"]) == (
        False,
        0.75,
        "leaf-spine links",
    )
    (pool,) = json.loads(plan_json(with_job()))["addresses"]
    assert (pool["needed"], pool["capacity"]) == (4, 131072)


def test_json_without_a_design_still_holds_the_diagnostics() -> None:
    problem = Diagnostic(
        rule="INT001", severity=Severity.ERROR, message="m", hint="", place=Place(line=3)
    )
    found = json.loads(plan_json(None, (problem,)))
    assert (found["format_version"], found["name"], found["valid"]) == (1, None, False)
    assert found["fabrics"] == {}
    assert found["diagnostics"][0]["line"] == 3


def test_a_design_that_came_only_as_far_as_the_intent_has_a_plan() -> None:
    bare = Design(intent=small_design().intent, catalogue=small_design().catalogue)
    assert json.loads(plan_json(bare))["qos"] == []
    assert plan_text(bare) == "Plan of small\n"
    assert qos_lines(bare) == ()


def test_text_fits_100_columns_and_cuts_nothing() -> None:
    text = plan_text(with_job())
    assert max(map(len, text.splitlines())) <= 100
    assert "…" not in text
    for word in (
        "rail-optimized",
        "16/15",
        "303104",
        "283648",
        "196608",
        "10.64.0.0/14",
        "131,072",
    ):
        assert word in text


def test_text_shows_four_fabrics_side_by_side() -> None:
    design = small_design()
    assert design.topology is not None
    names = ("backend", "storage", "frontend", "oob")
    sizes = {name: replace(SIZE, name=name, bisection_mbps=123456789000) for name in names}
    design = replace(design, topology=replace(design.topology, sizes=sizes))
    lines = plan_text(design).splitlines()
    assert max(map(len, lines)) <= 100
    (head,) = (line for line in lines if line.split() == list(names))
    (row,) = (line for line in lines if line.startswith("bisection"))
    assert row.count("123,456,789") == 4
    assert head.endswith("oob")


def test_text_prints_the_terms_of_each_number() -> None:
    text = plan_text(with_job())
    assert "cable: 15,152 = 2 * 30 m * 400 Gb/s / 198000 km/s" in text
    assert "one spine: 7/8 of the bandwidth is left" in text
    assert "- 4 GPUs exceed one scale-up domain" in text


def test_text_has_colours_only_for_a_terminal() -> None:
    assert "\x1b[" not in plan_text(with_job())
    assert "\x1b[" in plan_text(with_job(), colour=True)


def test_speeds_are_whole_where_they_can_be() -> None:
    assert gbps(800000) == 800
    assert isinstance(gbps(800000), int)
    assert gbps(2500) == 2.5
