"""Inputs of headroom: pinned traffic, gearbox, shared headroom, the dynamic model, Tofino, 1.6T."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from qos_inputs import asic, box, catalogue_of, intent, platform

from fabricgen.model.intent import HeadroomIntent, LosslessClassIntent, QosIntent
from fabricgen.model.qos import Headroom
from fabricgen.model.topology import Topology
from fabricgen.qos import plan
from fabricgen.qos.arithmetic import (
    TODAY,
    TOFINO,
    LosslessPort,
    Pattern,
    peer_quanta,
    xoff_terms,
)
from fabricgen.qos.headroom import Demand, headroom, needed_bytes

SN5600 = platform("nvidia-sn5600")
Z9864F = platform("dell-z9864f")
TWO = (LosslessClassIntent(), LosslessClassIntent(name="nvme", dscp=28, priority=4))


def xoff(pattern: Pattern, chip, cable=40, speed=800_000, *, shared=True, revision=TODAY) -> int:
    port = LosslessPort(speed_mbps=speed, lanes=8, cable_m=cable)
    terms = xoff_terms(port, pattern, chip, shared_headroom=shared, revision=revision)
    return sum(term.value_bytes for term in terms)


def leaf(switch, ports, **keys):
    found = plan(intent(switch.id, QosIntent(**keys)), catalogue_of(switch), box(switch, ports))
    return found, found.devices.get("leaf")


def test_pinned_traffic_takes_the_place_of_the_table():
    asked = HeadroomIntent(small_packets=Fraction(1, 2), lossless_mtu=1024, port_mtu=9100)
    _, one = leaf(SN5600, [(800_000, 8, 40)] * 64, headroom=asked)
    item = one.headroom[0]
    # the worked example of docs/qos.md
    assert (item.source, item.xoff_bytes, item.size_bytes) == ("arithmetic", 152_576, 200_704)


def test_gearbox_counts_both_ways():
    # 2 * 100000 * 400 / 8192 = 9765.625; all frames small: three times
    plain, geared = Pattern(port_mtu_bytes=9100), Pattern(port_mtu_bytes=9100, gearbox_ns=400)
    more = xoff(geared, asic(), speed=100_000) - xoff(plain, asic(), speed=100_000)
    assert abs(more - 3 * 9765.625) < 1024


def test_tofino_variant_by_hand():
    # W = 176/64 = 2.75; O = 1 + 0.5 * 1.75 = 1.875; cable 40 * 505.0505 * 1000/1024;
    # peer 2 * 905 * 64; P = 9100 + 19728.5 + 819.2 + 115840 = 145487.7; up(1024 + 272789.5)
    chip = asic(cell=176, family="Tofino-2", latency=68)
    stock = Pattern(port_mtu_bytes=9100, lossless_mtu_bytes=1024, small_frames_pct=50)
    cable = 2 * 40 * 400_000 * 10**6 / 8 / 198e6 * 1000 / 1024
    delay = 9100 + cable + 819.2 + 115_840
    expected = math.ceil((1024 + delay * 1.875) / 1024) * 1024
    assert xoff(stock, chip, speed=400_000, revision=TOFINO) == expected == 274_432


def test_shared_headroom_pool_of_a_ratio():
    ports = [(800_000, 8, 40)] * 64
    _, one = leaf(SN5600, ports, headroom=HeadroomIntent(over_subscribe=2))
    item = one.headroom[0]
    assert item.size_bytes == item.xon_bytes
    pool = next(pool for pool in one.pools if pool.name == "ingress_lossless_pool")
    # 64 * (362496 of the table - 10240 private) / 2
    assert pool.xoff_bytes == 64 * (item.xoff_bytes - 10_240) // 2 == 11_272_192
    assert sum_of(one) == one.budget.chip_bytes


def test_headroom_pool_of_a_ratio_on_broadcom():
    ports = [(800_000, 8, 40)] * 64
    _, shipped = leaf(Z9864F, ports)
    found, one = leaf(Z9864F, ports, headroom=HeadroomIntent(over_subscribe=1))
    pool = next(pool for pool in one.pools if pool.name == "ingress_lossless_pool")
    assert pool.xoff_bytes >= 64 * 835_406
    assert pool.xoff_bytes % 254 == 0
    assert one.budget.shared_bytes < shipped.budget.shared_bytes
    assert "headroom-oversubscribed" not in {p.kind for p in found.problems}


def sum_of(one) -> int:
    budget = one.budget
    return (
        budget.reserved_bytes
        + budget.group_bytes
        + budget.headroom_pool_bytes
        + budget.shared_bytes
        + budget.other_bytes
    )


@given(
    st.sampled_from(["nvidia-sn5600", "dell-z9864f", "nexthop-4210", "marvell-d64p512t"]),
    st.integers(1, 300),
    st.sampled_from([None, 1, 2, 4, 8]),
    st.booleans(),
)
def test_parts_of_a_buffer_never_exceed_the_chip(name, cable, ratio, two):
    switch = platform(name)
    keys = {"headroom": HeadroomIntent(over_subscribe=ratio)}
    if two:
        keys["lossless"] = TWO
    found, one = leaf(switch, [(800_000, 8, cable)] * 64, **keys)
    if one is None:
        assert {p.kind for p in found.problems} <= {"headroom-exceeds-buffer", "ecn-after-pfc"}
        return
    assert sum_of(one) <= one.budget.chip_bytes
    assert one.budget.shared_bytes * 4 >= one.budget.chip_bytes / 2
    assert one.budget.longest_m >= cable


def test_longest_cable_of_a_port_mix():
    # 25 % shared, worst-case traffic: 64 x 800G and one priority end at 483 m (two pools at once)
    _, one = leaf(SN5600, [(800_000, 8, 3)] * 64)
    assert one.budget.longest_m == 483
    assert one.budget.ports == "64 x 800G"
    _, mixed = leaf(SN5600, [(800_000, 8, 3)] * 32 + [(400_000, 4, 3)] * 64)
    assert mixed.budget.ports == "64 x 400G, 32 x 800G"


def test_dynamic_model_leaves_sizes_to_the_switch():
    found, one = leaf(
        SN5600,
        [(800_000, 8, 37)] * 64,
        buffer_model="dynamic",
        headroom=HeadroomIntent(over_subscribe=2, small_packets=Fraction(1, 2)),
    )
    assert [p.kind for p in found.problems] == ["headroom-oversubscribed"]
    assert "over_subscribe is 2" in found.problems[0].hint
    assert one.buffer_model == "dynamic"
    assert all(pool.size_bytes is None and pool.xoff_bytes is None for pool in one.pools)
    assert {port.cable_row_m for port in one.ports} == {37}
    assert (one.dynamic.small_frames_pct, one.dynamic.over_subscribe) == (50, 2)
    # the switch takes the port MTU from PORT: 9100, as planned
    term = next(term for term in one.headroom[0].terms if term.name == "port MTU")
    assert term.value_bytes == 9100


def test_dynamic_model_elsewhere_is_written_out_and_said():
    found, one = leaf(Z9864F, [(800_000, 8, 5)] * 8, buffer_model="dynamic")
    assert one.buffer_model == "traditional"
    assert "no-arithmetic" in {p.kind for p in found.problems}


def test_two_priorities_on_tomahawk_5_at_300_m_are_refused_with_the_numbers():
    found, one = leaf(Z9864F, [(800_000, 8, 300)] * 64, lossless=TWO)
    assert one is None
    problem = next(p for p in found.problems if p.kind == "headroom-exceeds-buffer")
    assert "may need 207556608 bytes of headroom at once" in problem.message  # 128 * 1621536
    assert "whole buffer of 165364160 bytes" in problem.message
    assert "m fit" in problem.hint
    assert "fewer lossless priorities" in problem.hint


def test_peer_response_of_1600g_keeps_the_time_of_400g():
    assert [peer_quanta(speed) for speed in (400_000, 800_000, 1_600_000)] == [905, 905, 3620]
    assert needed_bytes(1_600_000, 300, 9100) == 600_000 + 18_200 + 3620 * 64


@pytest.mark.parametrize("cable", [300, 1000, 2000])
@pytest.mark.parametrize("name", ["nvidia-sn5600", "dell-z9864f", "nexthop-4210"])
def test_long_links_between_buildings_have_headroom(name, cable):
    switch = platform(name)
    port = LosslessPort(speed_mbps=1_600_000, lanes=8, cable_m=cable)
    demand = Demand(port=port, mtu_bytes=9100, shared_headroom=False)
    found = headroom(switch, switch.hwskus[switch.default_hwsku], demand)
    assert isinstance(found, Headroom)
    assert found.xoff_bytes > found.needed_bytes > 2 * 10**3 * cable
    assert found.row_cable_m >= cable


def test_four_uplinks_of_2_km_beside_short_ports_are_lossless():
    ports = [(800_000, 8, 3)] * 32 + [(800_000, 8, 2000)] * 4
    found, one = leaf(SN5600, ports)
    assert one is not None, found.problems
    assert isinstance(box(SN5600, ports), Topology)
    assert {item.cable_m for item in one.headroom} == {3, 2000}
