"""The HwSKU is not one of the platform's.

Why: SONiC takes ports, buffers and SAI settings from the folder of the HwSKU inside the
platform's folder. If there is none, the switch starts without ports.

Example: platform `x86_64-nvidia_sn5600-r0` with hwsku `ACS-SN4700`.

Fix: name a HwSKU of the platform.

Source: SONiC buildimage device folders, commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing, metadata
from fabricgen.rules._ports import platform

ID = "REF041"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield a finding if the platform is known and has no such HwSKU."""
    box, name = platform(subject), metadata(subject.config, "hwsku")
    if box is None or not name or name in box.hwskus:
        return
    yield found(
        subject.config,
        f"{box.id} has no HwSKU {name}",
        f"use one of: {listing(box.hwskus, 8)}",
        "DEVICE_METADATA",
        "localhost",
        "hwsku",
    )
