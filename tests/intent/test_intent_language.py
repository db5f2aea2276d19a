"""The published forms of the language: JSON Schema, reference, and their agreement with the reader."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from fabricgen.intent import json_schema, json_schema_text, parse, reference, starter
from fabricgen.intent.forms import FORMS
from fabricgen.intent.language import homes, language, records, standing
from fabricgen.model.intent import CablesIntent, Intent, Key, SwitchIntent

FULL: Any = yaml.safe_load("""\
fabricgen: 1
name: osaka
sonic: {release: "202511", routing: frrcfgd}
workload:
  kind: training
  jobs:
    - model: {parameters: 70B, layers: 80, experts: 8, active_parameters: 8B}
      gpus: 1024
      parallelism: {tensor: 8, data: 128}
      tokens_per_step: 4Mi
      mfu: 40%
compute:
  - name: b300
    nodes: 1024
    node: {gpus: 8, nics: 8, nic_speed: 800G, ports: 2}
    scalable_unit: 64
    dpu: {platform: nvidia-bf3, count: 1}
fabrics:
  backend:
    topology: auto
    planes: auto
    tiers: 2
    oversubscription: 16/15
    leaf: {platform: nvidia-sn5600, breakout: 2x400G}
    spine: nvidia-sn5600
    cables: {host_leaf: 3m}
  storage: {switch: {radix: 64, speed: 400G}, protocol: nvme-rdma}
addressing: {links: 10.64.0.0/10, asn: 4200000000-4200999999}
qos:
  lossless: {name: roce, dscp: 26, priority: 3}
  congestion: {strict: true}
  mtu: 9100
tenants: [{name: red, nodes: [1-512, 600], isolation: vrf}]
services: {ntp: [10.0.0.1], tacacs: {servers: [10.0.0.4], secret: "${TACACS_SECRET}"}, telemetry: gnmi}
overrides: {devices: "leaf-*", table: CRM, set: {Config: {a: "300", b: [x, y]}}}
accept: [{rule: CAP003, reason: agreed}]
""")
# What keys say against each other, and arithmetic on addresses, only the reader knows.
BEYOND_SCHEMA = {
    "host-bits", "repeated-name", "class-clash", "tenant-nodes-twice", "too-many-servers", "paper-and-platform",
    "paper-incomplete", "bad-breakout", "leading-zero", "repeated-item", "grow-below-nodes", "active-above-all",
    "bad-rule-id", "no-effect",
}  # fmt: skip
WRONG = (
    None,
    True,
    False,
    5,
    0,
    -1,
    1.5,
    "word",
    "",
    " ",
    "5",
    [],
    ["word"],
    {},
    {"word": "word"},
    [[]],
    10**9,
)


def paths(tree: object, prefix: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    entries = (
        tree.items()
        if isinstance(tree, dict)
        else enumerate(tree)
        if isinstance(tree, list)
        else ()
    )
    for key, value in entries:
        yield (*prefix, key)
        yield from paths(value, (*prefix, key))


def mutated(tree: Any, path: tuple[Any, ...], how: str, value: Any) -> Any:
    result = copy.deepcopy(tree)
    parent = result
    for step in path[:-1]:
        parent = parent[step]
    match how:
        case "remove":
            del parent[path[-1]]
        case "add" if isinstance(parent, dict):
            parent["unknown"] = value
        case "rename" if isinstance(parent, dict):
            parent[f"{path[-1]}x"] = parent.pop(path[-1])
        case _:
            parent[path[-1]] = value
    return result


VALIDATOR = jsonschema.Draft202012Validator(json_schema())
PATHS = tuple(paths(FULL))


def agree(tree: object) -> bool:
    draft = parse(json.dumps(tree, indent=1), "f")
    reader = {problem.kind for problem in draft.problems} <= BEYOND_SCHEMA
    return reader == VALIDATOR.is_valid(tree)


def test_schema_is_a_schema_and_takes_the_full_form() -> None:
    jsonschema.Draft202012Validator.check_schema(json_schema())
    assert VALIDATOR.is_valid(FULL)
    assert parse(json.dumps(FULL), "f").problems == ()
    assert VALIDATOR.is_valid(
        yaml.safe_load(starter(name="a", nodes=4, node="x", switch="y", workload="inference"))
    )


@pytest.mark.parametrize("how", ["remove", "rename", "add"])
def test_schema_and_reader_agree_on_keys(how: str) -> None:
    disagreed = [path for path in PATHS if not agree(mutated(FULL, path, how, "x"))]
    assert disagreed == []


@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_schema_and_reader_agree_on_types(value: object) -> None:
    disagreed = [path for path in PATHS if not agree(mutated(FULL, path, "replace", value))]
    assert disagreed == []


@settings(max_examples=50)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(PATHS),
            st.sampled_from(["remove", "rename", "add", "replace"]),
            st.sampled_from(WRONG),
        ),
        min_size=2,
        max_size=4,
    )
)
def test_schema_and_reader_agree_on_several_changes(changes: list[tuple[Any, str, Any]]) -> None:
    tree = FULL
    for path, how, value in changes:
        try:
            tree = mutated(tree, path, how, value)
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change took the place away
    assert agree(tree)


def test_committed_schema_is_fresh(root: Path) -> None:
    path = root / "schemas" / "intent-1.schema.json"
    assert path.read_text(encoding="utf-8") == json_schema_text()


def test_committed_reference_is_fresh(root: Path) -> None:
    assert (root / "docs" / "intent.md").read_text(encoding="utf-8") == reference()


def test_every_key_is_described_with_its_unit_and_a_known_form() -> None:
    for record in records():
        for name, item in language(record).items():
            assert item.key.doc.endswith("."), name
            assert item.key.kind in FORMS, name
            if item.key.kind in ("speed", "length", "size", "percent") and item.record is None:
                assert item.key.unit, name
            if item.absent is None and not item.required:
                assert item.key.default, name


def test_language_reads_the_annotations() -> None:
    assert "places" not in language(Intent)
    compute = language(Intent)["compute"]
    assert (compute.many, compute.required, compute.text_too) == (True, True, False)
    leaf = language(Intent)["fabrics"].record
    assert leaf is not None
    assert standing(SwitchIntent)[0] == "fabrics.backend.switch"
    assert homes("host_leaf")[0] == "fabrics.backend.cables.host_leaf"
    assert language(CablesIntent)["host_leaf"].absent == 3
    assert isinstance(language(CablesIntent)["host_leaf"].key, Key)
