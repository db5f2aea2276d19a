"""The back-end that jobs share: their places, their phases, and what each phase gets."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fabricgen.catalogue.written import node_type
from fabricgen.feasibility.carrying import Balancing, Carried, carry, link_loads
from fabricgen.feasibility.demands import demands
from fabricgen.feasibility.effects import Break, attachments
from fabricgen.feasibility.estimate import estimate
from fabricgen.feasibility.failures import losses
from fabricgen.feasibility.figures import Demand, Job
from fabricgen.feasibility.flows import Phase, phase
from fabricgen.feasibility.wiring import Wiring, wire
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.feasibility import LinkLoad
from fabricgen.model.intent import Intent
from fabricgen.model.topology import FabricSize, Topology

if TYPE_CHECKING:
    from fabricgen.feasibility.wiring import Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A job on its nodes, with its demands and, on a wired back-end, the traffic of each."""

    job: Job
    nodes: tuple[int, ...]
    demands: tuple[Demand, ...]
    phases: tuple[Phase, ...]

    @property
    def heaviest(self) -> int | None:
        """The demand with the most bytes, None where nothing leaves the scale-up domain."""
        wires = [item.wire_bytes for item in self.demands]
        return wires.index(max(wires)) if wires else None


def node_names(intent: Intent) -> tuple[str, ...]:
    """Return the names of all nodes in the order that the intent counts them."""
    return tuple(group.node_name(index) for group in intent.compute for index in range(group.nodes))


def wired(intent: Intent, catalogue: Catalogue, topology: Topology) -> Wiring:
    """Return the wiring of the back-end; without planes where it has no devices."""
    rails = max(node_type(catalogue, group.node).backend.nics for group in intent.compute)
    return wire(topology, node_names(intent), max(1, rails))


def settle(job: Job, nodes: tuple[int, ...], wiring: Wiring) -> Placed:
    """Return a job on its nodes with its traffic."""
    wanted = demands(job)
    phases = tuple(phase(job, item, nodes, wiring) for item in wanted) if wiring.planes else ()
    return Placed(job=job, nodes=nodes, demands=wanted, phases=phases)


def shares(
    placed: Placed,
    others: Sequence[Placed],
    wiring: Wiring,
    size: FabricSize | None,
    balancing: Balancing,
) -> tuple[tuple[Demand, Carried], ...]:
    """Return what each demand gets while all other jobs send their heaviest traffic.

    Without a back-end nothing is carried; on paper switches closed forms stand for loads.
    """
    if size is None or size.topology == "none":
        nothing = Carried(share=0.0, limit="there is no back-end network", busiest=0.0)
        return tuple((item, nothing) for item in placed.demands)
    if not wiring.planes:
        return tuple((item, estimate(placed.job, item, size, balancing)) for item in placed.demands)
    background = _background(others, wiring)
    return tuple(
        (item, carry(wiring, traffic, balancing, background))
        for item, traffic in zip(placed.demands, placed.phases, strict=True)
    )


def _background(others: Sequence[Placed], wiring: Wiring) -> "tuple[Floats, ...]":
    busy = [item.phases[item.heaviest] for item in others if item.heaviest is not None]
    if not busy:
        return ()
    total: list[Floats] = []
    for plane in range(len(wiring.planes)):
        twin = next(
            (
                earlier
                for earlier in range(plane)
                if all(item.traffic[earlier] is item.traffic[plane] for item in busy)
            ),
            None,
        )
        matrices = [item.traffic[plane] for item in busy]
        total.append(total[twin] if twin is not None else sum(matrices[1:], start=matrices[0]))
    return tuple(total)


def busiest_links(placed: Placed, wiring: Wiring) -> tuple[LinkLoad, ...]:
    """Return the ten busiest switch links of the heaviest demand."""
    if placed.heaviest is None or not wiring.planes:
        return ()
    found = link_loads(wiring, placed.phases[placed.heaviest].traffic)
    return tuple(item for item in found if item.load_gbps > 0)


def breaks(
    placed: Placed,
    others: Sequence[Placed],
    carried: Sequence[tuple[Demand, Carried]],
    wiring: Wiring,
    size: FabricSize,
    balancing: Balancing,
) -> Iterator[Break]:
    """Yield every kind of element that may fail, with the share of line rate each demand keeps.

    The heaviest demand is routed anew without the element, beside the same traffic of ``others``; the other demands
    lose the same part.
    """
    main = placed.heaviest
    if main is None:
        return
    yield from attachments(
        placed.job, carried, size, _examples(placed, wiring), _kept_rails(placed, wiring, size)
    )
    if not wiring.planes:
        yield from _by_count(carried, size)
        return
    today = carried[main][1].share
    copies = max(1, size.planes // len(wiring.planes))  # one plane may stand for all
    for loss in losses(wiring, placed.phases[main], balancing, _background(others, wiring)):
        part = min(1.0, loss.share / today) if today else 0.0
        left = tuple(c.share * part for _, c in carried)
        yield Break(kind=loss.kind, element=loss.element, count=loss.count * copies, shares=left)


def _kept_rails(placed: Placed, wiring: Wiring, size: FabricSize) -> float:
    """Return the share of a node's NICs that are not on the leaf of its first."""
    rails = placed.job.node.backend.nics
    if not wiring.planes:
        return 0.0 if size.topology == "top-of-rack" else (rails - 1) / rails
    first = placed.nodes[0] * wiring.rails
    homes = wiring.planes[0].homes[first : first + rails, 0]
    return float((homes != homes[0]).mean())


def _examples(placed: Placed, wiring: Wiring) -> dict[str, str]:
    if not wiring.planes:
        return {}
    plane = wiring.planes[0]
    nic = placed.nodes[0] * wiring.rails
    leaf = plane.leaves[int(plane.homes[nic, 0])]
    node = wiring.nodes[placed.nodes[0]]
    return {"NIC link or optic": f"{node} nic1 to {leaf}", "leaf": leaf}


def _by_count(carried: Sequence[tuple[Demand, Carried]], size: FabricSize) -> Iterator[Break]:
    """Yield the loss of a spine by counts: (s-1)/s of a plane."""
    spines = size.spine_count // size.planes
    if spines:
        left = tuple(min(c.share, (spines - 1) / spines) for _, c in carried)
        yield Break(kind="spine", element="a spine", count=size.spine_count, shares=left)
