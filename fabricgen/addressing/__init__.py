"""The addressing room: positions become ASNs, loopbacks, link addresses and host prefixes."""

from fabricgen.addressing.plan import plan

__all__ = ["plan"]
