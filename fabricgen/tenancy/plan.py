"""The tenancy stage: tenants of the intent -> ingress ACLs on the back-end leaves.

A tenant's host ports may send to the tenant's own host prefixes of the same plane and nowhere else. Other
fabrics carry services that every tenant uses (storage, management), so nothing is bound there.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from netaddr import IPNetwork, cidr_merge

from fabricgen.model.addressing import AddressPlan
from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import Intent, TenantIntent
from fabricgen.model.tenancy import TenancyPlan, TenantAcl
from fabricgen.model.topology import Link, LinkKind, Topology

MAX_RULES_PER_LEAF = 256  # ours: well inside the ingress TCAM of the smallest catalogue ASIC
_NAME_LENGTH = 32


def plan(intent: Intent, topology: Topology, addresses: AddressPlan) -> TenancyPlan:
    """Return the ACLs of each leaf, or problems of the kinds below.

    ``node-beyond-cluster``: a tenant names a node the cluster does not have.
    ``many-acl-rules``: a leaf needs more rules than ``MAX_RULES_PER_LEAF``.
    """
    names = [group.node_name(index) for group in intent.compute for index in range(group.nodes)]
    problems: list[Problem] = []
    owner: dict[str, str] = {}
    for number, tenant in enumerate(intent.tenants):
        problems += _refused(intent, number, tenant, len(names))
        if tenant.isolation == "acl":
            owner |= {names[n - 1]: tenant.name for n in tenant.node_numbers() if n <= len(names)}
    if problems or not owner:
        return TenancyPlan(acls=MappingProxyType({}), problems=tuple(problems))
    acls = _acls(topology, addresses, owner)
    return TenancyPlan(acls=MappingProxyType(acls), problems=tuple(_crowded(intent, acls)))


def _refused(
    intent: Intent, number: int, tenant: TenantIntent, node_count: int
) -> Iterator[Problem]:
    highest = max(tenant.node_numbers(), default=0)
    if highest > node_count:
        yield Problem(
            kind="node-beyond-cluster",
            message=f"tenant {tenant.name} names node {highest}; the cluster has {node_count} nodes",
            hint="count the nodes of all groups in order, from 1",
            place=intent.place("tenants", number, "nodes"),
        )


def _acls(
    topology: Topology, addresses: AddressPlan, owner: Mapping[str, str]
) -> dict[str, tuple[TenantAcl, ...]]:
    ports: dict[tuple[str, str], list[str]] = defaultdict(list)
    prefixes: dict[tuple[int, str], list[IPNetwork]] = defaultdict(list)
    plane: dict[str, int] = {}
    for link in topology.links:
        if _is_host(link) and link.lower.device in owner:
            tenant = owner[link.lower.device]
            address = addresses.interfaces[(link.lower.device, link.lower.port)]
            ports[(link.upper.device, tenant)].append(link.upper.port)
            prefixes[(link.plane, tenant)].append(IPNetwork(str(address)).cidr)
            plane[link.upper.device] = link.plane
    merged = {
        key: tuple(str(net) for net in cidr_merge(networks)) for key, networks in prefixes.items()
    }
    result: dict[str, list[TenantAcl]] = defaultdict(list)
    for (leaf, tenant), members in ports.items():
        acl = TenantAcl(
            tenant=tenant,
            table=table_name(tenant),
            ports=tuple(members),
            permitted=merged[(plane[leaf], tenant)],
        )
        result[leaf].append(acl)
    return {leaf: tuple(items) for leaf, items in result.items()}


def _is_host(link: Link) -> bool:
    return link.fabric == "backend" and link.kind is LinkKind.HOST_LEAF


def table_name(tenant: str) -> str:
    """Return the ACL_TABLE name of a tenant: at most 32 characters, letters, digits and ``_``."""
    return ("TENANT_" + re.sub(r"[^A-Za-z0-9]", "_", tenant).upper())[:_NAME_LENGTH]


def _crowded(intent: Intent, acls: Mapping[str, tuple[TenantAcl, ...]]) -> Iterator[Problem]:
    for leaf, items in acls.items():
        count = sum(len(acl.permitted) + 1 for acl in items)
        if count > MAX_RULES_PER_LEAF:
            place = intent.place("tenants").on_device(leaf)
            yield Problem(
                kind="many-acl-rules",
                message=f"{leaf} needs {count} ACL rules for its tenants, more than "
                f"{MAX_RULES_PER_LEAF}",
                hint="give each tenant whole scalable units, so that its prefixes merge",
                place=place,
            )
