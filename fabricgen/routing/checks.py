"""What of the routing cannot be built, or will not do what the intent expects of it."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import Intent
from fabricgen.model.routing import HashRepeat
from fabricgen.model.topology import Topology

# Most equal paths: bgpcfgd renders maximum-paths 514 (constants.yml); the framework's model ends at 256.
WIDEST_ECMP = {"bgpcfgd": 512, "frrcfgd": 256}
_FRAMEWORK_RELEASES = ("202505", "202511", "202605", "master")


def problems(
    intent: Intent, topology: Topology, repeats: Sequence[HashRepeat]
) -> Iterator[Problem]:
    """Yield everything that speaks against the routing of a design; ``repeats`` are tiers that hash alike."""
    yield from _path(intent)
    yield from _timers(intent)
    yield from _tenants(intent)
    for name, _ in intent.fabrics.present():
        yield from _load_balancing(intent, topology, name)
        yield from _width(intent, topology, name)
        yield from _static(intent, topology, name)
    yield from _unused_links(intent, repeats)


def _path(intent: Intent) -> Iterator[Problem]:
    framework = intent.sonic.routing == "frrcfgd"
    if framework and intent.sonic.release not in _FRAMEWORK_RELEASES:
        yield Problem(
            kind="path-not-built",
            message=f"frrcfgd of SONiC {intent.sonic.release} activates an address family only on "
            "admin_status true, and its YANG model accepts only up and down: no file is right for both",
            hint=f"use one of the releases {', '.join(_FRAMEWORK_RELEASES)}, or bgpcfgd",
            place=intent.place("sonic", "routing"),
        )
    if intent.routing.bfd and not framework:
        yield Problem(
            kind="bfd-needs-framework",
            message="bgpcfgd starts no BFD and has no field for it: a switch that hangs while its links "
            f"stay up is noticed after the hold time of {intent.routing.holdtime} s, not after 0.9 s",
            hint="use sonic: {routing: frrcfgd}, or a shorter hold time and no bfd",
            place=intent.place("routing", "bfd"),
        )
    if intent.routing.weighted and framework:
        yield Problem(
            kind="weights-need-templates",
            message="weights of next hops come from the built-in policy of bgpcfgd; frrcfgd has no "
            "modelled field for the link-bandwidth community",
            hint="use sonic: {routing: bgpcfgd}, or leave weighted out",
            place=intent.place("routing", "weighted"),
        )


def _timers(intent: Intent) -> Iterator[Problem]:
    asked = intent.routing
    if 3 * asked.keepalive > asked.holdtime:
        yield Problem(
            kind="keepalive-too-long",
            message=f"a hold time of {asked.holdtime} s has no room for three keepalives of "
            f"{asked.keepalive} s each; a lost one or two take the session down",
            hint=f"use a holdtime of at least {3 * asked.keepalive}, or a shorter keepalive",
            place=intent.place("routing", "keepalive"),
        )


def _tenants(intent: Intent) -> Iterator[Problem]:
    if intent.addressing.family == "ipv4":
        return
    for index, tenant in enumerate(intent.tenants):
        if tenant.isolation == "acl":
            yield Problem(
                kind="acl-without-ipv6",
                message=f"tenant {tenant.name} is kept apart by ACLs on IPv4 prefixes; with family "
                f"{intent.addressing.family} its nodes reach every other tenant over IPv6",
                hint="use family: ipv4, or isolation: none where tenants need no wall",
                place=intent.place("tenants", index, "isolation"),
            )


def _load_balancing(intent: Intent, topology: Topology, name: str) -> Iterator[Problem]:
    fabric = dict(intent.fabrics.present())[name]
    size = topology.sizes.get(name)
    width = max((1, *size.ecmp_width.values())) if size else 1
    idle = Fraction(width - 1, width) ** width * 100
    loss = (
        f"; ecmp leaves {int(idle)}% of {width} equal paths idle when each could carry one flow"
        if width > 1
        else ""
    )
    if fabric.load_balancing != "ecmp" and "ars" in intent.sonic.extensions:
        yield Problem(
            kind="tables-without-model",
            message=f"load_balancing {fabric.load_balancing} of {name} writes ARS_PROFILE, ARS_OBJECT and "
            f"ARS_INTERFACES; community SONiC {intent.sonic.release} has no model for them, and refuses "
            "a file with them from release 202505 on",
            hint="load it on a vendor's release that has ARS; else leave sonic.extensions out and use ecmp",
            place=intent.place("fabrics", name, "load_balancing"),
        )
    elif fabric.load_balancing != "ecmp":
        yield Problem(
            kind="no-adaptive-routing",
            message=f"load_balancing {fabric.load_balancing} of {name} needs adaptive routing, "
            f"for which SONiC {intent.sonic.release} has no CONFIG_DB model (no release has){loss}",
            hint="use ecmp, and more queue pairs for each connection or more planes to spread the "
            "load; fabricgen what-if compares the jobs of both",
            place=intent.place("fabrics", name, "load_balancing"),
        )


def _width(intent: Intent, topology: Topology, name: str) -> Iterator[Problem]:
    size = topology.sizes.get(name)
    width = max(size.ecmp_width.get("same_pod", 0), size.spine_uplinks) if size else 0
    limit = WIDEST_ECMP[intent.sonic.routing]
    path = "template path" if intent.sonic.routing == "bgpcfgd" else "management framework"
    if width > limit:
        yield Problem(
            kind="wide-ecmp",
            message=f"a switch of {name} has {width} equal next hops; SONiC's "
            f"{path} uses at most {limit} of them",
            hint="use fewer and faster uplinks, or more planes",
            place=intent.place("fabrics", name),
        )


def _unused_links(intent: Intent, repeats: Sequence[HashRepeat]) -> Iterator[Problem]:
    for found in repeats:
        lost = Fraction(found.links - found.used, found.links) * 100
        yield Problem(
            kind="unused-links",
            message=f"{found.first}s and {found.second}s of {found.fabric} hash alike (seed {found.seed}, "
            f"algorithm {found.algorithm}): a {found.second} spreads what comes over one link of a "
            f"{found.first} over {found.used} of its {found.links} links, {found.links - found.used} ({int(lost)}%) "
            "stay unused",
            hint="give the two tiers different algorithms under routing.hash",
            place=intent.place("routing", "hash"),
        )


def _static(intent: Intent, topology: Topology, name: str) -> Iterator[Problem]:
    if dict(intent.fabrics.present())[name].routing != "static":
        return
    place = intent.place("fabrics", name, "routing")
    if intent.addressing.links == "unnumbered":
        yield Problem(
            kind="static-needs-addresses",
            message=f"{name} routes statically, and a static route names the address of its next hop; "
            "links are unnumbered",
            hint="give links an IPv4 prefix, or use routing: bgp",
            place=place,
        )
    size = topology.sizes.get(name)
    if size is not None and size.tiers > 1:
        width = max(size.ecmp_width.values(), default=1)
        yield Problem(
            kind="static-reroutes-nothing",
            message=f"{name} routes statically over {size.tiers} tiers: when a spine loses its link to a "
            f"leaf, every other leaf goes on sending 1/{width} of its flows to that leaf into the loss, "
            "until the link is back",
            hint="use routing: bgp, unless the NICs see lost paths and leave them by themselves",
            place=place,
        )
