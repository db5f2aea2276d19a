"""A route map matches a set that has no members.

Why: FRR has no list without a line. A match with a list that is not there never holds, so a row that denies lets everything pass, and one
that permits lets nothing.

Example: `ROUTE_MAP|EXPORT_ABOVE|10` denies match_community FROM_ABOVE, and `COMMUNITY_SET|FROM_ABOVE` has no community_member.

Fix: write the members.

Source: FRR user guide, bgp community-list, as-path access-list, ip prefix-list.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck, ConfigDb
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, texts

ID = "RTE046"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

_SETS = (
    ("match_community", "COMMUNITY_SET", "community_member"),
    ("match_ext_community", "EXTENDED_COMMUNITY_SET", "community_member"),
    ("match_as_path", "AS_PATH_SET", "as_path_set_member"),
    ("match_prefix_set", "PREFIX_SET", None),
    ("match_ipv6_prefix_set", "PREFIX_SET", None),
    ("match_next_hop_set", "PREFIX_SET", None),
)


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding for each empty set that a row matches, at the set."""
    config = subject.config
    used: dict[tuple[str, str, str | None], str] = {}
    for key, row in config.rows("ROUTE_MAP").items():
        for field, table, members in _SETS:
            for name in texts(row.get(field)):
                used.setdefault((table, name, members), key)
    for (table, name, members), key in used.items():
        if name in config.rows(table) and not _filled(config, table, name, members):
            yield found(
                config,
                f"{table} {name}, which ROUTE_MAP {key} matches, has no members: the match never holds",
                "write its members" if members else f"add PREFIX rows of {name}",
                table,
                name,
            )


def _filled(config: ConfigDb, table: str, name: str, members: str | None) -> bool:
    if members is not None:
        return bool(texts(config.row(table, name).get(members)))
    return any(key.partition("|")[0] == name for key in config.rows("PREFIX"))
