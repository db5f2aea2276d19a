"""Tenant isolation of a design."""

from collections.abc import Mapping
from dataclasses import dataclass

from fabricgen.model.diagnostic import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class TenantAcl:
    """An ingress ACL on the host ports of one tenant on one leaf.

    Traffic from these ports may go to ``permitted`` prefixes only; the rest is dropped.
    """

    tenant: str
    table: str
    ports: tuple[str, ...]
    permitted: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TenancyPlan:
    """Isolation tables per device."""

    acls: Mapping[str, tuple[TenantAcl, ...]]
    problems: tuple[Problem, ...] = ()
