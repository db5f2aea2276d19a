"""Quality of service: classes, headroom, pools, ECN points and the PFC watchdog of every device."""

from fabricgen.qos.devices import plan

__all__ = ["plan"]
