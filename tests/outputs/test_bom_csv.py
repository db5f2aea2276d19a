"""bom.csv: what is bought, counted by cage; the expected lines are worked out by hand."""

import csv
import io
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_design import small_design

from fabricgen import catalogue
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.design import Design
from fabricgen.model.platform import PortSpec
from fabricgen.model.topology import Device, End, Link, LinkKind, Port, PortUse, Role, Topology
from fabricgen.outputs import bom

CABLES = catalogue.load().cables


def lines(design: Design) -> list[tuple[str, ...]]:
    """Return kind, item, form, place, length, count and links of each cable line."""
    rows = csv.DictReader(io.StringIO(bom(design).decode(), newline=""))
    keys = ("kind", "item", "form", "at", "length_m", "count", "links")
    return [tuple(r[key] for key in keys) for r in rows if r["kind"] not in ("switch", "dpu")]


def box(name: str, cages: int, split: int) -> tuple[Device, tuple[Port, ...]]:
    """Return a switch of 800G cages, each split into ``split`` ports."""
    width = 8 // split
    ports = tuple(
        Port(
            device=name,
            spec=PortSpec(
                name=f"Ethernet{8 * cage + width * part}",
                parent=f"Ethernet{8 * cage}",
                lanes=tuple(range(8 * cage + width * part, 8 * cage + width * (part + 1))),
                alias="",
                index=cage + 1,
                speed_mbps=800_000 // split,
                subport=part + 1,
                fec="rs",
            ),
            use=PortUse.SPARE,
            breakout=None,
            number=0,
        )
        for cage in range(cages)
        for part in range(split)
    )
    device = Device(name=name, role=Role.LEAF, fabric="backend", tier=1, plane=0, unit=0, index=0)
    return device, ports


def link(upper: str, lower: str, metres: int, speed_mbps: int = 400_000) -> Link:
    ends = [End(device=d, port=p) for d, _, p in (upper.partition(":"), lower.partition(":"))]
    return Link(
        fabric="backend",
        plane=0,
        kind=LinkKind.LEAF_SPINE,
        upper=ends[0],
        lower=ends[1],
        speed_mbps=speed_mbps,
        cable_m=metres,
        number=0,
    )


def design(*links: Link, split: int = 2, nodes: int = 0) -> Design:
    boxes = [box(name, 4, split) for name in ("s1", "s2", "l1", "l2")]
    servers = tuple(
        replace(boxes[0][0], name=f"n{number}", role=Role.NODE) for number in range(1, nodes + 1)
    )
    topology = Topology(
        devices=(*(device for device, _ in boxes), *servers),
        ports={device.name: ports for device, ports in boxes},
        links=links,
        sizes={},
    )
    known = Catalogue(platforms={}, nodes={}, models={}, cables=CABLES)
    return replace(small_design(), topology=topology, catalogue=known)


def test_two_links_between_two_cages_are_one_cable() -> None:
    made = design(link("s1:Ethernet0", "l1:Ethernet0", 2), link("s1:Ethernet4", "l1:Ethernet4", 2))
    assert lines(made) == [("cable", "dac", "2x400G", "", "2", "1", "2")]


def test_one_cage_to_two_nics_is_a_breakout_cable() -> None:
    made = design(link("l1:Ethernet0", "n1:nic1", 3), link("l1:Ethernet4", "n2:nic1", 3), nodes=2)
    assert lines(made) == [
        ("breakout cable", "dac", "2x400G to 2 x 1x400G", "", "3", "1", "2"),
    ]


def test_a_spread_over_two_spines_takes_optics_however_short() -> None:
    """Two cages on each side, four links: four twin-port transceivers and four fibres."""
    made = design(
        link("s1:Ethernet0", "l1:Ethernet0", 2),
        link("s2:Ethernet0", "l1:Ethernet4", 2),
        link("s1:Ethernet4", "l2:Ethernet0", 2),
        link("s2:Ethernet4", "l2:Ethernet4", 2),
    )
    assert lines(made) == [
        ("transceiver", "sr", "2x400G", "switch", "", "4", "8"),
        ("fibre", "sr", "400G", "", "2", "4", "4"),
    ]


def test_a_nic_split_over_two_planes_is_one_cage() -> None:
    made = design(
        link("l1:Ethernet0", "n1:nic1p1", 40), link("l2:Ethernet0", "n1:nic1p2", 40), nodes=1
    )
    assert lines(made) == [
        ("transceiver", "sr", "2x400G", "node", "", "1", "2"),
        ("transceiver", "sr", "2x400G", "switch", "", "2", "2"),
        ("fibre", "sr", "400G", "", "40", "2", "2"),
    ]


@pytest.mark.parametrize(
    ("metres", "kind"),
    [
        (1, "dac"),
        (3, "dac"),
        (4, "aec"),
        (5, "aec"),
        (6, "sr"),
        (50, "sr"),
        (51, "dr"),
        (501, "fr"),
    ],
)
def test_the_cable_follows_from_length_and_lane_rate(metres: int, kind: str) -> None:
    found = lines(design(link("s1:Ethernet0", "l1:Ethernet0", metres, 800_000), split=1))
    assert {line[1] for line in found} == {kind}


def test_what_nothing_reaches_is_said() -> None:
    made = design(link("s1:Ethernet0", "l1:Ethernet0", 20_000))
    assert lines(made) == [("unknown", "", "1x400G", "", "20000", "1", "1")]
    assert b"no kind of cable in the catalogue reaches" in bom(made)


def test_links_of_later_growth_take_nothing() -> None:
    later = replace(link("s1:Ethernet0", "l1:Ethernet0", 2), built=False)
    assert lines(design(later)) == []


def test_switches_and_dpus_are_counted_by_hwsku() -> None:
    rows = list(csv.DictReader(io.StringIO(bom(small_design()).decode(), newline="")))
    boxes = [(r["kind"], r["item"], r["form"], r["count"]) for r in rows if not r["links"]]
    assert boxes == [
        ("switch", "nvidia-sn5600", "ACS-SN5600", "6"),
        ("dpu", "nvidia-bf3", "Nvidia-9009d3b600CVAA-C1", "1"),
    ]


@settings(max_examples=30, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(range(8)), st.sampled_from(range(8)), st.integers(1, 100)),
        max_size=8,
        unique_by=(lambda item: item[0], lambda item: item[1]),
    )
)
def test_every_link_is_carried_once_and_every_cage_filled_once(
    chosen: list[tuple[int, int, int]],
) -> None:
    links = [link(f"s1:Ethernet{4 * a}", f"l1:Ethernet{4 * b}", m) for a, b, m in chosen]
    found = lines(design(*links))
    cables = [line for line in found if line[0] in ("cable", "breakout cable", "fibre")]
    optics = [line for line in found if line[0] == "transceiver"]
    assert sum(int(line[6]) for line in cables) == len(links)
    fibres = sum(int(line[6]) for line in cables if line[0] == "fibre")
    assert Fraction(sum(int(line[6]) for line in optics), 2) == fibres
    filled = len({a // 2 for a, _, _ in chosen}) + len({b // 2 for _, b, _ in chosen})
    assert sum(int(line[5]) for line in optics) <= filled
