"""A VXLAN tunnel's source address is on no loopback.

Why: tunnels start and end at an address the switch owns and announces; with any other address the
switch drops what arrives for the tunnel.

Example: `VXLAN_TUNNEL|vt0|src_ip` is 10.253.1.11 and no loopback has it.

Fix: put the address on a loopback, or use the address of one.

Source: SONiC EVPN VXLAN design (VTEP address on a loopback).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._addresses import loopback_addresses, parse_address
from fabricgen.rules._file import found

ID = "TEN045"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per tunnel whose source no loopback has."""
    config = subject.config
    owned = {(entry.version, entry.value) for entry in loopback_addresses(config)}
    for tunnel in config.rows("VXLAN_TUNNEL"):
        text = config.text("VXLAN_TUNNEL", tunnel, "src_ip")
        source = parse_address(text)
        if source is not None and (source.version, int(source)) not in owned:
            yield found(
                config,
                f"tunnel {tunnel} starts at {text}, which is on no loopback of this device",
                f"add LOOPBACK_INTERFACE|Loopback1|{text}/32 and its bare row, or use a loopback's address",
                "VXLAN_TUNNEL",
                tunnel,
                "src_ip",
            )
