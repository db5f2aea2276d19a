"""Presets: classes, ECN thresholds and NIC parameters against their published values."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from qos_inputs import box, catalogue_of, intent, platform

from fabricgen.model.diagnostic import Place, Problem
from fabricgen.model.intent import (
    ECN_PRESETS,
    QOS_PRESETS,
    EcnIntent,
    LosslessClassIntent,
    LossyClassIntent,
    NicQosIntent,
    QosIntent,
    WatchdogIntent,
)
from fabricgen.model.qos import TrafficClass, Wred
from fabricgen.qos import plan
from fabricgen.qos.classes import class_problems, plan_classes
from fabricgen.qos.layout import expanded, layout, plain_defaults
from fabricgen.qos.marking import SharedBuffer, wred
from fabricgen.qos.nic_presets import PRESETS as NIC_PRESETS
from fabricgen.qos.presets import PRESETS, resolved
from fabricgen.qos.thresholds import published
from fabricgen.qos.watchdog import watchdog

SN5600 = platform("nvidia-sn5600")
PORTS = [(800_000, 8, 3)] * 8 + [(800_000, 8, 30)] * 8


def classes(**keys: object) -> dict[str, TrafficClass]:
    asked = intent(qos=QosIntent(**keys))  # type: ignore[arg-type]
    return {item.name: item for item in plan_classes(resolved(asked))}


def test_every_preset_of_the_language_is_known():
    assert set(PRESETS) == set(QOS_PRESETS)
    for preset in ECN_PRESETS:
        if preset != "auto":
            assert published(preset, 400_000).kmin_bytes < published(preset, 400_000).kmax_bytes


@pytest.mark.parametrize(
    ("preset", "lossless", "congestion"),
    [
        ("nvidia", {26: 3}, (48, 6)),
        ("broadcom", {26: 3}, (48, 7)),
        ("amd", {24: 3}, (46, 6)),
        ("azure", {3: 3, 4: 4}, (48, 6)),
        ("nvme-rdma", {26: 3, 28: 4}, (48, 6)),
        ("lossy-roce", {}, (48, 6)),
    ],
)
def test_classes_of_vendors(preset, lossless, congestion):
    found = classes(preset=preset)
    assert {d: c.queue for c in found.values() if c.lossless for d in c.dscps} == lossless
    assert (found["cnp"].dscps[0], found["cnp"].queue) == congestion
    assert found["cnp"].strict
    assert sorted(d for c in found.values() for d in c.dscps) == list(range(64))


def test_weights_of_presets():
    amd = classes(preset="amd")
    assert (amd["roce"].weight, amd["default"].weight, amd["cnp"].limit_pct) == (99, 1, 10)
    nvidia = classes(preset="nvidia")
    assert (nvidia["roce"].weight, nvidia["default"].weight) == (50, 50)
    tcp = classes(preset="nvme-tcp")
    # 20 pinned for NVMe; RoCE and default share 80 as 60 to 40
    assert (tcp["nvme"].weight, tcp["roce"].weight, tcp["default"].weight) == (20, 48, 32)


def test_what_is_written_wins_over_the_preset():
    own = (LosslessClassIntent(name="roce", dscp=30, priority=5),)
    assert classes(preset="amd", lossless=own)["roce"].dscps == (30,)
    asked = intent(qos=QosIntent(preset="amd"))
    written = replace(asked, places={("qos", "lossless"): Place(line=4)})
    assert resolved(written).lossless[0].dscp == 26
    assert resolved(asked).lossless[0].dscp == 24


@given(
    st.lists(
        st.tuples(st.integers(1, 6), st.sampled_from([None, 5, 10, 20]), st.booleans()),
        max_size=5,
        unique_by=lambda item: item[0],
    ),
    st.integers(0, 5),
)
def test_weights_of_any_classes_fit_a_port(drawn, lossless_count):
    lossless, lossy = [], []
    for number, (priority, share, strict) in enumerate(drawn):
        bandwidth = None if share is None else Fraction(share, 100)
        if number < lossless_count:
            lossless.append(
                LosslessClassIntent(
                    name=f"c{priority}", dscp=priority, priority=priority, bandwidth=bandwidth
                )
            )
        else:
            lossy.append(
                LossyClassIntent(
                    name=f"c{priority}",
                    dscp=priority,
                    priority=priority,
                    bandwidth=bandwidth,
                    strict=strict,
                )
            )
    qos = QosIntent(lossless=tuple(lossless), lossy=tuple(lossy))
    qos = replace(qos, congestion=replace(qos.congestion, priority=7))
    if list(class_problems(intent(qos=qos))):
        return
    found = plan_classes(qos)
    weights = [item.weight for item in found if item.weight is not None]
    assert all(1 <= weight <= 100 for weight in weights)
    assert sum(weights) <= 100
    assert sorted(d for item in found for d in item.dscps) == list(range(64))
    for item in found:
        assert item.strict == (item.weight is None)


@pytest.mark.parametrize(
    ("preset", "speed", "kmin", "kmax", "pmax"),
    [
        ("dcqcn", 40_000, 5_000, 200_000, 1),
        ("dcqcn", 400_000, 50_000, 2_000_000, 1),
        ("hpcc", 25_000, 100_000, 400_000, 20),
        ("hpcc", 100_000, 400_000, 1_600_000, 20),
        ("hpcc", 200_000, 300_000, 1_200_000, 80),
        ("hpcc", 400_000, 800_000, 3_200_000, 20),
        ("hpcc", 800_000, 1_600_000, 6_400_000, 20),
        ("nvidia", 800_000, 150_000, 1_500_000, 100),
        ("azure", 400_000, 1_000_000, 2_000_000, 5),
        ("dell", 400_000, 2_048_000, 12_480_000, 15),
        ("stock", 400_000, 1_048_576, 2_097_152, 5),
    ],
)
def test_published_thresholds(preset, speed, kmin, kmax, pmax):
    found = published(preset, speed)
    assert (found.kmin_bytes, found.kmax_bytes, found.pmax_pct) == (kmin, kmax, pmax)


def test_pins_win_over_presets_and_the_bound_is_kept():
    buffer = SharedBuffer(shared_bytes=52_161_690, port_count=64, alpha_log2=0)
    asked = EcnIntent(preset="stock", kmax=3_000_000, pmax=Fraction(1, 2))
    found = wred(800_000, 800_000, buffer, 9100, asked)
    assert isinstance(found, Wred)
    assert (found.kmin_bytes, found.kmax_bytes, found.pmax_pct) == (1_048_576, 3_000_000, 50)
    assert found.bound_bytes == 407_513
    wrong = wred(800_000, 800_000, buffer, 9100, EcnIntent(preset="nvidia", kmin=1_500_000))
    assert isinstance(wrong, Problem)
    assert wrong.kind == "pinned-values"


def test_stock_thresholds_are_above_the_bound_and_said_so():
    found = plan(
        intent(qos=QosIntent(ecn=EcnIntent(preset="stock"))),
        catalogue_of(SN5600),
        box(SN5600, [(800_000, 8, 3)] * 64),
    )
    problem = next(p for p in found.problems if p.kind == "ecn-above-bound")
    assert "Kmax 2097152 bytes and Kmin at 800000 Mb/s (Kmin 1048576) is above 407513" in (
        problem.message
    )


def test_watchdog_pins():
    found = watchdog(65, WatchdogIntent(detection=300, action="alert"))
    assert (found.detection_ms, found.restoration_ms, found.poll_ms) == (300, 600, 300)
    assert found.action == "alert"
    assert watchdog(65, WatchdogIntent(poll=100)).detection_ms == 600


def test_pfc_only_has_no_marking_and_rate_control_is_off():
    asked = intent(qos=QosIntent(preset="pfc-only"))
    found = plan(asked, catalogue_of(SN5600), hosts(PORTS))
    leaf = found.devices["leaf"]
    assert leaf.lossless_priorities == (3,)
    assert leaf.wred == ()
    assert all(port.wred is None for port in leaf.ports)
    assert (found.nics[0].preset, found.nics[0].ecn, found.nics[0].pfc) == ("off", False, (3,))


def test_lossy_roce_marks_without_pause():
    asked = intent(qos=QosIntent(preset="lossy-roce"))
    found = plan(asked, catalogue_of(SN5600), hosts(PORTS))
    leaf = found.devices["leaf"]
    assert found.problems == ()
    assert leaf.lossless_priorities == ()
    assert leaf.watchdog is None
    assert [mark.name for mark in leaf.wred] == ["roce_800g"]
    assert all(port.wred == "roce_800g" for port in leaf.ports)
    assert {item.pg for item in leaf.classes} == {0}
    assert (found.nics[0].pfc, found.nics[0].ecn, dict(found.nics[0].dscps)) == ((), True, {26: 3})


def hosts(ports):
    """Return a leaf whose far ends are nodes of the group ``node``."""
    topology = box(SN5600, ports)
    links = tuple(
        replace(link, lower=replace(link.lower, device=f"node-{number:04d}"))
        for number, link in enumerate(topology.links, start=1)
    )
    return replace(topology, links=links)


@pytest.mark.parametrize(
    ("nic", "preset", "family", "parameters", "first"),
    [
        (NicQosIntent(), "default", "nvidia", "connectx", ("min_time_between_cnps", "4")),
        (NicQosIntent(), "amd", "amd", "pollara", ("rate_reduce_monitor_period", "1")),
        (NicQosIntent(), "broadcom", "broadcom", "bnxt_re", ("ecn_enable", "0x1")),
        (NicQosIntent(family="amd"), "default", "amd", "pollara", None),
        (NicQosIntent(preset="dcqcn"), "default", "nvidia", "dcqcn", ("cnp_interval", "50")),
        (NicQosIntent(preset="off"), "default", "nvidia", "off", None),
    ],
)
def test_nics_agree_with_the_switches(nic, preset, family, parameters, first):
    asked = intent(qos=QosIntent(preset=preset, nic=nic))
    found = plan(asked, catalogue_of(SN5600), hosts(PORTS))
    card, leaf = found.nics[0], found.devices["leaf"]
    assert (card.group, card.fabric, card.family, card.preset) == (
        "node",
        "backend",
        family,
        parameters,
    )
    if first is not None:
        assert (card.parameters[0].name, card.parameters[0].value) == first
    assert dict(card.dscps) == {d: c.pg for c in leaf.classes if c.lossless for d in c.dscps}
    assert card.pfc == leaf.lossless_priorities
    cnp = next(item for item in leaf.classes if item.name == "cnp")
    assert (card.cnp_dscp, card.cnp_priority) == (cnp.dscps[0], cnp.queue)


def test_broadcom_nics_are_set_as_the_switches_are():
    asked = intent(qos=QosIntent(preset="broadcom"))
    card = plan(asked, catalogue_of(SN5600), hosts(PORTS)).nics[0]
    found = {item.name: item.value for item in card.parameters}
    # the marks of the driver itself: BNXT_RE_DEFAULT_ROCE_DSCP 26, _PRI 3, CNP_DSCP 48, _PRI 7
    marks = {"roce_dscp": "0x1a", "roce_prio": "0x3", "cnp_dscp": "0x30", "cnp_prio": "0x7"}
    assert found == {"ecn_enable": "0x1", "ecn_marking": "0x2", **marks}


def test_dcqcn_parameters_of_the_paper():
    found = {item.name: item.value for item in NIC_PRESETS["dcqcn"].parameters}
    assert found["alpha_gain"] == "1/256"
    assert found["byte_counter"] == "10000000"
    assert found["additive_increase"] == "40"


def test_proof_covers_every_hop_and_names_both_ends():
    found = plan(intent(), catalogue_of(SN5600), hosts(PORTS))
    assert found.problems == ()
    assert {(hop.cable_m, hop.count) for hop in found.proofs} == {(3, 8), (30, 8)}
    near = next(hop for hop in found.proofs if hop.cable_m == 3)
    assert (near.near, near.far) == ("node-0001 nic1", "leaf Ethernet0")
    # the 5 m row of SN5600; 3 m need 3000 on the cable, two frames, 905 quanta
    assert (near.xoff_bytes, near.needed_bytes) == (257_024, 3_000 + 18_200 + 57_920)
    assert near.kmax_bytes is not None
    assert near.kmax_bytes <= near.bound_bytes


def test_a_nic_of_another_priority_breaks_the_path():
    asked = intent(qos=QosIntent(nic=NicQosIntent(dscp=24)))
    found = plan(asked, catalogue_of(SN5600), hosts(PORTS))
    broken = [p for p in found.problems if p.kind == "path-broken"]
    assert len(broken) == 2
    assert "between node-0001 nic1 and leaf Ethernet0" in broken[0].message


def test_asymmetric_pfc_is_for_host_ports():
    asked = intent(qos=QosIntent(asymmetric_pfc=True))
    leaf = plan(asked, catalogue_of(SN5600), hosts(PORTS)).devices["leaf"]
    assert all(port.asymmetric for port in leaf.ports)


def test_a_marked_lossy_class_takes_the_widest_queue():
    sn5640 = platform("nvidia-sn5640")
    entry = plain_defaults(sn5640.hwskus["Mellanox-SN5640-O128X2"])
    classes = plan_classes(resolved(intent(qos=QosIntent(preset="lossy-roce"))))
    tables = layout(entry, classes)
    # queue 3 ships with 2^-7, queue 0 with 2^0: 117740544 / (128 * 2) = 459924 and not 7127
    assert expanded(tables.queue)[3] == "queue0_downlink_lossy_profile"
    assert (
        SharedBuffer(shared_bytes=117_740_544, port_count=128, alpha_log2=0).bound_bytes == 459_924
    )
