"""A VLAN interface is an anycast gateway, but the gateway has no MAC address.

Why: all leaves answer for the gateway with the one address of `SAG|GLOBAL`; without it the
    interface has none to answer with.

Example: `VLAN_INTERFACE|Vlan100` with static_anycast_gateway true and no SAG table.

Fix: add `SAG|GLOBAL` with gateway_mac.

Source: SONiC YANG models, sonic-vlan and sonic-static-anycast-gateway.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "REF025"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(x: ConfigCheck) -> Iterator[Finding]:
    """Yield the anycast gateways where SAG has no gateway_mac."""
    if x.config.text("SAG", "GLOBAL", "gateway_mac"):
        return
    for key, row in x.config.rows("VLAN_INTERFACE").items():
        if row.get("static_anycast_gateway", "false") != "false":
            yield found(
                x.config,
                f"{key} is a static anycast gateway, and SAG|GLOBAL has no gateway_mac",
                "add the gateway_mac of the fabric to SAG|GLOBAL",
                "VLAN_INTERFACE",
                key,
                "static_anycast_gateway",
            )
