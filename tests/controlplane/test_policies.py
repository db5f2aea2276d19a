"""Prefix lists and route maps do what FRR does with the text that SONiC writes."""

import json
from typing import Any

import pytest

from fabricgen.configdb.read import parse
from fabricgen.model.configdb import ConfigDb
from fabricgen.rules._control_plane.policy import (
    DROP_TAG,
    NO_EXPORT,
    Policy,
    Route,
    route_map,
    template_in,
)
from fabricgen.rules._control_plane.prefix_list import Prefix, allow_list, parse_prefix, prefix_set


def config(**tables: Any) -> ConfigDb:
    return parse(json.dumps(tables), "x/config_db.json")


def prefix(text: str) -> Prefix:
    found = parse_prefix(text)
    assert found is not None
    return found


def applied(policy: Policy, text: str, **fields: Any) -> Route | None:
    return policy.apply(Route(**fields), prefix(text))


@pytest.mark.parametrize(
    ("text", "permitted"),
    [
        ("10.1.0.0/16", False),  # shorter than 18: denied before anything else
        ("192.0.2.0/24", True),
        ("192.0.2.7/32", True),  # a text without le takes everything inside
        ("192.0.3.0/24", False),
        ("127.0.0.1/32", False),
    ],
)
def test_allow_list_takes_the_prefix_and_all_inside(text: str, permitted: bool) -> None:
    assert allow_list(4, ["192.0.2.0/24"]).permits(prefix(text)) is permitted


def test_allow_list_takes_limits_as_written() -> None:
    ranged = allow_list(4, ["10.0.0.0/8 ge 24 le 28"])
    verdicts = [ranged.permits(prefix(f"10.1.0.0/{length}")) for length in (20, 24, 28, 30)]
    assert verdicts == [False, True, True, False]


@pytest.mark.parametrize(
    ("limits", "lengths"), [("exact", {16}), ("16..32", {16, 24, 32}), ("24..32", {24, 32})]
)
def test_prefix_set_limits(limits: str, lengths: set[int]) -> None:
    rows = config(PREFIX_SET={"X": {"mode": "IPv4"}}, PREFIX={f"X|10.255.0.0/16|{limits}": {}})
    found = prefix_set(rows, "X")
    assert found is not None
    assert {n for n in (8, 16, 24, 32) if found.permits(prefix(f"10.255.0.0/{n}"))} == lengths


def test_template_tags_what_it_hears() -> None:
    heard = applied(template_in(config(), 4), "10.0.0.0/24")
    assert heard is not None
    assert heard.communities == {DROP_TAG}


def test_deny_by_default_marks_no_export_but_what_is_allowed() -> None:
    rows = {"DEPLOYMENT_ID|0": {"prefixes_v4": "192.0.2.0/24", "default_action": "deny"}}
    policy = template_in(config(BGP_ALLOWED_PREFIXES=rows), 4)
    allowed, other = applied(policy, "192.0.2.0/24"), applied(policy, "10.0.0.0/24")
    assert allowed is not None
    assert other is not None
    assert (allowed.communities, other.communities) == (frozenset(), {NO_EXPORT})


def test_allowed_prefixes_as_a_list_are_not_read() -> None:
    rows = {"DEPLOYMENT_ID|0": {"prefixes_v4": ["192.0.2.0/24"], "default_action": "deny"}}
    heard = applied(template_in(config(BGP_ALLOWED_PREFIXES=rows), 4), "192.0.2.0/24")
    assert heard is not None
    assert heard.communities == {DROP_TAG}


def test_a_route_map_without_rows_denies() -> None:
    assert applied(route_map(config(), "GONE"), "10.0.0.0/24") is None


def test_a_set_without_members_matches_nothing() -> None:
    rows = config(
        PREFIX_SET={"EMPTY": {"mode": "IPv4"}},
        ROUTE_MAP={"M|10": {"route_operation": "permit", "match_prefix_set": "EMPTY"}},
    )
    assert applied(route_map(rows, "M"), "10.0.0.0/24") is None


def test_tag_on_import_is_refused_on_export() -> None:
    rows = config(
        COMMUNITY_SET={"DOWN": {"match_action": "ANY", "community_member": ["64512:1"]}},
        ROUTE_MAP={
            "TAG|10": {"route_operation": "permit", "set_community_inline": ["64512:1"]},
            "OUT|10": {"route_operation": "deny", "match_community": "DOWN"},
            "OUT|20": {"route_operation": "permit"},
        },
    )
    tagged = applied(route_map(rows, "TAG"), "10.0.0.0/24")
    assert tagged is not None
    assert route_map(rows, "OUT").apply(tagged, prefix("10.0.0.0/24")) is None
    assert applied(route_map(rows, "OUT"), "10.0.0.0/24") is not None


def test_sets_change_the_route() -> None:
    rows = config(
        ROUTE_MAP={
            "M|10": {
                "route_operation": "permit",
                "set_local_pref": "200",
                "set_med": "7",
                "set_asn": "65001",
                "set_repeat_asn": "2",
            }
        }
    )
    found = applied(route_map(rows, "M"), "10.0.0.0/24", path=(65002,))
    assert found == Route(path=(65001, 65001, 65002), med=7, preference=200)


def test_a_map_that_calls_itself_ends() -> None:
    rows = config(ROUTE_MAP={"M|10": {"route_operation": "permit", "call_route_map": "M"}})
    assert applied(route_map(rows, "M"), "10.0.0.0/24") is not None


def test_path_patterns_match_whole_numbers() -> None:
    rows = config(
        AS_PATH_SET={"P": {"as_path_set_member": ["_65001_"]}},
        ROUTE_MAP={"M|10": {"route_operation": "permit", "match_as_path": "P"}},
    )
    assert applied(route_map(rows, "M"), "10.0.0.0/24", path=(64999, 65001)) is not None
    assert applied(route_map(rows, "M"), "10.0.0.0/24", path=(165001,)) is None
