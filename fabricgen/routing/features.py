"""Which release and which ASIC has what the intent asks of the routing beyond plain ECMP."""

from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from ipaddress import IPv6Network

from fabricgen.model.addressing import AddressPlan
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import RELEASES, FabricIntent, Intent
from fabricgen.model.platform import Asic
from fabricgen.model.routing import FineGrained
from fabricgen.model.topology import Role, Topology
from fabricgen.routing.extras import LAST_LOCATOR, MOST_NEXT_HOPS, node_numbers

# First release whose models have it (sonic-yang-models of the release branches).
_SINCE = {
    "trimming": ("202505", "SWITCH_TRIMMING", "packet-trimming"),
    "srv6": ("202505", "SRV6_MY_LOCATORS", "srv6-usid"),
    "consistent_hash": ("202505", "FG_NHG of mode prefix-based", "fine-grained-ecmp"),
}
_HASH_FIELDS_SINCE = {"IPV6_FLOW_LABEL": "202505"}
_TRIM_SIZE = {"Tomahawk5": 206}  # sonic-mgmt, tests/packet_trimming
_BLOCK_BITS = 32


def feature_problems(
    intent: Intent,
    topology: Topology,
    addresses: AddressPlan,
    catalogue: Catalogue | None,
    groups: Mapping[str, FineGrained],
) -> Iterator[Problem]:
    """Yield what release, path or ASIC have not; nothing of ASICs without a catalogue.

    ``groups`` are the fine-grained groups by switch.
    """
    yield from _hash_fields(intent)
    yield from _bfd_timers(intent)
    yield from _isolated(intent, topology)
    for name, fabric in intent.fabrics.present():
        asics = _asics(topology, name, catalogue)
        for feature in asked_for(fabric):
            yield from _release(intent, name, feature)
            yield from _asic(intent, name, feature, asics)
        yield from _trim_size(intent, name, fabric, asics)
        yield from _locators(intent, topology, addresses, name)
    yield from _buckets(intent, topology, catalogue, groups)


def asked_for(fabric: FabricIntent) -> tuple[str, ...]:
    """Return the keys of a fabric that ask for a feature of release and ASIC."""
    given = {
        "trimming": fabric.trimming is not None,
        "srv6": fabric.srv6 is not None,
        "consistent_hash": fabric.consistent_hash,
    }
    return tuple(name for name, wanted in given.items() if wanted)


def _asics(topology: Topology, fabric: str, catalogue: Catalogue | None) -> dict[str, Asic]:
    """Return the ASIC of each platform of a fabric's switches."""
    if catalogue is None:
        return {}
    names = dict.fromkeys(
        device.platform
        for device in topology.devices
        if device.fabric == fabric
        and device.role not in (Role.NODE, Role.DPU)
        and device.platform is not None
    )
    return {name: catalogue.platforms[name].asic for name in names if name in catalogue.platforms}


def _before(release: str, first: str) -> bool:
    return RELEASES.index(release) < RELEASES.index(first)


def _release(intent: Intent, fabric: str, feature: str) -> Iterator[Problem]:
    first, table, _ = _SINCE[feature]
    if _before(intent.sonic.release, first):
        yield Problem(
            kind="feature-not-there",
            message=f"{feature} of {fabric} needs {table}, which SONiC has from {first} on; the "
            f"release is {intent.sonic.release}",
            hint=f"use release {first} or later, or leave {feature} out",
            place=intent.place("fabrics", fabric, feature),
        )


def _asic(intent: Intent, fabric: str, feature: str, asics: dict[str, Asic]) -> Iterator[Problem]:
    name = _SINCE[feature][2]
    for platform, asic in asics.items():
        known = asic.capabilities.get(name)
        if known is None or known.supported is True:
            continue
        refused = known.supported is False
        said = "has no" if refused else "is not known to have"
        yield Problem(
            kind="feature-not-there" if refused else "feature-unknown",
            message=f"{asic.family} of {platform} {said} {name}, which {feature} of {fabric} needs",
            hint=f"leave {feature} out, or use another platform"
            if refused
            else "look into STATE_DB SWITCH_CAPABILITY of the switch before you rely on it",
            place=intent.place("fabrics", fabric, feature),
        )


def _trim_size(
    intent: Intent, name: str, fabric: FabricIntent, asics: dict[str, Asic]
) -> Iterator[Problem]:
    for platform, asic in asics.items():
        only = _TRIM_SIZE.get(asic.family)
        if fabric.trimming is not None and only is not None and fabric.trimming.size != only:
            yield Problem(
                kind="feature-not-there",
                message=f"{asic.family} of {platform} trims packets to {only} bytes alone; "
                f"{name} asks for {fabric.trimming.size} bytes",
                hint=f"write size: {only}",
                place=intent.place("fabrics", name, "trimming", "size"),
            )


def _hash_fields(intent: Intent) -> Iterator[Problem]:
    for field in intent.routing.hash.fields:
        first = _HASH_FIELDS_SINCE.get(field)
        if first is not None and _before(intent.sonic.release, first):
            yield Problem(
                kind="feature-not-there",
                message=f"the hash field {field} is in SONiC's model from {first} on; the release "
                f"is {intent.sonic.release}",
                hint=f"leave it out, or use release {first} or later",
                place=intent.place("routing", "hash", "fields"),
            )


def _bfd_timers(intent: Intent) -> Iterator[Problem]:
    asked = intent.routing
    key = "bfd_interval" if asked.bfd_interval else "bfd_multiplier"
    if not (asked.bfd_interval or asked.bfd_multiplier):
        return
    reason = ""
    if intent.sonic.routing != "frrcfgd":
        reason = "bgpcfgd starts no BFD at all"
    elif asked.bfd is False:
        reason = "bfd is off"
    elif intent.addressing.links == "unnumbered":
        reason = "a row of BFD_PEER_SINGLE_HOP names the peer's address, and links are unnumbered"
    elif "bfd" not in intent.sonic.extensions:
        reason = (
            f"they stand in BFD_PEER_SINGLE_HOP, for which SONiC {intent.sonic.release} has no model "
            "(no release has), and a file with it is refused from 202505 on"
        )
    place = intent.place("routing", key)
    if reason:
        yield Problem(
            kind="bfd-timers-not-there",
            message=f"timers of BFD cannot be set: {reason}",
            hint="leave them out: FRR's 300 ms times 3 hold; or write sonic: {extensions: [bfd]} "
            "for an image that takes the table",
            place=place,
        )
        return
    yield Problem(
        kind="tables-without-model",
        message="BFD_PEER_SINGLE_HOP is written; community SONiC "
        f"{intent.sonic.release} has no model for it, and refuses a file with it from release "
        "202505 on, though its frrcfgd reads the table",
        hint="load it on an image whose models have the table; else leave the timers out",
        place=place,
    )


def _isolated(intent: Intent, topology: Topology) -> Iterator[Problem]:
    static = {name for name, fabric in intent.fabrics.present() if fabric.routing == "static"}
    names = [
        device.name
        for device in topology.devices
        if device.role is not Role.NODE and device.fabric not in static
    ]
    for index, pattern in enumerate(intent.routing.isolated):
        if not any(fnmatchcase(name, pattern) for name in names):
            yield Problem(
                kind="isolates-nothing",
                message=f"{pattern} matches none of the {len(names)} switches and DPUs that speak BGP",
                hint="write a device's name, or a pattern such as spine-p1-*",
                place=intent.place("routing", "isolated", index),
            )


def _locators(
    intent: Intent, topology: Topology, addresses: AddressPlan, name: str
) -> Iterator[Problem]:
    block = dict(intent.fabrics.present())[name].srv6
    if block is None:
        return
    fabric_of = {device.name: device.fabric for device in topology.devices}
    numbered = node_numbers(intent, topology, addresses)
    numbers = [node for device, node in numbered.items() if fabric_of[device] == name]
    reason, hint = "", ""
    if intent.sonic.routing != "bgpcfgd":
        reason, hint = "frrcfgd does not read the tables of SRv6", "use sonic.routing bgpcfgd"
    elif IPv6Network(block).prefixlen != _BLOCK_BITS:
        reason = f"the block {block} is no /{_BLOCK_BITS}; uSIDs here have 32 bits of block and 16 of node"
        hint = "write a /32, such as fcbb:bbbb::/32"
    elif intent.addressing.family == "ipv4":
        reason = "its routes need IPv6 addresses on the links, and family is ipv4"
        hint = "use addressing.family dual or ipv6"
    elif max(numbers, default=0) > LAST_LOCATOR:
        reason = (
            f"node numbers follow the loopbacks and go up to {max(numbers)}, above {LAST_LOCATOR}"
        )
        hint = "use a pool of loopbacks of /16 or longer"
    if reason:
        yield Problem(
            kind="srv6-impossible",
            message=f"srv6 of {name} cannot be: {reason}",
            hint=hint,
            place=intent.place("fabrics", name, "srv6"),
        )


def _buckets(
    intent: Intent,
    topology: Topology,
    catalogue: Catalogue | None,
    groups: Mapping[str, FineGrained],
) -> Iterator[Problem]:
    known = catalogue.platforms if catalogue is not None else {}
    devices = {device.name: device for device in topology.devices}
    worst: dict[str, tuple[int, str]] = {}
    for name, kept in groups.items():
        device = devices[name]
        platform = known.get(device.platform or "")
        room = platform.asic.scale.get("ecmp_members") if platform is not None else None
        need = kept.buckets * len(kept.prefixes)
        said = ""
        if kept.paths > MOST_NEXT_HOPS:
            said = f"{name} has {kept.paths} paths, a fine-grained group at most {MOST_NEXT_HOPS}"
        elif room is not None and need > room:
            said = (
                f"{name} needs {need} buckets ({kept.buckets} for each of {len(kept.prefixes)} "
                f"prefixes), its ASIC has room for {room} next hops"
            )
        if said and need >= worst.get(device.fabric, (0, ""))[0]:
            worst[device.fabric] = (need, said)
    for fabric, (_, said) in worst.items():
        yield Problem(
            kind="too-many-buckets",
            message=f"consistent_hash of {fabric} does not fit: {said}",
            hint="leave consistent_hash out, or use fewer leaves or uplinks",
            place=intent.place("fabrics", fabric, "consistent_hash"),
        )
