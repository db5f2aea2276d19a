"""Import of SONiC platform folders: all shapes found in the field."""

from pathlib import Path

import pytest
from sonic_folder import write_folder

from fabricgen.catalogue import ImportProblemError, import_platform, load
from fabricgen.model.platform import Platform

PLATFORMS = tuple(load().platforms)


def imported(folder: Path, tmp_path: Path, hwsku: str | None = None) -> Platform:
    own = tmp_path / "own"
    own.mkdir(exist_ok=True)
    (own / "mine.yaml").write_text(import_platform(folder, hwsku))
    catalogue = load(own)
    assert catalogue.problems == ()
    return catalogue.platforms["mine"]


@pytest.mark.parametrize("name", PLATFORMS)
def test_a_folder_written_from_the_catalogue_imports_to_the_same(name: str, tmp_path: Path) -> None:
    known = load().platforms[name]
    found = imported(write_folder(known, tmp_path), tmp_path)
    assert found.default_hwsku == known.default_hwsku
    assert found.platform == known.platform
    assert found.cages == known.cages
    assert sorted(found.hwskus) == sorted(known.hwskus)
    for sku, hwsku in known.hwskus.items():
        assert found.hwskus[sku].ports == hwsku.ports, sku
        assert found.hwskus[sku].breakout == hwsku.breakout
        assert found.hwskus[sku].headroom_rows == hwsku.headroom_rows
        assert len(found.hwskus[sku].buffers) <= len(hwsku.buffers)
        ours = {t: e for e in found.hwskus[sku].buffers for t in e.topologies}
        theirs = {t: e for e in hwsku.buffers for t in e.topologies}
        assert ours.keys() == theirs.keys()
        for topology, entry in theirs.items():
            assert set(ours[topology].pools) == set(entry.pools)
            assert ours[topology].profiles == entry.profiles
            assert ours[topology].pg == entry.pg
            assert ours[topology].queue == entry.queue
            assert ours[topology].egress_profile_list == entry.egress_profile_list


PLATFORM_JSON = """{"interfaces": {
  "Ethernet0": {"index": "1,1,1,1", "lanes": "0, 1,2 ,3",
    "breakout_modes": {"1x400G": ["etp1"], "2x200G": ["etp1a", "etp1b"]}},
  "Ethernet4": {"index": "2,2,2,2", "lanes": "4,5,6,7",
    "breakout_modes": {"1x400G": ["etp2"], "2x200G": ["etp2a", "etp2b"]}}
}}
"""
INI = "# name lanes alias index speed\nEthernet0 0,1,2,3 etp1 1 400000\nEthernet4 4,5,6,7 etp2 2 400000\n"


def folder_of(tmp_path: Path, files: dict[str, str]) -> Path:
    folder = tmp_path / "x86_64-acme_box-r0"
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def rows(platform: Platform, hwsku: str = "Box") -> list[tuple[object, ...]]:
    return [
        (p.name, p.lanes, p.alias, p.index, p.speed_mbps, p.subport)
        for p in platform.hwskus[hwsku].ports
    ]


WHOLE = [
    ("Ethernet0", (0, 1, 2, 3), "etp1", 1, 400000, 0),
    ("Ethernet4", (4, 5, 6, 7), "etp2", 2, 400000, 0),
]


@pytest.mark.parametrize(
    "ini",
    [
        INI,
        INI.replace(" ", "\t"),
        INI.replace("0,1,2,3", "0, 1, 2, 3"),
        "# a comment line\n\n" + INI.replace("\n", "\n# between\n"),
        INI.replace("# name", "#name"),
        INI.replace("\n", "   \n"),
        INI.replace("\n", "\r\n"),
    ],
    ids=["plain", "tabs", "blanks in lanes", "comments", "tight header", "trailing", "crlf"],
)
def test_shapes_of_port_config_ini_give_the_same_ports(ini: str, tmp_path: Path) -> None:
    found = imported(folder_of(tmp_path, {"Box/port_config.ini": ini}), tmp_path)
    assert rows(found) == WHOLE
    assert found.hwskus["Box"].fixed_ports


def test_a_missing_index_is_left_out_of_the_port(tmp_path: Path) -> None:
    ini = "# name lanes alias speed\nEthernet0 0,1,2,3 etp1 400000\nEthernet4 4,5,6,7 etp2 400000\n"
    found = imported(folder_of(tmp_path, {"Box/port_config.ini": ini}), tmp_path)
    assert [(port.index, port.omits) for port in found.hwskus["Box"].ports] == [
        (0, ("index", "subport"))
    ] * 2


def test_without_hwsku_json_the_ports_come_from_port_config_ini(tmp_path: Path) -> None:
    files = {"platform.json": PLATFORM_JSON, "Box/port_config.ini": INI}
    found = imported(folder_of(tmp_path, files), tmp_path)
    assert rows(found) == WHOLE
    assert found.hwskus["Box"].fixed_ports
    assert list(found.cages[0].modes) == ["1x400G", "2x200G"]


def test_hwsku_json_wins_over_port_config_ini(tmp_path: Path) -> None:
    hwsku = (
        '{"interfaces": {"Ethernet0": {"default_brkout_mode": "2x200G", "autoneg": "off"},'
        ' "Ethernet4": {"default_brkout_mode": "1x400G"}}}'
    )
    files = {"platform.json": PLATFORM_JSON, "Box/hwsku.json": hwsku, "Box/port_config.ini": INI}
    found = imported(folder_of(tmp_path, files), tmp_path)
    assert rows(found) == [
        ("Ethernet0", (0, 1), "etp1a", 1, 200000, 1),
        ("Ethernet2", (2, 3), "etp1b", 1, 200000, 2),
        ("Ethernet4", (4, 5, 6, 7), "etp2", 2, 400000, 0),
    ]
    assert [port.autoneg for port in found.hwskus["Box"].ports] == ["off", "off", None]
    assert {port.fec for port in found.hwskus["Box"].ports} == {"rs"}


def test_a_broken_header_and_repeated_lanes_are_flagged_and_not_repaired(tmp_path: Path) -> None:
    ini = INI.replace("speed", "speed autthernet0").replace("00000\n", "00000 off\n")
    found = imported(
        folder_of(tmp_path, {"Box/port_config.ini": ini + "Ethernet8 7 etp3 3 10000\n"}), tmp_path
    )
    assert found.hwskus["Box"].anomalies == (
        "port_config.ini has unknown columns: autthernet0",
        "lanes used twice: Ethernet8 7",
    )
    assert rows(found)[:2] == WHOLE
    assert rows(found)[2] == ("Ethernet8", (7,), "etp3", 3, 10000, 0)


def test_a_short_row_lacks_only_its_last_columns(tmp_path: Path) -> None:
    ini = INI.replace("speed", "speed autoneg").replace("1 400000", "1 400000 off")
    found = imported(folder_of(tmp_path, {"Box/port_config.ini": ini}), tmp_path)
    assert rows(found) == WHOLE
    assert [port.autoneg for port in found.hwskus["Box"].ports] == ["off", None]


def test_only_the_hwsku_asked_for_is_imported(tmp_path: Path) -> None:
    files = {"A/port_config.ini": INI, "B/port_config.ini": INI, "default_sku": "A t1\n"}
    found = imported(folder_of(tmp_path, files), tmp_path, "B")
    assert list(found.hwskus) == ["B"]
    assert found.default_hwsku == "B"


def test_stock_qos_means_priorities_3_and_4(tmp_path: Path) -> None:
    files = {"A/port_config.ini": INI, "A/qos.json.j2": "{%- include 'qos_config.j2' %}\n"}
    files |= {"B/port_config.ini": INI, "B/qos.json.j2": '{"pfc_enable": ""}'}
    files |= {"C/port_config.ini": INI, "C/qos.json.j2": '"pfc_enable" : "3",'}
    found = imported(folder_of(tmp_path, files), tmp_path)
    assert [found.hwskus[sku].lossless_priorities for sku in "ABC"] == [(3, 4), (), (3,)]
    assert [found.hwskus[sku].lossless for sku in "ABC"] == [True, False, True]


def test_lossless_queues_follow_the_map_of_the_template(tmp_path: Path) -> None:
    pfc = '"pfc_enable" : "3,4",'
    maps = '"MAP_PFC_PRIORITY_TO_QUEUE": {"AZURE": {"0": "0", "3" : "5", "4":"6"}}'
    table = '"PFC_PRIORITY_TO_QUEUE_MAP": {\n "A": {\n "3": "3",\n "4": "4" } }'
    files = {"A/port_config.ini": INI, "A/qos.json.j2": f"{{{maps}, {pfc}}}"}
    files |= {"B/port_config.ini": INI, "B/qos.json.j2": pfc}
    files |= {"C/port_config.ini": INI, "C/qos.json.j2": f"{{{table}, {pfc}}}"}
    found = imported(folder_of(tmp_path, files), tmp_path)
    assert [found.hwskus[sku].lossless_queues for sku in "ABC"] == [(5, 6), (3, 4), (3, 4)]


def test_a_template_that_is_no_data_is_left_out_and_said(tmp_path: Path) -> None:
    files = {"Box/port_config.ini": INI, "Box/buffers_defaults_t0.j2": "{% include 'other.j2' %}"}
    folder = folder_of(tmp_path, files)
    assert "Box: buffers_defaults_t0.j2 is no plain data" in import_platform(folder)
    assert imported(folder, tmp_path).hwskus["Box"].buffers == ()


@pytest.mark.parametrize(
    ("files", "place", "message"),
    [
        (
            {"Box/port_config.ini": INI + "Ethernet8 8,9,10,11 etp3\n"},
            "Box/port_config.ini:4",
            "no speed",
        ),
        (
            {"Box/port_config.ini": INI + "etp3 8,9 etp3 3 400000\n"},
            "Box/port_config.ini:4",
            "expected a port name and its lanes",
        ),
        (
            {"Box/port_config.ini": INI + "Ethernet4 8,9,10,11 etp3 3 400000\n"},
            "Box/port_config.ini:4",
            "Ethernet4 has a row already",
        ),
        (
            {"Box/port_config.ini": INI + "Ethernet8 8,9,10,11 etp3 3 400000 rs\n"},
            "Box/port_config.ini:4",
            "6 fields under 5 columns",
        ),
        (
            {"Box/port_config.ini": "# name lanes\nEthernet0 0,1\n"},
            "Box/port_config.ini:2",
            "no speed",
        ),
        (
            {"platform.json": "{,}", "Box/hwsku.json": "{}"},
            "platform.json:1",
            "not JSON",
        ),
        (
            {
                "platform.json": PLATFORM_JSON.replace('"etp2a", "etp2b"', '"etp2a"'),
                "Box/hwsku.json": "{}",
            },
            "platform.json:4",
            "2x200G makes 2 ports but has 1 aliases",
        ),
        (
            {
                "platform.json": PLATFORM_JSON,
                "Box/hwsku.json": '{"interfaces": {\n"Ethernet1": {"default_brkout_mode": "1x400G"}}}',
            },
            "Box/hwsku.json:2",
            "Ethernet1 is no parent port of platform.json",
        ),
        (
            {"Box/port_config.ini": INI, "Box/pg_profile_lookup.ini": "# rows\n400000 5m 1 2\n"},
            "Box/pg_profile_lookup.ini:2",
            "expected speed, cable, size, xon, xoff, threshold",
        ),
        ({"Box/hwsku.json": "{}"}, "Box/hwsku.json", "no platform.json beside"),
        ({"platform.json": PLATFORM_JSON}, "x86_64-acme_box-r0", "no HwSKU folder"),
    ],
)
def test_what_cannot_be_used_is_named_with_its_line(
    files: dict[str, str], place: str, message: str, tmp_path: Path
) -> None:
    folder = folder_of(tmp_path, files)
    with pytest.raises(ImportProblemError) as caught:
        import_platform(folder)
    assert any(place + ":" in line and message in line for line in caught.value.problems), (
        caught.value.problems
    )


def test_an_unknown_hwsku_names_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(ImportProblemError, match="no HwSKU Bix; there are Box"):
        import_platform(folder_of(tmp_path, {"Box/port_config.ini": INI}), "Bix")
