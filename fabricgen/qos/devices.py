"""The QoS plan: one entry a switch or DPU."""

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

from fabricgen.model.catalogue import Catalogue
from fabricgen.model.diagnostic import Problem
from fabricgen.model.intent import Intent
from fabricgen.model.qos import DeviceQos, PortQos, QosPlan, TrafficClass
from fabricgen.model.topology import Role, Topology
from fabricgen.qos.classes import class_problems, plan_classes, without_pause
from fabricgen.qos.layout import Layout, layout, plain_defaults
from fabricgen.qos.lossless import lossless_qos
from fabricgen.qos.marking import lossy_marks
from fabricgen.qos.nics import nics
from fabricgen.qos.pins import pinned_problems, unused_inputs
from fabricgen.qos.pools import plain_pools
from fabricgen.qos.presets import reasons, resolved
from fabricgen.qos.proof import prove
from fabricgen.qos.shape import Ground, Shape, cables, carries_rdma, needs_pause, shape

_PFC_TO_PG = ("mellanox", "barefoot")
_NO_LAYOUT = Layout(
    pools=(),
    profiles=(),
    pg=MappingProxyType({}),
    queue=MappingProxyType({}),
    ingress_profile_list=(),
    egress_profile_list=(),
)


def plan(intent: Intent, catalogue: Catalogue, topology: Topology) -> QosPlan:
    """Return classes, headroom, pools, ECN points and watchdog of every switch and DPU.

    Out-of-band switches and paper switches are absent. Devices of equal shape share one record.

    Problem kinds: those of ``class_problems`` (then no device is planned), ``no-buffers``,
    ``no-headroom``, ``cable-too-long``, ``headroom-exceeds-buffer``, ``ecn-after-pfc``,
    ``no-lossless-class``, ``headroom-fit``, ``headroom-oversubscribed``, ``pools-shrunk``,
    ``hwsku-ships-lossy``, ``ecn-above-bound``, ``no-arithmetic``, ``path-broken``,
    ``watchdog-unsafe``.
    """
    intent = replace(intent, qos=resolved(intent))
    wrong = (*class_problems(intent), *pinned_problems(intent))
    if wrong:
        return QosPlan(devices=MappingProxyType({}), problems=wrong)
    classes = plan_classes(intent.qos)
    lengths = cables(topology)
    known: dict[Shape, DeviceQos | None] = {}
    devices: dict[str, DeviceQos] = {}
    problems: list[Problem] = list(_unprotected(intent))
    for device in topology.devices:
        platform = catalogue.platforms.get(device.platform or "")
        if device.role is Role.NODE or device.fabric == "oob" or platform is None:
            continue
        one = shape(device, topology.ports.get(device.name, ()), lengths)
        if one not in known:
            hwsku = platform.hwskus[device.hwsku or platform.default_hwsku]
            ground = Ground(platform=platform, hwsku=hwsku, intent=intent)
            known[one], found = _device(ground, one, classes, catalogue)
            problems += [problem for problem in found if problem not in problems]
        made = known[one]
        if made is not None:
            devices[device.name] = made
    cards = nics(intent, catalogue, topology, classes)
    proofs, broken = prove(intent, topology, devices, cards)
    return QosPlan(
        devices=MappingProxyType(devices),
        problems=(*problems, *broken),
        nics=cards,
        proofs=proofs,
        reasons=reasons(intent.qos),
    )


def _unprotected(intent: Intent) -> Iterable[Problem]:
    rdma = [name for name, _ in intent.fabrics.present() if carries_rdma(intent, name)]
    marked = any(entry.ecn for entry in intent.qos.lossy)
    if rdma and not intent.qos.lossless and not marked:
        yield Problem(
            kind="no-lossless-class",
            message=f"no class is lossless, so nothing protects RDMA on: {', '.join(rdma)}",
            hint="leave qos.lossless out for the default (roce, DSCP 26, priority 3)",
            place=intent.place("qos", "lossless"),
        )


def _device(
    ground: Ground, one: Shape, classes: tuple[TrafficClass, ...], catalogue: Catalogue
) -> tuple[DeviceQos | None, tuple[Problem, ...]]:
    pause = needs_pause(ground.intent, one.fabric)
    if one.role is Role.DPU or ground.platform.role == "dpu":
        # A card has no PFC or buffer tables in SONiC: it gets the maps of its fabric's switches.
        own = classes if pause else without_pause(classes)
        return _plain(ground, one, own, _NO_LAYOUT), ()
    blank = _plain(ground, one, classes, _NO_LAYOUT)
    if pause:
        made, found = lossless_qos(ground, one, classes, catalogue, blank)
        return made, (*unused_inputs(ground), *found)
    own = without_pause(classes, marked=carries_rdma(ground.intent, one.fabric))
    tables = _without_headroom(ground, own)
    return _marked(ground, one, _plain(ground, one, own, tables), tables)


def _marked(
    ground: Ground, one: Shape, plain: DeviceQos, tables: Layout
) -> tuple[DeviceQos | None, tuple[Problem, ...]]:
    """Return a device without PFC with the marking of its lossy classes, if any is marked."""
    if not any(item.ecn for item in plain.classes):
        return plain, ()
    marks, found = lossy_marks(ground, one, tables, plain.classes)
    place = ground.intent.place("qos", "ecn")
    problems = tuple(
        replace(item, message=f"{ground.where}: {item.message}", place=place) for item in found
    )
    if not marks:
        return None, problems
    names = {item.speed_mbps: item.name for item in marks}
    cabled = {port.name for port in one.ports if port.cable_m is not None}
    ports = tuple(
        replace(port, wred=names[port.speed_mbps]) if port.port in cabled else port
        for port in plain.ports
    )
    return replace(plain, wred=marks, ports=ports), problems


def _without_headroom(ground: Ground, classes: tuple[TrafficClass, ...]) -> Layout:
    entry = plain_defaults(ground.hwsku)
    if entry is None:
        return _NO_LAYOUT
    tables = layout(entry, classes)
    return replace(tables, pools=plain_pools(ground.platform, tables))


def _plain(
    ground: Ground, one: Shape, classes: tuple[TrafficClass, ...], tables: Layout
) -> DeviceQos:
    return DeviceQos(
        classes=classes,
        lossless_priorities=(),
        pfc_to_pg=ground.platform.asic.sonic_type in _PFC_TO_PG,
        buffers=bool(tables.pools),
        buffer_model="traditional",
        pools=tables.pools,
        profiles=tables.profiles,
        headroom=(),
        wred=(),
        pg_profiles=MappingProxyType(dict(tables.pg)),
        queue_profiles=MappingProxyType(dict(tables.queue)),
        ingress_profile_list=tables.ingress_profile_list,
        egress_profile_list=tables.egress_profile_list,
        ports=tuple(
            PortQos(
                port=port.name,
                cable_row_m=0,
                lossless_profile=None,
                wred=None,
                speed_mbps=port.speed_mbps,
            )
            for port in one.ports
        ),
        watchdog=None,
        weighted=ground.intent.qos.scheduling.upper(),
        pcp=ground.intent.qos.trust == "dscp-pcp",
    )
