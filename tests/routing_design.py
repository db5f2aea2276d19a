"""The small design on the management-framework path, with a chosen hash."""

from dataclasses import replace

from small_design import small_design

from fabricgen import routing
from fabricgen.model.design import Design
from fabricgen.model.intent import HashIntent, RoutingIntent, SonicIntent


def framework_design() -> Design:
    """Return the small design routed by frrcfgd."""
    design = small_design()
    assert design.topology is not None
    assert design.addresses is not None
    intent = replace(
        design.intent,
        sonic=SonicIntent(routing="frrcfgd"),
        routing=RoutingIntent(hash=HashIntent(fields=("SRC_IP", "L4_SRC_PORT"), spine="CRC")),
    )
    plan = routing.plan(intent, design.topology, design.addresses)
    return replace(design, intent=intent, routing=plan)
