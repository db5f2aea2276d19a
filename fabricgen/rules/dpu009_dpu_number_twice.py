"""Two DPUs of a chassis have the same number.

Why: the number chooses the slot, the database instance and the midplane address; both rows then
steer one card, and the other runs unconfigured.

Example: dpu_id 0 on leaf01-dpu0 and leaf01-dpu1.

Fix: number the DPUs of a chassis from 0.

Source: sonic-smart-switch.yang (dpu_id 0 to 7); SONiC SmartSwitch design.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, number

ID = "DPU009"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per local DPU whose number an earlier one has."""
    config = subject.config
    owner: dict[int, str] = {}
    for name in config.rows("DPU"):
        own = number(config.text("DPU", name, "dpu_id"))
        if own is None:
            continue
        first = owner.setdefault(own, name)
        if first != name:
            yield found(
                config,
                f"DPU {name} has dpu_id {own}, which {first} has too",
                "number the DPUs of a chassis from 0",
                "DPU",
                name,
                "dpu_id",
            )
