"""Intents made from records, and the plans built from them, for the tests of several rooms."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from fabricgen import addressing, catalogue, routing, topology
from fabricgen.model.addressing import AddressPlan
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.feasibility import SizingVerdict
from fabricgen.model.intent import (
    AddressingIntent,
    ComputeGroup,
    DpuIntent,
    FabricIntent,
    FabricsIntent,
    Intent,
    NodeIntent,
    SonicIntent,
    SwitchIntent,
)
from fabricgen.model.routing import RoutingPlan
from fabricgen.model.topology import Link, Topology


@lru_cache(maxsize=1)
def hardware() -> Catalogue:
    return catalogue.load()


def paper(radix: int, gbps: int, count: int | None = None) -> SwitchIntent:
    return SwitchIntent(radix=radix, speed=gbps * 1000, count=count)


def real(platform: str, breakout: str | None = None, count: int | None = None) -> SwitchIntent:
    return SwitchIntent(platform=platform, breakout=breakout, count=count)


def node(
    nics: int = 8,
    gbps: int = 400,
    ports: int = 1,
    gpus: int = 8,
    front: int = 2,
    store: int = 2,
    joins: bool = False,
) -> NodeIntent:
    return NodeIntent(
        gpus=gpus,
        nics=nics,
        nic_speed=gbps * 1000,
        ports=ports,
        frontend_ports=front,
        storage_ports=store,
        joins=joins,
    )


def backend(
    switch: SwitchIntent, *, topology: str = "rail-optimized", ratio: Fraction = Fraction(1), **keys
) -> FabricIntent:
    return FabricIntent(switch=switch, topology=topology, oversubscription=ratio, **keys)


def intent(
    *groups: ComputeGroup,
    addressing: AddressingIntent | None = None,
    sonic: SonicIntent | None = None,
    **fabrics: FabricIntent,
) -> Intent:
    return Intent(
        fabricgen=1,
        name="test",
        compute=groups,
        fabrics=FabricsIntent(**fabrics),
        addressing=addressing or AddressingIntent(),
        sonic=sonic or SonicIntent(),
    )


@dataclass(frozen=True)
class Built:
    intent: Intent
    topology: Topology
    addresses: AddressPlan
    routing: RoutingPlan

    def links(self, kind: str) -> list[Link]:
        return [link for link in self.topology.links if link.kind == kind]


def verdict(network: str = "two-tier") -> SizingVerdict:
    return SizingVerdict(network=network, planes=1, gpus=None, reasons=("the work needs it",))


def shape(asked: Intent, network: str = "two-tier") -> Topology:
    return topology.build(asked, hardware(), verdict(network))


def build(asked: Intent, network: str = "two-tier") -> Built:
    built = shape(asked, network)
    assert built.problems == (), built.problems
    plan = addressing.plan(asked, built)
    assert plan.problems == (), plan.problems
    return Built(asked, built, plan, routing.plan(asked, built, plan))


def whole_cluster(nodes: int = 8, grow_to: int | None = None, *, dpu: str = "bgp") -> Intent:
    """Return an intent with all four fabrics and DPUs."""
    group = ComputeGroup(
        nodes=nodes,
        grow_to=grow_to,
        node=node(),
        scalable_unit=4,
        dpu=DpuIntent(routing=dpu),
    )
    return intent(
        group,
        backend=backend(real("nvidia-sn5600")),
        storage=FabricIntent(switch=real("nvidia-sn4700")),
        frontend=FabricIntent(switch=real("nvidia-sn4700")),
        oob=FabricIntent(switch=real("nvidia-sn2201")),
    )
