"""Checkpoints: bytes, the rate they need, stall and restart.

Sources: ZeRO (arXiv 1910.02054) for bytes of optimizer state; Young (1974) and Daly (2006) for the best interval.
"""

from dataclasses import dataclass
from math import sqrt

from fabricgen.feasibility.rates import line_rate, pcie_generation, pcie_x16
from fabricgen.model.feasibility import CheckpointVerdict
from fabricgen.model.intent import CheckpointIntent
from fabricgen.model.platform import NodeType

# BF16 weights (2) and FP32 master weights and two Adam moments (12); with 8-bit Adam 2 + 4 + 2.
STATE_BYTES = {"adam": 14, "adam-8bit": 8}
# Share of a storage or front-end port that NVMe over TCP or RoCE gives to data (assumption).
STORAGE_EFFICIENCY = 0.9


def best_interval_s(save_s: float, failure_interval_s: float) -> float:
    """Return the time between checkpoints that loses least: sqrt(2 x save time x mean time between failures)."""
    return sqrt(2 * save_s * failure_interval_s)


def needed_rate(state_bytes: float, allowed_s: float) -> float:
    """Return the bytes per second that save ``state_bytes`` within the allowed stall."""
    return state_bytes / allowed_s


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """The DPUs of a node that carry its front-end: how many, and the line rate of one in Mb/s."""

    count: int
    mbps: int


def node_rate(node: NodeType, cards: Cards | None = None) -> tuple[float, str]:
    """Return what one node can write, in bytes per second, and through which ports.

    Storage ports come first. A front-end of DPUs has the rate of their ports, or of the PCIe slot each card sits in.
    """
    if cards is not None and not (node.storage and node.storage.nics):
        ports = line_rate(cards.mbps) * STORAGE_EFFICIENCY
        generation = pcie_generation(cards.mbps)
        slot = pcie_x16(generation)
        name = f"PCIe Gen{generation} x16" if slot < ports else "the ports"
        return cards.count * min(slot, ports), f"{name} of the nodes' DPUs"
    for name, nics in (("storage", node.storage), ("front-end", node.frontend)):
        if nics is not None and nics.nics:
            rate = nics.nics * line_rate(nics.speed_mbps) * STORAGE_EFFICIENCY
            return rate, f"the {name} ports of the nodes"
    return 0.0, "the nodes have neither storage nor front-end ports"


def judge(
    asked: CheckpointIntent,
    *,
    state_bytes: float,
    writers: int,
    node: NodeType,
    cards: Cards | None = None,
    boundary: tuple[float, str] | None = None,
) -> CheckpointVerdict:
    """Return whether checkpoints fit the share of time they may take.

    Args:
        asked: Interval, share and the rate of the storage.
        state_bytes: What is written: one copy of the state, however many replicas there are.
        writers: Nodes of the job; replicas share the work of writing (distributed checkpoint), all at once.
        node: Gives the ports.
        cards: The DPUs between a node and its front-end.
        boundary: What the fabric of these ports carries upwards in all, bytes per second, and its name.
    """
    each, through = node_rate(node, cards)
    limits = [(writers * each, f"{through} ({writers} write)" if each else through)]
    if boundary is not None:
        limits.append(boundary)
    if asked.write is not None:
        limits.append((float(asked.write), "the write rate of the storage"))
    available, limit = min(limits)
    allowed = asked.every * 60 * float(asked.overhead)
    needed = needed_rate(state_bytes, allowed)
    stall = state_bytes / available if available else float("inf")
    return CheckpointVerdict(
        state_bytes=state_bytes,
        allowed_s=allowed,
        needed_bytes_per_s=needed,
        available_bytes_per_s=available,
        limit=limit,
        stall_s=stall,
        restart_s=stall,
        fits=stall <= allowed,
        storage_known=asked.write is not None,
    )
