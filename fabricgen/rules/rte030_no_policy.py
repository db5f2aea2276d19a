"""An eBGP session of the management framework has no route maps.

Why: on this path FRR keeps its default that eBGP needs a policy: without route_map_in and
route_map_out the session comes up and passes no route at all.

Example: `BGP_NEIGHBOR_AF|default|10.64.0.0|ipv4_unicast` with admin_status only.

Fix: bind a permitting ROUTE_MAP as route_map_in and route_map_out, on the neighbour or its peer
group.

Source: RFC 8212; sonic-frr-mgmt-framework, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck, ConfigDb
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._bgp import framework, local_asn
from fabricgen.rules._file import found, number, texts

ID = "RTE030"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

_ROWS = (("BGP_NEIGHBOR_AF", "BGP_NEIGHBOR"), ("BGP_PEER_GROUP_AF", "BGP_PEER_GROUP"))


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per active external address family without a route map each way."""
    config = subject.config
    if not framework(config):
        return
    for table, owner_table in _ROWS:
        for key, row in config.rows(table).items():
            owner = key.rpartition("|")[0]
            if not _external(config, owner_table, owner):
                continue
            lacking = [
                name for name in ("route_map_in", "route_map_out") if not texts(row.get(name))
            ]
            group = config.text(owner_table, owner, "peer_group_name")
            if group:
                af = f"{owner.partition('|')[0]}|{group}|{key.rpartition('|')[2]}"
                shared = config.row("BGP_PEER_GROUP_AF", af)
                lacking = [name for name in lacking if not texts(shared.get(name))]
            if lacking:
                yield found(
                    config,
                    f"external session {key} has no {' and no '.join(lacking)}: no route passes",
                    "bind a ROUTE_MAP that permits in both directions",
                    table,
                    key,
                )


def _external(config: ConfigDb, table: str, key: str) -> bool:
    kind = config.text(table, key, "peer_type")
    asn = number(config.text(table, key, "asn"))
    return kind == "external" or (kind is None and asn is not None and asn != local_asn(config))
