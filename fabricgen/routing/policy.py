"""The policy of the management-framework path: valley-free by route maps, not by the AS plan alone.

Whatever comes from above (or from the other leaf of a pair) is marked with a community; what bears
the mark goes down only, and is refused from below. A card announces what it originates, nothing else;
an isolated device announces its loopbacks, as the traffic-shift-away of the template path does.
FRR passes no route over an eBGP session without maps in both directions (RFC 8212), so every group
binds one each way.
"""

from collections.abc import Iterator, Sequence

from fabricgen.model.intent import Intent
from fabricgen.model.routing import BgpSession, PeerGroup, RouteMapRow, RoutingPolicy
from fabricgen.routing.sessions import PEER, UP

MARK = "65000:1"  # learned from above; private, means nothing outside the fabric
_SET = "FROM_ABOVE"
_OWN = "OWN"
_LOOPBACKS = {False: "LOOPBACK", True: "LOOPBACK_V6"}


def bfd(intent: Intent) -> bool:
    """Return whether sessions are watched by BFD: by default wherever the path can."""
    return intent.sonic.routing == "frrcfgd" and intent.routing.bfd is not False


def peer_groups(
    intent: Intent,
    sessions: Sequence[BgpSession],
    families: tuple[str, ...],
    *,
    card: bool,
    isolated: bool = False,
) -> tuple[PeerGroup, ...]:
    """Return the peer groups of a device, one a direction and transport.

    Args:
        intent: Gives failure detection.
        sessions: The sessions of the device.
        families: What a session without addresses carries.
        card: Whether it is a DPU, which exports its own prefixes only.
        isolated: Whether it is out of traffic, and exports its loopbacks only.
    """
    groups: dict[str, PeerGroup] = {}
    own = "EXPORT_LOOPBACKS" if isolated else "EXPORT_OWN" if card else ""
    for session in sessions:
        if session.group in groups:
            continue
        one = ("ipv6",) if session.group.endswith("_V6") else ("ipv4",)
        carried = families if session.unnumbered else one
        side = "ABOVE" if session.group.removesuffix("_V6") in (UP, PEER) else "BELOW"
        inward = f"IMPORT_{side}"
        groups[session.group] = PeerGroup(
            name=session.group,
            families=carried,
            import_maps={
                family: f"{inward}_V6" if family == "ipv6" and not session.unnumbered else inward
                for family in carried
            },
            export_map=own or f"EXPORT_{side}",
            keepalive_s=session.keepalive_s,
            holdtime_s=session.holdtime_s,
            bfd=bfd(intent),
            extended_next_hop=session.unnumbered,
        )
    return tuple(groups.values())


def policy(groups: Sequence[PeerGroup], loopbacks: Sequence[str] = ()) -> RoutingPolicy:
    """Return the route maps that ``groups`` bind, and the sets these match.

    Args:
        groups: The peer groups of a device.
        loopbacks: Its own loopbacks with their lengths, where it is isolated.
    """
    prefixes = {_LOOPBACKS[":" in prefix]: (prefix,) for prefix in loopbacks}
    bound = dict.fromkeys(
        name for group in groups for name in (*group.import_maps.values(), group.export_map)
    )
    rows = tuple(row for name in bound for row in _statements(name, tuple(prefixes)))
    own = any(row.match_as_path for row in rows)
    return RoutingPolicy(
        communities={_SET: (MARK,)} if any(row.match_community for row in rows) else {},
        as_paths={_OWN: ("^$",)} if own else {},
        route_maps=rows,
        prefixes=prefixes,
    )


def _statements(name: str, loopbacks: tuple[str, ...]) -> Iterator[RouteMapRow]:
    """Yield the statements of a map. Over numbered IPv6 links next hops stay global addresses.

    ``loopbacks`` are the sets of an isolated device's own loopbacks.
    """
    six = name.endswith("_V6")
    match name.removesuffix("_V6"):
        case "IMPORT_ABOVE":
            marks = (MARK, "additive")
            yield RouteMapRow(
                name=name, sequence=10, permit=True, set_communities=marks, prefer_global=six
            )
        case "IMPORT_BELOW" | "EXPORT_ABOVE":
            yield RouteMapRow(name=name, sequence=10, permit=False, match_community=_SET)
            yield RouteMapRow(name=name, sequence=20, permit=True, prefer_global=six)
        case "EXPORT_OWN":
            yield RouteMapRow(name=name, sequence=10, permit=True, match_as_path=_OWN)
        case "EXPORT_LOOPBACKS":
            for number, own in enumerate(loopbacks, start=1):
                yield RouteMapRow(name=name, sequence=10 * number, permit=True, match_prefixes=own)
        case _:
            yield RouteMapRow(name=name, sequence=10, permit=True)
