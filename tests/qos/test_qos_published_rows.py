"""Headroom rows and headroom pools that vendors publish, one by one, against our arithmetic and fits."""

import pytest
from qos_inputs import platform

from fabricgen.catalogue import load
from fabricgen.model.diagnostic import Problem
from fabricgen.model.platform import HeadroomRow
from fabricgen.model.qos import Headroom
from fabricgen.qos import delay
from fabricgen.qos.arithmetic import LosslessPort, Pattern, Revision, xoff_terms
from fabricgen.qos.headroom import Demand, doubt, headroom
from fabricgen.rules import qos006_headroom_below_need as qos006

STOCK = Pattern(port_mtu_bytes=9100, small_frames_pct=50)
FULL = Pattern(port_mtu_bytes=9100)
WORST = Pattern(port_mtu_bytes=9216)
HALF = Pattern(port_mtu_bytes=9216, lossless_mtu_bytes=4096, small_frames_pct=50)
ACS, V256 = ("nvidia-sn5600", "ACS-SN5600"), ("nvidia-sn5600", "Mellanox-SN5600-V256")
SN5640 = ("nvidia-sn5640", "Mellanox-SN5640-C508O1X2")
SN6600, SN4700 = ("nvidia-sn6600-ld", "ACS-SN6600_LD"), ("nvidia-sn4700", "ACS-MSN4700")
ARISTA = "arista-7060x6-64pe-b"
# table, Gb/s, metres, xoff of the table; percent by which the stock inputs (half of the frames small, lossless
# MTU 1024, port MTU 9100) and the same with small frames only miss it; the inputs that reproduce it.
NVIDIA = [
    (ACS, 100, 5, 113_664, -58.6, 0, WORST, Revision()),
    (ACS, 400, 5, 231_424, -58.4, -0.4, WORST, Revision()),
    (ACS, 400, 40, 283_648, -58.5, 0, WORST, Revision()),
    (ACS, 400, 300, 677_888, -58.8, 0, WORST, Revision()),
    (ACS, 800, 5, 257_024, -58.6, -0.4, WORST, Revision()),
    (ACS, 800, 40, 362_496, -58.5, 0, WORST, Revision()),
    (ACS, 800, 300, 1_150_976, -58.8, -0.1, WORST, Revision()),
    (V256, 400, 40, 192_512, -38.8, 47.3, HALF, Revision(by_frames=True)),
    (V256, 800, 40, 245_760, -38.7, 47.5, HALF, Revision(by_frames=True)),
    (SN5640, 400, 40, 104_448, 12.7, 171.6, HALF, Revision()),
    (SN5640, 400, 300, 243_712, 14.7, 178.2, HALF, Revision()),
    (SN5640, 400, 1000, 619_520, 15.7, 180.5, HALF, Revision()),
    (SN6600, 400, 40, 101_376, 19.2, 248, HALF, Revision(surplus=False)),
    (SN6600, 800, 40, 186_368, -20.3, 133, HALF, Revision(surplus=False, peer_doubled=True)),
    (SN6600, 800, 300, 473_088, 6.5, 214, HALF, Revision(surplus=False, peer_doubled=True)),
    (SN4700, 400, 5, 38_912, 126, 447, WORST, Revision(quanta=False, whole_factor=False)),
    (SN4700, 400, 40, 77_824, 42.1, 241, WORST, Revision(quanta=False, whole_factor=False)),
    (SN4700, 400, 300, 373_760, -27.1, 76, WORST, Revision(quanta=False, whole_factor=False)),
]
# the same for tables that our delay model fits: percent by which it misses, 0 where it is exact
FITTED = [
    (("dell-z9864f", "Dell-Z9864f-O64"), 100, 40, 160_274, 0),
    (("dell-z9864f", "Dell-Z9864f-O64"), 400, 5, 393_192, 0.5),
    (("dell-z9864f", "Dell-Z9864f-O64"), 400, 40, 446_024, 0.5),
    (("dell-z9864f", "Dell-Z9864f-O64"), 400, 300, 839_216, 0.2),
    (("dell-z9864f", "Dell-Z9864f-O64"), 800, 5, 729_488, -0.4),
    (("dell-z9864f", "Dell-Z9864f-O64"), 800, 40, 835_406, -0.4),
    (("dell-z9864f", "Dell-Z9864f-O64"), 800, 300, 1_621_536, -0.2),
    ((ARISTA, "Arista-7060X6-64PE-B-P32O64"), 800, 40, 833_536, -0.1),
    ((ARISTA, "Arista-7060X6-64PE-B-P32O64"), 400, 500, 1_136_396, 0.6),
    (("dell-z9332f", "DellEMC-Z9332f-M-O16C64"), 400, 40, 201_930, 0),
    (("dell-z9332f", "DellEMC-Z9332f-M-O16C64"), 400, 300, 373_888, -0.1),
    (("nexthop-4210", "NH-4210-F-O256"), 800, 40, 1_424_220, -1.2),
    (("nexthop-4210", "NH-4210-F-O256"), 800, 300, 2_724_120, -0.6),
    (("marvell-d64p512t", "d64p512t_128x400G-2x10G"), 400, 40, 147_072, 0.3),
    (("marvell-d64p512t", "d64p512t_128x400G-2x10G"), 800, 40, 285_312, -0.3),
    (("marvell-d64p512t", "d64p512t_128x400G-2x10G"), 800, 300, 550_528, 0.05),
    (("nokia-ixr7220-h5-64d", "Nokia-IXR7220-H5-64D"), 400, 40, 330_200, 35.8),
    (("nokia-ixr7220-h5-64d", "Nokia-IXR7220-H5-64D"), 800, 40, 614_172, 35.5),
    (("nexthop-4010", "NH-4010"), 800, 40, 612_140, 36.0),
]
FAMILIES = {
    "dell-z9332f": "tomahawk3",
    "nexthop-4210": "tomahawk6",
    "marvell-d64p512t": "teralynx10",
}


def published(table: tuple[str, str], gbps: int, metres: int) -> HeadroomRow:
    """Return the row, of any HwSKU of the platform where the named one has no such speed."""
    hwskus = platform(table[0]).hwskus
    for hwsku in (hwskus[table[1]], *hwskus.values()):
        for row in hwsku.headroom_rows:
            if (row.speed_mbps, row.cable_m) == (gbps * 1000, metres):
                return row
    raise AssertionError(f"{table} has no row {gbps}G {metres} m")


def arithmetic(table, gbps, metres, pattern, revision) -> int:
    port = LosslessPort(speed_mbps=gbps * 1000, lanes=8 if gbps == 800 else 4, cable_m=metres)
    terms = xoff_terms(
        port, pattern, platform(table[0]).asic, shared_headroom=True, revision=revision
    )
    return sum(term.value_bytes for term in terms)


@pytest.mark.parametrize(
    ("table", "gbps", "metres", "xoff", "stock", "full", "inputs", "revision"), NVIDIA
)
def test_a_row_of_nvidia_is_exact(table, gbps, metres, xoff, stock, full, inputs, revision):
    assert published(table, gbps, metres).xoff_bytes == xoff
    assert arithmetic(table, gbps, metres, inputs, revision) == xoff
    for pattern, percent in ((STOCK, stock), (FULL, full)):
        # the 18 KiB of Spectrum-6 are in none of its tables
        plain = arithmetic(table, gbps, metres, pattern, Revision(surplus=revision.surplus))
        stated = 0.51 if isinstance(percent, int) and percent else 0.06
        assert 100 * (plain / xoff - 1) == pytest.approx(percent, abs=stated), pattern


@pytest.mark.parametrize(("table", "gbps", "metres", "xoff", "percent"), FITTED)
def test_a_row_of_others_is_within_the_stated_percent(table, gbps, metres, xoff, percent):
    assert published(table, gbps, metres).xoff_bytes == xoff
    model = delay.MODELS[FAMILIES.get(table[0], "tomahawk5")]
    bare = delay.model_xoff(model, gbps * 1000, metres)
    assert bare % model.cell_bytes == 0
    if percent == 0:
        assert bare == xoff
    else:
        assert 100 * (bare / xoff - 1) == pytest.approx(percent, abs=0.06)


# HwSKU, Gb/s, metres, ports of the chip; shipped headroom pool, demand of two priorities on all ports (MB),
# ratio, and priority groups that the pool covers
POOLS = [
    ("dell-z9864f", "Dell-Z9864f-O64", 800, 5, 64, 33.4, 93.4, 2.8, 45),
    ("dell-z9864f", "Dell-Z9864f-O64", 800, 40, 64, 33.4, 106.9, 3.2, 39),
    ("dell-z9864f", "Dell-Z9864f-O64", 800, 300, 64, 33.4, 207.6, 6.2, 20),
    (ARISTA, "Arista-7060X6-64PE-B-P64", 800, 5, 64, 18.0, 92.8, 5.2, 24),
    (ARISTA, "Arista-7060X6-64PE-B-O128", 400, 40, 128, 22.0, 114.1, 5.2, 49),
    (ARISTA, "Arista-7060X6-64PE-B-O128", 400, 40, 128, 49.4, 114.1, 2.3, 110),
    ("nokia-ixr7220-h5-64d", "Nokia-IXR7220-H5-64D", 800, 5, 64, 29.5, 73.3, 2.5, 51),
    ("nexthop-4210", "NH-4210-F-P128", 800, 5, 128, 81.6, 319.8, 3.9, 65),
]


@pytest.mark.parametrize(
    ("name", "hwsku", "gbps", "metres", "ports", "pool", "demand", "ratio", "full"), POOLS
)
def test_shipped_headroom_pools(name, hwsku, gbps, metres, ports, pool, demand, ratio, full):
    found = platform(name).hwskus[hwsku]
    xoff = published((name, hwsku), gbps, metres).xoff_bytes
    shipped = {
        spec.xoff_bytes
        for entry in found.buffers
        for spec in entry.pools
        if spec.name == "ingress_lossless_pool" and spec.xoff_bytes
    }
    own = [size for size in shipped if abs(size / 1e6 - pool) < 0.06]
    assert own, shipped
    assert 2 * ports * xoff / 1e6 == pytest.approx(demand, abs=0.06)
    assert 2 * ports * xoff / own[0] == pytest.approx(ratio, abs=0.06)
    assert own[0] // xoff == full


CABLES = (1, 2, 3, 5, 10, 30, 40, 60, 100, 150, 300, 301, 500, 1000, 1500, 2000)


@pytest.mark.parametrize("name", sorted(load().platforms))
def test_headroom_of_every_platform_grows_with_the_cable(name):
    found = platform(name)
    for hwsku in found.hwskus.values():
        known = {row.speed_mbps for row in hwsku.headroom_rows} | {
            p.speed_mbps for p in hwsku.ports
        }
        for speed in sorted(known):
            shorter = 0
            for cable in CABLES:
                lanes = 8 if speed >= 800_000 else 4
                port = LosslessPort(speed_mbps=speed, lanes=lanes, cable_m=cable)
                made = headroom(
                    found, hwsku, Demand(port=port, mtu_bytes=9100, shared_headroom=False)
                )
                if isinstance(made, Problem):
                    assert made.kind in ("no-headroom", "cable-too-long")
                    assert made.hint
                    continue
                assert made.xoff_bytes >= shorter, (hwsku.name, port)
                assert made.xoff_bytes >= made.needed_bytes
                assert made.row_cable_m >= cable
                assert sum(term.value_bytes for term in made.terms) == made.xoff_bytes
                unit = 1024 if found.asic.headroom_inputs else found.asic.cell_bytes or 1
                assert made.source == "table" or made.xoff_bytes % unit == 0
                shorter = made.xoff_bytes


def test_a_row_below_a_shorter_cables_row_is_named():
    found = platform("nvidia-sn4700")
    hwsku = found.hwskus["Mellanox-SN4700-C128"]
    rows = tuple(row for row in hwsku.headroom_rows if row.speed_mbps == 10_000)
    # 1500 m have 55,296 bytes and 2000 m 32,768
    port = LosslessPort(speed_mbps=10_000, lanes=1, cable_m=1501)
    made = headroom(found, hwsku, Demand(port=port, mtu_bytes=1500, shared_headroom=False))
    assert isinstance(made, Headroom)
    assert made.source == "arithmetic"
    row = qos006._own_row(rows, made)
    assert row is not None
    assert row.cable_m == 2000
    assert qos006._fault(row, rows, made) == "row 1500m gives a shorter cable 55296"


def test_doubtful_rows_are_those_known_to_be():
    doubtful = {
        (item.id, row.speed_mbps // 1000, row.cable_m)
        for item in load().platforms.values()
        for hwsku in item.hwskus.values()
        for row in hwsku.headroom_rows
        if row.speed_mbps >= 400_000 and "on the same ASIC" in doubt(item, row)
    }
    assert {name for name, _, _ in doubtful} == {
        "nexthop-4010",
        "nokia-ixr7220-h5-64d",
        "nokia-ixr7220-h5-64o",
        "nokia-ixr7220-h6-128",
    }
    # one value for every speed and cable: enough for 400G up to 40 m, for 800G nowhere
    assert {row for row in doubtful if row[0] == "nexthop-4010"} == {
        ("nexthop-4010", 400, 300),
        ("nexthop-4010", 800, 5),
        ("nexthop-4010", 800, 40),
        ("nexthop-4010", 800, 300),
    }


@pytest.mark.parametrize("family", sorted(delay.MODELS))
def test_the_delay_model_grows_with_cable_and_speed(family):
    model = delay.MODELS[family]
    speeds = (100_000, 200_000, 400_000, 800_000, 1_600_000)
    grid = [[delay.model_xoff(model, speed, cable) for cable in CABLES] for speed in speeds]
    assert all(row == sorted(row) for row in grid)
    assert all(list(column) == sorted(column) for column in zip(*grid, strict=True))


def test_sound_rows_of_one_table_grow_with_the_speed():
    for found in load().platforms.values():
        for hwsku in found.hwskus.values():
            rows = {
                (row.cable_m, row.speed_mbps): row.xoff_bytes
                for row in hwsku.headroom_rows
                if not doubt(found, row)  # Nokia H6 has less at 100G than at 50G
            }
            lengths = {cable for cable, _ in rows}
            for cable in lengths:
                column = [rows[key] for key in sorted(rows) if key[0] == cable]
                assert column == sorted(column), (hwsku.name, cable)
