"""Designs of the management-framework path, and of everything that routing does on request only."""

from dataclasses import replace
from pathlib import Path

from small_design import small_design

from fabricgen import routing
from fabricgen.compile import compile_intent
from fabricgen.model.design import Design
from fabricgen.model.intent import HashIntent, RoutingIntent, SonicIntent

EXTRAS = """fabricgen: 1
name: extras
sonic: {{routing: {path}, release: "{release}", extensions: [{extensions}]}}
addressing: {{family: dual}}
compute:
  nodes: 8
  node: {{gpus: 2, nics: 2, nic_speed: 400G, frontend_ports: 2}}
  scalable_unit: 4
  dpu: {{}}
fabrics:
  backend:
    switch: nvidia-sn5640
    topology: rail-optimized
    spine: {{platform: nvidia-sn5640, count: 2}}
    consistent_hash: true
    trimming: {{classes: [bulk], into: cut}}
    {more}
  frontend: {{switch: nvidia-sn4700}}
  oob: {{switch: nvidia-sn2201}}
qos:
  lossy: [{{name: bulk, dscp: 10, priority: 1}}, {{name: cut, dscp: 12, priority: 5, strict: true}}]
routing: {{isolated: [spine-p1-02]{timers}}}
services:
  ntp: [192.0.2.1]
  dns: [192.0.2.2]
  syslog: [192.0.2.3]
  tacacs: {{servers: [192.0.2.4], secret: "${{TACACS_SECRET}}"}}
  telemetry: gnmi
  management_vrf: true
  management_access: [192.0.2.0/24, 2001:db8:9::/48]
"""


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


def extras_design(
    folder: Path, path: str, release: str = "202511", *, extensions: bool = False
) -> Design:
    """Return a design with all that is off by default; ``folder`` takes its intent.

    SRv6 is in it on the template path, which alone has it; with ``extensions`` also the tables
    that no community release has.
    """
    more = ["load_balancing: adaptive"] if extensions else []
    more += ['srv6: "fcbb:bbbb::/32"'] if path == "bgpcfgd" else []
    text = EXTRAS.format(
        path=path,
        release=release,
        extensions="ars, bfd" if extensions else "",
        more="\n    ".join(more),
        timers=", bfd_interval: 100" if extensions and path == "frrcfgd" else "",
    )
    return _compiled(folder / "extras.yaml", text)


def vrf_design(folder: Path) -> Design:
    """Return a design with a tenant in a VRF; ``folder`` takes its intent."""
    return _compiled(
        folder / "vrf.yaml",
        "fabricgen: 1\nname: vrf\nsonic: {routing: frrcfgd}\n"
        "compute: {nodes: 4, node: {gpus: 2, nics: 2, nic_speed: 400G}, scalable_unit: 2}\n"
        "fabrics: {backend: {topology: rail-optimized, switch: nvidia-sn5600}}\n"
        "tenants: [{name: red, nodes: [1, 3], isolation: vrf}]\n",
    )


def _compiled(path: Path, text: str) -> Design:
    path.write_text(text, "utf-8")
    outcome = compile_intent(path)
    assert outcome.valid, outcome.diagnostics
    assert outcome.design is not None
    return outcome.design
