"""All numbers of a back-end of two or three tiers, before a single device is made."""

from dataclasses import dataclass
from functools import cached_property

from fabricgen.topology import clos
from fabricgen.topology.leaf_shape import LeafShape, check_leaf_count
from fabricgen.topology.part import FabricRequest
from fabricgen.topology.pattern import Pattern
from fabricgen.topology.pods import PodDemand, Pods, plan_pods
from fabricgen.topology.rails import Rails, read_rails
from fabricgen.topology.refusal import Refused
from fabricgen.topology.tier import Tier, resolve
from fabricgen.topology.unit_shape import backend_shape, check_slower


@dataclass(frozen=True, kw_only=True)
class ClosPlan:
    """The numbers of one plane.

    ``spines`` are those of each group of a pod (of the plane in two tiers). ``first_units`` is the
    first unit of each group of nodes, ``unit_nics`` the NICs of the nodes of each unit that is
    built, ``unit_mbps`` the rate of the NIC ports of each that is planned. ``pods`` and ``top`` are None in two tiers; ``why`` says why there are three.
    """

    pattern: Pattern
    rails: Rails
    leaf: Tier
    spine: Tier
    top: Tier | None
    shape: LeafShape
    spines: int
    first_units: tuple[int, ...]
    unit_nics: dict[int, int]
    unit_mbps: tuple[int, ...]
    units_planned: int
    pods: Pods | None
    why: str = ""

    @cached_property
    def unit_leaves(self) -> int:
        """Leaves of a unit, at most."""
        return self.pattern.leaves_per_unit(self.rails)

    @cached_property
    def groups(self) -> int:
        """Sets of spines in a pod."""
        return self.pattern.groups(self.rails)

    @property
    def leaves_planned(self) -> int:
        """Leaves when all planned units are built."""
        return self.units_planned * self.unit_leaves

    @cached_property
    def leaf_count(self) -> int:
        """Leaves built."""
        return sum(
            1 for nics in self.unit_nics.values() for _ in self.pattern.slots(nics, self.rails)
        )

    def pod_of(self, unit: int) -> int:
        """Return the pod of a unit; 0 in two tiers."""
        return unit // self.pods.units if self.pods else 0

    @cached_property
    def pods_built(self) -> tuple[int, ...]:
        """The pods that have a unit built; one in two tiers."""
        return tuple(sorted({self.pod_of(unit) for unit in self.unit_nics}))

    @property
    def spine_count(self) -> int:
        """Spines built."""
        return len(self.pods_built) * self.groups * self.spines

    @property
    def spines_planned(self) -> int:
        """Spines when all planned pods are built."""
        return (self.pods.planned if self.pods else 1) * self.groups * self.spines

    @property
    def top_count(self) -> int:
        """Super-spines."""
        return self.groups * self.spines * self.pods.tops if self.pods else 0

    @property
    def paper(self) -> bool:
        """Whether a tier is of paper switches."""
        return any(
            tier is not None and tier.platform is None
            for tier in (self.leaf, self.spine, self.top if self.pods else None)
        )


def plan_clos(request: FabricRequest, pattern: Pattern) -> ClosPlan:
    """Return the plan: two tiers, or three where the intent says so or two do not serve.

    Raises:
        Refused: The intent asks for what these switches cannot be.
    """
    tiers = request.fabric.tiers
    if tiers == 1:
        raise Refused(
            "tiers",
            f"{pattern.name} has spines: one tier is topology single-tier",
            "write topology: single-tier, or tiers: 2",
            request.place("tiers"),
        )
    if tiers is not None or request.fabric.pod is not None:
        return _plan(request, pattern, three=tiers != 2)
    try:
        return _plan(request, pattern, three=False)
    except Refused as refused:
        if refused.problem.kind != "too-many-leaves":
            raise
        try:
            return _plan(request, pattern, three=True, why=refused.problem.message)
        except Refused as both:
            kind, hint = both.problem.kind, both.problem.hint
            message = f"{refused.problem.message}; and {both.problem.message}"
            raise Refused(kind, message, hint, both.problem.place) from None


def _plan(request: FabricRequest, pattern: Pattern, *, three: bool, why: str = "") -> ClosPlan:
    rails = read_rails(request, dual=pattern.dual)
    leaf, spine = (
        resolve(request.intent, request.catalogue, request.name, request.fabric, tier)
        for tier in ("leaf", "spine")
    )
    shape = backend_shape(request, rails, leaf, spine, pattern.ports_per_node(rails))
    first_units: list[int] = []
    unit_nics: dict[int, int] = {}
    unit_mbps: list[int] = []
    planned = 0
    for group, nics, speed in zip(rails.groups, rails.nics, rails.speeds, strict=True):
        first_units.append(planned)
        built = range(planned, planned + -(-group.nodes // shape.nodes))
        unit_nics |= dict.fromkeys(built, nics)
        planned += -(-group.planned // shape.nodes)
        unit_mbps += [speed] * (planned - first_units[-1])
        check_slower(request, group, leaf, shape, speed)
    top, pods = None, None
    if three:
        top = resolve(
            request.intent, request.catalogue, request.name, request.fabric, "super_spine"
        )
        pods = plan_pods(request, _pod_demand(pattern, rails, shape, planned), spine, top)
    plan = ClosPlan(
        pattern=pattern,
        rails=rails,
        leaf=leaf,
        spine=spine,
        top=top,
        shape=shape,
        spines=pods.spines if pods else _two_tier_spines(request, pattern, rails, shape, planned),
        first_units=tuple(first_units),
        unit_nics=unit_nics,
        unit_mbps=tuple(unit_mbps),
        units_planned=planned,
        pods=pods,
        why=why,
    )
    check_leaf_count(request, leaf, plan.leaf_count)
    return plan


def _unit(shape: LeafShape) -> str:
    return f"scalable unit of {shape.nodes} nodes"


def _pod_demand(pattern: Pattern, rails: Rails, shape: LeafShape, planned: int) -> PodDemand:
    return PodDemand(
        shape=shape,
        unit_leaves=pattern.group_leaves(rails),
        groups=pattern.groups(rails),
        units_planned=planned,
        unit=_unit(shape),
    )


def _two_tier_spines(
    request: FabricRequest, pattern: Pattern, rails: Rails, shape: LeafShape, planned: int
) -> int:
    leaves = pattern.group_leaves(rails)
    spine = resolve(request.intent, request.catalogue, request.name, request.fabric, "spine")
    demand = clos.SpineDemand(
        leaves=planned * leaves,
        uplinks=shape.up,
        speed_mbps=shape.up_speed_mbps,
        minimum=1,
        per_unit=leaves,
        unit=_unit(shape),
        groups=pattern.groups(rails),
        instead=", or use tiers: 3",
    )
    return clos.spine_count(demand, spine, request.intent.place("compute"))
