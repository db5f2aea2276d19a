"""Sessions and routes of a small cluster with everything in it."""

from built_fabrics import backend, build, intent, node, real, shape, whole_cluster

from fabricgen import addressing, routing
from fabricgen.model.intent import ComputeGroup, SonicIntent


def test_every_session_has_its_other_half() -> None:
    built = build(whole_cluster())
    asns = built.addresses.asns
    halves = {
        (name, s.port, s.local_address, s.peer_device, s.peer_port, s.peer_address): s.peer_asn
        for name, device in built.routing.devices.items()
        for s in device.sessions
    }
    for (name, port, local, peer, peer_port, far), asn in halves.items():
        assert halves[peer, peer_port, far, name, port, local] == asns[name]
        assert asn == asns[peer]
    links = sum(len(built.links(kind)) for kind in ("leaf-spine", "leaf-leaf", "dpu-leaf"))
    assert len(halves) == 2 * links


def test_types_are_chosen_by_effect() -> None:
    built = build(whole_cluster())
    types = {d.role.value: built.routing.devices[d.name].sonic_type for d in built.topology.devices}
    assert types == {"leaf": "LeafRouter", "spine": "SpineRouter", "dpu": "SonicHost"}


def test_leaves_advertise_their_blocks_and_vlans_advertise_themselves() -> None:
    built = build(whole_cluster())
    (route,) = built.routing.devices["leaf-p1-su01-r1"].static_routes
    assert (route.prefix, route.blackhole, route.advertise) == ("10.0.0.0/24", True, True)
    assert built.routing.devices["oob-leaf-01"].static_routes == ()


def test_a_card_that_speaks_bgp_is_never_transit() -> None:
    built = build(whole_cluster())
    card = built.routing.devices["node-0001-dpu1"]
    assert (card.bgp, card.never_transit) == (True, True)
    assert [session.peer_device for session in card.sessions] == [
        "frontend-leaf-01",
        "frontend-leaf-02",
    ]
    assert not any(
        device.never_transit for name, device in built.routing.devices.items() if "dpu" not in name
    )


def test_a_static_card_has_a_default_over_both_leaves_and_a_route_back() -> None:
    built = build(whole_cluster(dpu="static"))
    card = built.routing.devices["node-0002-dpu1"]
    assert (card.bgp, card.sessions, card.never_transit) == (False, (), False)
    (default,) = card.static_routes
    assert (default.prefix, default.next_hops) == ("0.0.0.0/0", ("10.36.0.2", "10.36.1.2"))
    assert default.ports == ("Ethernet0", "Ethernet4")
    back = next(
        r
        for r in built.routing.devices["frontend-leaf-02"].static_routes
        if r.prefix == "10.44.0.1/32"
    )
    assert (back.next_hops, back.ports, back.advertise) == (("10.36.1.3",), ("Ethernet4",), True)


def test_timers() -> None:
    session = build(whole_cluster()).routing.devices["spine-p1-01"].sessions[0]
    assert (session.keepalive_s, session.holdtime_s) == (3, 10)


def test_refused_choices() -> None:
    asked = intent(
        ComputeGroup(nodes=8, node=node(), scalable_unit=4),
        backend=backend(real("nvidia-sn5600"), load_balancing="adaptive-packet"),
        sonic=SonicIntent(release="202411", routing="frrcfgd"),
    )
    built = shape(asked)
    plan = routing.plan(asked, built, addressing.plan(asked, built))
    assert [problem.kind for problem in plan.problems] == ["path-not-built", "no-adaptive-routing"]
