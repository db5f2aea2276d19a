"""The plan for people: sizes, terms of each number, budgets."""

from collections.abc import Mapping

from fabricgen.model.design import Design
from fabricgen.model.qos import Term
from fabricgen.model.topology import FabricSize
from fabricgen.report.console import Page
from fabricgen.report.jobs_text import add_failures, add_jobs, add_sizes
from fabricgen.report.plan_json import QosLine, gbps, qos_lines
from fabricgen.report.plan_qos import add_qos


def plan_text(design: Design, *, colour: bool = False, formulas: bool = False) -> str:
    """Return the plan as text of at most 100 columns; long lines of reasons wrap.

    Args:
        design: As far as the stages came; absent parts are left out.
        colour: Whether the text goes to a terminal.
        formulas: Whether the figures of jobs come with their formulas.
    """
    page = Page(colour=colour)
    page.heading(f"Plan of {design.intent.name}")
    if design.sizing is not None:
        page.paragraph(f"Back-end network: {design.sizing.network}")
        _bullets(page, design.sizing.reasons)
        add_sizes(page, design.sizing.jobs, formulas=formulas)
    if design.topology is not None and design.topology.sizes:
        _fabrics(page, design.topology.sizes)
    if design.feasibility is not None and design.feasibility.jobs:
        add_jobs(page, design.feasibility.jobs, formulas=formulas)
        add_failures(page, design.feasibility.jobs)
    lines = qos_lines(design)
    if lines:
        _qos(page, lines)
    add_qos(page, design)
    if design.addresses is not None and design.addresses.pools:
        page.heading("Address pools")
        rows = tuple(
            (pool.pool, pool.slice, f"{pool.needed:,}", f"{pool.capacity:,}", pool.unit)
            for pool in design.addresses.pools
        )
        page.table(("pool", "slice", "needed", "capacity", "unit"), rows)
    return page.text()


def _bullets(page: Page, reasons: tuple[str, ...]) -> None:
    for reason in reasons:
        page.paragraph(f"- {reason}")


def _fabrics(page: Page, sizes: Mapping[str, FabricSize]) -> None:
    page.heading("Fabrics")
    columns = tuple(_column(size) for size in sizes.values())
    labels = tuple(dict.fromkeys(label for column in columns for label in column))
    rows = tuple((label, *(column.get(label, "-") for column in columns)) for label in labels)
    page.table(("", *sizes), rows)
    for name, size in sizes.items():
        for reason in size.reasons:
            page.paragraph(f"- {name}: {reason}")


def _column(size: FabricSize) -> dict[str, str]:
    counted = {
        "GPUs": size.gpu_count,
        "nodes": size.node_count,
        "scalable units": size.units,
        "scalable units with room": size.units_planned,
        "leaves": size.leaf_count,
        "spines": size.spine_count,
        "super-spines": size.super_spine_count,
        "host links": size.host_link_count,
        "leaf-spine links": size.leaf_spine_link_count,
        "spine-super-spine links": size.spine_super_spine_link_count,
        "most switches on a path": size.max_switch_hops,
    }
    cables = {f"cables {kind}": f"{count:,}" for kind, count in size.cable_count.items()}
    ratios = {f"{tier} down : up": str(ratio) for tier, ratio in size.oversubscription.items()}
    widths = {f"paths, {name.replace('_', ' ')}": str(n) for name, n in size.ecmp_width.items()}
    return {
        "topology": size.topology,
        "planes": str(size.planes),
        "tiers": str(size.tiers),
        **{label: f"{count:,}" for label, count in counted.items()},
        **cables,
        **ratios,
        **widths,
        "bisection Gb/s": f"{gbps(size.bisection_mbps):,}",
        "injection Gb/s": f"{gbps(size.injection_mbps):,}",
    }


def _qos(page: Page, lines: tuple[QosLine, ...]) -> None:
    page.heading("Lossless buffers (bytes) and ECN")
    page.table(
        ("HwSKU", "Gb/s", "cable", "row", "size", "xoff", "xon", "Kmin", "Kmax", "Pmax"),
        tuple(_qos_row(line) for line in lines),
    )
    for line in lines:
        item = line.headroom
        head = f"{item.hwsku}, {gbps(item.speed_mbps)} Gb/s, {item.cable_m} m ({', '.join(line.roles)})"
        page.paragraph(f"{head}: headroom from {item.source}, {item.needed_bytes:,} bytes needed")
        _terms(page, item.terms)
        if line.wred is not None:
            _terms(page, line.wred.terms)


def _qos_row(line: QosLine) -> tuple[str, ...]:
    item, wred = line.headroom, line.wred
    marks = ("-", "-", "-")
    if wred is not None:
        marks = (str(wred.kmin_bytes), str(wred.kmax_bytes), f"{wred.pmax_pct} %")
    return (
        item.hwsku,
        str(gbps(item.speed_mbps)),
        f"{item.cable_m} m",
        f"{item.row_cable_m} m",
        str(item.size_bytes),
        str(item.xoff_bytes),
        str(item.xon_bytes),
        *marks,
    )


def _terms(page: Page, terms: tuple[Term, ...]) -> None:
    for term in terms:
        formula = f" = {term.formula}" if term.formula else ""
        page.paragraph(f"  {term.name}: {term.value_bytes:,}{formula}")
