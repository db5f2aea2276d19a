"""``host_paths.json``: what hosts must know of the paths: how many, how they are chosen, and what to set."""

import orjson

from fabricgen.model.design import Design
from fabricgen.model.intent import FabricIntent
from fabricgen.model.topology import FabricSize

FILE = "host_paths.json"
FORMAT_VERSION = 1
_MOST_PAIRS = 8
_IDLE_PCT = 1  # of the paths, with one connection a path


def host_paths(design: Design) -> bytes:
    """Return the equal paths of each fabric and what hosts do with them, as JSON.

    A switch hashes a connection by its UDP source port, one a queue pair, so hosts spread their traffic
    by queue pairs: ``queue_pairs`` is the smallest power of two that leaves less than 1 % of the
    paths idle. ``spraying`` says whether switches may reorder packets, which the NIC must then
    accept. ``locators`` are the SRv6 uSIDs of the switches, for NICs that choose the path.

    Raises:
        ValueError: The design has no topology or routing yet.
    """
    if design.topology is None or design.routing is None:
        raise ValueError("paths of hosts need a design with topology and routing")
    fabrics = {
        name: _fabric(design, name, fabric, design.topology.sizes[name])
        for name, fabric in design.intent.fabrics.present()
        if name in design.topology.sizes
    }
    document = {"format_version": FORMAT_VERSION, "fabrics": fabrics}
    return orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


text = host_paths


def _fabric(design: Design, name: str, fabric: FabricIntent, size: FabricSize) -> dict[str, object]:
    assert design.topology is not None
    assert design.routing is not None
    paths = max(size.ecmp_width.values(), default=1)
    written = "ars" in design.intent.sonic.extensions
    pairs = queue_pairs(paths)
    spraying = written and fabric.load_balancing == "adaptive-packet"
    members = [device.name for device in design.topology.devices if device.fabric == name]
    located = {device: design.routing.devices.get(device) for device in members}
    return {
        "planes": size.planes,
        "paths": dict(size.ecmp_width),
        "load_balancing": fabric.load_balancing if written else "ecmp",
        "queue_pairs": pairs,
        "spraying": spraying,
        "environment": {
            "NCCL_IB_QPS_PER_CONNECTION": str(pairs),
            "NCCL_IB_SPLIT_DATA_ON_QPS": "1" if pairs > 1 else "0",
            "NCCL_IB_ADAPTIVE_ROUTING": "1" if spraying else "0",
        }
        if name == "backend"
        else {},
        "locators": {
            device: routing.locator
            for device, routing in located.items()
            if routing is not None and routing.locator is not None
        },
    }


def queue_pairs(paths: int) -> int:
    """Return the queue pairs of a connection: at most 1 % of ``paths`` idle, 8 at the most.

    With one connection a path, q queue pairs each leave a path idle with probability (1 - 1/n)^(n q).
    """
    pairs = 1
    while paths > 1 and pairs < _MOST_PAIRS and _idle(paths, pairs):
        pairs *= 2
    return pairs


def _idle(paths: int, pairs: int) -> bool:
    parts = paths * pairs
    idle: int = (paths - 1) ** parts * 100
    allowed: int = _IDLE_PCT * paths**parts
    return idle > allowed
