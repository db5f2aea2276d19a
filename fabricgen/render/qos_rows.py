"""The QoS and buffer rows of one device."""

from collections.abc import Iterable

from fabricgen.model.qos import DeviceQos, Headroom, TrafficClass, Wred
from fabricgen.render.context import (
    BufferRows,
    Entry,
    PoolRow,
    PortQosRow,
    ProfileRow,
    QosRows,
    QueueRow,
    SchedulerRow,
    WatchdogRows,
    WredRow,
)

# One name for all maps, apart from the stock AZURE so that no leftover row passes for ours.
MAP_NAME = "AI"
# buffermgrd hangs every pg_lossless profile on this pool (sonic-swss, cfgmgr/buffermgr).
LOSSLESS_POOL = "ingress_lossless_pool"
# The profile of a priority group for which the dynamic buffer model computes one.
COMPUTED = "NULL"


def qos_rows(qos: DeviceQos) -> QosRows:
    """Return the maps, queues, ECN and watchdog of a device."""
    classes = qos.classes
    guarded = tuple(port.port for port in qos.ports if port.lossless_profile is not None)
    lossless = tuple(item for item in classes if item.lossless)
    return QosRows(
        map_name=MAP_NAME,
        dscp_to_tc=_entries({str(dscp): str(item.tc) for item in classes for dscp in item.dscps}),
        tc_to_queue=_entries({str(item.tc): str(item.queue) for item in classes}),
        tc_to_pg=_entries({str(item.tc): str(item.pg) for item in classes}),
        pfc_to_queue=_entries({str(item.pg): str(item.queue) for item in lossless}),
        pfc_to_pg=_entries({str(item.pg): str(item.pg) for item in lossless if qos.pfc_to_pg}),
        pfc=",".join(str(priority) for priority in qos.lossless_priorities),
        ports=tuple(
            PortQosRow(port=port.port, lossless=port.lossless_profile is not None)
            for port in qos.ports
        ),
        schedulers=_schedulers(qos),
        queues=_queues(qos),
        wred=tuple(_wred(item) for item in qos.wred),
        watchdog=_watchdog(qos, guarded),
        dot1p_to_tc=_entries(_priority_tags(classes)) if qos.pcp else (),
    )


def _priority_tags(classes: tuple[TrafficClass, ...]) -> dict[str, str]:
    """Return the traffic class of each 802.1p value: the class of the same number, else the default."""
    known = {item.tc for item in classes}
    return {str(tag): str(tag if tag in known else 0) for tag in range(8)}


def buffer_rows(qos: DeviceQos) -> BufferRows | None:
    """Return the buffers of a device, None where SONiC does not manage them."""
    if not qos.buffers:
        return None
    return BufferRows(
        model=qos.buffer_model,
        ports=tuple(port.port for port in qos.ports),
        cables=_entries({port.port: f"{port.cable_row_m}m" for port in qos.ports}),
        pools=_pools(qos),
        profiles=_profiles(qos),
        pg_profiles=_pg_profiles(qos),
        queue_profiles=_queue_profiles(qos),
        ingress_list=",".join(qos.ingress_profile_list),
        egress_list=",".join(qos.egress_profile_list),
        defaults=_entries(_dynamic_defaults(qos)),
        traffic=_entries(_traffic(qos)),
    )


def _dynamic_defaults(qos: DeviceQos) -> dict[str, str]:
    if qos.dynamic is None:
        return {}
    fields = {"default_dynamic_th": str(qos.dynamic.threshold)}
    if qos.dynamic.over_subscribe is not None:
        fields["over_subscribe_ratio"] = str(qos.dynamic.over_subscribe)
    return fields


def _traffic(qos: DeviceQos) -> dict[str, str]:
    if qos.dynamic is None:
        return {}
    return {
        "mtu": str(qos.dynamic.lossless_mtu_bytes),
        "small_packet_percentage": str(qos.dynamic.small_frames_pct),
    }


def asymmetric_ports(qos: DeviceQos | None) -> frozenset[str]:
    """Return the ports that obey pause of every priority."""
    return frozenset(port.port for port in qos.ports if port.asymmetric) if qos else frozenset()


def _wred(item: Wred) -> WredRow:
    return WredRow(
        name=item.name,
        kmin=str(item.kmin_bytes),
        kmax=str(item.kmax_bytes),
        pmax=str(item.pmax_pct),
    )


def _entries(pairs: dict[str, str]) -> tuple[Entry, ...]:
    return tuple(Entry(key=key, value=value) for key, value in pairs.items())


def ranges(numbers: Iterable[int]) -> tuple[str, ...]:
    """Return numbers as CONFIG_DB ranges, joined where they touch: 3, 4, 6 -> ``3-4``, ``6``.

    buffermgrd writes its lossless PG rows in this form, so ours take the place of its own.
    """
    found: list[list[int]] = []
    for number in sorted(set(numbers)):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return tuple(str(a) if a == b else f"{a}-{b}" for a, b in found)


def _speed_text(speed_mbps: int) -> str:
    return f"{speed_mbps}m" if speed_mbps % 1000 else f"{speed_mbps // 1000}g"


def _scheduler_name(item: TrafficClass, speed_mbps: int) -> str | None:
    """Return the scheduler of a class; one whose rate is limited has one a port speed."""
    if item.limit_pct is not None:
        return f"scheduler.{item.name}_{_speed_text(speed_mbps)}"
    return f"scheduler.{item.name}" if item.strict or item.weight is not None else None


def _schedulers(qos: DeviceQos) -> tuple[SchedulerRow, ...]:
    rows: dict[str, SchedulerRow] = {}
    speeds = sorted({port.speed_mbps for port in qos.ports}) or [0]
    for item in qos.classes:
        for speed in speeds:
            name = _scheduler_name(item, speed)
            if name is not None and name not in rows:
                rows[name] = _scheduler(item, name, speed, qos.weighted)
    return tuple(rows.values())


def _scheduler(item: TrafficClass, name: str, speed_mbps: int, weighted: str) -> SchedulerRow:
    limit = item.limit_pct
    return SchedulerRow(
        name=name,
        type="STRICT" if item.strict else weighted,
        weight=None if item.strict else str(item.weight),
        rate=None if limit is None else str(speed_mbps * limit * 1250),
    )


def _queues(qos: DeviceQos) -> tuple[QueueRow, ...]:
    by_queue: dict[int, TrafficClass] = {}
    for item in qos.classes:
        by_queue.setdefault(item.queue, item)
    rows: list[QueueRow] = []
    for port in qos.ports:
        for queue, item in by_queue.items():
            scheduler = _scheduler_name(item, port.speed_mbps)
            wred = port.wred if item.ecn else None
            if scheduler is None and wred is None:
                continue
            rows.append(QueueRow(key=f"{port.port}|{queue}", scheduler=scheduler, wred=wred))
    return tuple(rows)


def _watchdog(qos: DeviceQos, lossless: tuple[str, ...]) -> WatchdogRows | None:
    if qos.watchdog is None or not lossless:
        return None
    return WatchdogRows(
        poll=str(qos.watchdog.poll_ms),
        detection=str(qos.watchdog.detection_ms),
        restoration=str(qos.watchdog.restoration_ms),
        action=qos.watchdog.action,
        ports=lossless,
    )


def _pools(qos: DeviceQos) -> tuple[PoolRow, ...]:
    return tuple(
        PoolRow(
            name=pool.name,
            type=pool.type,
            mode=pool.mode,
            size=_text(pool.size_bytes),
            xoff=_text(pool.xoff_bytes),
        )
        for pool in qos.pools
    )


def _profiles(qos: DeviceQos) -> tuple[ProfileRow, ...]:
    static = any(pool.name == LOSSLESS_POOL and pool.mode == "static" for pool in qos.pools)
    plain = tuple(
        ProfileRow(
            name=profile.name,
            pool=profile.pool,
            size=str(profile.size_bytes),
            dynamic_th=_text(profile.dynamic_th),
            static_th=_text(profile.static_th),
        )
        for profile in qos.profiles
    )
    if qos.dynamic is not None:  # the switch makes its own lossless profiles
        return plain
    return plain + tuple(_lossless_profile(row, static) for row in qos.headroom)


def _lossless_profile(row: Headroom, static: bool) -> ProfileRow:
    return ProfileRow(
        name=row.profile,
        pool=LOSSLESS_POOL,
        size=str(row.size_bytes),
        dynamic_th=None if static else str(row.threshold),
        static_th=str(row.threshold) if static else None,
        xon=str(row.xon_bytes),
        xoff=str(row.xoff_bytes),
        xon_offset=_text(row.xon_offset_bytes),
    )


def _pg_profiles(qos: DeviceQos) -> tuple[Entry, ...]:
    groups = ranges(item.pg for item in qos.classes if item.lossless)
    rows: list[Entry] = []
    for port in qos.ports:
        rows.extend(
            Entry(key=f"{port.port}|{group}", value=profile)
            for group, profile in qos.pg_profiles.items()
        )
        lossless = port.lossless_profile
        if lossless is not None:
            lossless = COMPUTED if qos.dynamic is not None else lossless
            rows.extend(Entry(key=f"{port.port}|{group}", value=lossless) for group in groups)
    return tuple(rows)


def _queue_profiles(qos: DeviceQos) -> tuple[Entry, ...]:
    return tuple(
        Entry(key=f"{port.port}|{queues}", value=profile)
        for port in qos.ports
        for queues, profile in qos.queue_profiles.items()
    )


def _text(value: int | None) -> str | None:
    return None if value is None else str(value)
