"""Breakouts: the ports every mode makes, short forms of an intent, and the choice of HwSKU."""

import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fabricgen.catalogue import (
    NoHwskuError,
    aliases_of_two_cages,
    choose_hwsku,
    expand,
    find_mode,
    lanes_used_twice,
    load,
    mode_for,
    mode_of,
    parse_mode,
    port_row,
    refuses_breakout,
    serving_hwskus,
    speed_mbps,
    with_speed,
)
from fabricgen.catalogue.platforms import read_platform
from fabricgen.model.platform import Cage, Platform, SplitPart
from fabricgen.packaged import folder

CATALOGUE = load()
GOLDEN = Path(__file__).parent / "hwskus.sha256"
# Their upstream port maps list lanes twice; both are flagged (see the anomalies of the platforms).
LANES_TWICE = {"ufispace-s9311-64d", "edgecore-as9726-32d"}


def digest(platform: Platform, name: str) -> str:
    """The PORT table, headroom rows, pools and lossless priorities of a HwSKU in one number."""
    hwsku = platform.hwskus[name]
    rows = [
        (r.speed_mbps, r.cable_m, r.size_bytes, r.xon_bytes, r.xoff_bytes, r.xon_offset_bytes)
        for r in hwsku.headroom_rows
    ]
    pools = [
        (entry.topologies, pool.name, pool.size_bytes, pool.xoff_bytes)
        for entry in hwsku.buffers
        for pool in entry.pools
    ]
    table = {port.name: port_row(port) for port in hwsku.ports}
    whole = json.dumps([table, rows, pools, hwsku.lossless_priorities])
    return hashlib.sha256(whole.encode()).hexdigest()


def test_hwskus_are_those_checked_against_the_platform_files() -> None:
    lines = [
        f"{digest(platform, hwsku)} {platform.id} {hwsku} {len(platform.hwskus[hwsku].ports)}"
        for platform in CATALOGUE.platforms.values()
        for hwsku in platform.hwskus
    ]
    assert lines == GOLDEN.read_text().splitlines()


# Rows read by hand from the device folders of sonic-buildimage, commit 086b03bd70f9.
HAND_READ = [
    (
        "nvidia-sn5600",
        "Mellanox-SN5600-O128",
        "Ethernet508",
        "lanes 508,509,510,511 alias etp64b index 64 speed 400000 subport 2 fec rs autoneg off",
    ),
    (
        "nvidia-sn5600",
        "ACS-SN5600",
        "Ethernet512",
        "lanes 512 alias etp65 index 65 speed 25000 subport 0",
    ),
    (
        "dell-z9864f",
        "Dell-Z9864f-O64",
        "Ethernet120",
        "lanes 249,250,251,252,253,254,255,256 alias etp16 index 16 speed 800000 subport 0 fec rs",
    ),
    (
        "nvidia-sn4700",
        "Mellanox-SN4700-O8V48",
        "Ethernet96",
        "lanes 96,97,98,99,100,101,102,103 alias etp13 index 13 speed 400000 subport 0 fec rs"
        " autoneg off",
    ),
    (
        "nvidia-sn4700",
        "Mellanox-SN4700-O8V48",
        "Ethernet164",
        "lanes 164,165,166,167 alias etp21b index 21 speed 200000 subport 2 fec rs autoneg off",
    ),
    (
        "nvidia-sn2201",
        "ACS-SN2201",
        "Ethernet1",
        "lanes 4 alias etp2 index 2 speed 1000 subport 0",
    ),
    (
        "nvidia-sn2201",
        "ACS-SN2201",
        "Ethernet60",
        "lanes 204,205,206,207 alias etp52 index 52 speed 100000 subport 0",
    ),
    (
        "nvidia-sn4280",
        "Mellanox-SN4280-O28",
        "Ethernet224",
        "lanes 224,225,226,227,228,229,230,231 alias etp29 index 29 speed 400000 subport 0 fec rs"
        " autoneg on role Dpc",
    ),
    (
        "celestica-silverstone",
        "Silverstone-128x100",
        "Ethernet1",
        "lanes 35,36 alias QSFP1/2 index 1 speed 100000",
    ),
    (
        "amd-pensando-elba",
        "Pensando-elba",
        "Ethernet0",
        "lanes 0,1,2,3 alias etp1 speed 200000 fec rs autoneg off",
    ),
]


@pytest.mark.parametrize(("platform", "hwsku", "port", "fields"), HAND_READ)
def test_hand_read_rows(platform: str, hwsku: str, port: str, fields: str) -> None:
    words = fields.split()
    found = {p.name: port_row(p) for p in CATALOGUE.platforms[platform].hwskus[hwsku].ports}
    assert found[port] == dict(zip(words[::2], words[1::2], strict=True))


@pytest.mark.parametrize("name", tuple(CATALOGUE.platforms))
@given(data=st.data())
def test_mixed_modes_of_a_box_never_overlap(name: str, data: st.DataObject) -> None:
    platform = CATALOGUE.platforms[name]
    longest = max(len(cage.modes) for cage in platform.cages)
    picks = data.draw(st.lists(st.integers(0, longest - 1), min_size=1, max_size=8))
    modes = {
        cage.parent: tuple(cage.modes)[picks[number % len(picks)] % len(cage.modes)]
        for number, cage in enumerate(platform.cages)
    }
    ports = expand(platform, modes)
    assert max(Counter(port.name for port in ports).values()) == 1
    if not tuple(aliases_of_two_cages(platform)):
        assert max(Counter(port.alias for port in ports).values()) == 1
    if name not in LANES_TWICE:
        assert lanes_used_twice(ports) == ()
    by_cage = {cage.parent: cage for cage in platform.cages}
    for port in ports:
        cage = by_cage[port.parent]
        assert set(port.lanes) <= set(cage.lanes)
        assert port.index in cage.indexes
        assert (port.fec == "rs") == (port.speed_mbps >= 50000 * len(port.lanes))


@pytest.mark.parametrize("name", tuple(CATALOGUE.platforms))
def test_every_mode_of_every_cage_makes_its_ports_inside_the_cage(name: str) -> None:
    platform = CATALOGUE.platforms[name]
    for cage in platform.cages:
        for mode in cage.modes.values():
            ports = expand(platform, {cage.parent: mode.name})
            assert len(ports) == mode.port_count
            wanted = [0] if mode.port_count == 1 else list(range(1, mode.port_count + 1))
            assert [port.subport for port in ports] == wanted
            assert ports[0].name == cage.parent


def test_only_one_platform_gives_an_alias_to_two_cages() -> None:
    found = {
        name: tuple(aliases_of_two_cages(platform))
        for name, platform in CATALOGUE.platforms.items()
        if tuple(aliases_of_two_cages(platform))
    }
    assert found == {
        "nvidia-sn4600c": tuple(
            f"2x50G[25G,10G,1G] of Ethernet164 has the alias etp42{part} of Ethernet160"
            for part in "ab"
        )
    }


def test_service_ports_are_no_fabric_cages() -> None:
    for name, count, service in (
        ("nvidia-sn5600", 64, 1),
        ("dell-z9864f", 64, 2),
        ("nvidia-sn2201", 52, 0),
        ("edgecore-as9726-32d", 32, 2),
        ("nokia-ixr7220-h6-128", 128, 1),
        ("nvidia-sn4280", 28, 4),  # the four ports towards its DPUs
    ):
        platform = CATALOGUE.platforms[name]
        assert len(platform.fabric_cages) == count
        assert len(platform.cages) - count == service


@pytest.mark.parametrize(
    ("text", "lanes", "parts"),
    [
        ("2x400G[200G]", 8, [(2, 4, (400000, 200000))]),
        ("4x25G(4)[10G,1G]", 8, [(4, 1, (25000,))]),  # SONiC ignores what follows the lanes
        ("2x400G[200G, 100G]", 8, [(2, 4, (400000,))]),  # and a list with a blank in it
        ("1x400G(4)+4x100G(4)", 8, [(1, 4, (400000,)), (4, 1, (100000,))]),
        (
            "2x400G[200G](4)+1x800G[400G](4)",
            8,
            [(2, 2, (400000, 200000)), (1, 4, (800000, 400000))],
        ),
        ("1x1000[100,10]", 1, [(1, 1, (1000, 100, 10))]),
        ("1x1.6T", 8, [(1, 8, (1600000,))]),
    ],
)
def test_mode_texts(text: str, lanes: int, parts: list[tuple[int, int, tuple[int, ...]]]) -> None:
    assert parse_mode(text, lanes) == tuple(
        SplitPart(count=count, lanes_each=each, speeds_mbps=speeds) for count, each, speeds in parts
    )


@pytest.mark.parametrize("text", ["", "400G", "x400G", "0x400G", "9x100G", "2x400G+"])
def test_broken_mode_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"breakout|lanes"):
        parse_mode(text, 8)


@pytest.mark.parametrize("text", ["400", "400g", "G", "4e5", "-400G", ""])
def test_only_speeds_are_speeds(text: str) -> None:
    if text == "400":
        assert speed_mbps(text) == 400
        return
    with pytest.raises(ValueError, match="is not a speed"):
        speed_mbps(text)


def first_cage(platform: str) -> Cage:
    return CATALOGUE.platforms[platform].cages[0]


@pytest.mark.parametrize(
    ("platform", "text", "mode"),
    [
        ("nvidia-sn5600", "2x400G", "2x400G[200G,100G,50G,40G,25G,10G]"),
        ("nvidia-sn5600", "1x800G", "1x800G[400G,200G,100G,50G,40G,25G,10G]"),
        ("nvidia-sn5600", "4x200G", "4x200G[100G,50G,25G,10G]"),
        ("nvidia-sn5600", "2x200G", "2x400G[200G,100G,50G,40G,25G,10G]"),
        ("nvidia-sn5600", "2x400G(4)", "2x400G[200G,100G,50G,40G,25G,10G]"),
        ("nvidia-sn5600", "8x100G", None),
        ("nvidia-sn5640", "8x100G", "8x100G[50G]"),
        ("nvidia-sn5640", "1x400G+4x100G", "1x400G(4)+4x100G(4)"),
        ("dell-z9864f", "2x400G", "2x400G(8)"),
        ("dell-z9864f", "1x400G", "1x400G(8)"),
        ("dell-z9864f", "1x100G(4)", "1x100G(4)"),
        ("supermicro-sse-t8196", "1x400G", "1x400G"),
        ("supermicro-sse-t8196", "1x400G(4)", "1x400G(4)"),
        ("nokia-ixr7220-h5-64d", "1x400G", "1x400G"),  # not 1x800G[400G]: its own default first
        ("nvidia-sn5600", "nonsense", None),
    ],
)
def test_short_forms_find_the_platform_mode(platform: str, text: str, mode: str | None) -> None:
    found = find_mode(first_cage(platform), text)
    assert (found.name if found else None) == mode


def test_a_mode_is_its_own_short_form() -> None:
    for platform in CATALOGUE.platforms.values():
        for cage in platform.cages:
            assert all(find_mode(cage, name) is mode for name, mode in cage.modes.items())


def test_mode_for_a_speed_has_the_most_ports() -> None:
    cage = first_cage("nvidia-sn5640")
    found = {speed: mode_for(cage, speed) for speed in (400000, 200000, 100000, 800000)}
    assert {speed: mode and mode.name for speed, mode in found.items()} == {
        400000: "2x400G[200G]",
        200000: "4x200G[100G]",
        100000: "8x100G[50G]",
        800000: None,
    }
    one = mode_for(cage, 400000, 1)
    assert one is not None
    assert one.name == "1x400G"


def test_a_hwsku_spelling_means_the_platform_mode_at_its_first_speed() -> None:
    cage = CATALOGUE.platforms["nvidia-sn5640"].cages[-1]
    mode = mode_of(cage, "1x10G[25G]")
    assert (mode.name, mode.parts[0].speeds_mbps) == ("1x25G[10G]", (10000, 25000))
    with pytest.raises(KeyError, match="has no breakout mode 1x40G"):
        mode_of(cage, "1x40G")


def test_another_speed_of_a_port_takes_its_own_fec() -> None:
    platform, modes = modes_of("nvidia-sn5600", "2x400G")
    port = expand(platform, modes)[0]
    assert with_speed(port, 200000).fec == "rs"
    assert with_speed(port, 100000).fec is None


def modes_of(name: str, text: str) -> tuple[Platform, dict[str, str]]:
    platform = CATALOGUE.platforms[name]
    found = {cage.parent: find_mode(cage, text) for cage in platform.fabric_cages}
    return platform, {parent: mode.name for parent, mode in found.items() if mode is not None}


@pytest.mark.parametrize(
    ("platform", "text", "hwsku"),
    [
        ("nvidia-sn5600", "1x800G", "ACS-SN5600"),
        ("nvidia-sn5600", "2x400G", "Mellanox-SN5600-O128"),
        ("nvidia-sn5600", "4x200G", "Mellanox-SN5600-V256"),
        ("nvidia-sn4700", "4x100G", "Mellanox-SN4700-C128"),
        ("nvidia-sn4700", "1x400G", "ACS-MSN4700"),  # two ship it: the platform's default first
        ("nvidia-sn5640", "2x400G", "Mellanox-SN5640-O128X2"),
        ("arista-7060x6-64pe-b", "2x400G", "Arista-7060X6-64PE-B-O128"),
        ("dell-z9864f", "2x400G", "Dell-Z9864f-O64"),  # none ships it: the breakout is changed
        ("dell-z9664f", "1x400G", "DellEMC-Z9664f-O64"),
        ("marvell-d64p512t", "2x400G", "d64p512t_128x400G-2x10G"),  # ini only, but the same ports
    ],
)
def test_the_hwsku_that_ships_the_split_is_chosen(platform: str, text: str, hwsku: str) -> None:
    assert choose_hwsku(*modes_of(platform, text)).name == hwsku


def test_a_box_of_fixed_layouts_names_what_they_ship() -> None:
    platform, modes = modes_of("nvidia-sn5610n", "2x400G")
    assert refuses_breakout(platform)
    assert serving_hwskus(platform, modes) == ()
    with pytest.raises(NoHwskuError, match="Mellanox-SN5610N-C224O8: 8 x 400G, 224 x 100G"):
        choose_hwsku(platform, modes)


def test_ports_keep_what_their_hwsku_sets() -> None:
    platform, modes = modes_of("nvidia-sn5600", "2x400G")
    assert {port.autoneg for port in expand(platform, modes)} == {None}
    assert {port.autoneg for port in expand(platform, modes, "Mellanox-SN5600-O128")} == {"off"}
    # Another split of the same HwSKU keeps nothing: those ports are not the ones it ships.
    _, whole = modes_of("nvidia-sn5600", "1x800G")
    assert {p.autoneg for p in expand(platform, whole, "Mellanox-SN5600-O128")} == {None}


def test_expand_refuses_cages_the_box_has_not() -> None:
    with pytest.raises(KeyError, match="has no cage Ethernet4"):
        expand(CATALOGUE.platforms["nvidia-sn5600"], {"Ethernet4": "1x800G"})


def test_the_longest_platform_file_has_all_its_ports() -> None:
    platform = read_platform(folder("platforms") / "nvidia-sn5640.yaml")
    assert len(platform.hwskus[platform.default_hwsku].ports) == 514
