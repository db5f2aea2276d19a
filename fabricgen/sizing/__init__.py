"""Which network the workload needs: none, one tier, two tiers, or more."""

from fabricgen.sizing.verdict import size

__all__ = ["size"]
