"""Contradictions between the keys of one record, each with the path of the key to change."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fabricgen.intent.refusal import shown
from fabricgen.model.intent import (
    AcceptIntent,
    ComputeGroup,
    FabricsIntent,
    Intent,
    ModelIntent,
    QosIntent,
    ServicesIntent,
    SwitchIntent,
    TenantIntent,
)

_GROUP_NAME_LIMIT = 48  # leaves room for -131072 and -dpu8 in a host name of 63 characters
_DNS_LIMIT = 3
# A rate without unit is in Mb/s, as some platforms spell it: 1x1000[100,10].
_RATE = r"(?:[1-9][0-9]{0,3}(?:\.[0-9])?[GT]|[1-9][0-9]{3,4})"
_TERM = rf"[1-9][0-9]?x{_RATE}(?:\[[0-9GMT., ]+\]|\([0-9]{{1,2}}\))*"
_BREAKOUT = re.compile(rf"{_TERM}(?: *\+ *{_TERM})*")
_RULE_ID = re.compile(r"[A-Z]{3}[0-9]{3}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """What does not fit, and the path of the key within the record."""

    kind: str
    message: str
    hint: str
    path: tuple[str | int, ...] = ()


def contradictions(record: object) -> Iterator[Contradiction]:
    """Yield what the keys of ``record`` say against each other."""
    match record:
        case Intent():
            yield from _names("compute group", "compute", [group.name for group in record.compute])
            yield from _names("tenant", "tenants", [tenant.name for tenant in record.tenants])
            yield from _unnumbered(record)
        case ComputeGroup():
            yield from _group(record)
        case SwitchIntent():
            yield from _switch(record)
        case FabricsIntent():
            yield from _protocols(record)
        case QosIntent():
            yield from _classes(record)
        case TenantIntent():
            yield from _tenant(record)
        case ServicesIntent():
            yield from _services(record)
        case ModelIntent():
            yield from _model(record)
        case AcceptIntent():
            yield from _accepted(record)
        case _:
            pass


def _names(what: str, key: str, names: Sequence[str]) -> Iterator[Contradiction]:
    seen: dict[str, int] = {}
    for index, name in enumerate(names):
        first = seen.setdefault(name.lower(), index)
        if first != index:
            yield Contradiction(
                kind="repeated-name",
                message=f"{what} {index + 1} is called {name} like {what} {first + 1}",
                hint=f"give each {what} its own name (upper and lower case are one)",
                path=(key, index, "name"),
            )


def _unnumbered(intent: Intent) -> Iterator[Contradiction]:
    if intent.addressing.links == "unnumbered" and intent.sonic.routing == "bgpcfgd":
        yield Contradiction(
            kind="unnumbered-links",
            message="links: unnumbered links need the management framework: the template path bgpcfgd "
            "peers by address",
            hint="write sonic: {routing: frrcfgd}, or an IPv4 prefix for /31 links such as 10.64.0.0/10",
            path=("addressing", "links"),
        )


def _group(group: ComputeGroup) -> Iterator[Contradiction]:
    if len(group.name) > _GROUP_NAME_LIMIT:
        yield Contradiction(
            kind="bad-name",
            message=f"{shown(group.name)} has {len(group.name)} characters, more than {_GROUP_NAME_LIMIT}",
            hint="node names add up to 12 characters and must stay below 64; shorten the name",
            path=("name",),
        )
    if group.grow_to is not None and group.grow_to < group.nodes:
        yield Contradiction(
            kind="grow-below-nodes",
            message=f"grow_to {group.grow_to} is below the {group.nodes} nodes of the group",
            hint=f"write at least {group.nodes}, or leave grow_to out",
            path=("grow_to",),
        )


def _switch(switch: SwitchIntent) -> Iterator[Contradiction]:
    paper = "radix" if switch.radix is not None else "speed" if switch.speed is not None else ""
    if switch.platform is not None and paper:
        yield Contradiction(
            kind="paper-and-platform",
            message=f"{paper} makes a paper switch, but the platform {shown(switch.platform)} is named too",
            hint="keep the platform (it knows its ports), or radix and speed without a platform",
            path=(paper,),
        )
    elif paper and (switch.radix is None or switch.speed is None):
        other = "speed" if paper == "radix" else "radix"
        yield Contradiction(
            kind="paper-incomplete",
            message=f"a paper switch has {paper} but no {other}",
            hint=f"add {other}, such as {{radix: 64, speed: 800G}}",
            path=(paper,),
        )
    if switch.breakout is not None and not _BREAKOUT.fullmatch(switch.breakout):
        yield Contradiction(
            kind="bad-breakout",
            message=f"{shown(switch.breakout)} is not a breakout",
            hint="write ports and rate of each, such as 2x400G",
            path=("breakout",),
        )


def _protocols(fabrics: FabricsIntent) -> Iterator[Contradiction]:
    for name, fabric in fabrics.present():
        if fabric.protocol is not None and name != "storage":
            yield Contradiction(
                kind="no-effect",
                message=f"protocol {fabric.protocol} has no effect on the {name} fabric",
                hint="write protocol under fabrics.storage, or remove it",
                path=(name, "protocol"),
            )


def _classes(qos: QosIntent) -> Iterator[Contradiction]:
    if qos.preset != "default":
        return  # the preset's classes stand beside those written out; the QoS room compares them
    entries: list[tuple[tuple[str | int, ...], str, tuple[int, ...], int]] = [
        (("lossless", index), item.name, (item.dscp, *item.more_dscps), item.priority)
        for index, item in enumerate(qos.lossless)
    ]
    entries += [
        (("lossy", index), item.name, (item.dscp, *item.more_dscps), item.priority)
        for index, item in enumerate(qos.lossy)
    ]
    congestion = qos.congestion
    entries.append((("congestion",), congestion.name, (congestion.dscp,), congestion.priority))
    seen: dict[tuple[str, str | int], int] = {}
    for position, (path, name, dscps, priority) in enumerate(entries):
        owned: tuple[tuple[str, str | int], ...] = (
            ("name", name),
            *(("dscp", dscp) for dscp in dscps),
            ("priority", priority),
        )
        for what in owned:
            first = seen.setdefault(what, position)
            if first != position:
                yield Contradiction(
                    kind="class-clash",
                    message=f"{what[0]} {what[1]} of class {name} is already that of class {entries[first][1]}",
                    hint="classes need their own name, DSCP and priority",
                    path=(*path, what[0]),
                )


def _tenant(tenant: TenantIntent) -> Iterator[Contradiction]:
    spans: list[tuple[int, int, int]] = []
    for index, text in enumerate(tenant.nodes):
        first, _, last = text.partition("-")
        spans.append((int(first), int(last or first), index))
    highest = (0, 0, 0)
    for span in sorted(spans):
        if span[0] <= highest[1]:
            earlier, later = sorted((highest[2], span[2]))
            yield Contradiction(
                kind="tenant-nodes-twice",
                message=f"node {span[0]} is in {tenant.nodes[earlier]} and again in {tenant.nodes[later]}",
                hint="name each node once",
                path=("nodes", later),
            )
        if span[1] > highest[1]:
            highest = span


def _services(services: ServicesIntent) -> Iterator[Contradiction]:
    if len(services.dns) > _DNS_LIMIT:
        yield Contradiction(
            kind="too-many-servers",
            message=f"{len(services.dns)} name servers are given, more than {_DNS_LIMIT}",
            hint=f"keep {_DNS_LIMIT}; the resolver reads no more",
            path=("dns", _DNS_LIMIT),
        )


def _model(model: ModelIntent) -> Iterator[Contradiction]:
    if model.active_parameters is not None and model.active_parameters > model.parameters:
        yield Contradiction(
            kind="active-above-all",
            message=f"active_parameters {model.active_parameters} is above parameters {model.parameters}",
            hint="active_parameters are those one token uses, a part of all",
            path=("active_parameters",),
        )


def _accepted(entry: AcceptIntent) -> Iterator[Contradiction]:
    if not _RULE_ID.fullmatch(entry.rule):
        yield Contradiction(
            kind="bad-rule-id",
            message=f"{shown(entry.rule)} is not a rule id",
            hint="write the id that the report shows, such as CAP003",
            path=("rule",),
        )
