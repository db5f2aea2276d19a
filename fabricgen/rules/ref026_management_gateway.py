"""A management address has no gateway of its family.

Why: the models demand it, so the next patch or port breakout fails with a message about eth0, and
    the switch is reached from its own subnet only.

Example: `MGMT_INTERFACE|eth0|192.0.2.10/24` without gwaddr.

Fix: add gwaddr, or leave the table out and use DHCP.

Source: SONiC YANG models, sonic-mgmt_interface; sonic-net/sonic-buildimage issue 26542.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._models import same_family

ID = "REF026"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(x: ConfigCheck) -> Iterator[Finding]:
    """Yield the management addresses without a gateway, or with one of the other family."""
    for key in x.config.rows("MGMT_INTERFACE"):
        prefix = key.rpartition("|")[2].strip()
        if "|" not in key:
            continue
        gateway = x.config.text("MGMT_INTERFACE", key, "gwaddr")
        if gateway is None:
            message = f"the management address {prefix} has no gateway"
            hint = "add gwaddr, a gateway in the same subnet"
            yield found(x.config, message, hint, "MGMT_INTERFACE", key, "gwaddr")
        elif not same_family(prefix, gateway):
            message = f"the gateway {gateway} is not of the family of {prefix}"
            hint = "give a gateway in the same subnet"
            yield found(x.config, message, hint, "MGMT_INTERFACE", key, "gwaddr")
