"""Checks of DPUs and keys that no single family owns."""

from collections import Counter
from collections.abc import Iterator, Mapping

from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import Intent
from fabricgen.model.name_pattern import HOSTNAME
from fabricgen.topology import names
from fabricgen.topology.groups import Group
from fabricgen.topology.part import FabricRequest, Part

_NOT_BUILT_MODES = {
    "smartswitch": "a smart switch carries its own DPUs; use mode sonic with DPU cards in the nodes",
    "hbn": "HBN is configured through NVUE, not CONFIG_DB; use mode sonic, or nic for plain ports",
}

_SHALLOW = ("none", "single-tier", "leaf-spine")


def check_groups(intent: Intent, groups: tuple[Group, ...]) -> Iterator[Problem]:
    """Yield what is wrong with the DPUs and the node names of the groups."""
    for group in groups:
        yield from _check_dpu(intent, group)
    seen: dict[str, str] = {}
    for group in groups:
        name = group.node_name(0)
        if name in seen:
            yield Problem(
                kind="name-pattern",
                message=f"nodes of {seen[name]} and of {group.name} are both called {name}",
                hint="put {group} into node_names, or other text",
                place=intent.place("compute", group.number, "node_names"),
            )
        seen[name] = group.name
        longest = group.node_name(group.planned - 1) + ("-dpu8" if group.dpu else "")
        if not HOSTNAME.fullmatch(longest):
            yield Problem(
                kind="name-pattern",
                message=f"{longest} is no host name: it has {len(longest)} characters, at most 63 are legal",
                hint="use a shorter name of the group, or node_names",
                place=intent.place("compute", group.number, "name"),
            )


def _check_dpu(intent: Intent, group: Group) -> Iterator[Problem]:
    if group.dpu is None:
        return
    place = intent.place("compute", group.number, "dpu", "mode")
    if group.dpu.mode in _NOT_BUILT_MODES:
        yield Problem(
            kind="dpu",
            message=f"this version configures no DPU of mode {group.dpu.mode}",
            hint=_NOT_BUILT_MODES[group.dpu.mode],
            place=place,
        )
    elif group.dpu.mode == "sonic" and intent.fabrics.frontend is None:
        yield Problem(
            kind="dpu",
            message=f"the DPUs of {group.name} have no front-end fabric to attach to",
            hint="add fabrics.frontend, or leave out dpu",
            place=place,
        )


def check_names(intent: Intent, parts: Mapping[str, Part]) -> Iterator[Problem]:
    """Yield the first name of each fabric that two devices, or a switch and a node, have: a pattern can bring it about."""
    counts = Counter(item.name for part in parts.values() for item in part.management)
    nodes = {
        name
        for group in intent.compute
        for name in map(group.node_name, range(group.nodes))
        if name in counts
    }
    for fabric, part in parts.items():
        twice = next((item.name for item in part.management if counts[item.name] > 1), None)
        if twice is not None:
            yield Problem(
                kind="name-pattern",
                message=f"{counts[twice]} switches are called {twice}",
                hint="use the fields that tell them apart: plane, pod, unit, rail, home or index",
                place=intent.place("fabrics", fabric, "names"),
            )
        shared = next((item.name for item in part.management if item.name in nodes), None)
        if shared is not None:
            yield Problem(
                kind="name-pattern",
                message=f"a switch and a node are called {shared}",
                hint="write another word into names of the fabric, or into compute.node_names",
                place=intent.place("fabrics", fabric, "names"),
            )


def check_keys(request: FabricRequest) -> Iterator[Problem]:
    """Yield the keys of a fabric that are written and have no effect."""
    fabric = request.fabric
    unused = []
    if request.name != "backend" or fabric.tiers in (1, 2) or fabric.topology in _SHALLOW:
        for key, given in (
            ("super_spine", fabric.super_spine is not None),
            ("pod", fabric.pod is not None),
            ("spine_oversubscription", fabric.spine_oversubscription != 1),
        ):
            if given:
                unused.append((key, "it belongs to three tiers"))
    if request.name != "backend" and (fabric.planes or 1) > 1:
        unused.append(("planes", f"the {request.name} fabric has one plane"))
    if fabric.switch is not None and fabric.switch.count is not None:
        unused.append(("switch", "a count belongs to one tier: write it under leaf or spine"))
    if fabric.topology == "single-tier" and fabric.spine is not None:
        unused.append(("spine", "a single tier has no spines"))
    if request.name == "backend":
        yield from _spare(request)
        yield from _joined(request)
    for key, why in unused:
        yield Problem(
            kind="unused-key",
            message=f"{key} of {request.name} has no effect: {why}",
            hint="remove it",
            place=request.place(key),
        )


def _spare(request: FabricRequest) -> Iterator[Problem]:
    for group in request.groups:
        if group.spare and request.fabric.topology == "single-tier":
            yield Problem(
                kind="unused-key",
                message=f"spare of {group.name} has no effect: a single tier has no uplinks to spare",
                hint="remove it",
                place=request.intent.place("compute", group.number, "spare"),
            )


def _joined(request: FabricRequest) -> Iterator[Problem]:
    """Yield the nodes whose NICs are to run fewer ports than they have and may not be able to."""
    planes = request.fabric.planes
    if planes is None or request.fabric.topology == "dual-tor":
        return
    for group in request.groups:
        card = group.ports_of(request.name)
        if card is None or card.joins or card.ports % planes or planes == card.ports:
            continue
        yield Problem(
            kind="ports-joined",
            message=(
                f"planes: {planes} runs the {card.ports} ports of {names.speed(card.port_speed_mbps)} of each "
                f"NIC of {group.name} as {planes} of {names.speed(card.speed_mbps // planes)}, and nothing "
                f"says that the NIC of {group.node.id} can"
            ),
            hint=(
                f"use planes: {card.ports}, or write the node out with joins: true if its data sheet has "
                "that Ethernet port speed"
            ),
            place=request.place("planes"),
        )


def paper_problem(request: FabricRequest) -> Problem:
    """Return the problem of a fabric with paper switches."""
    paper = next(
        (
            key
            for key in ("leaf", "spine", "super_spine", "switch")
            for switch in (getattr(request.fabric, key),)
            if switch is not None and switch.radix is not None
        ),
        "switch",
    )
    return Problem(
        kind="paper-switch",
        message=f"the {request.name} fabric has paper switches: it can be planned, not rendered",
        hint="name a platform of the catalogue to render it",
        place=request.place(paper),
    )
