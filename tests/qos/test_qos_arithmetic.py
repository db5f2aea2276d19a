"""The headroom arithmetic against worked examples and the tables platforms ship."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from qos_inputs import asic, platform

from fabricgen.qos import delay
from fabricgen.qos.arithmetic import (
    LosslessPort,
    Pattern,
    Revision,
    occupancy,
    size_bytes,
    up_kib,
    xoff_terms,
    xon_bytes,
)

STOCK = Pattern(port_mtu_bytes=9100, lossless_mtu_bytes=1024, small_frames_pct=50)
SPEEDS = (10_000, 25_000, 40_000, 50_000, 100_000, 200_000, 400_000, 800_000)


def xoff(port, pattern, chip, *, shared=True, revision=Revision()):  # noqa: B008
    terms = xoff_terms(port, pattern, chip, shared_headroom=shared, revision=revision)
    return sum(term.value_bytes for term in terms)


def test_worked_example_of_800g_and_40_m_on_spectrum_4():
    # W = 3, s = 6400/544 %, O = 1.23529; P = 9100 + 40404 + 819.2 + 57920 + 12000 = 120243.2;
    # up(1024 + 148535.7) = 150528; + 2048 without a shared headroom pool.
    port = LosslessPort(speed_mbps=800_000, lanes=8, cable_m=40)
    assert float(occupancy(192, STOCK)) == pytest.approx(1.23529, abs=1e-5)
    assert xoff(port, STOCK, asic()) == 150_528
    assert xoff(port, STOCK, asic(), shared=False) == 152_576
    xon = xon_bytes(8, asic().headroom_inputs)
    assert xon == 38_912
    assert size_bytes(152_576, xon, 8, 9100, shared_headroom=False) == 200_704
    assert size_bytes(150_528, xon, 8, 9100, shared_headroom=True) == 38_912


def test_worst_factor_by_cell():
    full = Pattern(port_mtu_bytes=9100)
    assert [occupancy(cell, full) for cell in (96, 144, 192, 256)] == [2, 3, 3, 4]


def test_occupancy_with_4096_byte_frames():
    pattern = Pattern(port_mtu_bytes=9100, lossless_mtu_bytes=4096, small_frames_pct=50)
    assert float(occupancy(192, pattern)) == pytest.approx(1.0615, abs=1e-4)


WORST = Pattern(port_mtu_bytes=9216)
HALF = Pattern(port_mtu_bytes=9216, lossless_mtu_bytes=4096, small_frames_pct=50)
TABLES = [
    ("nvidia-sn5600", "ACS-SN5600", WORST, Revision(), 24),
    ("nvidia-sn5600", "Mellanox-SN5600-O128", WORST, Revision(), 24),
    ("nvidia-sn5600", "Mellanox-SN5600-V256", HALF, Revision(by_frames=True), 24),
    ("nvidia-sn5640", "Mellanox-SN5640-C508O1X2", HALF, Revision(), 42),
    ("nvidia-sn4700", "ACS-MSN4700", WORST, Revision(quanta=False, whole_factor=False), 21),
    ("nvidia-sn6600-ld", "ACS-SN6600_LD", HALF, Revision(surplus=False, peer_doubled=True), 14),
]


@pytest.mark.parametrize(("name", "hwsku", "pattern", "revision", "count"), TABLES)
def test_whole_table_is_exact(name, hwsku, pattern, revision, count):
    found = platform(name)
    rows = found.hwskus[hwsku].headroom_rows
    assert len(rows) == count
    for row in rows:
        port = LosslessPort(speed_mbps=row.speed_mbps, lanes=4, cable_m=row.cable_m)
        assert xoff(port, pattern, found.asic, revision=revision) == row.xoff_bytes, row


def test_short_mtu_rows_of_sn5610n_are_reproduced():
    found = platform("nvidia-sn5610n")
    rows = found.hwskus["Mellanox-SN5610N-C256S2"].headroom_rows
    assert len(rows) == 32
    for row in rows:
        mtu = 1024 if row.cable_m in (250, 1000) else 9216
        pattern = Pattern(port_mtu_bytes=mtu, lossless_mtu_bytes=4096, small_frames_pct=50)
        port = LosslessPort(speed_mbps=row.speed_mbps, lanes=4, cable_m=row.cable_m)
        assert xoff(port, pattern, found.asic) == row.xoff_bytes, row


@pytest.mark.parametrize(
    ("speed", "cable", "stock_error_pct"),
    [(100, 5, -58.6), (400, 40, -58.5), (400, 300, -58.8), (800, 5, -58.6), (800, 40, -58.5)],
)
def test_stock_inputs_stay_far_below_the_worst_case_table(speed, cable, stock_error_pct):
    found = platform("nvidia-sn5600")
    row = next(
        row
        for row in found.hwskus["ACS-SN5600"].headroom_rows
        if (row.speed_mbps, row.cable_m) == (speed * 1000, cable)
    )
    lanes = 8 if speed == 800 else 4
    port = LosslessPort(speed_mbps=speed * 1000, lanes=lanes, cable_m=cable)
    error = 100 * (xoff(port, STOCK, found.asic) / row.xoff_bytes - 1)
    assert error == pytest.approx(stock_error_pct, abs=0.06)


@given(
    st.sampled_from(SPEEDS),
    st.sampled_from([1, 2, 4, 8]),
    st.integers(0, 2000),
    st.integers(1, 500),
    st.sampled_from([50, 100]),
    st.booleans(),
)
def test_headroom_grows_with_the_cable_and_is_whole_kib(speed, lanes, cable, more, pct, shared):
    pattern = Pattern(port_mtu_bytes=9216, small_frames_pct=pct)
    near = xoff(LosslessPort(speed_mbps=speed, lanes=lanes, cable_m=cable), pattern, asic())
    far = xoff(LosslessPort(speed_mbps=speed, lanes=lanes, cable_m=cable + more), pattern, asic())
    assert near % 1024 == far % 1024 == 0
    assert near <= far


@given(st.integers(0, 2000), st.integers(0, len(SPEEDS) - 2))
def test_headroom_grows_with_the_speed(cable, index):
    slow, fast = (
        xoff(LosslessPort(speed_mbps=speed, lanes=4, cable_m=cable), WORST, asic())
        for speed in SPEEDS[index : index + 2]
    )
    assert slow <= fast


def test_an_asic_without_inputs_is_refused():
    chip = platform("dell-z9864f").asic
    with pytest.raises(ValueError, match="no inputs"):
        xoff_terms(
            LosslessPort(speed_mbps=1, lanes=1, cable_m=1), WORST, chip, shared_headroom=True
        )


def test_up_kib_rounds_up():
    assert [up_kib(value) for value in (0, 1, 1024, 1025)] == [0, 1024, 1024, 2048]


FITS = [
    ("dell-z9864f", "Dell-Z9864f-O64", "tomahawk5", 12, 3),
    ("dell-z9664f", "DellEMC-Z9664f-O64", "tomahawk4", 9, 0),
    ("nexthop-4210", "NH-4210-F-O256", "tomahawk6", 20, 0),
    ("dell-z9332f", "DellEMC-Z9332f-M-O16C64", "tomahawk3", 10, 3),
    ("marvell-d64p512t", "d64p512t_128x400G-2x10G", "teralynx10", 24, 3),
]


@pytest.mark.parametrize(("name", "hwsku", "family", "count", "exact"), FITS)
def test_delay_model_stays_within_its_stated_error(name, hwsku, family, count, exact):
    model = delay.MODELS[family]
    rows = [
        row
        for row in platform(name).hwskus[hwsku].headroom_rows
        if row.speed_mbps >= delay.MIN_SPEED_MBPS
    ]
    assert len(rows) == count
    hits = 0
    for row in rows:
        bare = delay.model_xoff(model, row.speed_mbps, row.cable_m)
        assert abs(bare / row.xoff_bytes - 1) * 100 <= model.error_pct, row
        hits += bare == row.xoff_bytes
        used = sum(t.value_bytes for t in delay.xoff_terms(model, row.speed_mbps, row.cable_m))
        assert used >= row.xoff_bytes, row
        assert used % model.cell_bytes == 0
    assert hits == exact


def test_delay_model_by_hand():
    # Tomahawk 5, 800G, 40 m: 64063 + 254/84 * 100 B/ns * (2140 + 400) ns = 832110.6, 3277 cells.
    assert delay.model_xoff(delay.MODELS["tomahawk5"], 800_000, 40) == 3277 * 254 == 832_358


def test_delay_model_refuses_slow_ports():
    with pytest.raises(ValueError, match="100000"):
        delay.model_xoff(delay.MODELS["tomahawk5"], 50_000, 5)
