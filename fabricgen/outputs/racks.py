"""Racks of devices and nodes, where the intent gives them."""

from collections.abc import Callable
from fnmatch import fnmatchcase
from functools import cache

from fabricgen.model.intent import Intent


def rack_of(intent: Intent) -> Callable[[str], str]:
    """Return a function from the name of a device or node to its rack, empty where none is given.

    The first entry whose pattern fits counts.
    """

    @cache
    def rack(device: str) -> str:
        return next((e.rack for e in intent.racks if fnmatchcase(device, e.devices)), "")

    return rack
