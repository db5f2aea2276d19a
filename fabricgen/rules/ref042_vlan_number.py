"""A VLAN's name carries no legal VLAN number.

Why: the number is taken from the name. VLAN 0 and 4095 are reserved by the standard; VLAN 0
crashes the VLAN daemon.

Example: `VLAN|Vlan4095` without a vlanid, which the model lets through.

Fix: use Vlan2 to Vlan4094, without leading zeros.

Source: IEEE 802.1Q table 9-2; SONiC buildimage issue 1003.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "REF042"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per VLAN whose number is outside 1 to 4094."""
    for name in subject.config.rows("VLAN"):
        digits = name.removeprefix("Vlan")
        if not name.startswith("Vlan") or not (digits.isascii() and digits.isdigit()):
            continue
        if digits.startswith("0") or len(digits) > 4 or not 1 <= int(digits) <= 4094:
            yield found(
                subject.config,
                f"VLAN {name} carries the number {digits}, which is not 2 to 4094 without leading zeros",
                "choose a number from 2 to 4094",
                "VLAN",
                name,
            )
