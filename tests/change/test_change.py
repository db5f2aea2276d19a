"""Differences and patches of configurations."""

import copy
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from fabricgen.change import compare, patch, patch_text, text
from fabricgen.change.patch import needs_reload, pointer
from fabricgen.model.configdb import ConfigDb
from fabricgen.model.diagnostic import Place

Tables = dict[str, dict[str, dict[str, Any]]]


def config(tables: Tables, device: str = "leaf-1") -> dict[str, ConfigDb]:
    return {device: ConfigDb(device=device, file="x", tables=tables, locate=lambda _path: Place())}


def applied(tables: Tables, operations: tuple[dict[str, Any], ...]) -> Tables:
    result = copy.deepcopy(tables)
    for operation in operations:
        parts = [p.replace("~1", "/").replace("~0", "~") for p in operation["path"].split("/")[1:]]
        target: Any = result
        for part in parts[:-1]:
            target = target[part]
        if operation["op"] == "remove":
            del target[parts[-1]]
        else:
            assert (parts[-1] in target) == (operation["op"] == "replace")
            target[parts[-1]] = operation["value"]
        assert all(result.values()), "a patch must never leave an empty table"
    return result


values = st.sampled_from(["1", "2", "up"])
row = st.dictionaries(st.sampled_from(["lanes", "speed", "mtu"]), values, max_size=3)
table = st.dictionaries(
    st.sampled_from(["Ethernet0", "Ethernet8", "Ethernet8|10.0.0.0/31", "a~b"]), row, min_size=1
)
documents = st.dictionaries(st.sampled_from(["PORT", "INTERFACE", "QUEUE", "X"]), table)


@given(documents, documents)
def test_patch_turns_the_old_document_into_the_new(old: Tables, new: Tables) -> None:
    assert applied(old, patch(old, new)) == new


@given(documents)
def test_nothing_differs_from_itself(tables: Tables) -> None:
    assert compare(config(tables), config(copy.deepcopy(tables))) == ()
    assert patch(tables, tables) == ()
    assert text(config(tables), config(tables)) == ""


def test_rows_of_a_port_leave_before_its_lanes_change_and_return_after() -> None:
    old: Tables = {
        "PORT": {
            "Ethernet0": {"lanes": "0,1,2,3,4,5,6,7", "speed": "800000"},
            "Ethernet8": {"lanes": "8"},
        },
        "QUEUE": {"Ethernet0|3": {"scheduler": "s"}, "Ethernet8|3": {"scheduler": "s"}},
    }
    new = copy.deepcopy(old)
    new["PORT"]["Ethernet0"] = {"lanes": "0,1,2,3", "speed": "400000"}
    assert [(op["op"], op["path"]) for op in patch(old, new)] == [
        ("remove", "/QUEUE/Ethernet0|3"),
        ("replace", "/PORT/Ethernet0"),
        ("add", "/QUEUE/Ethernet0|3"),
    ]


def test_both_wred_thresholds_change_in_one_step() -> None:
    old = {"WRED_PROFILE": {"w": {"green_min_threshold": "1", "green_max_threshold": "2"}}}
    new = {"WRED_PROFILE": {"w": {"green_min_threshold": "3", "green_max_threshold": "4"}}}
    assert [op["op"] for op in patch(old, new)] == ["replace"]


def test_pools_need_a_reload() -> None:
    old = {
        "BUFFER_POOL": {"p": {"size": "1"}},
        "DEVICE_METADATA": {"localhost": {"type": "LeafRouter"}},
    }
    new = {
        "BUFFER_POOL": {"p": {"size": "2"}},
        "DEVICE_METADATA": {"localhost": {"type": "SpineRouter"}},
    }
    assert needs_reload(old, new) == ("BUFFER_POOL", "DEVICE_METADATA|type")


def test_pointer_escapes_prefixes_of_keys() -> None:
    assert pointer("INTERFACE", "Ethernet0|10.0.0.0/31") == "/INTERFACE/Ethernet0|10.0.0.0~131"


def test_text_names_old_and_new_in_natural_order() -> None:
    old: Tables = {"PORT": {"Ethernet8": {"mtu": "9100"}, "Ethernet16": {"mtu": "9100"}}}
    new: Tables = {"PORT": {"Ethernet8": {"mtu": "1500"}, "Ethernet16": {"mtu": "1500"}}}
    assert text(config(old), config(new)).splitlines() == [
        "leaf-1",
        "  ~ PORT|Ethernet8|mtu: 9100 -> 1500",
        "  ~ PORT|Ethernet16|mtu: 9100 -> 1500",
    ]


def test_patch_text_names_added_devices_and_reloads() -> None:
    old, new = config({"PORT": {"a": {"mtu": "1"}}}), config({"PORT": {"a": {"mtu": "2"}}})
    document = json.loads(patch_text(old, {**new, **config({}, "leaf-2")}))
    assert document["devices"]["leaf-2"] == {"device": "added"}
    assert document["devices"]["leaf-1"]["needs_reload"] == []
