"""Pools: the published pool arithmetic, and that headroom and pools always fit the chip."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from qos_inputs import box, catalogue_of, intent, platform

from fabricgen.model.intent import (
    FabricIntent,
    LosslessClassIntent,
    QosIntent,
    SwitchIntent,
)
from fabricgen.qos import plan
from fabricgen.qos.arithmetic import LosslessPort, Pattern, size_bytes, xoff_terms, xon_bytes
from fabricgen.qos.classes import plan_classes
from fabricgen.qos.layout import layout, lossless_defaults, numbers, ranges
from fabricgen.qos.reserve import reserve

TWO = QosIntent(
    lossless=(LosslessClassIntent(), LosslessClassIntent(name="nvme", dscp=28, priority=4))
)
SN5600 = platform("nvidia-sn5600")


def room(pct: int, cable: int, *, shared: bool) -> tuple[int, int, int]:
    """Return xoff, xon and size of an 800G port with port MTU 9100 and lossless MTU 1024."""
    port = LosslessPort(speed_mbps=800_000, lanes=8, cable_m=cable)
    pattern = Pattern(port_mtu_bytes=9100, small_frames_pct=pct)
    terms = xoff_terms(port, pattern, SN5600.asic, shared_headroom=shared)
    xoff, xon = sum(term.value_bytes for term in terms), xon_bytes(8, SN5600.asic.headroom_inputs)
    return xoff, xon, size_bytes(xoff, xon, 8, 9100, shared_headroom=shared)


def pool(pct: int, priorities: int, ratio: int, cable: int) -> tuple[int, int]:
    """Return each of two ingress pools, and the shared headroom pool, of 64 x 800G + 1 x 25G."""
    entry = lossless_defaults(SN5600.hwskus["ACS-SN5600"])
    assert entry is not None
    tables = layout(entry, plan_classes(QosIntent()))
    kept = reserve(SN5600, tables, [8] * 64 + [1]).total_bytes
    xoff, xon, size = room(pct, cable, shared=bool(ratio))
    shared = 0
    if ratio:
        demand = 64 * priorities * (xon + xoff - size) - 64 * 10_240
        shared = math.ceil(demand / ratio)
        kept += 64 * 10_240 + shared
    return (158_229_504 - kept - 64 * priorities * size) // 2, shared


@pytest.mark.parametrize(
    ("pct", "priorities", "ratio", "megabytes", "shared"),
    [
        (50, 2, 0, (65.9, 63.1, 42.4), (0, 0, 0)),
        (50, 2, 2, (69.8, 68.4, 58.1), (6.5, 9.3, 30.0)),
        (50, 1, 0, (70.9, 69.5, 59.1), (0, 0, 0)),
        (100, 2, 0, (56.4, 49.6, -0.8), (0, 0, 0)),
        (100, 2, 2, (65.1, 61.7, 36.5), (16.1, 22.9, 73.3)),
        (100, 1, 0, (66.2, 62.8, 37.6), (0, 0, 0)),
    ],
)
def test_pool_table_of_the_sn5600(pct, priorities, ratio, megabytes, shared):
    for cable, size, headroom in zip((5, 40, 300), megabytes, shared, strict=True):
        found = pool(pct, priorities, ratio, cable)
        assert found[0] / 1e6 == pytest.approx(size, abs=0.06), cable
        assert found[1] / 1e6 == pytest.approx(headroom, abs=0.06), cable


def test_pool_falls_below_zero_as_published():
    assert pool(100, 2, 0, 300)[0] == -770_048


def one(name, ports, *, hwsku=None, qos=None):
    chosen = platform(name)
    return plan(intent(name, qos), catalogue_of(chosen), box(chosen, ports, hwsku=hwsku))


SHIPPED = [
    ("nvidia-sn5600", "ACS-SN5600", [(800_000, 8, 3)] * 32 + [(800_000, 8, 30)] * 32),
    ("nvidia-sn5600", "Mellanox-SN5600-O128", [(400_000, 4, 3)] * 64 + [(400_000, 4, 30)] * 64),
    ("nvidia-sn5600", "Mellanox-SN5600-V256", [(200_000, 2, 3)] * 256),
    ("dell-z9664f", "DellEMC-Z9664f-O64", [(400_000, 8, 3)] * 32 + [(400_000, 8, 30)] * 32),
    ("nvidia-sn4700", "ACS-MSN4700", [(400_000, 8, 3)] * 16 + [(400_000, 8, 30)] * 16),
    ("nvidia-sn4700", "Mellanox-SN4700-V64", [(200_000, 4, 3)] * 64),
    ("nvidia-sn4700", "Mellanox-SN4700-O32", [(400_000, 8, 3)] * 32),
    ("nvidia-sn2201", "ACS-SN2201", [(100_000, 4, 3)] * 4),
]


@pytest.mark.parametrize(("name", "hwsku", "ports"), SHIPPED)
def test_shipped_pools_and_profiles_are_kept_to_the_byte(name, hwsku, ports):
    found = one(name, ports, hwsku=hwsku).devices["leaf"]
    entry = lossless_defaults(platform(name).hwskus[hwsku])
    assert entry is not None
    assert "t1" in entry.topologies
    assert found.pools == entry.pools
    assert found.profiles == entry.profiles
    assert found.ingress_profile_list == entry.ingress_profile_list
    assert found.egress_profile_list == entry.egress_profile_list


def test_sn5600_tables_written_out():
    found = one("nvidia-sn5600", SHIPPED[0][2]).devices["leaf"]
    assert {pool.name: pool.size_bytes for pool in found.pools} == {
        "ingress_lossless_pool": 52_161_690,
        "ingress_lossy_pool": 52_161_690,
        "egress_lossless_pool": 158_229_504,
        "egress_lossy_pool": 52_161_690,
    }
    assert dict(found.pg_profiles) == {"0": "ingress_lossy_profile"}
    assert dict(found.queue_profiles) == {
        "0-2": "q_lossy_profile",
        "3": "egress_lossless_profile",
        "4-6": "q_lossy_profile",
    }
    rooms = [
        (r.profile, r.size_bytes, r.xon_bytes, r.xoff_bytes, r.threshold) for r in found.headroom
    ]
    assert rooms == [
        ("pg_lossless_800000_5m_profile", 304_128, 38_912, 257_024, 0),
        ("pg_lossless_800000_40m_profile", 410_624, 38_912, 362_496, 0),
    ]


def test_z9864f_headroom_written_out():
    ports = [(800_000, 8, 3)] * 32 + [(800_000, 8, 30)] * 32
    found = one("dell-z9864f", ports).devices["leaf"]
    assert [
        (r.profile, r.size_bytes, r.xon_bytes, r.xoff_bytes, r.xon_offset_bytes)
        for r in found.headroom
    ] == [
        ("pg_lossless_800000_5m_profile", 18_796, 0, 729_488, 3556),
        ("pg_lossless_800000_40m_profile", 18_796, 0, 835_406, 3556),
    ]


def test_pools_shrink_to_whole_cells_when_headroom_needs_the_room():
    found = one("nvidia-sn5600", [(800_000, 8, 300)] * 64)
    device = found.devices["leaf"]
    # 158229504 - 6415360 reserved - 64 * 1198080 = 75137024, two pools of whole 192-byte cells
    sizes = {pool.name: pool.size_bytes for pool in device.pools}
    assert sizes["ingress_lossless_pool"] == sizes["egress_lossy_pool"] == 37_568_448
    assert sizes["egress_lossless_pool"] == 158_229_504
    assert [p.kind for p in found.problems] == ["pools-shrunk"]


def test_headroom_that_does_not_fit_is_refused_with_the_longest_cable_that_does():
    found = one("nvidia-sn5600", [(800_000, 8, 500)] * 64)
    assert found.devices == {}
    problem = found.problems[0]
    assert problem.kind == "headroom-exceeds-buffer"
    assert "483 m fit" in problem.hint
    assert problem.details["chip"] == "158229504"


def test_two_priorities_on_64_ports_of_800g_at_300_m_are_refused_on_tomahawk_5():
    found = one("dell-z9864f", [(800_000, 8, 300)] * 64, qos=TWO)
    assert found.devices == {}
    # 128 groups * 1621536 bytes
    assert "207556608" in found.problems[0].message
    assert "165364160" in found.problems[0].message


def test_shared_headroom_limit_of_one_port_is_kept():
    found = one("nvidia-sn5600", [(800_000, 8, 900)] * 2, hwsku="Mellanox-SN5600-V256")
    assert "1576704" in found.problems[0].message  # (8192 + 20) cells of 192 bytes


@pytest.mark.parametrize(
    ("name", "hwsku", "ports", "size", "chip"),
    [
        # 258035400 - 81553920: the size the vendor had before the headroom pool was folded in
        ("nexthop-4210", "NH-4210-F-P128", [(800_000, 4, 3)] * 128, 176_481_480, 265_332_900),
        # 162539680 - 33374584
        ("dell-z9864f", "Dell-Z9864f-O64", [(800_000, 8, 3)] * 64, 129_165_096, 165_364_160),
        # 165364160 - 128 * 18796 - 29423360, whole cells of 254 bytes
        (
            "arista-7060x6-64pe",
            "Arista-7060X6-64PE-O128S2",
            [(400_000, 4, 3)] * 128,
            133_534_912,
            165_364_160,
        ),
    ],
)
def test_headroom_pool_is_not_counted_twice(name, hwsku, ports, size, chip):
    result = one(name, ports, hwsku=hwsku)
    found = result.devices["leaf"]
    pool = next(p for p in found.pools if p.name == "ingress_lossless_pool")
    groups = len(ports) * found.headroom[0].size_bytes
    assert pool.size_bytes == size
    assert pool.size_bytes + pool.xoff_bytes + groups <= chip
    assert all((p.size_bytes or 0) <= chip for p in found.pools)
    assert "pools-shrunk" in [p.kind for p in result.problems]


def test_a_hwsku_that_ships_lossy_gets_a_shared_headroom_pool():
    ports = [(400_000, 4, 3)] * 128
    result = one("nvidia-sn5640", ports, hwsku="Mellanox-SN5640-O128X2")
    found = result.devices["leaf"]
    pool = next(p for p in found.pools if p.name == "ingress_lossless_pool")
    assert pool.xoff_bytes == 128 * 86_016
    assert "hwsku-ships-lossy" in [p.kind for p in result.problems]
    assert found.queue_profiles["3"] == "egress_lossless_profile"


def test_platform_without_pools_is_refused_with_those_that_have_them():
    able, unable = platform("dell-z9864f"), platform("ufispace-s9321-64e")
    result = plan(
        intent(unable.id), catalogue_of(able, unable), box(unable, [(800_000, 8, 3)] * 64)
    )
    assert [p.kind for p in result.problems] == ["no-buffers"]
    assert "dell-z9864f" in result.problems[0].hint


@given(
    st.lists(
        st.tuples(st.sampled_from([200_000, 400_000, 800_000]), st.integers(1, 600)),
        min_size=1,
        max_size=64,
    ),
    st.booleans(),
    st.sampled_from(["ACS-SN5600", "Mellanox-SN5600-V256", "Mellanox-SN5600-C256S1"]),
)
def test_pools_and_headroom_never_exceed_the_chip(ports, two, hwsku):
    qos = TWO if two else QosIntent()
    listed = [(speed, speed // 100_000, cable) for speed, cable in ports]
    found = one("nvidia-sn5600", listed, hwsku=hwsku, qos=qos).devices.get("leaf")
    if found is None:
        return
    rooms = {room.profile: room for room in found.headroom}
    groups = sum(
        rooms[port.lossless_profile].size_bytes * len(found.lossless_priorities)
        for port in found.ports
        if port.lossless_profile
    )
    ingress = [pool for pool in found.pools if pool.type == "ingress"]
    total = sum((pool.size_bytes or 0) + (pool.xoff_bytes or 0) for pool in ingress)
    assert total + groups <= 158_229_504
    assert sum(pool.size_bytes or 0 for pool in ingress) >= 158_229_504 / 4
    for mark in found.wred:
        assert mark.kmin_bytes < mark.kmax_bytes <= mark.bound_bytes


@given(st.dictionaries(st.integers(0, 7), st.sampled_from(["a", "b"])))
def test_ranges_say_the_same_as_single_numbers(values):
    again = {n: name for text, name in ranges(values).items() for n in numbers(text)}
    assert again == values


@pytest.mark.parametrize("name", ["marvell-d64p512t", "nokia-ixr7220-h5-64d", "nexthop-4210"])
def test_profiles_have_one_threshold_and_known_pools(name):
    chosen = platform(name)
    found = one(name, [(800_000, 8, 3)] * 16).devices["leaf"]
    pools = {pool.name for pool in found.pools}
    names = {profile.name for profile in found.profiles}
    for profile in found.profiles:
        assert (profile.dynamic_th is None) != (profile.static_th is None)
        assert profile.pool in pools
    used = {*found.pg_profiles.values(), *found.queue_profiles.values()}
    assert used <= names
    assert chosen.id == name


def test_a_lossless_profile_replaced_by_ours_is_left_out():
    found = one("marvell-d64p512t", [(800_000, 8, 3)] * 16).devices["leaf"]
    assert "ingress_lossless_profile" not in {profile.name for profile in found.profiles}


def test_more_lossless_queues_follow_the_classes():
    found = one("nvidia-sn5600", [(800_000, 8, 3)] * 4, qos=TWO).devices["leaf"]
    assert found.queue_profiles["3-4"] == "egress_lossless_profile"
    assert found.lossless_priorities == (3, 4)


def test_unknown_chip_size_falls_back_to_the_largest_pool():
    bare = replace(SN5600, asic=replace(SN5600.asic, buffer_bytes=None))
    topology = box(bare, [(800_000, 8, 3)] * 4)
    assert plan(intent(), catalogue_of(bare), topology).devices["leaf"].buffers


def test_a_front_end_on_tomahawk_5_fits_the_chip_too():
    chosen = platform("dell-z9864f")
    front = intent(frontend=FabricIntent(switch=SwitchIntent(platform=chosen.id)))
    topology = box(chosen, [(800_000, 8, 3)] * 64, fabric="frontend")
    found = plan(front, catalogue_of(chosen), topology).devices["leaf"]
    pool = next(p for p in found.pools if p.name == "ingress_lossless_pool")
    assert (pool.size_bytes, pool.xoff_bytes) == (129_165_096, 33_374_584)
    assert set(found.queue_profiles.values()) == {"egress_lossy_profile"}
