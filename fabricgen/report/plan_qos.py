"""QoS of a plan: buffers as bars, the lossless classes hop by hop, the NICs; as data and as text."""

from dataclasses import dataclass

from fabricgen.model.design import Design
from fabricgen.model.qos import BufferBudget, DeviceQos, HopProof, NicQos, Wred
from fabricgen.report.console import Page
from fabricgen.report.plain import Json

BAR_WIDTH = 60
_PARTS = ("reserved", "groups", "headroom pool", "shared", "other")
_LETTERS = "RGHS."


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetLine:
    """A buffer budget with the devices that have it: the first one's name, and how many."""

    budget: BufferBudget
    qos: DeviceQos
    device: str
    count: int
    hwsku: str


def budget_lines(design: Design) -> tuple[BudgetLine, ...]:
    """Return the distinct buffer budgets of a design, in the order of its devices."""
    if design.qos is None or design.topology is None:
        return ()
    found: dict[tuple[BufferBudget, str], BudgetLine] = {}
    for device in design.topology.devices:
        qos = design.qos.devices.get(device.name)
        if qos is None or qos.budget is None:
            continue
        key = (qos.budget, device.hwsku or "")
        known = found.get(key)
        found[key] = BudgetLine(
            budget=qos.budget,
            qos=known.qos if known else qos,
            device=known.device if known else device.name,
            count=known.count + 1 if known else 1,
            hwsku=device.hwsku or "",
        )
    return tuple(found.values())


def parts(budget: BufferBudget) -> tuple[tuple[str, int], ...]:
    """Return the parts of a buffer by name, in bytes; together the chip."""
    sizes = (
        budget.reserved_bytes,
        budget.group_bytes,
        budget.headroom_pool_bytes,
        budget.shared_bytes,
        budget.other_bytes,
    )
    return tuple(zip(_PARTS, sizes, strict=True))


def bar(budget: BufferBudget) -> str:
    """Return a buffer as a bar of 60 letters: Reserved, Groups, Headroom pool, Shared, dots."""
    text, done = "", 0
    total = sum(size for _, size in parts(budget)) or 1
    for (_, size), letter in zip(parts(budget), _LETTERS, strict=True):
        done += size
        text += letter * (done * BAR_WIDTH // total - len(text))
    return text


def qos_document(design: Design) -> dict[str, Json]:
    """Return ``buffers``, ``lossless_paths``, ``nics`` and ``class_reasons`` of a plan."""
    plan = design.qos
    return {
        "buffers": [_buffer(line) for line in budget_lines(design)],
        "lossless_paths": [_hop(hop) for hop in plan.proofs] if plan else [],
        "nics": [_nic(card) for card in plan.nics] if plan else [],
        "class_reasons": list(plan.reasons) if plan else [],
    }


def _buffer(line: BudgetLine) -> Json:
    budget, watch = line.budget, line.qos.watchdog
    return {
        "device": line.device,
        "device_count": line.count,
        "hwsku": line.hwsku,
        "ports": budget.ports,
        "buffer_model": line.qos.buffer_model,
        "chip_bytes": budget.chip_bytes,
        "reserved_bytes": budget.reserved_bytes,
        "group_bytes": budget.group_bytes,
        "headroom_pool_bytes": budget.headroom_pool_bytes,
        "shared_bytes": budget.shared_bytes,
        "other_bytes": budget.other_bytes,
        "demand_bytes": budget.demand_bytes,
        "longest_lossless_cable_m": budget.longest_m,
        "watchdog": {
            "detection_ms": watch.detection_ms,
            "restoration_ms": watch.restoration_ms,
            "poll_ms": watch.poll_ms,
            "action": watch.action,
        }
        if watch
        else None,
    }


def _hop(hop: HopProof) -> Json:
    return {
        "fabric": hop.fabric,
        "class": hop.name,
        "kind": hop.kind,
        "near": hop.near,
        "far": hop.far,
        "link_count": hop.count,
        "priority": hop.priority,
        "cable_m": hop.cable_m,
        "mtu_bytes": hop.mtu_bytes,
        "xoff_bytes": hop.xoff_bytes,
        "needed_bytes": hop.needed_bytes,
        "kmax_bytes": hop.kmax_bytes,
        "ecn_bound_bytes": hop.bound_bytes,
        "ecn_before_pfc": _ecn_first(hop),
    }


def _ecn_first(hop: HopProof) -> bool | None:
    if hop.kmax_bytes is None or hop.bound_bytes is None:
        return None
    return hop.kmax_bytes <= hop.bound_bytes


def _nic(card: NicQos) -> Json:
    return {
        "group": card.group,
        "fabric": card.fabric,
        "family": card.family,
        "dscp_to_priority": {str(dscp): priority for dscp, priority in card.dscps.items()},
        "pfc_priorities": list(card.pfc),
        "cnp_dscp": card.cnp_dscp,
        "cnp_priority": card.cnp_priority,
        "rate_control": card.preset,
        "source": card.source,
    }


def add_qos(page: Page, design: Design) -> None:
    """Add the classes' reasons, the buffers, the proof and the NICs to a page."""
    plan = design.qos
    if plan is None or not (plan.nics or plan.proofs or budget_lines(design)):
        return
    page.heading("Traffic classes")
    for reason in plan.reasons:
        page.paragraph(f"- {reason}")
    _buffers(page, budget_lines(design))
    _paths(page, plan.proofs)
    for card in plan.nics:
        marks = ", ".join(f"{dscp} in {priority}" for dscp, priority in card.dscps.items())
        pauses = ", ".join(map(str, card.pfc)) or "none"
        page.paragraph(
            f"- NICs of {card.group}, {card.fabric} ({card.family}): DSCP {marks or 'none'}, PFC {pauses}, "
            f"CNP DSCP {card.cnp_dscp} in {card.cnp_priority}, rate control {card.preset}: {card.source}"
        )


def _buffers(page: Page, lines: tuple[BudgetLine, ...]) -> None:
    if not lines:
        return
    page.heading("Packet buffers (R reserved, G lossless groups, H headroom pool, S shared)")
    for line in lines:
        budget, watch = line.budget, line.qos.watchdog
        more = f" and {line.count - 1} more" if line.count > 1 else ""
        page.paragraph(f"{line.device}{more} ({line.hwsku}), lossless {budget.ports}:")
        page.line(f"  |{bar(budget)}| {budget.chip_bytes:,}")
        sizes = ", ".join(f"{name} {size:,}" for name, size in parts(budget) if size)
        page.paragraph(f"  {sizes}; all headroom at once {budget.demand_bytes:,}")
        page.paragraph(
            f"  longest lossless cable on all of these ports {budget.longest_m:,} m; buffer model "
            f"{line.qos.buffer_model}"
        )
        _points(page, line)
        if watch is not None:
            page.paragraph(
                f"  PFC watchdog: detection {watch.detection_ms} ms, restoration "
                f"{watch.restoration_ms} ms, poll {watch.poll_ms} ms, {watch.action}"
            )


def _points(page: Page, line: BudgetLine) -> None:
    """Add where marking and pausing lie on a group of each speed, as bars to scale, slowest first."""
    if line.qos.wred:
        page.paragraph(
            "  a group filling up: . not marked, m at random, M every packet, h headroom"
        )
    for mark in line.qos.wred:
        own = [item for item in line.qos.headroom if item.speed_mbps == mark.speed_mbps]
        xoff = max((item.xoff_bytes for item in own), default=0)
        page.line(f"  |{group_bar(mark, xoff)}| {mark.name}")
        page.paragraph(
            f"  Kmin {mark.kmin_bytes:,}, Kmax {mark.kmax_bytes:,}, pause from {mark.bound_bytes:,} with every "
            f"port busy, then xoff {xoff:,}; ECN {'before' if ecn_first(mark) else 'AFTER'} PFC"
        )


def ecn_first(mark: Wred) -> bool:
    """Return whether every packet is marked before PFC pauses, even with every port busy."""
    return mark.kmax_bytes <= mark.bound_bytes


def group_bar(mark: Wred, xoff_bytes: int) -> str:
    """Return a priority group from empty to full as 60 letters; thresholds above the pause are cut there."""
    pause = mark.bound_bytes
    ends = (min(mark.kmin_bytes, pause), min(mark.kmax_bytes, pause), pause, pause + xoff_bytes)
    total, text = max(1, pause + xoff_bytes), ""
    for end, letter in zip(ends, ".mMh", strict=True):
        text += letter * (end * BAR_WIDTH // total - len(text))
    return text


def _paths(page: Page, proofs: tuple[HopProof, ...]) -> None:
    if not proofs:
        return
    page.heading("Lossless from NIC to NIC, hop by hop (bytes)")
    page.table(
        ("class, hop", "links", "priority", "cable", "headroom", "needed", "Kmax", "pause"),
        tuple(
            (
                f"{hop.name}, {hop.fabric} {hop.kind}",
                f"{hop.count:,}",
                str(hop.priority),
                f"{hop.cable_m} m",
                str(hop.xoff_bytes),
                str(hop.needed_bytes),
                "-" if hop.kmax_bytes is None else str(hop.kmax_bytes),
                "-" if hop.bound_bytes is None else str(hop.bound_bytes),
            )
            for hop in proofs
        ),
    )
    for hop in proofs:
        page.paragraph(
            f"- {hop.name}, {hop.kind}: such as {hop.near} to {hop.far}, MTU {hop.mtu_bytes}"
        )
