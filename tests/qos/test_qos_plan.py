"""The plan: classes, marking, watchdog and what each kind of device gets."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from qos_inputs import box, catalogue_of, intent, platform

from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import (
    CongestionClassIntent,
    FabricIntent,
    LosslessClassIntent,
    QosIntent,
    SwitchIntent,
)
from fabricgen.model.platform import HeadroomRow
from fabricgen.model.qos import Headroom, Wred
from fabricgen.model.topology import Role
from fabricgen.qos import plan
from fabricgen.qos.arithmetic import LosslessPort
from fabricgen.qos.classes import plan_classes
from fabricgen.qos.headroom import Demand, headroom, needed_bytes, row_for
from fabricgen.qos.marking import SharedBuffer, wred
from fabricgen.qos.watchdog import watchdog

SN5600 = platform("nvidia-sn5600")
PORTS = [(800_000, 8, 3)] * 8 + [(800_000, 8, 30)] * 8 + [(800_000, 8, None)] * 48


def demand(speed: int, cable: int, mtu: int = 9100) -> Demand:
    port = LosslessPort(speed_mbps=speed, lanes=8, cable_m=cable)
    return Demand(port=port, mtu_bytes=mtu, shared_headroom=False)


def test_default_classes():
    default, roce, cnp = plan_classes(QosIntent())
    assert (roce.dscps, roce.tc, roce.pg, roce.queue, roce.lossless) == ((26,), 3, 3, 3, True)
    assert (cnp.dscps, cnp.tc, cnp.pg, cnp.queue, cnp.strict) == ((48,), 6, 0, 6, True)
    assert (default.tc, default.pg, default.queue) == (0, 0, 0)
    assert (roce.weight, default.weight, cnp.weight) == (60, 40, None)


@given(
    st.lists(st.integers(1, 5), min_size=0, max_size=5, unique=True),
    st.lists(st.integers(0, 63), min_size=6, max_size=6, unique=True),
    st.booleans(),
)
def test_every_dscp_has_one_class_and_weights_fit_a_port(priorities, dscps, strict):
    lossless = tuple(
        LosslessClassIntent(name=f"c{p}", dscp=d, priority=p)
        for p, d in zip(priorities, dscps, strict=False)
    )
    congestion = CongestionClassIntent(dscp=dscps[5], priority=6, strict=strict)
    classes = plan_classes(QosIntent(lossless=lossless, congestion=congestion))
    assert sorted(d for item in classes for d in item.dscps) == list(range(64))
    assert len({item.queue for item in classes}) == len(classes)
    weights = [item.weight for item in classes if item.weight is not None]
    assert all(1 <= weight <= 100 for weight in weights)
    assert 96 <= sum(weights) <= 100
    for item in classes:
        assert item.strict == (item.weight is None)


def test_reserved_priorities_stop_the_plan():
    qos = QosIntent(lossless=(LosslessClassIntent(priority=7),))
    result = plan(intent(qos=qos), catalogue_of(SN5600), box(SN5600, PORTS))
    assert [p.kind for p in result.problems] == ["class-priority-reserved"]
    assert result.devices == {}


def test_ports_of_a_lossless_leaf():
    found = plan(intent(), catalogue_of(SN5600), box(SN5600, PORTS)).devices["leaf"]
    first, middle, last = found.ports[0], found.ports[8], found.ports[-1]
    assert (first.cable_row_m, first.lossless_profile) == (5, "pg_lossless_800000_5m_profile")
    assert (middle.cable_row_m, middle.wred) == (40, "roce_800g")
    assert (last.cable_row_m, last.lossless_profile, last.wred) == (0, None, None)
    assert [port.port for port in found.ports[:2]] == ["Ethernet0", "Ethernet8"]
    assert found.pfc_to_pg
    assert found.buffer_model == "traditional"


def test_front_end_keeps_queues_and_drops_pause():
    front = intent(frontend=FabricIntent(switch=SwitchIntent(platform="nvidia-sn5600")))
    found = plan(front, catalogue_of(SN5600), box(SN5600, PORTS, fabric="frontend"))
    leaf = found.devices["leaf"]
    assert leaf.lossless_priorities == ()
    assert {item.pg for item in leaf.classes} == {0}
    assert {item.name: item.queue for item in leaf.classes} == {"default": 0, "roce": 3, "cnp": 6}
    assert all(port.cable_row_m == 0 for port in leaf.ports)
    assert leaf.watchdog is None
    assert set(leaf.queue_profiles.values()) == {"q_lossy_profile"}


@pytest.mark.parametrize(("protocol", "lossless"), [("nvme-rdma", (3,)), ("nvme-tcp", ())])
def test_storage_is_lossless_for_rdma_only(protocol, lossless):
    storage = FabricIntent(switch=SwitchIntent(platform="nvidia-sn5600"), protocol=protocol)
    result = plan(
        intent(storage=storage), catalogue_of(SN5600), box(SN5600, PORTS, fabric="storage")
    )
    assert result.devices["leaf"].lossless_priorities == lossless


def test_dpu_has_the_maps_of_its_leaf_and_no_buffers():
    card = platform("nvidia-bf3-9009d3b600cvaa")
    front = intent(frontend=FabricIntent(switch=SwitchIntent(platform="nvidia-sn5600")))
    leaf = plan(front, catalogue_of(SN5600), box(SN5600, PORTS, fabric="frontend"))
    topology = box(card, [(200_000, 4, 3)] * 2, fabric="frontend", role=Role.DPU)
    found = plan(front, catalogue_of(card), topology).devices["leaf"]
    assert found.classes == leaf.devices["leaf"].classes
    assert not found.buffers
    assert found.pools == ()
    assert not found.pfc_to_pg


def test_out_of_band_and_paper_switches_have_no_plan():
    oob = box(SN5600, PORTS, fabric="oob")
    assert plan(intent(), catalogue_of(SN5600), oob).devices == {}
    assert plan(intent(), catalogue_of(), box(SN5600, PORTS)).devices == {}


def test_need_by_hand():
    # 400G, 100 m: 50000 on the cable, 2 * 9216, 905 * 64 for the peer.
    assert needed_bytes(400_000, 100, 9216) == 50_000 + 18_432 + 57_920 == 126_352


def test_cable_is_rounded_up_never_down():
    for cable, row in ((1, 5), (5, 5), (6, 40), (40, 40), (41, 300), (300, 300)):
        found = headroom(SN5600, SN5600.hwskus["ACS-SN5600"], demand(800_000, cable))
        assert isinstance(found, Headroom)
        assert (found.row_cable_m, found.source) == (row, "table")
        assert found.profile == f"pg_lossless_800000_{row}m_profile"


def test_arithmetic_goes_on_where_the_table_ends():
    hwsku = SN5600.hwskus["ACS-SN5600"]
    table = headroom(SN5600, hwsku, demand(800_000, 300))
    longer = headroom(SN5600, hwsku, demand(800_000, 301))
    assert isinstance(table, Headroom)
    assert isinstance(longer, Headroom)
    assert (longer.source, longer.row_cable_m) == ("arithmetic", 301)
    assert longer.xoff_bytes > table.xoff_bytes


def test_a_row_below_a_shorter_cables_row_is_passed_over():
    def row(cable: int, xoff: int) -> HeadroomRow:
        return HeadroomRow(
            speed_mbps=100_000,
            cable_m=cable,
            size_bytes=1,
            xon_bytes=1,
            xoff_bytes=xoff,
            threshold=0,
        )

    rows = (row(40, 90_000), row(250, 80_000), row(300, 120_000))
    found = row_for(rows, demand(100_000, 100))
    assert found is not None
    assert found.cable_m == 300


def test_repeated_rows_of_sn4700_o32_are_not_used():
    # Its 400G rows for 1500 m and 2000 m repeat those of 200G: less than the cable holds.
    chosen = platform("nvidia-sn4700")
    found = headroom(chosen, chosen.hwskus["Mellanox-SN4700-O32"], demand(400_000, 1500))
    assert isinstance(found, Headroom)
    assert found.source == "arithmetic"
    assert found.xoff_bytes > found.needed_bytes


@given(
    st.sampled_from(
        ["nvidia-sn5600", "nvidia-sn4700", "dell-z9864f", "nexthop-4210", "marvell-d64p512t"]
    ),
    st.sampled_from([100_000, 200_000, 400_000, 800_000]),
    st.integers(1, 1500),
    st.integers(1, 500),
)
def test_headroom_never_falls_with_the_cable_and_terms_add_up(name, speed, cable, more):
    chosen = platform(name)
    hwsku = chosen.hwskus[chosen.default_hwsku]
    near = headroom(chosen, hwsku, demand(speed, cable))
    far = headroom(chosen, hwsku, demand(speed, cable + more))
    for item in (near, far):
        if isinstance(item, Headroom):
            assert sum(term.value_bytes for term in item.terms) == item.xoff_bytes
            assert item.row_cable_m >= item.cable_m
    if isinstance(near, Headroom) and isinstance(far, Headroom):
        assert near.xoff_bytes <= far.xoff_bytes


def test_nothing_known_is_a_problem():
    chosen = platform("celestica-silverstone-v2")
    found = headroom(chosen, chosen.hwskus[chosen.default_hwsku], demand(1_000, 5))
    assert isinstance(found, Problem)
    assert found.kind == "no-headroom"


def test_cable_beyond_table_without_arithmetic_or_fit_is_a_problem():
    chosen = platform("dell-z9864f")
    found = headroom(chosen, chosen.hwskus[chosen.default_hwsku], demand(50_000, 301))
    assert isinstance(found, Problem)
    assert found.kind == "cable-too-long"
    assert "300 m" in found.message


@pytest.mark.parametrize(
    ("name", "hwsku", "count", "speed", "lanes", "kilobytes"),
    [
        ("dell-z9864f", "Dell-Z9864f-O64", 64, 800_000, 8, 1009),
        ("nvidia-sn5600", "ACS-SN5600", 64, 800_000, 8, 408),
        ("nvidia-sn5600", "Mellanox-SN5600-O128", 128, 400_000, 4, 204),
        ("nvidia-sn5600", "Mellanox-SN5600-V256", 256, 200_000, 2, 144),
        ("nexthop-4210", "NH-4210-F-P128", 128, 800_000, 4, 689),
        ("nokia-ixr7220-h5-64d", "Nokia-IXR7220-H5-64D", 64, 800_000, 8, 1029),
        ("micas-w6940-64oc", "M2-W6940-64OC", 64, 800_000, 8, 404),
        ("dell-z9332f", "DellEMC-Z9332f-O32", 32, 400_000, 8, 245),
        ("marvell-d64p512t", "d64p512t_64x800G-2x10G", 64, 800_000, 8, 907),
    ],
)
def test_bound_of_ecn_before_pfc(name, hwsku, count, speed, lanes, kilobytes):
    chosen = platform(name)
    topology = box(chosen, [(speed, lanes, 3)] * count, hwsku=hwsku)
    mark = plan(intent(name), catalogue_of(chosen), topology).devices["leaf"].wred[0]
    assert mark.bound_bytes / 1000 == pytest.approx(kilobytes, abs=0.6)
    assert 2 * 9100 <= mark.kmin_bytes < mark.kmax_bytes <= 0.9 * mark.bound_bytes
    assert mark.kmin_bytes % 1024 == 0


@given(
    st.integers(1_000_000, 200_000_000),
    st.integers(1, 512),
    st.integers(-3, 3),
    st.sampled_from([100_000, 200_000, 400_000, 800_000]),
    st.integers(1280, 9216),
)
def test_marking_is_ordered_and_below_the_bound(shared, count, alpha, speed, mtu):
    buffer = SharedBuffer(shared_bytes=shared, port_count=count, alpha_log2=alpha)
    found = wred(speed, 800_000, buffer, mtu)
    if isinstance(found, Wred):
        assert 2 * mtu <= found.kmin_bytes < found.kmax_bytes < buffer.bound_bytes
        assert found.kmax_bytes <= 8 * speed
        assert found.kmin_bytes % 1024 == 0
    else:
        assert found.kind == "ecn-after-pfc"
        assert 9 * buffer.bound_bytes < 10 * (2 * mtu + 2048)


def test_marking_grows_with_the_speed():
    buffer = SharedBuffer(shared_bytes=150_000_000, port_count=64, alpha_log2=0)
    marks = [wred(speed, 800_000, buffer, 9100) for speed in (100_000, 400_000, 800_000)]
    sizes = [mark.kmax_bytes for mark in marks if isinstance(mark, Wred)]
    assert len(sizes) == 3
    assert sizes == sorted(set(sizes))


def test_growth_does_not_move_thresholds():
    few = box(SN5600, [(800_000, 8, 3)] * 8 + [(800_000, 8, None)] * 56)
    many = box(SN5600, [(800_000, 8, 3)] * 64)
    small, large = (
        plan(intent(), catalogue_of(SN5600), topology).devices["leaf"] for topology in (few, many)
    )
    assert small.wred == large.wred
    assert small.watchdog == large.watchdog
    assert small.pools == large.pools


@pytest.mark.parametrize(
    ("ports", "detection", "poll"),
    [
        (1, 200, 200),
        (32, 200, 200),
        (33, 400, 400),
        (64, 400, 400),
        (65, 600, 600),
        (130, 1000, 1000),
        (514, 3400, 1000),
        (10_000, 5000, 1000),
    ],
)
def test_watchdog_times(ports, detection, poll):
    found = watchdog(ports)
    assert (found.detection_ms, found.poll_ms) == (detection, poll)
    assert found.restoration_ms == 2 * detection


def test_service_port_counts_for_the_watchdog():
    found = plan(intent(), catalogue_of(SN5600), box(SN5600, PORTS)).devices["leaf"]
    assert found.watchdog is not None
    assert found.watchdog.detection_ms == 600


def test_devices_of_equal_shape_share_one_record():
    topology = box(SN5600, PORTS)
    twin = "twin"
    both = replace(
        topology,
        devices=(*topology.devices, replace(topology.devices[0], name=twin)),
        ports={
            **topology.ports,
            twin: tuple(replace(port, device=twin) for port in topology.ports["leaf"]),
        },
        links=(
            *topology.links,
            *(replace(link, upper=replace(link.upper, device=twin)) for link in topology.links),
        ),
    )
    found = plan(intent(), catalogue_of(SN5600), both).devices
    assert found["leaf"] is found[twin]
