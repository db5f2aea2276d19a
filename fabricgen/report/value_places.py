"""Where in a design a device and its ports stand: platform, HwSKU, the link of a port."""

from dataclasses import dataclass, replace

from fabricgen.model.design import Design
from fabricgen.model.platform import Platform
from fabricgen.model.qos import DeviceQos
from fabricgen.model.topology import End, Link


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A row (``key``, as the file has it) or one ``field`` of it on a device; "" for the whole row."""

    design: Design
    device: str
    qos: DeviceQos
    platform: Platform
    hwsku: str
    table: str
    key: str
    field: str

    def wants(self, *fields: str) -> bool:
        """Whether one of these fields is asked for, or the whole row."""
        return not self.field or self.field in fields

    def at(self, table: str, key: str, field: str = "") -> "Asked":
        """Return the same device at another row or field."""
        return replace(self, table=table, key=key, field=field)


def platform_of(design: Design, device: str) -> tuple[Platform, str] | None:
    """Return platform and HwSKU of a device, None for nodes, paper switches and strangers."""
    shape = design.topology
    for item in shape.devices if shape else ():
        platform = design.catalogue.platforms.get(item.platform or "")
        if item.name == device and platform is not None:
            return platform, item.hwsku or platform.default_hwsku
    return None


def link_of(design: Design, device: str, port: str) -> tuple[Link, End] | None:
    """Return the link of a port, planned ones included, with its other end; None without a cable."""
    shape = design.topology
    for link in (*shape.links, *shape.planned) if shape else ():
        ends = (link.upper, link.lower)
        for own, far in (ends, ends[::-1]):
            if (own.device, own.port) == (device, port):
                return link, far
    return None
