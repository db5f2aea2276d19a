"""Verdicts on jobs and their sizes as plain data."""

from math import isfinite

from fabricgen.model.feasibility import (
    CheckpointVerdict,
    Collective,
    FailureEffect,
    JobSize,
    JobVerdict,
    LinkLoad,
)
from fabricgen.report.plain import Json


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
