"""The embedded schema against configurations: what is refused, where, and how it is said."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from fabricgen.configdb import check, load_schema, parse, read
from fabricgen.configdb.faults import nearest
from fabricgen.configdb.values import describe, legal_words, split
from fabricgen.model.configdb import TypeSpec
from fabricgen.model.diagnostic import Problem

BASE = Path(__file__).parents[1] / "rules" / "base" / "config.json"


def problems(tables: dict[str, Any], release: str = "202511") -> tuple[Problem, ...]:
    return check(parse(json.dumps(tables), "f"), load_schema(release))


@pytest.fixture
def leaf() -> dict[str, Any]:
    return copy.deepcopy(json.loads(BASE.read_text("utf-8")))


@pytest.mark.parametrize("release", ["202411", "202505", "202511", "202605", "master"])
def test_the_leaf_is_legal(leaf: dict[str, Any], release: str) -> None:
    if release == "202411":
        del leaf["STATIC_ROUTE"]["default|10.0.0.0/24"]["advertise"]
    assert problems(leaf, release) == ()


def test_all_rows_that_miss_one_entry_are_named_once(leaf: dict[str, Any]) -> None:
    del leaf["BUFFER_PROFILE"]["q_lossy_profile"]
    (problem,) = problems(leaf)
    assert problem.kind == "dangling-reference"
    assert "in 8 places" in problem.message
    assert (problem.place.table, problem.place.field) == ("BUFFER_QUEUE", "profile")


def test_nine_equal_faults_are_one_and_eight_are_eight() -> None:
    def vlans(count: int) -> dict[str, Any]:
        return {
            "VLAN": {f"Vlan{100 + i}": {"vlanid": str(100 + i), "mtu": "0"} for i in range(count)}
        }

    assert len(problems(vlans(8))) == 8
    (problem,) = problems(vlans(9))
    assert "in 9 places" in problem.message


def test_an_ipv6_address_resolves_whatever_its_spelling() -> None:
    tables = {
        "SRV6_MY_LOCATORS": {"loc1": {"prefix": "fcbb:bbbb:1::"}},
        "BGP_GLOBALS": {"default": {"local_asn": "65001"}},
        "BGP_NEIGHBOR": {"default|2001:db8:0:0::1": {}},
        "BGP_NEIGHBOR_AF": {"default|2001:DB8::1|ipv6_unicast": {}},
    }
    assert problems(tables) == ()


def test_unsigned_fields_are_decimal_as_the_switch_reads_them() -> None:
    row = {"vlanid": "0x64"}
    assert [p.kind for p in problems({"VLAN": {"Vlan100": row}})] == ["bad-value"]
    assert problems({"VLAN": {"Vlan100": {"vlanid": " 100"}}}) == ()


def test_secrets_do_not_appear() -> None:
    tables = {"TACPLUS": {"global": {"passkey": "hunter 2"}}, "NTP_KEY": {"1": {"value": "x" * 99}}}
    text = "".join(p.message + p.hint for p in problems(tables))
    assert "hunter" not in text
    assert "xxx" not in text


def test_a_field_may_repeat_its_key(leaf: dict[str, Any]) -> None:
    leaf["VLAN"] = {"Vlan100": {"name": "Vlan100", "vlanid": "100"}}
    assert problems(leaf) == ()
    leaf["VLAN"]["Vlan100"]["name"] = "Vlan200"
    assert [p.kind for p in problems(leaf)] == ["unknown-field"]


def test_an_empty_text_in_a_list_counts_as_no_element() -> None:
    assert problems({"VLAN": {"Vlan100": {"vlanid": "100", "dhcp_servers": [""]}}}) == ()


def test_objects_in_rows_are_refused_not_crashed_on() -> None:
    found = problems(
        {"VLAN": {"Vlan100": {"vlanid": {"a": "b"}, "dhcp_servers": [["x"], {"y": 1}]}}}
    )
    assert [p.kind for p in found] == ["wrong-shape", "wrong-shape"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("fec_mode", "fec"),
        ("BUFFER_PROFILES", "BUFFER_PROFILE"),
        ("adminStatus", "admin_status"),
        ("zzz", None),
    ],
)
def test_nearest_name(name: str, expected: str | None) -> None:
    assert nearest(name, ["mode", "fec", "admin_status", "BUFFER_PROFILE"]) == expected


def test_descriptions_name_what_is_legal() -> None:
    mtu = TypeSpec(kind="integer", ranges=((68, 9216),))
    state = TypeSpec(kind="enum", enums=("up", "down"))
    assert describe(mtu) == "a whole number from 68 to 9216"
    assert describe(TypeSpec(kind="union", members=(mtu, state))) == (
        "one of up, down or a whole number from 68 to 9216"
    )
    on_off = TypeSpec(kind="string", patterns=("on|off",))
    assert legal_words(on_off) == ("on", "off")


def test_decimals_keep_to_their_places_and_range() -> None:
    power = TypeSpec(kind="decimal", fraction_digits=1, ranges=((-400, 100),))
    accepts, targets = split(power)
    assert accepts is not None
    assert targets == ()
    assert [accepts(t) for t in ("-40.0", "10", "10.1", "1.25", "x", "-40.1")] == [
        True,
        True,
        False,
        False,
        False,
        False,
    ]


def test_the_case_folders_of_files_get_their_verdict(shared: Path) -> None:
    """Cases this room decides: those refused by reading or by the schema, and the controls."""
    refused = ("001", "003", "004", "012", "014", "030", "035", "036", "039", "095")
    for number in refused:
        config = read(shared / "cases" / f"BR-{number}" / "config_db.json")
        assert config.problems + check(config, load_schema("202511")), number
    for number in ("000", "096", "107"):
        config = read(shared / "cases" / f"BR-{number}" / "config_db.json")
        assert config.problems + check(config, load_schema("202511")) == (), number
