"""Designs side by side: for people and as plain data."""

from collections.abc import Sequence

import orjson

from fabricgen.model.feasibility import Variant
from fabricgen.report.console import Page
from fabricgen.report.jobs_json import job_document
from fabricgen.report.plain import Json

FORMAT_VERSION = 1


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
    numbered = tuple(enumerate(variants))
    built = {f"[{i}]": _variant_column(item) for i, item in numbered if item.cost is not None}
    rows = tuple((label, *(c.get(label, "-") for c in built.values())) for label in labels)
    page.table(("", *built), rows if built else ())
    for i, item in numbered:
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
