"""A DPU card is asked for on a SONiC release that has no device type for one.

Why: the type of DEVICE_METADATA for a host, SonicHost, came with 202411. The models of 202405 refuse
    it, and without a type the routing templates of that release wait for ever.

Example: `sonic: {release: "202405"}` with `dpu: {platform: nvidia-bf3, mode: sonic}`.

Fix: choose 202411 or later, or leave the cards to NIC mode (`dpu: {mode: nic}`).

Source: sonic-device_metadata.yang of sonic-net/sonic-buildimage, branches 202405 and 202411.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.model.topology import Role

ID = "DPU030"
SEVERITY = Severity.ERROR
POINT = Point.TOPOLOGY
_WITHOUT = frozenset({"202405"})


def check(design: Design) -> Iterator[Finding]:
    """Yield a finding if cards run SONiC on a release without a type for them."""
    release = design.intent.sonic.release
    if design.topology is None or release not in _WITHOUT:
        return
    cards = sum(device.role is Role.DPU for device in design.topology.devices)
    if cards:
        yield Finding(
            message=f"SONiC {release} has no device type for a DPU card, and the design has"
            f" {cards} of them",
            hint="choose release 202411 or later, or leave the cards to NIC mode",
            place=design.intent.place("sonic", "release"),
        )
