"""The routing room: eBGP sessions, static routes and device types of every device."""

from fabricgen.routing.plan import plan

__all__ = ["plan"]
