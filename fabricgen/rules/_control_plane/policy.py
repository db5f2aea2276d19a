"""Route maps of both routing paths, and what they do to a route."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from fabricgen.model.configdb import ConfigDb, Row
from fabricgen.rules._control_plane.prefix_list import Prefix, PrefixList, allow_list, prefix_set
from fabricgen.rules._fabric import number

NO_EXPORT = "no-export"
NO_ADVERTISE = "no-advertise"
DROP_TAG = "5060:12345"
ORIGINS = {"igp": 0, "egp": 1, "incomplete": 2}


class Route(NamedTuple):
    """What BGP carries for a prefix; a tuple, as millions of them are compared."""

    path: tuple[int, ...] = ()
    origin: int = 0
    med: int = 0
    preference: int = 100
    communities: frozenset[str] = frozenset()
    source: str = "bgp"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommunitySet:
    """A community list: each entry is the communities (or one pattern) that it asks for together."""

    permit: bool
    entries: tuple[tuple[str, ...], ...]
    expanded: bool

    def matches(self, communities: frozenset[str]) -> bool:
        """Return whether an entry matches."""
        text = " ".join(sorted(communities))
        for entry in self.entries:
            hit = (
                all(_pattern(word, text) for word in entry)
                if self.expanded
                else communities.issuperset(entry)
            )
            if hit:
                return self.permit
        return False


def _pattern(expression: str, text: str) -> bool:
    """Return whether an FRR expression (``_`` is a boundary) is found in ``text``."""
    try:
        return re.search(expression.replace("_", r"(?:^|[ ,{}()]|$)"), text) is not None
    except re.error:
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """One entry of a route map. Conditions that are None ask nothing."""

    permit: bool
    prefixes: PrefixList | None = None
    never: bool = False
    communities: CommunitySet | None = None
    path: tuple[str, ...] | None = None
    source: str | None = None
    origin: int | None = None
    call: "Policy | None" = None
    set_communities: tuple[str, ...] | None = None
    additive: bool = False
    set_preference: int | None = None
    set_med: int | None = None
    set_origin: int | None = None
    prepend: tuple[int, ...] = ()

    def matches(self, route: Route, prefix: Prefix) -> bool:
        """Return whether every condition holds."""
        text = " ".join(map(str, route.path))
        return not (
            self.never
            or (self.prefixes is not None and not self.prefixes.permits(prefix))
            or (self.communities is not None and not self.communities.matches(route.communities))
            or (self.path is not None and not any(_pattern(one, text) for one in self.path))
            or (self.source is not None and self.source != route.source)
            or (self.origin is not None and self.origin != route.origin)
        )

    def changed(self, route: Route) -> Route:
        """Return the route after the set clauses."""
        communities = route.communities
        if self.set_communities is not None:
            kept = communities if self.additive else frozenset[str]()
            communities = kept | frozenset(self.set_communities)
        return route._replace(
            path=self.prepend + route.path,
            communities=communities,
            preference=route.preference if self.set_preference is None else self.set_preference,
            med=route.med if self.set_med is None else self.set_med,
            origin=route.origin if self.set_origin is None else self.set_origin,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """A route map; without a statement that matches it denies."""

    name: str
    statements: tuple[Statement, ...] = ()

    def apply(self, route: Route, prefix: Prefix) -> Route | None:
        """Return the route as the map leaves it, None where the map denies."""
        for statement in self.statements:
            if not statement.matches(route, prefix):
                continue
            if not statement.permit:
                return None
            route = statement.changed(route)
            return statement.call.apply(route, prefix) if statement.call is not None else route
        return None

    @property
    def plain(self) -> bool:
        """Whether the map treats every prefix alike."""
        return not any(
            one.prefixes is not None or (one.call is not None and not one.call.plain)
            for one in self.statements
        )


def template_in(config: ConfigDb, version: int) -> Policy:
    """Return what bgpcfgd binds inbound: the allow list of deployment 0, and the tag for the rest.

    bgpcfgd reads the prefixes as text only; a row without readable prefixes is rejected.
    """
    row = config.row("BGP_ALLOWED_PREFIXES", "DEPLOYMENT_ID|0")
    texts = {field: value for field, value in row.items() if isinstance(value, str)}
    if not (texts.get("prefixes_v4") or texts.get("prefixes_v6")):
        texts = {}
    tag = NO_EXPORT if texts.get("default_action") == "deny" else DROP_TAG
    last = Statement(permit=True, set_communities=(tag,), additive=True)
    if not texts:
        return Policy(name="FROM_BGP_PEER", statements=(last,))
    words = [word.strip() for word in texts.get(f"prefixes_v{version}", "").split(",")]
    allowed = allow_list(version, [word for word in words if word])
    return Policy(
        name="BGP_ALLOWED_PREFIXES",
        statements=(Statement(permit=True, prefixes=allowed), last),
    )


def template_out(own: Iterable[Prefix], isolated: bool) -> Policy:
    """Return what bgpcfgd binds outbound: everything, or only the own Loopback0 under TSA."""
    if not isolated:
        return Policy(name="TO_BGP_PEER", statements=(Statement(permit=True),))
    entries = [allow_list(one.version, [f"{one} le {one.length}"]).entries[-1] for one in own]
    lists = PrefixList(entries=tuple(entries))
    return Policy(
        name="TSA",
        statements=(Statement(permit=True, prefixes=lists, set_communities=("12345:12345",)),),
    )


def texts(value: object) -> tuple[str, ...]:
    """Return a list field as texts; a text with commas counts as a list."""
    if isinstance(value, str):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    return tuple(str(one) for one in value) if isinstance(value, tuple) else ()


def route_map(config: ConfigDb, name: str, seen: frozenset[str] = frozenset()) -> Policy:
    """Return a ROUTE_MAP of the frrcfgd path; one without rows denies, as FRR does."""
    rows: list[tuple[int, Row]] = []
    for key, row in config.rows("ROUTE_MAP").items():
        own, _, sequence = key.partition("|")
        if own == name and "route_operation" in row and sequence.isdecimal():
            rows.append((int(sequence), row))
    rows.sort(key=lambda one: one[0])
    return Policy(
        name=name, statements=tuple(_statement(config, row, seen | {name}) for _, row in rows)
    )


def _statement(config: ConfigDb, row: Row, seen: frozenset[str]) -> Statement:
    known, prefixes = _prefixes(config, row)
    called = row.get("call_route_map")
    inline = texts(row.get("set_community_inline"))
    repeat = number(str(row.get("set_repeat_asn", "1"))) or 1
    asn = number(str(row.get("set_asn", "")))
    return Statement(
        permit=row.get("route_operation") == "permit",
        prefixes=prefixes,
        never=known and prefixes is None,
        communities=_communities(config, row.get("match_community")),
        path=_paths(config, row.get("match_as_path")),
        source=str(row["match_protocol"]) if "match_protocol" in row else None,
        origin=ORIGINS.get(str(row.get("match_origin", "")).lower()),
        call=route_map(config, called, seen)
        if isinstance(called, str) and called not in seen
        else None,
        set_communities=tuple(_community(one) for one in inline if one != "additive") or None,
        additive="additive" in inline,
        set_preference=number(str(row.get("set_local_pref", ""))),
        set_med=number(str(row.get("set_med", ""))),
        set_origin=ORIGINS.get(str(row.get("set_origin", "")).lower()),
        prepend=() if asn is None else (asn,) * repeat,
    )


def _prefixes(config: ConfigDb, row: Row) -> tuple[bool, PrefixList | None]:
    name = row.get("match_prefix_set")
    if not isinstance(name, str) or name not in config.rows("PREFIX_SET"):
        return False, None
    return True, prefix_set(config, name)


def _community(text: str) -> str:
    return text if text[:1].isdigit() else text.lower().replace("_", "-")


def _communities(config: ConfigDb, name: object) -> CommunitySet | None:
    row: Mapping[str, object] = config.row("COMMUNITY_SET", name) if isinstance(name, str) else {}
    if not isinstance(name, str):
        return None
    members = [
        one.split(":", 1)[1] if one.upper().startswith("REGEX:") else one
        for one in texts(row.get("community_member"))
    ]
    members = [_community(one) for one in members]
    together = str(row.get("match_action", "ANY")).upper() == "ALL"
    return CommunitySet(
        permit=str(row.get("action", "permit")).lower() != "deny",
        entries=(tuple(members),) if together else tuple((one,) for one in members),
        expanded=str(row.get("set_type", "STANDARD")).upper() == "EXPANDED",
    )


def _paths(config: ConfigDb, name: object) -> tuple[str, ...] | None:
    if not isinstance(name, str):
        return None
    return texts(config.row("AS_PATH_SET", name).get("as_path_set_member"))
