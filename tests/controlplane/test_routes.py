"""Routes of the base fabric, worked by hand: 4 leaves, 2 spines, 2 links a pair."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from fabricgen.model.configdb import FabricFiles
from fabricgen.rules._control_plane.bring_up import down_because, peerings
from fabricgen.rules._control_plane.failures import losses, single_losses
from fabricgen.rules._control_plane.forwarding import End, flow
from fabricgen.rules._control_plane.physical import Cabling
from fabricgen.rules._control_plane.prefix_list import parse_prefix
from fabricgen.rules._control_plane.routes import Routes, routes
from tests.lab_compare import rebuilt
from tests.lab_fabrics import Breaker, asn_of

BASE = Path(__file__).resolve().parent.parent / "rules" / "base"
Devices = dict[str, dict[str, Any]]


def load(name: str) -> Devices:
    return {p.stem: json.loads(p.read_text("utf-8")) for p in sorted((BASE / name).glob("*.json"))}


FABRIC, FRONTEND = load("fabric"), load("frontend")


def hops(
    fabric: FabricFiles, device: str, prefix: str, computed: Routes | None = None
) -> list[str]:
    """Return the neighbours a device forwards to, one a session."""
    found = computed or routes(fabric)
    wanted = parse_prefix(prefix)
    at = next(n for n, one in enumerate(found.known.classes) if wanted in one.prefixes)
    node = [one.name for one in found.net.speakers].index(device)
    best = found.best(at, node)
    return sorted(found.net.speakers[one.sender].name for one in best.over) if best else []


def test_every_session_comes_up() -> None:
    fabric = rebuilt(FABRIC)
    assert len(peerings(fabric)) == 16
    assert down_because(fabric) == {}


@pytest.mark.parametrize(
    ("device", "prefix", "expected"),
    [
        ("leaf-1", "10.0.3.0/24", ["spine-1"] * 2 + ["spine-2"] * 2),
        ("leaf-1", "10.255.0.3/32", ["spine-1"] * 2 + ["spine-2"] * 2),
        ("leaf-1", "10.255.8.2/32", ["spine-2"] * 2),
        ("spine-1", "10.0.3.0/24", ["leaf-3"] * 2),
        ("spine-1", "10.255.8.2/32", []),  # spines share an ASN and never hear of each other
        ("leaf-3", "10.0.3.0/24", []),
    ],
)
def test_next_hops_of_the_healthy_fabric(device: str, prefix: str, expected: list[str]) -> None:
    assert hops(rebuilt(FABRIC), device, prefix) == expected


def test_path_names_every_as_on_the_way() -> None:
    found = routes(rebuilt(FABRIC))
    at = next(n for n, c in enumerate(found.known.classes) if str(c.prefix) == "10.0.3.0/24")
    node = [one.name for one in found.net.speakers].index("leaf-1")
    best = found.best(at, node)
    assert best is not None
    assert best.route.path == (4200000001, 4200000013)


def test_unlike_spine_asns_still_share_traffic_on_the_template_path() -> None:
    devices = copy.deepcopy(FABRIC)
    asn_of(Breaker(devices, None), "spine-2", "65002")  # type: ignore[arg-type]
    assert len(hops(rebuilt(devices), "leaf-1", "10.0.3.0/24")) == 4


def test_a_dpu_that_denies_by_default_passes_nothing_on() -> None:
    fabric = rebuilt(FRONTEND)
    assert hops(fabric, "node-0001-dpu1", "10.1.2.0/24") == ["frontend-leaf-02"]
    assert hops(fabric, "frontend-leaf-01", "10.1.2.0/24") == ["frontend-leaf-02"] * 2


def test_isolated_device_announces_its_loopback_only() -> None:
    devices = copy.deepcopy(FABRIC)
    devices["leaf-3"]["BGP_DEVICE_GLOBAL"] = {"STATE": {"tsa_enabled": "true"}}
    fabric = rebuilt(devices)
    assert hops(fabric, "leaf-1", "10.0.3.0/24") == []
    assert len(hops(fabric, "leaf-1", "10.255.0.3/32")) == 4


def test_lost_spine_leaves_the_other() -> None:
    fabric = rebuilt(FABRIC)
    spine = [one.name for one in routes(fabric).net.speakers].index("spine-1")
    left = Routes(fabric, frozenset(), frozenset({spine}))
    assert hops(fabric, "leaf-1", "10.0.3.0/24", left) == ["spine-2"] * 2


def test_cables_offer_what_routing_uses() -> None:
    fabric = rebuilt(FABRIC)
    names = [one.name for one in routes(fabric).net.speakers]
    widths = Cabling(fabric).widths(names.index("leaf-3"))
    assert dict(zip(names, widths, strict=True)) == {
        "leaf-1": 4, "leaf-2": 4, "leaf-3": 0, "leaf-4": 4, "spine-1": 2, "spine-2": 2,
    }  # fmt: skip


def test_equal_prefixes_and_losses_are_computed_once() -> None:
    fabric = rebuilt(FABRIC)
    assert [len(like) for _, like in routes(fabric).representatives()] == [4, 4, 2]
    kinds = {one.name: one.like_count for one in losses(fabric)}
    assert kinds == {
        "the link leaf-1 Ethernet16 to spine-1 Ethernet0": 15,
        "leaf-1": 3,
        "spine-1": 1,
    }
    assert all(
        not (one.cut or one.narrow or one.turns or one.waits) for one in single_losses(fabric)
    )


def test_representatives_speak_for_their_kind() -> None:
    found = routes(rebuilt(FABRIC))
    for at, like in found.representatives():
        shapes = set()
        for one in like:
            there = flow(found, one)
            shapes.add(
                tuple(
                    sorted(
                        (end, len(s.over)) for end, s in zip(there.ends, there.steps, strict=True)
                    )
                )
            )
        assert len(shapes) == 1, found.known.classes[at].prefix


def test_aggregate_lives_while_a_prefix_inside_does() -> None:
    devices = copy.deepcopy(FABRIC)
    devices["spine-1"]["BGP_AGGREGATE_ADDRESS"] = {
        "10.0.0.0/16": {"summary-only": "true"},
        "203.0.113.0/24": {},
    }
    fabric = rebuilt(devices)
    assert hops(fabric, "leaf-1", "10.0.0.0/16") == ["spine-1"] * 2
    assert hops(fabric, "leaf-1", "203.0.113.0/24") == []
    assert hops(fabric, "leaf-1", "10.0.3.0/24") == ["spine-2"] * 2


def test_static_to_a_neighbour_that_learns_it_back_is_a_loop() -> None:
    devices = copy.deepcopy(FABRIC)
    devices["leaf-1"]["STATIC_ROUTE"]["default|10.9.0.0/16"] = {"nexthop": "10.64.0.0"}
    found = routes(rebuilt(devices))
    at = next(n for n, c in enumerate(found.known.classes) if str(c.prefix) == "10.9.0.0/16")
    assert set(flow(found, at).ends) == {End.LOOP}
