"""Walk the fabrics of an intent, let each one's family build it, and put the parts together."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from fabricgen.model.catalogue import Catalogue
from fabricgen.model.feasibility import SizingVerdict
from fabricgen.model.intent import Intent
from fabricgen.model.topology import (
    Device,
    FabricSize,
    Link,
    LinkKind,
    Port,
    PortUse,
    Role,
    Topology,
)
from fabricgen.topology import checks, groups, names
from fabricgen.topology.cables import cable_count
from fabricgen.topology.families import load_families
from fabricgen.topology.panel import Panel
from fabricgen.topology.part import FabricRequest, Part, empty_size
from fabricgen.topology.refusal import Refused

_UPPER_USE = {
    LinkKind.HOST_LEAF: PortUse.HOST,
    LinkKind.DPU_LEAF: PortUse.HOST,
    LinkKind.LEAF_LEAF: PortUse.PEER,
    LinkKind.LEAF_SPINE: PortUse.DOWN,
    LinkKind.SPINE_SUPER_SPINE: PortUse.DOWN,
    LinkKind.OOB: PortUse.ACCESS,
}
_LOWER_USE = {LinkKind.LEAF_LEAF: PortUse.PEER}


def build(intent: Intent, catalogue: Catalogue, sizing: SizingVerdict) -> Topology:
    """Return the network of an intent.

    A fabric that cannot be built is left out and what stopped it is among the problems. A fabric
    with paper switches has a size and no devices.

    Args:
        intent: What is asked for; its node types are in the catalogue.
        catalogue: Platforms and node types.
        sizing: Decides the back-end where the intent leaves it open.
    """
    resolved = groups.resolve(intent, catalogue)
    problems = list(checks.check_groups(intent, resolved))
    parts: dict[str, Part] = {}
    for name, fabric in intent.fabrics.present():  # oob comes last: it serves all other switches
        request = FabricRequest(
            intent=intent,
            catalogue=catalogue,
            name=name,
            fabric=fabric,
            groups=resolved,
            sizing=sizing,
            management=tuple(item for part in parts.values() for item in part.management),
        )
        problems += checks.check_keys(request)
        try:
            parts[name] = _built(request)
        except Refused as refused:
            problems.append(refused.problem)
            continue
        problems += parts[name].problems
    return replace(_joined(parts), problems=tuple(problems))


def family_of(request: FabricRequest) -> str:
    """Return the family of a fabric, ``auto`` resolved; ``none`` if it is not built.

    Raises:
        Refused: The choice is one that this version does not build.
    """
    fabric = request.fabric
    chosen = fabric.topology
    if fabric.tiers == 3:
        _refuse(request, "three tiers", "tiers")
    if chosen != "auto":
        return chosen
    if request.name != "backend":
        return "leaf-spine"
    network = request.sizing.network
    if fabric.tiers is not None:
        network = "single-tier" if fabric.tiers == 1 else "two-tier"
    if network == "three-tier":
        _refuse(request, "three tiers", "topology")
    return {"two-tier": "rail-optimized"}.get(network, network)


def _refuse(request: FabricRequest, what: str, key: str) -> None:
    served = [family.name for family in load_families() if request.name in family.fabrics]
    raise Refused(
        "family-not-built",
        f"this version builds no {what} in the {request.name}; it builds "
        f"{' and '.join(served)}, up to two tiers",
        "use one of these; more planes, or switches of higher radix, carry more in two tiers",
        request.place(key),
    )


def _built(request: FabricRequest) -> Part:
    name = family_of(request)
    if name == "none":
        reasons = request.sizing.reasons if request.name == "backend" else ()
        return Part(size=empty_size(request.name, "none", reasons))
    for family in load_families():
        if family.name == name and request.name in family.fabrics:
            part = family.build(request)
            if not part.devices:
                return replace(part, problems=(*part.problems, checks.paper_problem(request)))
            built = [link for link in part.links if link.built]
            counted = cable_count(built, part.panels)
            return replace(part, size=replace(part.size, cable_count=counted))
    _refuse(request, name, "topology")
    raise AssertionError("refusing always raises")


def _joined(parts: Mapping[str, Part]) -> Topology:
    devices = [device for part in parts.values() for device in part.devices]
    every = [link for part in parts.values() for link in part.links]
    panels = {name: panel for part in parts.values() for name, panel in part.panels.items()}
    sizes: dict[str, FabricSize] = {name: part.size for name, part in parts.items()}
    devices.sort(key=lambda device: names.natural_key(device.name))
    return Topology(
        devices=tuple(devices),
        ports=dict(_ports(devices, every, panels)),
        links=tuple(link for link in every if link.built),
        planned=tuple(link for link in every if not link.built),
        sizes=sizes,
    )


def _ports(
    devices: Iterable[Device], links: Iterable[Link], panels: Mapping[str, Panel]
) -> Iterator[tuple[str, tuple[Port, ...]]]:
    uses: dict[str, dict[str, PortUse]] = {}
    for link in links:
        upper, lower = link.upper, link.lower
        uses.setdefault(upper.device, {})[upper.port] = _UPPER_USE[link.kind]
        uses.setdefault(lower.device, {})[lower.port] = _LOWER_USE.get(link.kind, PortUse.UP)
    for device in devices:
        card = device.role is Role.DPU
        used = uses.get(device.name, {})
        yield device.name, panels[device.name].ports(device.name, used, card=card)
