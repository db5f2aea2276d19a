"""NIC ports of nodes, and the switch ports that say they lead to them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from fabricgen.model.configdb import FabricFiles, FileEnd
from fabricgen.rules._fabric import once

_LEAF = re.compile(r"leaf-p(\d+)-su\d+-r(\d+)(?:-(\d+))?")
_NIC = re.compile(r"nic(\d+)(?:p(\d+))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Plane and rails of a back-end leaf by its name, or of a NIC port by its label; from 1.

    ``plane`` is None for a NIC that is not split.
    """

    plane: int | None
    first_rail: int
    last_rail: int


@once
def host_ports(fabric: FabricFiles) -> Mapping[FileEnd, tuple[FileEnd, ...]]:
    """Return the switch ports that lead to each NIC port, by DEVICE_NEIGHBOR and the cabling file.

    A far end counts as a host when no file describes it and a port of it is named.
    """
    found: dict[FileEnd, dict[FileEnd, None]] = {}
    for device, config in fabric.devices.items():
        for key, row in config.rows("DEVICE_NEIGHBOR").items():
            name, port = row.get("name"), row.get("port")
            if isinstance(name, str) and isinstance(port, str) and name not in fabric.devices:
                nic = FileEnd(device=name, port=port)
                found.setdefault(nic, {})[FileEnd(device=device, port=key)] = None
    for link in fabric.host_links:
        if link.b.port != "eth0":
            found.setdefault(link.b, {})[link.a] = None
    return {nic: tuple(ports) for nic, ports in found.items()}


def leaf_place(name: str) -> Place | None:
    """Return plane and rails of a leaf named as fabricgen names it, None for another name."""
    match = _LEAF.fullmatch(name)
    if match is None:
        return None
    return Place(plane=int(match[1]), first_rail=int(match[2]), last_rail=int(match[3] or match[2]))


def nic_place(label: str) -> Place | None:
    """Return plane and rail of a back-end NIC port (``nic3``, ``nic3p2``), None for another label."""
    match = _NIC.fullmatch(label)
    if match is None:
        return None
    rail = int(match[1])
    return Place(plane=int(match[2]) if match[2] else None, first_rail=rail, last_rail=rail)
