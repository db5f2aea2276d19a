"""Jobs for people: what they need, whether they run, what a failure does to them."""

from collections.abc import Sequence
from math import isfinite

from fabricgen.model.design import Design
from fabricgen.model.feasibility import Collective, FailureEffect, JobSize, JobVerdict, LinkLoad
from fabricgen.report.console import Page

_LEFT = frozenset({"network", "element"})
_LEFT_OF_LINKS = frozenset({"from", "to"})


def figure(value: float) -> str:
    """Return three digits of a number that matter, and all digits before the point."""
    if not isfinite(value):
        return "-"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def add_sizes(page: Page, sizes: Sequence[JobSize], *, formulas: bool = False) -> None:
    """Add what each job needs; with ``formulas`` also how each term of its memory is computed."""
    if not sizes:
        return
    page.heading("What the jobs need")
    header = ("job", "memory GB", "GPUs by memory", "GPUs by time", "GPUs", "nodes", "network")
    page.table(header, tuple(_size_row(size) for size in sizes), left=_LEFT)
    for size in sizes:
        for part in size.parts if formulas else ():
            page.paragraph(
                f"- {size.name}, {part.name}: {part.value / 1e9:.1f} GB = {part.formula}"
            )
        for reason in size.reasons:
            page.paragraph(f"- {size.name}: {reason}")


def _size_row(size: JobSize) -> tuple[str, ...]:
    counts = tuple("-" if n is None else f"{n:,}" for n in (size.gpus_by_memory, size.gpus_by_time))
    rest = (f"{size.gpus:,}", f"{size.nodes:,}", size.network)
    return (size.name, f"{size.memory_bytes / 1e9:,.1f}", *counts, *rest)


def add_jobs(page: Page, jobs: Sequence[JobVerdict], *, formulas: bool = False) -> None:
    """Add the verdicts, the time of each collective, checkpoints and remarks; with ``formulas`` how they come about."""
    page.heading("Jobs")
    header = ("job", "GPUs", "feasible", "compute s", "step s", "exposed", "allowed", "headroom")
    rows = tuple(_job_row(job) for job in jobs)
    page.table(header, rows, left=_LEFT)
    for job in jobs:
        _add_traffic(page, job, formulas)


def _job_row(job: JobVerdict) -> tuple[str, ...]:
    return (
        job.name,
        f"{job.gpus:,}",
        "yes" if job.feasible else "NO",
        f"{job.compute_s:.3f}",
        f"{job.step_s:,.3f}",
        f"{100 * job.exposed_share:.1f} %",
        f"{100 * job.allowed_share:.1f} %",
        f"{job.headroom:.2f}" if isfinite(job.headroom) else "-",
    )


def _add_traffic(page: Page, job: JobVerdict, formulas: bool) -> None:
    place = f", {job.placement}" if job.placement else ""
    page.heading(f"Traffic of {job.name} in a step{place}")
    if job.collectives:
        header = ("collective", "GB/GPU", "ms", "hidden", "exposed", "needs Gb/s", "gets")
        rows = tuple(_collective_row(item) for item in job.collectives)
        page.table(header, rows, left=_LEFT)
    else:
        page.paragraph("- none: its GPUs exchange nothing outside a scale-up domain")
    for limit in dict.fromkeys(item.limit for item in job.collectives):
        names = ", ".join(item.name for item in job.collectives if item.limit == limit)
        page.paragraph(f"- {names}: limited by {limit}")
    for item in job.collectives if formulas else ():
        page.paragraph(f"- {item.name}: {item.formula}")
    if formulas:
        _add_formulas(page, job)
    saved = job.checkpoint
    if saved is not None and not saved.available_bytes_per_s:
        page.paragraph(f"- checkpoint: {figure(saved.state_bytes / 1e12)} TB, and {saved.limit}")
    elif saved is not None:
        page.paragraph(
            f"- checkpoint: {figure(saved.state_bytes / 1e12)} TB in {figure(saved.stall_s)} s of "
            f"{figure(saved.allowed_s)} s allowed; needs {figure(saved.needed_bytes_per_s / 1e9)} of "
            f"{figure(saved.available_bytes_per_s / 1e9)} GB/s ({saved.limit})"
            + (
                ""
                if saved.storage_known
                else "; the storage's own rate is not given (checkpoint: {write: ...})"
            )
        )
    for text in job.advice:
        page.paragraph(f"- {text}")


def _add_formulas(page: Page, job: JobVerdict) -> None:
    page.paragraph(
        "- ms: bytes / gets + latency; gets: the least of NIC line rate x 0.924, PCIe x 0.8, and line rate x the fabric's "
        "share; needs: bytes / (time that hides it - latency); hidden: the rest is exposed"
    )
    page.paragraph(
        f"- step: {job.compute_s:.3f} s of compute + what is exposed; exposed: {100 * job.exposed_share:.1f} % = exposed / "
        "step; headroom: the least of gets / needs"
    )


def _collective_row(item: Collective) -> tuple[str, ...]:
    hidden = item.time_s - item.exposed_s if isfinite(item.time_s) else 0.0
    return (
        item.name,
        figure(item.bytes_per_gpu / 1e9),
        figure(1e3 * item.time_s),
        figure(1e3 * hidden),
        figure(1e3 * item.exposed_s),
        figure(item.required_gbps) if item.required_gbps else "-",
        figure(item.available_gbps) if item.bytes_per_gpu else "-",
    )


def add_failures(page: Page, jobs: Sequence[JobVerdict]) -> None:
    """Add what the loss of one element of each kind does to each job."""
    for job in jobs:
        if job.failures:
            page.heading(f"When something of {job.name} fails")
        for event, effect in job.failures.items():
            page.paragraph(f"- {event}: {effect}")


def feasibility_text(design: Design, *, colour: bool = False, formulas: bool = False) -> str:
    """Return sizes and verdicts of all jobs, the ten worst failures and the ten busiest links of each."""
    page = Page(colour=colour)
    page.heading(f"Feasibility of {design.intent.name}")
    if design.sizing is not None:
        page.paragraph(f"Back-end network: {design.sizing.network}")
        add_sizes(page, design.sizing.jobs, formulas=formulas)
    jobs = design.feasibility.jobs if design.feasibility else ()
    if jobs:
        add_jobs(page, jobs, formulas=formulas)
    for job in jobs:
        _add_worst(page, job)
        if job.links:
            page.heading(f"Busiest links of {job.name}, all NICs at line rate")
            header = ("tier", "from", "to", "plane", "links", "Gb/s", "of", "load")
            page.table(header, tuple(_link_row(item) for item in job.links), left=_LEFT_OF_LINKS)
    if not jobs:
        page.paragraph(
            "No job was judged: the intent names none under workload.jobs, or none can run."
        )
    return page.text()


def _add_worst(page: Page, job: JobVerdict) -> None:
    page.heading(f"Worst failures of {job.name}")
    header = ("kind", "element", "alike", "bandwidth", "step")
    page.table(header, tuple(_failure_row(item) for item in job.worst), left=_LEFT)
    for item in job.worst:
        if item.note:
            page.paragraph(f"- {item.kind}: {item.effect}")


def _failure_row(item: FailureEffect) -> tuple[str, ...]:
    left = f"{100 * item.share_left:.1f} %"
    step = f"x {item.step_ratio:.2f}" if isfinite(item.step_ratio) else "stops"
    return (item.kind, item.element, f"{item.count:,}", left, step)


def _link_row(item: LinkLoad) -> tuple[str, ...]:
    load = f"{100 * item.load_gbps / item.rate_gbps:.0f} %"
    rates = (f"{item.load_gbps:.1f}", f"{item.rate_gbps:.0f}", load)
    return (item.tier, item.sender, item.receiver, str(item.plane + 1), str(item.links), *rates)
