"""A port is untagged in two VLANs.

Why: untagged frames can go to one VLAN only; they go to the one set last.

Example: Ethernet16 untagged in Vlan100 and in Vlan200.

Fix: tag one of the two.

Source: SONiC YANG models, sonic-vlan; sonic-net/sonic-buildimage issue 6271.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "REF024"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(x: ConfigCheck) -> Iterator[Finding]:
    """Yield the second and later untagged memberships of a port."""
    first: dict[str, str] = {}
    for key, row in x.config.rows("VLAN_MEMBER").items():
        vlan, _, port = (part.strip() for part in key.partition("|"))
        if row.get("tagging_mode") != "untagged":
            continue
        if port in first:
            message = f"{port} is untagged in {vlan} and in {first[port]}"
            hint = 'make one of them "tagged"'
            yield found(x.config, message, hint, "VLAN_MEMBER", key, "tagging_mode")
        first.setdefault(port, vlan)
