"""Names of devices and ports, and their natural order."""

import re

from fabricgen.model.topology import Role

_DIGITS = re.compile(r"(\d+)")


def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return a sort key that puts ``Ethernet8`` before ``Ethernet16``."""
    return tuple(
        (1, int(part), "") if part.isdecimal() else (0, 0, part) for part in _DIGITS.split(name)
    )


def rail_leaf(plane: int, unit: int, rails: tuple[int, ...]) -> str:
    """Return ``leaf-p1-su01-r1``, or ``leaf-p1-su01-r1-4`` for a leaf of several rails."""
    first, last = rails[0] + 1, rails[-1] + 1
    rail = f"r{first}" if first == last else f"r{first}-{last}"
    return f"leaf-p{plane + 1}-su{unit + 1:02d}-{rail}"


def plane_spine(plane: int, index: int) -> str:
    """Return ``spine-p1-01``."""
    return f"spine-p{plane + 1}-{index + 1:02d}"


def plain_switch(fabric: str, role: Role, index: int) -> str:
    """Return ``storage-leaf-01`` or ``oob-spine-02``."""
    return f"{fabric}-{role.value}-{index + 1:02d}"


def node(group: str, index: int) -> str:
    """Return ``b300-0001``."""
    return f"{group}-{index + 1:04d}"


def dpu(node_name: str, index: int) -> str:
    """Return ``b300-0001-dpu1``."""
    return f"{node_name}-dpu{index + 1}"


def nic(prefix: str, card: int, port: int, ports: int) -> str:
    """Return ``nic1`` for a card of one port, ``nic1p2`` for the second port of a split card."""
    label = f"{prefix}{card + 1}"
    return label if ports == 1 else f"{label}p{port + 1}"


def speed(mbps: int) -> str:
    """Return a rate in words: ``400 Gb/s``, ``100 Mb/s``."""
    return f"{mbps // 1000} Gb/s" if mbps % 1000 == 0 else f"{mbps} Mb/s"
