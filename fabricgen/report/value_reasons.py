"""Why a value in the QoS and buffer tables of a device is what it is, with its terms and sources."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from fabricgen.model.design import Design
from fabricgen.model.qos import Headroom, PortQos, Term, Wred
from fabricgen.report.class_reasons import class_reasons
from fabricgen.report.plan_qos import bar, ecn_first, parts
from fabricgen.report.value_places import Asked, link_of, platform_of

_SIZES_BY = "sonic-swss cfgmgr/buffer_pool_mellanox.lua, commit e6b0c5b5d2ab"
_BOUND_BY = "Zhu et al., SIGCOMM 2015, section 4, in SONiC's terms (ours)"
_WATCHDOG_BY = "sonic-utilities pfcwd/main.py, commit 691b1bbc4fd2"


def value_reasons(
    design: Design, device: str, table: str, key: str, field: str = ""
) -> tuple[str, ...]:
    """Return in lines why a row or a field is as it is; empty where nothing is recorded of it."""
    qos = design.qos.devices.get(device) if design.qos else None
    found = platform_of(design, device)
    reason = _BY_TABLE.get(table)
    if qos is None or found is None or reason is None:
        return ()
    platform, hwsku = found
    asked = Asked(
        design=design,
        device=device,
        qos=qos,
        platform=platform,
        hwsku=hwsku,
        table=table,
        key=key,
        field=field,
    )
    return tuple(reason(asked))


def _terms(terms: tuple[Term, ...]) -> Iterator[str]:
    for term in terms:
        formula = f"  = {term.formula}" if term.formula else ""
        yield f"  {term.value_bytes:>13,}  {term.name}{formula}"


def _origin(asked: Asked, item: Headroom) -> str:
    if item.source == "table":
        return f"pg_profile_lookup.ini of {asked.hwsku}; {asked.platform.source}"
    if item.source == "arithmetic":
        return "sonic-swss cfgmgr/buffer_headroom_mellanox.lua, commit e6b0c5b5d2ab"
    return "fabricgen's own delay model, fitted to rows of the same ASIC; no vendor's figure"


def _profile(asked: Asked) -> Iterator[str]:
    for item in asked.qos.headroom:
        if item.profile == asked.key:
            yield from _headroom(asked, item)
            return
    for profile in asked.qos.profiles:
        if profile.name == asked.key:
            alpha = profile.dynamic_th
            yield (
                f"shipped by the HwSKU {asked.hwsku}: pool {profile.pool}, {profile.size_bytes:,} bytes kept "
                "for it"
            )
            if alpha is not None and asked.wants("dynamic_th"):
                yield f"dynamic_th {alpha}: it may take 2^{alpha} times what is left of its pool"
            yield f"source: buffers_defaults_*.j2; {asked.platform.source}"


def _headroom(asked: Asked, item: Headroom) -> Iterator[str]:
    if asked.wants("xoff"):
        yield (
            f"xoff {item.xoff_bytes:,} bytes: what still arrives after pause on {item.cable_m} m at "
            f"{item.speed_mbps} Mb/s, from {item.source}"
        )
        yield from _terms(item.terms)
        yield f"  at least {item.needed_bytes:,} are needed whatever the ASIC (IEEE 802.1Q)"
    if asked.wants("xon", "xon_offset"):
        offset = item.xon_offset_bytes
        late = "" if offset is None else f", or {offset:,} below the point of pause"
        yield f"xon {item.xon_bytes:,} bytes: the group resumes its peer when it holds no more{late}"
    if asked.wants("size"):
        outside = item.xon_bytes + item.xoff_bytes - item.size_bytes
        where = (
            f"{outside:,} bytes of headroom come from the shared headroom pool"
            if outside > 0
            else "the headroom is the group's own"
        )
        yield f"size {item.size_bytes:,} bytes kept for the group: {where}"
    if asked.wants("dynamic_th", "static_th"):
        yield (
            f"threshold {item.threshold}: the group pauses when it holds 2^{item.threshold} times what is left "
            "of the pool"
        )
    yield f"source: {_origin(asked, item)}"


def _pool(asked: Asked) -> Iterator[str]:
    budget = asked.qos.budget
    pool = next((item for item in asked.qos.pools if item.name == asked.key), None)
    if pool is None:
        return
    if pool.size_bytes is None:
        yield "no size: in the dynamic buffer model the switch computes its pools"
    elif budget is None:
        yield f"as the HwSKU {asked.hwsku} ships it: nothing is lossless here"
    if budget is not None:
        yield f"the packet buffer of {budget.chip_bytes:,} bytes, with lossless ports {budget.ports}:"
        yield f"  |{bar(budget)}|"
        for name, size in parts(budget):
            yield f"  {size:>13,}  {name}"
        yield f"  all headroom at once would be {budget.demand_bytes:,}"
        if asked.wants("xoff") and pool.xoff_bytes:
            yield f"xoff {pool.xoff_bytes:,} bytes: the headroom pool that lossless groups share"
        yield f"  longest cable that still fits on all of these ports: {budget.longest_m:,} m"
    nvidia = asked.platform.asic.sonic_type == "mellanox"
    source = _SIZES_BY if nvidia else "buffers_defaults_*.j2 of the HwSKU"
    yield f"source: {source}; {asked.platform.source}"


def _wred(asked: Asked) -> Iterator[str]:
    mark = next((item for item in asked.qos.wred if item.name == asked.key), None)
    if mark is None:
        return
    if asked.field == "ecn":
        yield "ecn_all: packets of every colour are marked and not dropped"
        return
    yield (
        f"Kmin {mark.kmin_bytes:,}, Kmax {mark.kmax_bytes:,} bytes, Pmax {mark.pmax_pct} % at "
        f"{mark.speed_mbps} Mb/s (qos.ecn.preset {asked.design.intent.qos.ecn.preset})"
    )
    yield from _terms(mark.terms)
    yield _proof(mark)
    yield f"source of the bound: {_BOUND_BY}"


def _proof(mark: Wred) -> str:
    verdict = "before" if ecn_first(mark) else "AFTER"
    return (
        f"all packets are marked from {mark.kmax_bytes:,} bytes in a queue; with every port busy PFC pauses "
        f"from {mark.bound_bytes:,}: ECN acts {verdict} PFC"
    )


def _port(asked: Asked, name: str) -> PortQos | None:
    return next((port for port in asked.qos.ports if port.port == name), None)


def _cable(asked: Asked) -> Iterator[str]:
    ports = [port for port in asked.qos.ports if port.port == asked.field]
    for port in ports or asked.qos.ports:
        real = link_of(asked.design, asked.device, port.port)
        if real is None:
            yield f"{port.port} 0m: no cable yet, so no headroom is set aside"
        elif not port.cable_row_m:
            yield f"{port.port} 0m: nothing lossless crosses it"
        else:
            link, far = real
            yield (
                f"{port.port} {port.cable_row_m}m: the cable to {far.device} {far.port} is {link.cable_m} m, "
                "rounded up to a length with headroom"
            )


def _group(asked: Asked) -> Iterator[str]:
    name, _, group = asked.key.partition("|")
    port = _port(asked, name)
    if port is None:
        return
    lossless = {str(priority) for priority in asked.qos.lossless_priorities}
    if port.lossless_profile is None or not lossless & set(group.replace("-", ",").split(",")):
        yield f"priority group {group} is lossy: the profile is that of the HwSKU {asked.hwsku}"
        return
    yield from _cable(asked.at("CABLE_LENGTH", "AZURE", name))
    yield f"{port.speed_mbps} Mb/s and {port.cable_row_m} m give the profile {port.lossless_profile}:"
    yield from _profile(asked.at("BUFFER_PROFILE", port.lossless_profile))


def _pause(asked: Asked) -> Iterator[str]:
    port = _port(asked, asked.key)
    if asked.field in ("pfc_enable", "pfcwd_sw_enable") and port and port.lossless_profile:
        yield (
            f"priorities {', '.join(map(str, asked.qos.lossless_priorities))} pause here: the port has the "
            f"profile {port.lossless_profile} behind them and a watchdog"
        )
    yield from class_reasons(asked)


def _watchdog(asked: Asked) -> Iterator[str]:
    watch = asked.qos.watchdog
    if watch is not None:
        yield (
            f"detection {watch.detection_ms} ms, restoration {watch.restoration_ms} ms, poll "
            f"{watch.poll_ms} ms, {watch.action}"
        )
        yield from watch.reasons
        yield f"source: {_WATCHDOG_BY}"


_BY_TABLE: Mapping[str, Callable[[Asked], Iterator[str]]] = MappingProxyType(
    {
        "BUFFER_PROFILE": _profile,
        "BUFFER_POOL": _pool,
        "BUFFER_PG": _group,
        "BUFFER_QUEUE": class_reasons,
        "WRED_PROFILE": _wred,
        "CABLE_LENGTH": _cable,
        "PFC_WD": _watchdog,
        "PORT_QOS_MAP": _pause,
        **dict.fromkeys(
            (
                "DSCP_TO_TC_MAP",
                "DOT1P_TO_TC_MAP",
                "TC_TO_QUEUE_MAP",
                "TC_TO_PRIORITY_GROUP_MAP",
                "MAP_PFC_PRIORITY_TO_QUEUE",
                "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP",
                "SCHEDULER",
                "QUEUE",
            ),
            class_reasons,
        ),
    }
)
