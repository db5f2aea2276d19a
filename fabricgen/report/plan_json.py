"""The plan as plain data: the contract behind ``plan --format json``."""

from collections.abc import Sequence
from dataclasses import dataclass

import orjson

from fabricgen.model.addressing import PoolUse
from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Diagnostic
from fabricgen.model.feasibility import SizingVerdict
from fabricgen.model.qos import DeviceQos, Headroom, Term, Wred
from fabricgen.model.topology import FabricSize
from fabricgen.report.format_json import diagnostics_document
from fabricgen.report.jobs_json import job_document, size_document
from fabricgen.report.plain import Json
from fabricgen.report.plan_qos import qos_document

FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class QosLine:
    """One platform, speed and cable, with the tiers where it is found; ``wred`` None without ECN."""

    headroom: Headroom
    wred: Wred | None
    roles: tuple[str, ...]


def plan_json(design: Design | None, diagnostics: Sequence[Diagnostic] = ()) -> str:
    """Return ``plan_document`` as JSON text, indented by 2, without a newline at the end."""
    document = plan_document(design, diagnostics)
    return orjson.dumps(document, option=orjson.OPT_INDENT_2).decode()


def plan_document(design: Design | None, diagnostics: Sequence[Diagnostic] = ()) -> dict[str, Json]:
    """Return the figures of a design and what the rules say of it.

    Keys: ``format_version``, ``name``, ``sizing``, ``fabrics``, ``jobs``, ``qos``, ``lossless``, ``addresses``, and those of the
    diagnostics (``valid``, ``counts``, ``diagnostics``). Parts that no stage has made are empty or null.
    Oversubscription is exact text (``"16/15"``).
    """
    sizes = design.topology.sizes if design and design.topology else {}
    jobs = design.feasibility.jobs if design and design.feasibility else ()
    pools = design.addresses.pools if design and design.addresses else ()
    judged = diagnostics_document(diagnostics)
    return {
        "format_version": FORMAT_VERSION,
        "name": design.intent.name if design else None,
        "sizing": _sizing(design.sizing) if design and design.sizing else None,
        "fabrics": {name: _fabric(size) for name, size in sizes.items()},
        "jobs": [job_document(job) for job in jobs],
        "qos": [_qos(line) for line in qos_lines(design)] if design else [],
        "lossless": qos_document(design) if design else None,
        "addresses": [_pool(pool) for pool in pools],
        **{key: judged[key] for key in ("valid", "counts", "diagnostics")},
    }


def qos_lines(design: Design) -> tuple[QosLine, ...]:
    """Return the distinct QoS figures of all devices, by platform, HwSKU, speed and cable."""
    if design.qos is None or design.topology is None:
        return ()
    roles: dict[tuple[Headroom, Wred | None], set[str]] = {}
    for device in design.topology.devices:
        qos = design.qos.devices.get(device.name)
        if qos is not None:
            for pair in _pairs(qos):
                roles.setdefault(pair, set()).add(f"{device.fabric} {device.role.value}")
    lines = (
        QosLine(headroom=headroom, wred=wred, roles=tuple(sorted(found)))
        for (headroom, wred), found in roles.items()
    )
    return tuple(sorted(lines, key=_order))


def _pairs(qos: DeviceQos) -> tuple[tuple[Headroom, Wred | None], ...]:
    by_speed = {item.speed_mbps: item for item in qos.wred}
    return tuple((item, by_speed.get(item.speed_mbps)) for item in qos.headroom)


def _order(line: QosLine) -> tuple[str, str, int, int, tuple[str, ...]]:
    item = line.headroom
    return (item.platform, item.hwsku, item.speed_mbps, item.cable_m, line.roles)


def _sizing(verdict: SizingVerdict) -> Json:
    return {
        "network": verdict.network,
        "planes": verdict.planes,
        "gpus": verdict.gpus,
        "reasons": list(verdict.reasons),
        "jobs": [size_document(size) for size in verdict.jobs],
    }


def _fabric(size: FabricSize) -> Json:
    return {
        "topology": size.topology,
        "planes": size.planes,
        "tiers": size.tiers,
        "gpu_count": size.gpu_count,
        "node_count": size.node_count,
        "units": size.units,
        "units_planned": size.units_planned,
        "nodes_per_unit": size.nodes_per_unit,
        "leaf_count": size.leaf_count,
        "spine_count": size.spine_count,
        "super_spine_count": size.super_spine_count,
        "host_link_count": size.host_link_count,
        "leaf_spine_link_count": size.leaf_spine_link_count,
        "spine_super_spine_link_count": size.spine_super_spine_link_count,
        "cable_count": dict(size.cable_count),
        "oversubscription": {tier: str(ratio) for tier, ratio in size.oversubscription.items()},
        "ecmp_width": dict(size.ecmp_width),
        "bisection_gbps": gbps(size.bisection_mbps),
        "injection_gbps": gbps(size.injection_mbps),
        "max_switch_hops": size.max_switch_hops,
        "reasons": list(size.reasons),
    }


def gbps(mbps: int) -> int | float:
    """Return Mb/s in Gb/s, an integer where it is whole."""
    return mbps // 1000 if mbps % 1000 == 0 else mbps / 1000


def _qos(line: QosLine) -> Json:
    item, wred = line.headroom, line.wred
    return {
        "platform": item.platform,
        "hwsku": item.hwsku,
        "roles": list(line.roles),
        "speed_gbps": gbps(item.speed_mbps),
        "cable_m": item.cable_m,
        "row_cable_m": item.row_cable_m,
        "source": item.source,
        "needed_bytes": item.needed_bytes,
        "size_bytes": item.size_bytes,
        "xon_bytes": item.xon_bytes,
        "xoff_bytes": item.xoff_bytes,
        "xon_offset_bytes": item.xon_offset_bytes,
        "alpha_log2": item.threshold,
        "terms": _terms(item.terms),
        "kmin_bytes": wred.kmin_bytes if wred else None,
        "kmax_bytes": wred.kmax_bytes if wred else None,
        "pmax_pct": wred.pmax_pct if wred else None,
        "ecn_bound_bytes": wred.bound_bytes if wred else None,
        "ecn_terms": _terms(wred.terms) if wred else [],
    }


def _terms(terms: tuple[Term, ...]) -> list[Json]:
    return [
        {"name": term.name, "value_bytes": term.value_bytes, "formula": term.formula}
        for term in terms
    ]


def _pool(pool: PoolUse) -> Json:
    return {
        "pool": pool.pool,
        "prefix": pool.prefix,
        "slice": pool.slice,
        "capacity": pool.capacity,
        "needed": pool.needed,
        "unit": pool.unit,
    }
