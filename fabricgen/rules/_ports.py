"""Ports of a file beside the ports its platform has: lanes, speeds, cages, breakout modes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fabricgen.catalogue.breakout import children
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.configdb import ConfigCheck, ConfigDb
from fabricgen.model.platform import BreakoutMode, Cage, Hwsku, Platform
from fabricgen.rules._file import metadata, number, once

# Roles of ports that leave the switch by no cage: recirculation, in-band, fabric and DPU links.
_INTERNAL_ROLES = frozenset({"Rec", "Inb", "Int", "Dpc"})


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePort:
    """A row of PORT; ``lanes`` and ``speed_mbps`` are None where their text cannot be read."""

    name: str
    lanes_text: str | None
    lanes: tuple[int, ...] | None
    speed_mbps: int | None
    fec: str | None
    admin_status: str | None
    role: str

    @property
    def internal(self) -> bool:
        """Whether the port is a recirculation, in-band, fabric or DPU port."""
        return self.role in _INTERNAL_ROLES or not self.name.removeprefix("Ethernet").isdigit()

    @property
    def lane_rate_mbps(self) -> int | None:
        """Speed divided by lanes, None where one of them is unknown."""
        if not self.lanes or not self.speed_mbps:
            return None
        return self.speed_mbps // len(self.lanes)


@once
def file_ports(config: ConfigDb) -> Mapping[str, FilePort]:
    """Return the ports of PORT by name, in file order."""
    return {name: _port(config, name) for name in config.rows("PORT")}


def _port(config: ConfigDb, name: str) -> FilePort:
    lanes_text = config.text("PORT", name, "lanes")
    return FilePort(
        name=name,
        lanes_text=lanes_text,
        lanes=parse_lanes(lanes_text),
        speed_mbps=number(config.text("PORT", name, "speed")),
        fec=config.text("PORT", name, "fec"),
        admin_status=config.text("PORT", name, "admin_status"),
        role=config.text("PORT", name, "role") or "Ext",
    )


def parse_lanes(text: str | None) -> tuple[int, ...] | None:
    """Return the lane numbers of ``"0,1,2,3"``, None if the text is anything but that."""
    if not text:
        return None
    parts = text.split(",")
    if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts):
        return None
    return tuple(map(int, parts))


@once
def platform(check: ConfigCheck) -> Platform | None:
    """Return the catalogue's platform of the file, None if the file or the catalogue lacks it."""
    name = metadata(check.config, "platform")
    return platform_named(check.catalogue, name) if name else None


def platform_named(catalogue: Catalogue, name: str) -> Platform | None:
    """Return the platform with an ONIE name such as ``x86_64-nvidia_sn5600-r0``, None without one.

    A catalogue id or another alias is accepted too.
    """
    return catalogue.platforms.get(name)


@once
def hwsku(check: ConfigCheck) -> Hwsku | None:
    """Return the HwSKU the file names, None if unknown."""
    box, name = platform(check), metadata(check.config, "hwsku")
    return box.hwskus.get(name) if box is not None and name else None


@once
def shipped_lanes(check: ConfigCheck) -> Mapping[str, tuple[int, ...]]:
    """Return lanes by port name of the HwSKU's own port table, empty where unknown."""
    sku = hwsku(check)
    return {port.name: port.lanes for port in sku.ports} if sku is not None else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Child:
    """A port that a cage can be split into: its lanes and the mode's speeds, default first."""

    name: str
    parent: str
    lanes: tuple[int, ...]
    alias: str
    speeds_mbps: tuple[int, ...]


def cage_forms(cage: Cage, mode: BreakoutMode) -> Iterator[Child]:
    """Yield the ports of a cage in a mode, in lane order."""
    parts = [part for part in mode.parts for _ in range(part.count)]
    for part, port in zip(parts, children(cage, mode), strict=True):
        yield Child(
            name=port.name,
            parent=cage.parent,
            lanes=port.lanes,
            alias=port.alias,
            speeds_mbps=part.speeds_mbps,
        )


@once
def _mode_forms(box: Platform) -> Mapping[str, tuple[Child, ...]]:
    forms: dict[str, list[Child]] = {}
    for cage in box.cages:
        for mode in cage.modes.values():
            for child in cage_forms(cage, mode):
                forms.setdefault(child.name, []).append(child)
    return {name: tuple(entries) for name, entries in forms.items()}


@once
def _table_forms(sku: Hwsku) -> Mapping[str, Child]:
    return {
        port.name: Child(
            name=port.name,
            parent=port.parent,
            lanes=port.lanes,
            alias=port.alias,
            speeds_mbps=(port.speed_mbps,),
        )
        for port in sku.ports
    }


@once
def possible_ports(check: ConfigCheck) -> Mapping[str, tuple[Child, ...]]:
    """Return every form a port of that name can take on the HwSKU, empty where unknown.

    A HwSKU with a fixed port table has those ports only; elsewhere the breakout modes count, and
    the HwSKU's own table, since some ship ports that no breakout mode gives.
    """
    box, sku = platform(check), hwsku(check)
    if box is None:
        return {}
    if sku is not None and sku.fixed_ports:
        return {name: (form,) for name, form in _table_forms(sku).items()}
    forms = dict(_mode_forms(box))
    for known in (sku,) if sku is not None else tuple(box.hwskus.values()):
        for name, form in _table_forms(known).items():
            forms[name] = (*forms.get(name, ()), form)
    return forms


def has_lanes(check: ConfigCheck, port: FilePort) -> bool:
    """Return whether the platform's own tables give a port of that name exactly these lanes."""
    return any(form.lanes == port.lanes for form in possible_ports(check).get(port.name, ()))


def has_alias(check: ConfigCheck, port: str, alias: str) -> bool:
    """Return whether the platform's own tables give a port of that name the alias."""
    return any(form.alias == alias for form in possible_ports(check).get(port, ()))


def service_ports(check: ConfigCheck) -> frozenset[str]:
    """Return the ports of the platform's service cages (small in-band or management ports)."""
    box = platform(check)
    return service_ports_of(box) if box is not None else frozenset()


@once
def service_ports_of(box: Platform) -> frozenset[str]:
    """Return the ports that the service cages of a platform can have."""
    names: set[str] = set()
    for cage in box.cages:
        if cage.service:
            names.add(cage.parent)
            names.update(port.name for mode in cage.modes.values() for port in children(cage, mode))
    return frozenset(names)


def as_shipped(check: ConfigCheck, port: FilePort) -> bool:
    """Return whether the HwSKU's own table has the port with these lanes and this speed."""
    sku = hwsku(check)
    form = _table_forms(sku).get(port.name) if sku is not None else None
    return form is not None and form.lanes == port.lanes and port.speed_mbps in form.speeds_mbps
