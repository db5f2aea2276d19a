"""Walk the fabrics of an intent, let each one's family build it, and put the parts together."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from fabricgen.model.catalogue import Catalogue
from fabricgen.model.diagnostic import Problem
from fabricgen.model.feasibility import SizingVerdict
from fabricgen.model.intent import Intent
from fabricgen.model.order import natural
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
from fabricgen.topology import checks, groups
from fabricgen.topology.cables import cable_count
from fabricgen.topology.families import load_families
from fabricgen.topology.panel import Panel
from fabricgen.topology.part import FabricRequest, Part, empty_size
from fabricgen.topology.pins import Pins, pin
from fabricgen.topology.planes import with_planes
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


def build(
    intent: Intent,
    catalogue: Catalogue,
    sizing: SizingVerdict,
    *,
    outline: bool = False,
    cabling: str | None = None,
) -> Topology:
    """Return the network of an intent.

    A fabric that cannot be built is left out and what stopped it is among the problems. A fabric
    with paper switches has a size and no devices.

    Args:
        intent: What is asked for; its node types are in the catalogue.
        catalogue: Platforms and node types.
        sizing: Decides the back-end where the intent leaves it open.
        outline: Of a large back-end make the first plane only; the others are copies of it.
        cabling: Text of a cabling file that pins the ports of links.
    """
    problems: list[Problem] = []
    parts = _parts(intent, catalogue, sizing, problems, outline=outline)
    problems += checks.check_names(intent, parts)
    links = [link for part in parts.values() for link in part.links]
    pins = _pinned(intent, parts, links, cabling)
    return replace(_joined(parts, list(pins.links)), problems=(*problems, *pins.problems))


def _parts(
    intent: Intent,
    catalogue: Catalogue,
    sizing: SizingVerdict,
    problems: list[Problem],
    *,
    outline: bool,
) -> dict[str, Part]:
    """Return the fabrics that can be built by name; what stops others is added to ``problems``."""
    resolved = groups.resolve(intent, catalogue)
    problems += checks.check_groups(intent, resolved)
    parts: dict[str, Part] = {}
    for name, fabric in intent.fabrics.present():  # oob comes last: it serves all other switches
        request = FabricRequest(
            intent=intent,
            catalogue=catalogue,
            name=name,
            fabric=fabric,
            groups=resolved,
            sizing=sizing,
            management=tuple(
                sorted(
                    (item for part in parts.values() for item in part.management),
                    key=lambda item: item.plane,
                )
            ),
            outline=outline,
        )
        problems += checks.check_keys(request)
        try:
            parts[name] = _built(request)
        except Refused as refused:
            problems.append(refused.problem)
            continue
        problems += parts[name].problems
    return parts


def _pinned(
    intent: Intent, parts: Mapping[str, Part], links: list[Link], cabling: str | None
) -> Pins:
    """Return the links on the ports that a cabling file gives them; an outline has none."""
    if cabling is None or any(part.copies > 1 for part in parts.values()):
        return Pins(links=tuple(links), problems=())
    return pin(links, cabling, _panels(parts), intent)


def _panels(parts: Mapping[str, Part]) -> dict[str, Panel]:
    return {name: panel for part in parts.values() for name, panel in part.panels.items()}


def family_of(request: FabricRequest) -> str:
    """Return the family of a fabric, ``auto`` resolved; ``none`` if it is not built.

    Raises:
        Refused: The choice is one that this version does not build.
    """
    fabric = request.fabric
    chosen = fabric.topology
    if fabric.tiers == 3 and request.name != "backend":
        _refuse(request, "three tiers", "tiers")
    if chosen != "auto":
        return chosen
    if request.name != "backend":
        return "leaf-spine"
    network = request.sizing.network
    if fabric.tiers is not None:
        network = "single-tier" if fabric.tiers == 1 else "two-tier"
    clos = ("two-tier", "three-tier")
    return "rail-optimized" if network in clos else network


def _refuse(request: FabricRequest, what: str, key: str) -> None:
    served = [family.name for family in load_families() if request.name in family.fabrics]
    raise Refused(
        "family-not-built",
        f"this version builds no {what} in the {request.name}; it builds {' and '.join(served)}"
        + ("" if request.name == "backend" else ", up to two tiers"),
        "use one of these",
        request.place(key),
    )


def _built(request: FabricRequest) -> Part:
    name = family_of(request)
    if name == "none":
        reasons = request.sizing.reasons if request.name == "backend" else ()
        return Part(size=empty_size(request.name, "none", reasons))
    for family in load_families():
        if family.name == name and request.name in family.fabrics:
            request, why = with_planes(request, name, family.build)
            part = family.build(request)
            part = replace(part, size=replace(part.size, reasons=(*part.size.reasons, *why)))
            if not part.devices:
                return replace(part, problems=(*part.problems, checks.paper_problem(request)))
            built = [link for link in part.links if link.built]
            counted = cable_count(built, part.panels, part.copies)
            return replace(part, size=replace(part.size, cable_count=counted))
    _refuse(request, name, "topology")
    raise AssertionError("refusing always raises")


def _joined(parts: Mapping[str, Part], every: list[Link]) -> Topology:
    devices = [device for part in parts.values() for device in part.devices]
    panels = _panels(parts)
    sizes: dict[str, FabricSize] = {name: part.size for name, part in parts.items()}
    devices.sort(key=lambda device: natural(device.name))
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
