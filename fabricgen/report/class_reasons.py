"""Why classes, maps, queues and the settings of NICs are as they are."""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.qos import NicQos, TrafficClass
from fabricgen.report.value_places import Asked


def nic_reasons(design: Design, node: str, name: str = "") -> tuple[str, ...]:
    """Return the settings of a node's NICs, or the one ``name``, and where they come from."""
    cards = design.qos.nics if design.qos else ()
    group = design.intent.group_of_node().get(node)
    own = [card for card in cards if card.group == group]
    return tuple(line for card in own for line in _card(card, name))


def _card(card: NicQos, name: str) -> Iterator[str]:
    head = f"NICs of {card.group} on {card.fabric} ({card.family})"
    marks = {
        "mtu": f"MTU {card.mtu_bytes}: qos.mtu, as on every port of the fabric",
        "dscp": "DSCP to priority "
        + ", ".join(f"{dscp} to {priority}" for dscp, priority in card.dscps.items())
        + ": the switches' own map",
        "pfc": f"PFC on priorities {', '.join(map(str, card.pfc)) or 'none'}: the switches' lossless ones",
        "cnp_dscp": f"notifications with DSCP {card.cnp_dscp}: qos.congestion",
        "cnp_priority": f"notifications in priority {card.cnp_priority}: qos.congestion",
    }
    marks |= {
        item.name: f"{item.name} = {item.value} {item.unit}".rstrip() for item in card.parameters
    }
    chosen = [text for key, text in marks.items() if name in ("", key)]
    if chosen:
        yield head
        yield from (f"  {text}" for text in chosen)
        yield f"  rate control preset {card.preset}; source: {card.source}"


def _class_line(item: TrafficClass) -> str:
    kind = "lossless" if item.lossless else "lossy"
    serve = "strict" if item.strict else f"weight {item.weight} of 100"
    limit = "" if item.limit_pct is None else f", at most {item.limit_pct} % of the port"
    dscps = ", ".join(map(str, item.dscps[:4])) + (", ..." if len(item.dscps) > 4 else "")
    marks = ", marks ECN" if item.ecn else ""
    return (
        f"class {item.name}: DSCP {dscps} in TC {item.tc}, group {item.pg}, queue {item.queue}; {kind}, "
        f"{serve}{limit}{marks}"
    )


def class_reasons(asked: Asked) -> Iterator[str]:
    """Yield the classes a row belongs to, else all of them, and why the classes are as they are."""
    chosen = [item for item in asked.qos.classes if _names(asked, item)]
    yield from (_class_line(item) for item in chosen or asked.qos.classes)
    plan = asked.design.qos
    yield from plan.reasons if plan else ()


def _names(asked: Asked, item: TrafficClass) -> bool:
    """Whether the row or field asked for belongs to a class."""
    tail = asked.key.rpartition("|")[2]
    if asked.table == "DSCP_TO_TC_MAP":
        return asked.field in map(str, item.dscps)
    if asked.table == "SCHEDULER":
        return tail.removeprefix("scheduler.").split("_")[0] == item.name
    if asked.table in ("QUEUE", "BUFFER_QUEUE"):
        first, _, last = tail.partition("-")
        return first.isdigit() and int(first) <= item.queue <= int(last or first)
    return asked.field in (str(item.tc), str(item.queue), str(item.pg))
