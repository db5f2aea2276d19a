"""The HwSKU in use has known errors in its files.

Why: the image of the platform carries them too. Lanes that two ports share, or a port map whose
header is broken, may leave ports down on the switch.

Example: UFISPACE-S9311-64D lists lane 25 twice in the lanes of Ethernet0.

Fix: check the named ports on a switch before you cable, or choose another HwSKU or platform.

Source: device folder of the platform, sonic-net/sonic-buildimage, commit 086b03bd70f9.
"""

from collections.abc import Iterator, Mapping

from fabricgen.catalogue import aliases_of_two_cages
from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.platform import Platform
from fabricgen.model.rule import Point
from fabricgen.rules._catalogue import place_of

ID = "TOP027"
SEVERITY = Severity.WARNING
POINT = Point.TOPOLOGY


def check(design: Design) -> Iterator[Finding]:
    """Yield a finding for each known error of a HwSKU, or of its ports, that the design uses."""
    topology, known = design.topology, design.catalogue.platforms
    seen: set[str] = set()
    for device in topology.devices if topology is not None else ():
        if device.platform is None or device.hwsku is None or device.hwsku in seen:
            continue
        seen.add(device.hwsku)
        assert topology is not None, "devices come from it"
        ports = {port.spec.parent: port.breakout for port in topology.ports.get(device.name, ())}
        used = known[device.platform].hwskus[device.hwsku].anomalies
        for text in (*used, *_aliases(known[device.platform], ports)):
            yield Finding(
                message=f"{device.hwsku}: {text}",
                hint="check these ports on a switch, or choose another HwSKU or platform",
                place=place_of(design, device.name),
            )


def _aliases(platform: Platform, modes: Mapping[str, str | None]) -> Iterator[str]:
    for text in aliases_of_two_cages(platform):
        if any(mode and text.startswith(f"{mode} of {parent} ") for parent, mode in modes.items()):
            yield text
