"""A lossless fabric is oversubscribed.

Why: a lossless fabric cannot drop what does not fit; it pauses. Bandwidth that is missing above the leaves turns into pause frames that
spread to flows which would have fitted.

Example: `fabrics.storage: {switch: nvidia-sn4700, oversubscription: 3, protocol: nvme-rdma}`.

Fix: build it 1:1, keep the traffic under a leaf by placement, or accept the finding with the reason.

Source: Meta, RDMA over Ethernet for distributed AI training at scale (SIGCOMM 2024), on 7:1 between zones and placement.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point

ID = "CAP003"
SEVERITY = Severity.WARNING
POINT = Point.FEASIBILITY


def check(design: Design) -> Iterator[Finding]:
    """Yield lossless fabrics whose leaves have more bandwidth down than up."""
    if design.topology is None:
        return
    for name, fabric in design.intent.fabrics.present():
        size = design.topology.sizes.get(name)
        lossless = name == "backend" or fabric.protocol == "nvme-rdma"
        if size is None or not lossless:
            continue
        for tier, ratio in size.oversubscription.items():
            if ratio > 1:
                yield Finding(
                    message=f"the {tier} tier of the lossless {name} fabric has {ratio} times as much "
                    "bandwidth down as up",
                    hint="oversubscription: 1, or accept the finding with the reason",
                    place=design.intent.place("fabrics", name, "oversubscription").on_device(
                        f"{name}-{tier}"
                    ),
                )
