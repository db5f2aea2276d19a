"""The topology families, one module each, found by their names.

A module ``rail_optimized.py`` builds the family ``rail-optimized``: it has ``FABRICS``, the fabrics
the family serves, and ``build(request) -> Part``.
"""

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from fabricgen.topology.part import FabricRequest, Part


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """A family: its name in the intent, the fabrics it serves, and its builder."""

    name: str
    fabrics: tuple[str, ...]
    build: Callable[[FabricRequest], Part]


@lru_cache(maxsize=1)
def load_families() -> tuple[Family, ...]:
    """Return all families in the order of their names."""
    found = []
    for entry in pkgutil.iter_modules(__path__):
        module = importlib.import_module(f"{__name__}.{entry.name}")
        fabrics: tuple[str, ...] = module.FABRICS
        build: Callable[[FabricRequest], Part] = module.build
        found.append(Family(name=entry.name.replace("_", "-"), fabrics=fabrics, build=build))
    return tuple(sorted(found, key=lambda family: family.name))
