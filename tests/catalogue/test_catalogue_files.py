"""Catalogue files: schemas, own folders, aliases, names, lists and pages."""

import json
from pathlib import Path

import pytest

from fabricgen.catalogue import (
    CatalogueFileError,
    headroom_oddities,
    listing,
    load,
    nearest,
    page,
    supported_speeds,
)
from fabricgen.catalogue.checked import SCHEMAS, check_file, validator
from fabricgen.catalogue.markdown import platforms_markdown
from fabricgen.model.platform import Cage, HeadroomRow, Hwsku, Platform
from fabricgen.packaged import folder

CATALOGUE = load()
FILES = [(kind, path.name) for kind in SCHEMAS for path in sorted(folder(kind).glob("*.yaml"))]


@pytest.mark.parametrize(("kind", "name"), FILES)
def test_packaged_files_follow_their_schema(kind: str, name: str) -> None:
    check_file(kind, folder(kind) / name)


def test_there_are_39_platforms() -> None:
    assert len(CATALOGUE.platforms) == 39
    roles = [platform.role for platform in CATALOGUE.platforms.values()]
    assert {role: roles.count(role) for role in roles} == {
        "fabric": 34,
        "dpu": 3,
        "oob": 1,
        "smartswitch": 1,
    }


@pytest.mark.parametrize("kind", SCHEMAS)
def test_schemas_are_schemas_and_describe_every_key(kind: str) -> None:
    schema = validator(kind).schema
    validator(kind).check_schema(schema)
    for name, key in schema["properties"].items():
        assert key.get("description"), name


def test_an_alias_is_the_platform() -> None:
    assert "nvidia-bf3" in CATALOGUE.platforms
    assert CATALOGUE.platforms["nvidia-bf3"].id == "nvidia-bf3-9009d3b600cvaa"
    assert "nvidia-bf3" not in list(CATALOGUE.platforms)
    with pytest.raises(KeyError):
        CATALOGUE.platforms["nvidia-sn9999"]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("nvidia-sn560", "nvidia-sn5600"),
        ("sn5600", "nvidia-sn5600"),
        ("NVIDIA SN5600", "nvidia-sn5600"),
        ("nvidia_sn5640", "nvidia-sn5640"),
        ("nvidia-bf33", "nvidia-bf3"),
        ("z9864", "dell-z9864f"),
        ("toaster", None),
        ("", None),
    ],
)
def test_the_nearest_name_is_suggested(name: str, found: str | None) -> None:
    assert nearest(CATALOGUE.platforms, name) == found


def test_node_types_have_their_figures() -> None:
    node = CATALOGUE.nodes["nvidia-dgx-b300"]
    assert (node.gpus, node.backend.nics, node.backend.speed_mbps) == (8, 8, 800000)
    assert (node.backend.ports, node.backend.port_speed_mbps) == (2, 400000)
    assert node.frontend is not None
    assert (node.frontend.nics, node.frontend.speed_mbps) == (2, 400000)
    tray = CATALOGUE.nodes["nvidia-gb200-nvl72-tray"]
    assert (tray.gpus, tray.backend.nics, tray.domain_gpus) == (4, 4, 72)
    assert CATALOGUE.nodes["amd-mi300x"].hbm_gb == 192
    assert CATALOGUE.nodes["nvidia-dgx-h100"].bf16_tflops == 989
    assert CATALOGUE.nodes["generic-8gpu-400g"].bf16_tflops is None
    assert all(node.source for node in CATALOGUE.nodes.values())


def test_models_have_their_figures() -> None:
    model = CATALOGUE.models["llama-3-70b"]
    assert (model.parameters, model.layers, model.hidden) == (70_550_000_000, 80, 8192)
    assert (model.heads, model.kv_heads, model.experts) == (64, 8, 0)
    mixture = CATALOGUE.models["deepseek-v3"]
    assert (mixture.parameters, mixture.active_parameters) == (671 * 10**9, 37 * 10**9)
    assert all(model.source for model in CATALOGUE.models.values())


def test_nics_have_their_splits() -> None:
    assert CATALOGUE.nics["nvidia-connectx-8"].splits == ((1, 800000), (2, 400000), (4, 200000))
    assert CATALOGUE.nics["nvidia-bf3-b3220"].dpu


OWN = """fabricgen_platform: 1
product: Acme Box
platform: x86_64-acme_box-r0
role: fabric
source: {note: made up}
asic: {sonic_type: broadcom, vendor: Broadcom, family: Tomahawk5}
default_hwsku: Box
cages:
- {count: 2, first: Ethernet0, first_index: 1, lanes: 4, first_lane: 0, number: 1,
   modes: {1x400G: ['etp{n}'], 2x200G: ['etp{n}a', 'etp{n}b']}}
hwskus:
  Box: {breakout: [[Ethernet0, Ethernet4, 1x400G]]}
"""


def own(tmp_path: Path, text: str, name: str = "acme-box.yaml") -> Path:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return tmp_path


def test_a_file_written_by_hand_is_a_platform(tmp_path: Path) -> None:
    catalogue = load(own(tmp_path, OWN))
    assert catalogue.problems == ()
    ports = catalogue.platforms["acme-box"].hwskus["Box"].ports
    assert [(port.name, port.lanes, port.alias, port.index) for port in ports] == [
        ("Ethernet0", (0, 1, 2, 3), "etp1", 1),
        ("Ethernet4", (4, 5, 6, 7), "etp2", 2),
    ]
    assert "nvidia-sn5600" in catalogue.platforms


def test_an_own_file_replaces_the_packaged_one(tmp_path: Path) -> None:
    catalogue = load(own(tmp_path, OWN, "platforms/nvidia-sn5600.yaml"))
    assert catalogue.platforms["nvidia-sn5600"].product == "Acme Box"
    assert load().platforms["nvidia-sn5600"].product == "NVIDIA SN5600"


def test_own_nodes_lie_in_their_folder(tmp_path: Path) -> None:
    text = (
        "fabricgen_node: 1\nproduct: Box\ngpus: 4\nbackend: {nics: 4, speed: 400G}\n"
        "sources: [ourselves]\n"
    )
    catalogue = load(own(tmp_path, text, "nodes/our-node.yaml"))
    assert catalogue.nodes["our-node"].gpus == 4


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("role: fabric", "role: router", 4, "role: 'router' is not one of"),
        ("product: Acme Box\n", "", 1, "'product' is a required property"),
        (
            "product: Acme Box",
            "produkt: x\nproduct: Acme Box",
            2,
            "produkt: this key is unknown; did you mean product?",
        ),
        ("default_hwsku: Box", "default_hwsku: Bix", 7, "default_hwsku: Bix is not among hwskus"),
        ("1x400G: ['etp{n}']", "1x400G: []", 9, "expected 1 aliases, found []"),
        ("2x200G: [", "5x100G(5): [", 10, "needs more lanes than the 4 of the cage"),
        ("2x200G: [", "two halves: [", 10, "'two halves' is not a breakout"),
        ("Ethernet4, 1x400G", "Ethernet8, 1x400G", 12, "Ethernet0 to Ethernet8 is no run of cages"),
        ("Ethernet4, 1x400G", "Ethernet4, 4x100G", 12, "has no breakout mode 4x100G"),
        ("count: 2", "count: two", 9, "'two' is not of type 'integer'"),
        ("{note: made up}", "{note: [}", 5, "where a value is meant"),
    ],
)
def test_a_broken_own_file_is_left_out_and_named(
    old: str, new: str, line: int, message: str, tmp_path: Path
) -> None:
    assert old in OWN
    catalogue = load(own(tmp_path, OWN.replace(old, new, 1)))
    assert "acme-box" not in catalogue.platforms
    (problem,) = catalogue.problems
    assert problem.kind == "catalogue-file"
    assert message in problem.message
    assert (problem.place.file, problem.place.line) == (str(tmp_path / "acme-box.yaml"), line)


def test_off_is_a_word_and_a_repeated_key_is_refused(tmp_path: Path) -> None:
    text = OWN.replace("1x400G]]", "1x400G]], overrides: [[autoneg, off, Ethernet0-4/4]]")
    ports = load(own(tmp_path, text)).platforms["acme-box"].hwskus["Box"].ports
    assert {port.autoneg for port in ports} == {"off"}
    (problem,) = load(own(tmp_path, OWN + "role: oob\n")).problems
    assert problem.place.line == 13


def test_a_folder_that_is_none_is_a_problem(tmp_path: Path) -> None:
    (problem,) = load(tmp_path / "absent").problems
    assert "is not a folder" in problem.message


def test_a_file_of_another_encoding_is_named(tmp_path: Path) -> None:
    (tmp_path / "box.yaml").write_bytes(b"product: \xff\n")
    with pytest.raises(CatalogueFileError, match=r"box\.yaml:1: byte 0xff is not UTF-8"):
        check_file("platforms", tmp_path / "box.yaml")


def row(speed_mbps: int, cable_m: int, xoff_bytes: int) -> HeadroomRow:
    return HeadroomRow(
        speed_mbps=speed_mbps,
        cable_m=cable_m,
        size_bytes=0,
        xon_bytes=0,
        xoff_bytes=xoff_bytes,
        threshold=0,
    )


def test_odd_headroom_rows_are_found() -> None:
    rows = (row(100000, 5, 254000), row(100000, 40, 253746), row(400000, 5, 508001))
    found = [(o.kind, o.row.speed_mbps, o.row.cable_m) for o in headroom_oddities(rows, 254)]
    assert found == [("falls", 100000, 40), ("cells", 400000, 5)]


def test_rows_in_kib_are_meant_so() -> None:
    assert list(headroom_oddities((row(100000, 5, 1024), row(100000, 40, 2048)), 254)) == []


def test_upstream_errors_are_flagged() -> None:
    silver = CATALOGUE.platforms["nvidia-sn4700"].hwskus["Mellanox-SN4700-C128"]
    falls = [o.message for o in headroom_oddities(silver.headroom_rows, 144)]
    assert len(falls) == 5
    assert "xoff of 100G at 2000 m is 234496 bytes, less than the 366592 bytes at 1500 m" in falls
    arista = CATALOGUE.platforms["arista-7060x6-64pe-b"].hwskus["Arista-7060X6-64PE-B-O128"]
    assert len(list(headroom_oddities(arista.headroom_rows, 254))) == 4
    broken = CATALOGUE.platforms["nvidia-sn5610n"].hwskus["Mellanox-SN5610N-C256S2"]
    assert "port_config.ini has unknown columns: autthernet0" in broken.anomalies


def test_lists_are_filtered() -> None:
    def names(text: str) -> list[str]:
        return [line.split()[0] for line in text.splitlines()[2:] if not line.startswith(" ")]

    assert names(listing(CATALOGUE, asic="tomahawk 6")) == [
        "micas-w6950-128oc",
        "nexthop-4210",
        "nokia-ixr7220-h6-128",
    ]
    assert names(listing(CATALOGUE, vendor="dell")) == ["dell-z9332f", "dell-z9664f", "dell-z9864f"]
    fast = names(listing(CATALOGUE, kind="switches", speed="800G", vendor="nvidia"))
    assert fast == ["nvidia-sn5600", "nvidia-sn5610n", "nvidia-sn6600-ld", "nvidia-sn6810-ld"]
    assert len(names(listing(CATALOGUE, kind="dpus"))) == 3
    with pytest.raises(ValueError, match="not a speed"):
        listing(CATALOGUE, speed="fast")


def test_a_list_without_kind_holds_everything() -> None:
    document = json.loads(listing(CATALOGUE, form="json"))
    assert document.pop("format_version") == 1
    assert {kind: len(rows) for kind, rows in document.items()} == {
        "switches": 36,
        "dpus": 3,
        "nodes": len(CATALOGUE.nodes),
        "nics": len(CATALOGUE.nics),
        "models": len(CATALOGUE.models),
        "cables": len(CATALOGUE.cables),
    }


@pytest.mark.parametrize(
    "item",
    [
        *CATALOGUE.platforms,
        *CATALOGUE.nodes,
        *CATALOGUE.nics,
        *CATALOGUE.models,
        *CATALOGUE.cables,
    ],
)
def test_everything_has_a_page_in_both_forms(item: str) -> None:
    assert item in page(CATALOGUE, item)
    assert json.loads(page(CATALOGUE, item, form="json"))["id"] == item


def test_a_platform_page_tells_what_is_unknown() -> None:
    text = page(CATALOGUE, "edgecore-as9726-32d")
    assert "cell           unknown" in text
    assert "lanes used twice: Ethernet33 249; Ethernet34 250" in text
    document = json.loads(page(CATALOGUE, "nvidia-sn5600", form="json"))
    assert document["ports"]["ACS-SN5600"]["Ethernet8"]["lanes"] == "8,9,10,11,12,13,14,15"


def test_an_unknown_page_names_the_nearest() -> None:
    with pytest.raises(KeyError, match="did you mean nvidia-sn5600"):
        page(CATALOGUE, "sn5600")
    with pytest.raises(KeyError, match="see `fabricgen catalogue list`"):
        page(CATALOGUE, "toaster")


def test_capabilities_say_yes_no_or_unknown() -> None:
    def answers(name: str) -> dict[str, bool | None]:
        known = CATALOGUE.platforms[name].asic.capabilities
        return {capability: item.supported for capability, item in known.items()}

    assert answers("nvidia-sn5640") == {
        "adaptive-routing": False,
        "packet-trimming": True,
        "wred-per-queue": True,
        "dynamic-buffer-model": True,
        "shared-headroom-pool": True,
        "hash-fields": None,
        "fine-grained-ecmp": None,
        "srv6-usid": None,
    }
    assert answers("edgecore-as9726-32d")["shared-headroom-pool"] is None
    assert answers("dell-z9864f")["dynamic-buffer-model"] is False
    trimming = CATALOGUE.platforms["nvidia-sn5640"].asic.capabilities["packet-trimming"]
    assert trimming.release == "202505"


def test_speeds_are_those_of_the_fabric_ports() -> None:
    assert supported_speeds(CATALOGUE.platforms["arista-7060x6-16pe-384c"]) == (400000,)
    assert 1000 in supported_speeds(CATALOGUE.platforms["nvidia-sn2201"])


def test_the_platform_page_of_the_docs_is_up_to_date(root: Path) -> None:
    text = (root / "docs" / "platforms.md").read_text(encoding="utf-8")
    assert text == platforms_markdown(CATALOGUE), "write it again: docs/platforms.md says how"


def test_records_are_records() -> None:
    platform = CATALOGUE.platforms["nvidia-sn5600"]
    assert isinstance(platform, Platform)
    assert isinstance(platform.cages[0], Cage)
    assert isinstance(platform.hwskus["ACS-SN5600"], Hwsku)


def test_lists_keep_to_the_width_of_a_page() -> None:
    lines = listing(CATALOGUE).splitlines()
    assert max(map(len, lines)) <= 100


def test_a_filter_that_finds_nothing_or_does_not_apply_says_so() -> None:
    assert listing(CATALOGUE, vendor="nobody").startswith("nothing fits these filters")
    assert "amd-mi300x" in listing(CATALOGUE, kind="nodes", vendor="amd")
    assert "nvidia-dgx" not in listing(CATALOGUE, kind="nodes", vendor="amd")
    assert "nvidia-connectx-8" not in listing(CATALOGUE, kind="nics", vendor="amd")
    for kind, options in (("models", {"speed": "400G"}), ("nics", {"asic": "tomahawk"})):
        with pytest.raises(ValueError, match=kind):
            listing(CATALOGUE, kind=kind, **options)


def test_a_speed_without_a_unit_is_asked_back() -> None:
    with pytest.raises(ValueError, match="800 without a unit is in Mb/s; write 800G"):
        listing(CATALOGUE, speed="800")
