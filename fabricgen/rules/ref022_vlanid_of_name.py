"""A VLAN row carries another number than its name.

Why: the VLAN daemon takes the number from the name, other readers take the field; the two then
    speak of different VLANs.

Example: `VLAN|Vlan100` with vlanid 101.

Fix: make the two agree, without leading zeros.

Source: SONiC YANG models, sonic-vlan; sonic-net/sonic-buildimage pull request 18207.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "REF022"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(x: ConfigCheck) -> Iterator[Finding]:
    """Yield the VLANs whose vlanid is not the number in the name.

    What is no VLAN number at all is left to TBL007.
    """
    for key, row in x.config.rows("VLAN").items():
        vlanid = row.get("vlanid")
        number = key.removeprefix("Vlan")
        if isinstance(vlanid, str) and _plain(vlanid) not in {number, ""}:
            message = f"{key} has the vlanid {vlanid}; its name says {number}"
            yield found(x.config, message, f'write "{number}"', "VLAN", key, "vlanid")


def _plain(text: str) -> str:
    """Return a VLAN number without blanks and leading zeros, nothing for other texts."""
    digits = text.strip().lstrip("0")
    legal = digits.isascii() and digits.isdigit() and len(digits) <= 4 and 2 <= int(digits) <= 4094
    return digits if legal else ""
