"""Tenants kept apart on the ports of their nodes."""

from fabricgen.tenancy.plan import plan

__all__ = ["plan"]
