"""The examples of the language, read as the design gives them."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from fabricgen.intent import parse, read, starter
from fabricgen.model.intent import Intent, SwitchIntent

MINIMAL = """\
fabricgen: 1
name: tokyo-a
workload: training
compute: {nodes: 128, node: nvidia-dgx-h100}
fabrics:
  backend: {switch: nvidia-sn5600}
"""

FULL = """\
fabricgen: 1
name: osaka-b300
sonic:
  release: "202511"
  routing: frrcfgd
workload:
  kind: training
  jobs:
    - model: llama-3-70b
      gpus: 1024
      parallelism: {tensor: 8, pipeline: 1, data: 128, expert: 1}
      tokens_per_step: 4Mi
      mfu: 40%
      max_exposed_communication: 10%
compute:
  - name: b300
    nodes: 1024
    node: nvidia-dgx-b300
    scalable_unit: 64
    dpu: {platform: nvidia-bf3, mode: sonic, routing: bgp}
fabrics:
  backend:
    topology: rail-optimized
    planes: 2
    tiers: auto
    oversubscription: 1
    leaf:  {platform: nvidia-sn5600, breakout: 2x400G}
    spine: {platform: nvidia-sn5600, breakout: 2x400G}
    cables: {host_leaf: 3m, leaf_spine: 30m}
    load_balancing: adaptive
  storage:  {switch: nvidia-sn4700, protocol: nvme-rdma}
  frontend: {switch: nvidia-sn4700}
  oob:      {switch: nvidia-sn2201}
addressing:
  loopbacks: 10.255.0.0/16
  links: 10.64.0.0/10
  hosts: 10.0.0.0/10
  asn: 4200000000-4200999999
qos:
  lossless: [{name: roce, dscp: 26, priority: 3}]
  congestion: {name: cnp, dscp: 48, priority: 6, strict: true}
tenants:
  - {name: red, nodes: [1-512], isolation: vrf}
services: {ntp: [10.0.0.1], dns: [10.0.0.2], syslog: [10.0.0.3], tacacs: {servers: [10.0.0.4], secret: ${TACACS_SECRET}}, telemetry: gnmi}
overrides:
  - {devices: "leaf-*", table: CRM, set: {Config: {polling_interval: "300"}}}
accept:
  - {rule: CAP003, devices: "storage-*", reason: "3:1 agreed with the storage team"}
"""


def intent_of(text: str) -> Intent:
    draft = parse(text, "intent.yaml")
    assert draft.problems == ()
    assert draft.intent is not None
    return draft.intent


def test_minimal_form_takes_the_defaults() -> None:
    intent = intent_of(MINIMAL)
    assert intent.workload.kind == "training"
    assert [(g.name, g.nodes, g.node) for g in intent.compute] == [("node", 128, "nvidia-dgx-h100")]
    backend = intent.fabrics.backend
    assert backend is not None
    assert backend.switch == SwitchIntent(platform="nvidia-sn5600")
    assert (backend.planes, backend.tiers, backend.oversubscription) == (None, None, 1)
    assert intent.fabrics.storage is None
    assert intent.sonic.release == "202511"


def test_full_form_gives_every_value() -> None:
    intent = intent_of(FULL)
    job = intent.workload.jobs[0]
    assert (job.model, job.gpus, job.tokens_per_step) == ("llama-3-70b", 1024, 4 * 2**20)
    assert (job.mfu, job.max_exposed_communication) == (Fraction(2, 5), Fraction(1, 10))
    assert job.parallelism.data == 128
    group = intent.compute[0]
    assert group.dpu is not None
    assert (group.scalable_unit, group.dpu.mode) == (64, "sonic")
    backend = intent.fabrics.backend
    assert backend is not None
    assert backend.leaf == SwitchIntent(platform="nvidia-sn5600", breakout="2x400G")
    assert (backend.planes, backend.tiers, backend.cables.leaf_spine) == (2, None, 30)
    assert intent.tenants[0].nodes == ("1-512",)
    assert intent.services.tacacs is not None
    assert intent.services.tacacs.secret == "${TACACS_SECRET}"
    assert intent.overrides[0].set == {"Config": {"polling_interval": "300"}}
    assert intent.accept[0].reason == "3:1 agreed with the storage team"


def test_places_point_at_values_and_at_keys_of_blocks() -> None:
    intent = intent_of(FULL)
    where = {
        ("fabrics", "backend"): (22, 3),
        ("fabrics", "backend", "planes"): (24, 13),
        ("fabrics", "backend", "leaf", "breakout"): (27, 48),
        ("compute", 0, "nodes"): (17, 12),
        ("tenants", 0, "nodes", 0): (43, 25),
        ("fabrics", "backend", "spine", "radix"): (28, 12),  # absent: the nearest enclosing key
    }
    for path, position in where.items():
        found = intent.place(*path)
        assert (found.file, found.line, found.column) == ("intent.yaml", *position)


def test_one_group_needs_no_list_and_counts_as_the_first() -> None:
    intent = intent_of(MINIMAL)
    assert intent.place("compute", 0, "nodes").column == 18
    assert intent.place("compute", 0).column == 10


def test_windows_line_ends_give_the_same_intent() -> None:
    unix, windows = intent_of(FULL), intent_of(FULL.replace("\n", "\r\n"))
    assert unix == windows


def test_byte_order_mark_is_a_remark_beside_the_intent() -> None:
    draft = parse("\ufeff" + MINIMAL, "f")
    assert draft.intent is not None
    assert [p.kind for p in draft.problems] == ["byte-order-mark"]
    assert draft.intent.place("name").column == 7


def test_paper_switch_stands_where_a_platform_stands() -> None:
    text = MINIMAL.replace("nvidia-sn5600", "{radix: 144, speed: 800G}")
    backend = intent_of(text).fabrics.backend
    assert backend is not None
    assert backend.switch == SwitchIntent(radix=144, speed=800_000)


def test_node_written_out_stands_where_a_name_stands() -> None:
    text = MINIMAL.replace("nvidia-dgx-h100", "{gpus: 8, nics: 8, nic_speed: 800G, ports: 2}")
    node = intent_of(text).compute[0].node
    assert not isinstance(node, str)
    assert (node.gpus, node.nics, node.nic_speed, node.ports) == (8, 8, 800_000, 2)


def test_number_is_its_text_where_text_is_meant() -> None:
    intent = intent_of(MINIMAL + "sonic: {release: 202511}\nplatforms: 007\n")
    assert (intent.sonic.release, intent.platforms) == ("202511", "007")


def test_environment_references_stay_text() -> None:
    assert intent_of(MINIMAL + "platforms: ${HOME}/platforms\n").platforms == "${HOME}/platforms"


def test_anchor_gives_a_value_twice() -> None:
    text = MINIMAL + "  storage: &same {switch: nvidia-sn4700}\n  frontend: *same\n"
    fabrics = intent_of(text).fabrics
    assert fabrics.storage == fabrics.frontend


def test_repeated_server_is_left_out_with_a_remark() -> None:
    draft = parse(MINIMAL + "services: {ntp: [10.0.0.1, 10.0.0.2, 10.0.0.1]}\n", "f")
    assert draft.intent is not None
    assert draft.intent.services.ntp == ("10.0.0.1", "10.0.0.2")
    assert [p.kind for p in draft.problems] == ["repeated-item"]


def test_file_is_read_with_its_path(tmp_path: Path) -> None:
    path = tmp_path / "intent.yaml"
    path.write_text(MINIMAL, encoding="utf-8")
    intent = read(path).intent
    assert intent is not None
    assert intent.place("name").file == str(path)


@pytest.mark.parametrize("name", ["absent.yaml", ".", "nul\0.yaml"])
def test_unreadable_path_is_a_problem(tmp_path: Path, name: str) -> None:
    draft = read(tmp_path / name)
    assert draft.intent is None
    assert [p.kind for p in draft.problems] == ["unreadable"]


@pytest.mark.parametrize("workload", ["training", "fine-tuning", "inference"])
def test_starter_parses_as_written_and_with_every_comment_taken_in(workload: str) -> None:
    text = starter(
        name="kyoto", nodes=64, node="nvidia-dgx-b200", switch="nvidia-sn5600", workload=workload
    )
    intent = intent_of(text)
    assert (intent.name, intent.workload.kind, intent.compute[0].nodes) == ("kyoto", workload, 64)
    keys = "grow_to|topology|oversubscription|cables|storage|frontend|oob"
    opened = re.sub(rf"(?m)^(\s*)# (?=(?:{keys}):)", r"\1", text)
    opened = re.sub(r"(?m)^# (?=sonic|addressing|services|  )", "", opened)
    full = intent_of(opened)
    assert full.compute[0].grow_to == 128
    assert full.services.tacacs is not None
    assert len(full.fabrics.present()) == 4


@pytest.mark.parametrize("name", ["a: b", "../x", '"\\', "x\ny", "", "#", "{}", "${X}"])
def test_starter_of_an_illegal_name_is_refused_by_that_name(name: str) -> None:
    draft = parse(starter(name=name, nodes=1, node="x", switch="y"), "f")
    assert draft.intent is None
    assert {p.place.line for p in draft.problems if p.message.startswith("name:")} == {3}
    assert {p.kind for p in draft.problems} <= {"bad-name", "empty-value", "wrong-type"}


def test_override_rows_have_places() -> None:
    intent = intent_of(FULL)
    row = intent.place("overrides", 0, "set", "Config")
    field = intent.place("overrides", 0, "set", "Config", "polling_interval")
    assert ((row.line, row.column), (field.line, field.column)) == ((46, 43), (46, 52))


def test_folded_reason_is_one_line() -> None:
    text = MINIMAL + "accept:\n  rule: CAP003\n  reason: >\n    agreed with\n    the storage team\n"
    assert intent_of(text).accept[0].reason == "agreed with the storage team"


def test_endless_device_is_too_large() -> None:
    zero = Path("/dev/zero")
    if not zero.exists():
        pytest.skip("no /dev/zero on this system")
    assert [p.kind for p in read(zero).problems] == ["too-large"]
