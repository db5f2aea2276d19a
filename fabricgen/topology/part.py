"""What a family gives back for its fabric, and how it refuses."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from fabricgen.model.catalogue import Catalogue
from fabricgen.model.diagnostic import Place, Problem
from fabricgen.model.feasibility import SizingVerdict
from fabricgen.model.intent import FabricIntent, Intent
from fabricgen.model.name_pattern import HOSTNAME, filled
from fabricgen.model.topology import Device, FabricSize, Link, Role
from fabricgen.topology.groups import Group
from fabricgen.topology.panel import Panel
from fabricgen.topology.refusal import Refused


@dataclass(frozen=True, slots=True, kw_only=True)
class Managed:
    """A switch whose eth0 needs an out-of-band port; ``built`` is False while it is planned only.

    Switches of further planes come after all others, so that a plane that is added moves none of them.
    """

    name: str
    built: bool
    plane: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FabricRequest:
    """What a family builds from.

    ``management`` are the switches of all other fabrics in a stable order, whose eth0 needs a port;
    only the out-of-band fabric uses them. ``outline`` asks a large fabric of several planes to build
    the first one only, as the others are copies of it. ``counts_only`` asks a back-end for its size
    alone, without devices.
    """

    intent: Intent
    catalogue: Catalogue
    name: str
    fabric: FabricIntent
    groups: tuple[Group, ...]
    sizing: SizingVerdict
    management: tuple[Managed, ...] = ()
    outline: bool = False
    counts_only: bool = False

    def named(self, role: Role, default: str, **fields: str | int) -> str:
        """Return the name of a switch: the default, or the intent's pattern filled in.

        Args:
            role: Leaf, spine or super-spine.
            default: The name without a pattern.
            fields: What a pattern may hold.

        Raises:
            Refused: The pattern has another field, or the name is no hostname.
        """
        key = role.value.replace("-", "_")
        pattern: str | None = getattr(self.fabric.names, key)
        if pattern is None:
            return default
        known = ", ".join("{" + name + "}" for name in fields)
        try:
            name = filled(pattern, fields)
        except KeyError as error:
            message = f"{error.args[0]} is no field of the {role.value} names of {self.name}"
            raise Refused(
                "name-pattern", message, f"use {known}", self.place("names", key)
            ) from None
        if not HOSTNAME.fullmatch(name):
            raise Refused(
                "name-pattern",
                f"{name!r} is no hostname",
                "use letters, digits and hyphens, at most 63 characters",
                self.place("names", key),
            )
        return name

    def place(self, *path: str | int) -> Place:
        """Return where a key of this fabric is written, or the nearest enclosing one."""
        return self.intent.place("fabrics", self.name, *path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One fabric, built.

    ``links`` holds those that are planned only, too. ``panels`` gives each switch or DPU its ports.
    ``management`` lists the switches whose eth0 needs a port. A fabric on paper has a size and no
    devices. ``copies`` planes are like the ``devices`` and ``links``; all but the first are left out.
    """

    size: FabricSize
    devices: tuple[Device, ...] = ()
    links: tuple[Link, ...] = ()
    panels: Mapping[str, Panel] = field(default_factory=dict)
    management: tuple[Managed, ...] = ()
    problems: tuple[Problem, ...] = ()
    copies: int = 1


def empty_size(name: str, topology: str, reasons: tuple[str, ...]) -> FabricSize:
    """Return the size of a fabric that is not built."""
    return FabricSize(
        name=name,
        topology=topology,
        planes=0,
        tiers=0,
        gpu_count=0,
        node_count=0,
        units=0,
        units_planned=0,
        nodes_per_unit=0,
        leaf_count=0,
        spine_count=0,
        super_spine_count=0,
        host_link_count=0,
        leaf_spine_link_count=0,
        spine_super_spine_link_count=0,
        cable_count={},
        oversubscription={},
        ecmp_width={"same_leaf": 0, "same_pod": 0, "other_pod": 0},
        bisection_mbps=0,
        injection_mbps=0,
        max_switch_hops=0,
        reasons=reasons,
    )


def half_of(injection_mbps: int, oversubscription: Fraction) -> int:
    """Return the bisection bandwidth, one direction, in whole Mb/s.

    Half of what all NICs inject, less where the leaves are oversubscribed (N * B / (2 * o)).
    """
    share = max(Fraction(1), oversubscription)
    return int(Fraction(injection_mbps, 2) / share)
