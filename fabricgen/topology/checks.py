"""Checks of DPUs and keys that no single family owns."""

from collections.abc import Iterator

from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import Intent
from fabricgen.topology.groups import Group
from fabricgen.topology.part import FabricRequest

_NOT_BUILT_MODES = {
    "smartswitch": "a smart switch carries its own DPUs; use mode sonic with DPU cards in the nodes",
    "hbn": "HBN is configured through NVUE, not CONFIG_DB; use mode sonic, or nic for plain ports",
}


def check_groups(intent: Intent, groups: tuple[Group, ...]) -> Iterator[Problem]:
    """Yield what is wrong with the DPUs of the groups."""
    for group in groups:
        yield from _check_dpu(intent, group)


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


def check_keys(request: FabricRequest) -> Iterator[Problem]:
    """Yield the keys of a fabric that are written and have no effect."""
    fabric = request.fabric
    unused = []
    if fabric.super_spine is not None:
        unused.append(("super_spine", "two tiers have no super-spines"))
    if request.name != "backend" and (fabric.planes or 1) > 1:
        unused.append(("planes", f"the {request.name} fabric has one plane"))
    if fabric.switch is not None and fabric.switch.count is not None:
        unused.append(("switch", "a count belongs to one tier: write it under leaf or spine"))
    if fabric.topology == "single-tier" and fabric.spine is not None:
        unused.append(("spine", "a single tier has no spines"))
    for key, why in unused:
        yield Problem(
            kind="unused-key",
            message=f"{key} of {request.name} has no effect: {why}",
            hint="remove it",
            place=request.place(key),
        )


def paper_problem(request: FabricRequest) -> Problem:
    """Return the problem of a fabric with paper switches."""
    paper = next(
        (
            key
            for key in ("leaf", "spine", "switch")
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
