"""Jobs, their sizes, and comparisons of designs: for people and as plain data."""

from collections.abc import Sequence
from math import isfinite

import orjson

from fabricgen.model.design import Design
from fabricgen.model.feasibility import (
    CheckpointVerdict,
    Collective,
    FailureEffect,
    JobSize,
    JobVerdict,
    LinkLoad,
    Variant,
)
from fabricgen.report.console import Page
from fabricgen.report.plain import Json

FORMAT_VERSION = 1


def number(value: float) -> float | None:
    """Return a finite number, None for an infinite one: JSON has none."""
    return value if isfinite(value) else None


def job_document(job: JobVerdict) -> dict[str, Json]:
    """Return a verdict as plain data; an infinite time or headroom is null."""
    return {
        "name": job.name,
        "gpus": job.gpus,
        "feasible": job.feasible,
        "placement": job.placement,
        "compute_s": job.compute_s,
        "step_s": number(job.step_s),
        "exposed_share": job.exposed_share,
        "allowed_share": job.allowed_share,
        "headroom": number(job.headroom),
        "bottleneck": job.bottleneck,
        "collectives": [_collective(item) for item in job.collectives],
        "failures": dict(job.failures),
        "worst_failures": [_failure(item) for item in job.worst],
        "busiest_links": [_link(item) for item in job.links],
        "checkpoint": _checkpoint(job.checkpoint) if job.checkpoint else None,
        "advice": list(job.advice),
    }


def _collective(item: Collective) -> Json:
    return {
        "name": item.name,
        "bytes_per_gpu": item.bytes_per_gpu,
        "time_s": number(item.time_s),
        "window_s": item.window_s,
        "exposed_s": number(item.exposed_s),
        "required_gbps": number(item.required_gbps),
        "available_gbps": item.available_gbps,
        "limit": item.limit,
        "busiest_load": number(item.busiest_load),
        "formula": item.formula,
    }


def _failure(item: FailureEffect) -> Json:
    return {
        "kind": item.kind,
        "element": item.element,
        "count": item.count,
        "share_left": item.share_left,
        "step_ratio": number(item.step_ratio),
        "effect": item.effect,
    }


def _link(item: LinkLoad) -> Json:
    return {
        "from": item.sender,
        "to": item.receiver,
        "links": item.links,
        "tier": item.tier,
        "plane": item.plane + 1,
        "load_gbps": item.load_gbps,
        "rate_gbps": item.rate_gbps,
    }


def _checkpoint(saved: CheckpointVerdict) -> Json:
    return {
        "state_bytes": saved.state_bytes,
        "allowed_s": saved.allowed_s,
        "needed_bytes_per_s": saved.needed_bytes_per_s,
        "available_bytes_per_s": saved.available_bytes_per_s,
        "limit": saved.limit,
        "stall_s": number(saved.stall_s),
        "restart_s": number(saved.restart_s),
        "fits": saved.fits,
    }


def size_document(size: JobSize) -> dict[str, Json]:
    """Return the size of a job as plain data."""
    return {
        "name": size.name,
        "memory_bytes": size.memory_bytes,
        "terms": [
            {"name": part.name, "value_bytes": part.value, "formula": part.formula}
            for part in size.parts
        ],
        "gpus_by_memory": size.gpus_by_memory,
        "gpus_by_time": size.gpus_by_time,
        "gpus": size.gpus,
        "nodes": size.nodes,
        "network": size.network,
        "reasons": list(size.reasons),
    }


def add_sizes(page: Page, sizes: Sequence[JobSize]) -> None:
    """Add what each job needs."""
    if not sizes:
        return
    page.heading("What the jobs need")
    header = ("job", "memory GB", "GPUs by memory", "GPUs by time", "GPUs", "nodes", "network")
    page.table(header, tuple(_size_row(size) for size in sizes))
    for size in sizes:
        for part in size.parts:
            page.paragraph(
                f"- {size.name}, {part.name}: {part.value / 1e9:.1f} GB = {part.formula}"
            )
        for reason in size.reasons:
            page.paragraph(f"- {size.name}: {reason}")


def _size_row(size: JobSize) -> tuple[str, ...]:
    counts = tuple("-" if n is None else f"{n:,}" for n in (size.gpus_by_memory, size.gpus_by_time))
    rest = (f"{size.gpus:,}", f"{size.nodes:,}", size.network)
    return (size.name, f"{size.memory_bytes / 1e9:.1f}", *counts, *rest)


def add_jobs(page: Page, jobs: Sequence[JobVerdict]) -> None:
    """Add the verdicts, the times with their formulas, failures, busiest links and checkpoints."""
    page.heading("Jobs")
    header = ("job", "GPUs", "feasible", "compute s", "step s", "exposed", "allowed", "headroom")
    page.table((*header, "bottleneck"), tuple(_job_row(job) for job in jobs))
    for job in jobs:
        for item in job.collectives:
            page.paragraph(
                f"- {job.name}, {item.name}: {item.time_s:.4g} s of which {item.exposed_s:.4g} s exposed, "
                f"needs {item.required_gbps:.4g} of {item.available_gbps:.4g} Gb/s; {item.formula}"
            )
        if job.placement:
            page.paragraph(f"- {job.name}, placement: {job.placement}")
        _add_checkpoint(page, job)
        for text in job.advice:
            page.paragraph(f"- {job.name}: {text}")
        for event, effect in job.failures.items():
            page.paragraph(f"- {job.name}, {event} fails: {effect}")


def _job_row(job: JobVerdict) -> tuple[str, ...]:
    return (
        job.name,
        f"{job.gpus:,}",
        "yes" if job.feasible else "NO",
        f"{job.compute_s:.3f}",
        f"{job.step_s:.3f}",
        f"{100 * job.exposed_share:.1f} %",
        f"{100 * job.allowed_share:.1f} %",
        f"{job.headroom:.2f}",
        job.bottleneck,
    )


def _add_checkpoint(page: Page, job: JobVerdict) -> None:
    saved = job.checkpoint
    if saved is None:
        return
    page.paragraph(
        f"- {job.name}, checkpoint: {saved.state_bytes / 1e12:.3g} TB in {saved.stall_s:.3g} s of {saved.allowed_s:.3g} s "
        f"allowed; needs {saved.needed_bytes_per_s / 1e9:.3g} of {saved.available_bytes_per_s / 1e9:.3g} GB/s "
        f"({saved.limit})"
    )


def feasibility_text(design: Design, *, colour: bool = False) -> str:
    """Return sizes and verdicts of all jobs, the ten worst failures and the ten busiest links of each."""
    page = Page(colour=colour)
    page.heading(f"Feasibility of {design.intent.name}")
    if design.sizing is not None:
        page.paragraph(f"Back-end network: {design.sizing.network}")
        add_sizes(page, design.sizing.jobs)
    jobs = design.feasibility.jobs if design.feasibility else ()
    if jobs:
        add_jobs(page, jobs)
    for job in jobs:
        page.heading(f"Worst failures of {job.name}")
        header = ("kind", "element", "alike", "bandwidth left", "effect")
        page.table(header, tuple(_failure_row(item) for item in job.worst))
        if job.links:
            page.heading(f"Busiest links of {job.name}, all NICs at line rate")
            header = ("from", "to", "links", "Gb/s", "of")
            page.table(header, tuple(_link_row(item) for item in job.links))
    if not jobs:
        page.paragraph(
            "No job was judged: the intent names none under workload.jobs, or none can run."
        )
    return page.text()


def _failure_row(item: FailureEffect) -> tuple[str, ...]:
    left = f"{100 * item.share_left:.1f} %"
    return (item.kind, item.element, f"{item.count:,}", left, item.effect)


def _link_row(item: LinkLoad) -> tuple[str, ...]:
    rates = (f"{item.load_gbps:.1f}", f"{item.rate_gbps:.0f}")
    return (item.sender, item.receiver, str(item.links), *rates)


def variants_text(variants: Sequence[Variant], *, colour: bool = False) -> str:
    """Return designs side by side, one a column, and why some cannot be built."""
    page = Page(colour=colour)
    page.heading("Designs side by side")
    labels = ["switches", "cables", "optics", "kW", "planes", "tiers", "bisection Tb/s"]
    names = list(dict.fromkeys(job.name for item in variants for job in item.jobs))
    labels += [
        f"{name}: {what}"
        for name in names
        for what in ("feasible", "step s", "exposed", "headroom")
    ]
    columns = [_variant_column(item) for item in variants]
    header = ("", *(f"[{i}]" for i in range(len(variants))))
    page.table(header, tuple((label, *(c.get(label, "-") for c in columns)) for label in labels))
    for i, item in enumerate(variants):
        page.paragraph(
            f"[{i}] {item.name}" + (f": not built: {item.refusal}" if item.refusal else "")
        )
    return page.text()


def _variant_column(item: Variant) -> dict[str, str]:
    if item.cost is None:
        return {}
    found = {
        "switches": f"{item.cost.switches:,}",
        "cables": f"{item.cost.cables:,}",
        "optics": f"{item.cost.optics:,}",
        "kW": f"{item.cost.watts / 1000:.1f}",
        "planes": str(item.planes),
        "tiers": str(item.tiers),
        "bisection Tb/s": f"{item.bisection_gbps / 1000:.1f}",
    }
    for job in item.jobs:
        found[f"{job.name}: feasible"] = "yes" if job.feasible else "NO"
        found[f"{job.name}: step s"] = f"{job.step_s:.3f}"
        found[f"{job.name}: exposed"] = f"{100 * job.exposed_share:.1f} %"
        found[f"{job.name}: headroom"] = f"{job.headroom:.2f}"
    return found


def variants_json(variants: Sequence[Variant]) -> str:
    """Return designs as JSON text: ``format_version`` and ``variants``, in the order asked for."""
    listed: list[Json] = [
        {
            "name": item.name,
            "refusal": item.refusal or None,
            "cost": {
                "switches": item.cost.switches,
                "cables": item.cost.cables,
                "optics": item.cost.optics,
                "watts": item.cost.watts,
            }
            if item.cost
            else None,
            "planes": item.planes,
            "tiers": item.tiers,
            "bisection_gbps": item.bisection_gbps,
            "jobs": [job_document(job) for job in item.jobs],
        }
        for item in variants
    ]
    document: Json = {"format_version": FORMAT_VERSION, "variants": listed}
    return orjson.dumps(document, option=orjson.OPT_INDENT_2).decode()
