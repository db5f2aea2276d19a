"""Some switches are configured by bgpcfgd, others by frrcfgd.

Why: the two read different tables and differ in what they advertise, in multipath and in the
policy they need. A switch that differs from all others usually carries the flag by mistake, and
its template rows are then ignored.

Example: leaf-1 has frr_mgmt_framework_config "true", all other switches do not.

Fix: use one routing manager for the whole fabric.

Source: SONiC buildimage docker-fpm-frr start script.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._fabric_roles import Tier, tiers
from fabricgen.rules._fabric_sessions import by_framework

ID = "FAB052"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every switch of the rarer kind."""
    tier = tiers(fabric)
    switches = [name for name in fabric.devices if tier[name] is not Tier.DPU]
    modern = [name for name in switches if by_framework(fabric.devices[name])]
    if not modern or len(modern) == len(switches):
        return
    rare = modern if len(modern) * 2 <= len(switches) else [n for n in switches if n not in modern]
    for name in rare:
        mine, other = ("frrcfgd", "bgpcfgd") if name in modern else ("bgpcfgd", "frrcfgd")
        yield found(
            fabric.devices[name],
            f"{name} is configured by {mine}, {len(switches) - len(rare)} other switches by {other}",
            "set frr_mgmt_framework_config alike on all switches",
            "DEVICE_METADATA",
            "localhost",
            "frr_mgmt_framework_config" if name in modern else None,
        )
