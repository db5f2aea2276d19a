"""A DPU with sessions to several leaves passes routes on between them.

Why: a BGP speaker exports what it learns. A dual-homed DPU without a policy offers each leaf the
routes of the other, and leaves send fabric traffic through the DPU: lab pairs showed 6 next hops,
4 of them DPUs.

Example: node-0001-dpu1 has sessions to frontend-leaf-01 and frontend-leaf-02 and no
BGP_ALLOWED_PREFIXES.

Fix: on the DPU write `BGP_ALLOWED_PREFIXES|DEPLOYMENT_ID|0` with default_action "deny" and
prefixes_v4 as one text (as a list bgpcfgd finds no prefixes and rejects the row). On the frrcfgd
path bind a route map that permits own routes only.

Source: SONiC bgpcfgd allow list manager (everything else received gets no-export).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigDb, FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._fabric_roles import Tier, tiers
from fabricgen.rules._fabric_sessions import Session, by_framework, filtered, peer_device, sessions

ID = "FAB050"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every DPU that leads to several devices and lacks the policy."""
    peers: dict[str, dict[str, Session]] = {}
    for one in sessions(fabric):
        if tiers(fabric)[one.device] is Tier.DPU and one.up:
            peers.setdefault(one.device, {}).setdefault(peer_device(fabric, one) or one.key, one)
    for device, leaves in peers.items():
        config = fabric.devices[device]
        fault = _fault(config, tuple(leaves.values()))
        if len(leaves) > 1 and fault:
            rows = [key for key in config.rows("BGP_ALLOWED_PREFIXES") if key.startswith(_KEY)]
            yield found(
                config,
                f"{device} speaks BGP to {', '.join(leaves)} and becomes transit between them: {fault}",
                "write BGP_ALLOWED_PREFIXES|DEPLOYMENT_ID|0 with default_action deny and prefixes_v4 "
                "as one text",
                "BGP_ALLOWED_PREFIXES" if rows else "BGP_NEIGHBOR",
                rows[0] if rows else None,
            )


_KEY = "DEPLOYMENT_ID|"


def _fault(config: ConfigDb, own: tuple[Session, ...]) -> str:
    if by_framework(config):
        guarded = all(filtered(config, one) for one in own)
        return "" if guarded else "no route_map_out limits a session to own routes"
    rows = {k: row for k, row in config.rows("BGP_ALLOWED_PREFIXES").items() if k.startswith(_KEY)}
    if not rows:
        return "it has no BGP_ALLOWED_PREFIXES row"
    for row in rows.values():
        if row.get("default_action") != "deny":
            return "the default_action of its BGP_ALLOWED_PREFIXES row is not deny"
        if any(isinstance(row.get(field), tuple) for field in ("prefixes_v4", "prefixes_v6")):
            return "its prefixes are a list, which bgpcfgd does not read"
        if not row.get("prefixes_v4") and not row.get("prefixes_v6"):
            return "its BGP_ALLOWED_PREFIXES row has no prefixes, and bgpcfgd rejects it"
    return ""
