"""What each release and each ASIC of the catalogue gets written, and what is refused."""

from dataclasses import replace

import pytest
from built_fabrics import backend, build, hardware, intent, node, real

from fabricgen.model.addressing import AddressPlan
from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import (
    RELEASES,
    AddressingIntent,
    ComputeGroup,
    FabricIntent,
    FabricsIntent,
    HashIntent,
    Intent,
    RoutingIntent,
    SonicIntent,
    TrimmingIntent,
)
from fabricgen.model.topology import Device, Role, Topology
from fabricgen.routing.features import feature_problems

PLATFORMS = sorted(hardware().platforms)
# From the release branches' sonic-yang-models: which have the table or leaf.
HAVE_TABLES = ("202505", "202511", "202605", "master")
TRIMS = ("Spectrum-5", "Spectrum-6", "Tomahawk5")  # SONiC doc/packet_trimming, sonic-mgmt
NO_ADDRESSES = AddressPlan(
    asns={}, loopbacks={}, interfaces={}, host_prefixes={}, management={}, access_vlans={}
)


def judged(
    platform: str, release: str, *, path: str = "bgpcfgd", **asked: object
) -> list[tuple[str, str]]:
    """Return kind and key of everything said of a fabric of one switch."""
    routing = asked.pop("routing", RoutingIntent())
    design = Intent(
        fabricgen=1,
        name="gate",
        compute=(ComputeGroup(nodes=1, node=node()),),
        sonic=SonicIntent(release=release, routing=path),
        addressing=AddressingIntent(family="dual"),
        fabrics=FabricsIntent(backend=FabricIntent(switch=real(platform), **asked)),
        routing=routing,
    )
    switch = Device(
        name="leaf-p1-su01-r1",
        role=Role.LEAF,
        fabric="backend",
        tier=1,
        plane=0,
        unit=0,
        index=0,
        platform=platform,
    )
    topology = Topology(devices=(switch,), ports={}, sizes={})
    found = feature_problems(design, topology, NO_ADDRESSES, hardware(), {})
    return [(problem.kind, _subject(problem)) for problem in found]


def _subject(problem: Problem) -> str:
    words = ("SWITCH_TRIMMING", "SRV6_MY_LOCATORS", "FG_NHG", "IPV6_FLOW_LABEL", "trims packets")
    return next((word for word in words if word in problem.message), "")


def family(platform: str) -> str:
    return hardware().platforms[platform].asic.family


def test_the_whole_catalogue_is_meant() -> None:
    assert len(PLATFORMS) == 39
    assert ("202405", "202411", *HAVE_TABLES) == RELEASES


@pytest.mark.parametrize("release", RELEASES)
def test_trimming_by_platform_and_release(release: str) -> None:
    for platform in PLATFORMS:
        size = 206 if family(platform) == "Tomahawk5" else 256
        asked = TrimmingIntent(classes=("bulk",), into="cut", size=size)
        expected = [] if release in HAVE_TABLES else [("feature-not-there", "SWITCH_TRIMMING")]
        expected += [] if family(platform) in TRIMS else [("feature-unknown", "")]
        assert judged(platform, release, trimming=asked) == expected, platform


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize(
    ("asked", "table"),
    [
        ({"srv6": "fcbb:bbbb::/32"}, "SRV6_MY_LOCATORS"),
        ({"consistent_hash": True}, "FG_NHG"),
    ],
)
def test_tables_by_platform_and_release(asked: dict[str, object], table: str, release: str) -> None:
    refused = [] if release in HAVE_TABLES else [("feature-not-there", table)]
    for platform in PLATFORMS:
        assert judged(platform, release, **asked) == [*refused, ("feature-unknown", "")], platform


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("path", ["bgpcfgd", "frrcfgd"])
def test_plain_fabrics_are_never_refused(path: str, release: str) -> None:
    for platform in PLATFORMS:
        assert judged(platform, release, path=path) == []


@pytest.mark.parametrize("release", RELEASES)
def test_hash_fields_by_release(release: str) -> None:
    routing = RoutingIntent(hash=HashIntent(fields=("SRC_IP", "IPV6_FLOW_LABEL")))
    expected = [] if release in HAVE_TABLES else [("feature-not-there", "IPV6_FLOW_LABEL")]
    for platform in PLATFORMS:
        assert judged(platform, release, routing=routing) == expected


def test_one_size_of_trimming_on_tomahawk5() -> None:
    asked = TrimmingIntent(classes=("bulk",), into="cut")
    for platform in PLATFORMS:
        found = judged(platform, "202511", trimming=asked)
        assert (("feature-not-there", "trims packets") in found) is (
            family(platform) == "Tomahawk5"
        )


@pytest.mark.parametrize("release", RELEASES)
def test_timers_of_bfd_need_the_extension_everywhere(release: str) -> None:
    routing = RoutingIntent(bfd_interval=100)
    for path in ("bgpcfgd", "frrcfgd"):
        assert judged("nvidia-sn5600", release, path=path, routing=routing) == [
            ("bfd-timers-not-there", "")
        ]


def fabric(**keys: object) -> Intent:
    asked = intent(
        ComputeGroup(nodes=8, node=node(nics=2, gpus=2), scalable_unit=4),
        backend=backend(real("nvidia-sn4700"), spine=real("nvidia-sn4700", count=2), **keys),
    )
    return replace(asked, addressing=AddressingIntent(family="dual"))


def test_nothing_is_written_unasked() -> None:
    for device in build(fabric()).routing.devices.values():
        assert device.trimming is None
        assert device.locator is None
        assert device.fine_grained is None
        assert device.bfd is None
        assert not device.isolated


def test_locators_follow_positions_and_lead_to_neighbours() -> None:
    built = build(fabric(srv6="fcbb:bbbb::/32"))
    devices = built.routing.devices
    # Loopbacks 10.255.0.0 and 10.255.8.0 are positions 1 and 0x801 of 10.255.0.0/16.
    assert devices["leaf-p1-su01-r1"].locator == "fcbb:bbbb:1::/48"
    assert devices["spine-p1-01"].locator == "fcbb:bbbb:801::/48"
    owned = {device.locator for device in devices.values()}
    assert len(owned) == len(devices)
    for name, device in devices.items():
        routes = {r.prefix: r for r in device.static_routes if r.prefix in owned}
        neighbours = {s.peer_device for s in device.sessions}
        assert set(routes) == {devices[peer].locator for peer in neighbours}, name
        assert not any(route.advertise for route in routes.values())
        for peer in neighbours:
            ways = {s.peer_address for s in device.sessions if s.peer_device == peer}
            hops = set(routes[devices[peer].locator].next_hops)
            assert hops == {address for address in ways if ":" in address}


def test_buckets_divide_before_and_after_a_loss() -> None:
    built = build(fabric(consistent_hash=True))
    leaf = built.routing.devices["leaf-p1-su01-r1"].fine_grained
    assert leaf is not None
    assert (leaf.paths, leaf.buckets) == (4, 12)  # 12 is 4 times 3 and 3 times 4
    others = {
        prefix
        for table in (built.addresses.host_prefixes, built.addresses.host_prefixes6)
        for name, prefixes in table.items()
        for prefix in prefixes
        if name != "leaf-p1-su01-r1"
    }
    assert set(leaf.prefixes) == others
    assert built.routing.devices["spine-p1-01"].fine_grained is None


@pytest.mark.parametrize("path", ["bgpcfgd", "frrcfgd"])
def test_an_isolated_device_announces_its_loopbacks(path: str) -> None:
    asked = replace(
        fabric(),
        sonic=SonicIntent(routing=path),
        routing=RoutingIntent(isolated=("spine-p1-02", "leaf-*-r2")),
    )
    devices = build(asked).routing.devices
    apart = {name for name, device in devices.items() if device.isolated}
    assert apart == {"spine-p1-02", "leaf-p1-su01-r2", "leaf-p1-su02-r2"}
    for name, device in devices.items():
        maps = {group.export_map for group in device.groups}
        if path == "bgpcfgd":
            assert not maps
            continue
        assert maps == ({"EXPORT_LOOPBACKS"} if name in apart else maps - {"EXPORT_LOOPBACKS"})
        if name in apart:
            assert device.policy is not None
            assert device.policy.prefixes == {
                "LOOPBACK": (device.networks[0],),
                "LOOPBACK_V6": (device.networks[1],),
            }


def test_findings_come_in_the_order_of_the_keys() -> None:
    found = judged("nvidia-sn5600", "202405", srv6="fcbb:bbbb::/32", consistent_hash=True)
    assert [subject for _, subject in found] == ["SRV6_MY_LOCATORS", "", "FG_NHG", ""]
