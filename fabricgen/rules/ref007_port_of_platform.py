"""A port does not exist on the platform.

Why: a file made for another HwSKU names ports this switch cannot have; the daemon that creates
ports fails on the first of them.

Example: `PORT|Ethernet1` on an SN5600, whose cages split into ports with even numbers only.

Fix: use the ports of the HwSKU named in DEVICE_METADATA, or name the HwSKU the ports belong to.

Source: SONiC buildimage pull request 23185; platform.json, commit 086b03bd70f9.
"""

from collections.abc import Iterable, Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._ports import file_ports, hwsku, platform, possible_ports

ID = "REF007"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per port name that no breakout mode and no HwSKU table has."""
    config, forms = subject.config, possible_ports(subject)
    box = platform(subject)
    if box is None or not forms:
        return
    for port in file_ports(config).values():
        if port.name in forms or port.internal:
            continue
        sku = hwsku(subject)
        where = f"{box.id} with HwSKU {sku.name}" if sku is not None else box.id
        yield found(
            config,
            f"{where} has no port {port.name}",
            _hint(port.name, forms),
            "PORT",
            port.name,
        )


def _hint(name: str, forms: Iterable[str]) -> str:
    wanted = int(name.removeprefix("Ethernet"))
    numbers = [int(form.removeprefix("Ethernet")) for form in forms if form[8:].isdigit()]
    if not numbers:
        return "use the ports of the HwSKU"
    nearest = min(numbers, key=lambda value: (abs(value - wanted), value))
    return f"the nearest port of this platform is Ethernet{nearest}"
