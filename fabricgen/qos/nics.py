"""Settings of the nodes' NICs that agree with the switches' classes."""

from collections.abc import Iterable
from types import MappingProxyType

from fabricgen.model.catalogue import Catalogue
from fabricgen.model.intent import ComputeGroup, Intent, QosIntent
from fabricgen.model.qos import NicQos, TrafficClass
from fabricgen.model.topology import LinkKind, Topology
from fabricgen.qos.nic_presets import OF_FAMILY, PRESETS, with_marks
from fabricgen.qos.shape import carries_rdma

_DEFAULT_FAMILY = "nvidia"
_BY_CLASSES = {"amd": "amd", "broadcom": "broadcom", "nvidia": "nvidia"}


def nics(
    intent: Intent,
    catalogue: Catalogue,
    topology: Topology,
    classes: Iterable[TrafficClass],
) -> tuple[NicQos, ...]:
    """Return the settings of each compute group's NICs in each fabric that carries RDMA.

    Args:
        intent: With the classes of its preset.
        catalogue: Names the vendor of a node type.
        topology: Says which groups have NICs in which fabric, and at what speed.
        classes: Those of the switches.
    """
    groups = {group.name: group for group in intent.compute}
    speeds: dict[tuple[str, str], int] = {}
    names = intent.group_of_node()
    for link in topology.links:
        name = names.get(link.lower.device)
        if link.kind is LinkKind.HOST_LEAF and name and carries_rdma(intent, link.fabric):
            speeds.setdefault((name, link.fabric), link.speed_mbps)
    listed = tuple(classes)
    return tuple(
        _settings(intent, catalogue, groups[name], fabric, speed, listed)
        for (name, fabric), speed in sorted(speeds.items())
    )


def family(intent: Intent, catalogue: Catalogue, group: ComputeGroup) -> str:
    """Return the NIC family of a group: asked for, that of the class preset, or the node's vendor."""
    asked = intent.qos.nic.family
    if asked != "auto":
        return asked
    if intent.qos.preset in _BY_CLASSES:
        return _BY_CLASSES[intent.qos.preset]
    if isinstance(group.node, str) and group.node in catalogue.nodes:
        vendor = catalogue.nodes[group.node].id.partition("-")[0]
        return vendor if vendor in OF_FAMILY else _DEFAULT_FAMILY
    return _DEFAULT_FAMILY


def _settings(
    intent: Intent,
    catalogue: Catalogue,
    group: ComputeGroup,
    fabric: str,
    speed_mbps: int,
    classes: tuple[TrafficClass, ...],
) -> NicQos:
    qos = intent.qos
    kind = family(intent, catalogue, group)
    marked = any(item.ecn for item in classes)
    dscps, pfc = _marks(qos, classes)
    name = qos.nic.preset if qos.nic.preset != "auto" else OF_FAMILY[kind]
    if not marked:
        name = "off"
    cnp = (
        qos.congestion.dscp if qos.nic.cnp_dscp is None else qos.nic.cnp_dscp,
        qos.congestion.priority if qos.nic.cnp_priority is None else qos.nic.cnp_priority,
    )
    first = next(iter(sorted(dscps.items(), key=lambda mark: mark[1] not in pfc)), (0, 0))
    return NicQos(
        group=group.name,
        node=group.node if isinstance(group.node, str) else "written out",
        fabric=fabric,
        family=kind,
        speed_mbps=speed_mbps,
        mtu_bytes=qos.mtu,
        trust="dscp",
        dscps=MappingProxyType(dict(sorted(dscps.items()))),
        pfc=pfc,
        cnp_dscp=cnp[0],
        cnp_priority=cnp[1],
        ecn=marked and name != "off",
        preset=name,
        parameters=with_marks(name, first, cnp),
        source=PRESETS[name].source,
    )


def _marks(
    qos: QosIntent, classes: tuple[TrafficClass, ...]
) -> tuple[dict[int, int], tuple[int, ...]]:
    """Return the priority of each DSCP, and the priorities that pause, as pinned for the NICs or the switches'."""
    lossless = tuple(item for item in classes if item.lossless)
    dscps = {dscp: item.pg for item in lossless for dscp in item.dscps}
    dscps |= {dscp: item.queue for item in classes if item.ecn for dscp in item.dscps}
    pfc = tuple(item.pg for item in lossless)
    if qos.nic.dscp is None and qos.nic.priority is None:
        return dscps, pfc
    own = lossless[0] if lossless else None
    own_dscp = own.dscps[0] if own else 0
    own_priority = own.pg if own else 0
    for dscp in own.dscps if own else ():
        dscps.pop(dscp, None)
    priority = own_priority if qos.nic.priority is None else qos.nic.priority
    dscps[own_dscp if qos.nic.dscp is None else qos.nic.dscp] = priority
    return dscps, tuple(sorted({priority, *pfc[1:]})) if pfc else ()
