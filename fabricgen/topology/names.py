"""Names of devices and ports."""

from fabricgen.model.topology import Role


def rail_leaf(plane: int, unit: int, rails: tuple[int, ...], home: int | None = None) -> str:
    """Return ``leaf-p1-su01-r1``, or ``leaf-p1-su01-r1-4`` for a leaf of several rails.

    ``home`` tells the two leaves of a rail apart: ``leaf-p1-su01-r1a`` and ``leaf-p1-su01-r1b``.
    """
    first, last = rails[0] + 1, rails[-1] + 1
    rail = f"r{first}" if first == last else f"r{first}-{last}"
    letter = "" if home is None else "ab"[home]
    return f"leaf-p{plane + 1}-su{unit + 1:02d}-{rail}{letter}"


def plane_spine(plane: int, index: int, pod: int | None = None, rail: int | None = None) -> str:
    """Return ``spine-p1-01``, with pod and rail where spines have them: ``spine-p1-pod01-r1-01``."""
    within = "" if pod is None else f"pod{pod + 1:02d}-"
    within += "" if rail is None else f"r{rail + 1}-"
    return f"spine-p{plane + 1}-{within}{index + 1:02d}"


def super_spine(plane: int, index: int) -> str:
    """Return ``super-spine-p1-01``."""
    return f"super-spine-p{plane + 1}-{index + 1:02d}"


def plain_switch(fabric: str, role: Role, index: int) -> str:
    """Return ``storage-leaf-01`` or ``oob-spine-02``."""
    return f"{fabric}-{role.value}-{index + 1:02d}"


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
