"""Every row and field of routing taken away or changed, on both paths: found, or harmless for a reason."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from click.testing import CliRunner

from fabricgen.cli import main
from tests.e2e.test_fault_injection import Judge
from tests.fault_kinds import Devices

INTENT = """fabricgen: 1
name: x
compute: {nodes: 8, node: {gpus: 2, nics: 2, nic_speed: 400G}, scalable_unit: 4}
sonic: {routing: %s}
fabrics:
  backend: {switch: nvidia-sn5600, topology: rail-optimized, spine: {platform: nvidia-sn5600, count: 2}}
accept: [{rule: CAP004, reason: a test}]
"""
TENANTS = """tenants:
  - {name: red, nodes: [1-2, 5-6], isolation: vrf}
  - {name: blue, nodes: [3], isolation: vrf}
"""
PATHS = {"bgpcfgd": INTENT % "bgpcfgd", "frrcfgd": INTENT % "frrcfgd" + TENANTS}
LEAF, SPINE = "leaf-p1-su01-r1", "spine-p1-01"
TABLES = (
    "AS_PATH_SET",
    "BGP_GLOBALS",
    "BGP_GLOBALS_AF",
    "BGP_GLOBALS_AF_NETWORK",
    "BGP_NEIGHBOR",
    "BGP_NEIGHBOR_AF",
    "BGP_PEER_GROUP",
    "BGP_PEER_GROUP_AF",
    "COMMUNITY_SET",
    "DEVICE_METADATA",
    "DEVICE_NEIGHBOR",
    "INTERFACE",
    "LOOPBACK_INTERFACE",
    "ROUTE_MAP",
    "ROUTE_MAP_SET",
    "STATIC_ROUTE",
    "VLAN_SUB_INTERFACE",
    "VRF",
)


@dataclass(frozen=True, kw_only=True)
class Mutant:
    """One change: ``field`` None takes the row away, ``new`` None the field."""

    device: str
    table: str
    key: str
    field: str | None = None
    new: Any = None
    framework: bool

    def of(self, devices: Devices) -> Devices:
        found = {**devices, self.device: copy.deepcopy(devices[self.device])}
        rows = found[self.device][self.table]
        if self.field is None:
            del rows[self.key]
        elif self.new is None:
            del rows[self.key][self.field]
        else:
            rows[self.key][self.field] = self.new
        return found


def _fields(table: str, *fields: str, gone: bool = False) -> Callable[[Mutant], bool]:
    return lambda m: m.table == table and m.field in fields and (not gone or m.new is None)


# What no rule finds, and why it does no harm.
HARMLESS: tuple[tuple[str, Callable[[Mutant], bool]], ...] = (
    (
        "the spines of a plane share one ASN, so all paths of a leaf have equal AS paths without it",
        lambda m: _fields("BGP_GLOBALS", "load_balance_mp_relax")(m) and m.device == LEAF,
    ),
    (
        "a log switch; families are activated one by one; without the check a route with a row behind it is announced as well",
        _fields(
            "BGP_GLOBALS", "log_nbr_state_changes", "default_ipv4_unicast", "network_import_check"
        ),
    ),
    (
        "FRR takes the highest loopback, in a VRF its highest address",
        _fields("BGP_GLOBALS", "router_id", gone=True),
    ),
    (
        "FRR's own maximum is higher than any group here",
        lambda m: m.table == "BGP_GLOBALS_AF" and m.new is None,
    ),
    (
        "FRR describes a neighbour with it",
        lambda m: _fields("BGP_NEIGHBOR", "name")(m) and m.framework,
    ),
    (
        "a name of no device in the files describes whoever it is",
        _fields("BGP_NEIGHBOR", "name"),
    ),
    (
        "FRR takes the address of the interface; sessions are up unless a row says otherwise",
        _fields("BGP_NEIGHBOR", "local_addr", "admin_status", gone=True),
    ),
    (
        "what the default says: no client, and external sessions set the next hop anyway",
        lambda m: (
            _fields("BGP_NEIGHBOR", "rrclient", gone=True)(m)
            or _fields("BGP_NEIGHBOR", "nhopself")(m)
        ),
    ),
    (
        "static routes are announced unless a row says otherwise",
        _fields("STATIC_ROUTE", "advertise", gone=True),
    ),
    ("how soon FRR tries again", _fields("BGP_PEER_GROUP", "conn_retry")),
    (
        "the second wall against valleys: the first, spines of one ASN that refuse their own, stands and is computed",
        lambda m: (
            m.key in ("EXPORT_ABOVE|10", "IMPORT_BELOW|10", "FROM_ABOVE")
            or _fields("ROUTE_MAP", "set_community_inline")(m)
        ),
    ),
    (
        "the number in the name of the sub-interface counts",
        _fields("VLAN_SUB_INTERFACE", "vlan", gone=True),
    ),
    (
        "sub-interfaces are up unless the row says otherwise",
        _fields("VLAN_SUB_INTERFACE", "admin_status", gone=True),
    ),
    (
        "who is behind a host port is for people; the label of a NIC is the site's word",
        lambda m: m.table == "DEVICE_NEIGHBOR" and m.device == LEAF and m.key in HOST_PORTS,
    ),
    (
        "links are rebuilt from addresses, and a row without its name or port says nothing wrong",
        _fields("DEVICE_NEIGHBOR", "name", "port", gone=True),
    ),
    (
        "people and tools read the row; what the switch does comes from the machine and from other rows",
        _fields("DEVICE_METADATA", "hostname", "platform"),
    ),
    (
        "SONiC's defaults are what the row says",
        _fields(
            "DEVICE_METADATA",
            "suppress-fib-pending",
            "buffer_model",
            "default_bgp_status",
            "default_pfcwd_status",
            "docker_routing_config_mode",
            "synchronous_mode",
        ),
    ),
    (
        "the management framework takes the ASN from BGP_GLOBALS",
        lambda m: _fields("DEVICE_METADATA", "bgp_asn")(m) and m.framework,
    ),
)
HOST_PORTS = tuple(f"Ethernet{4 * at}" for at in range(4))


def _wrong(value: Any) -> Iterator[Any]:
    if isinstance(value, list):
        yield from (value[:-1], [*value, "65000:99"])
    elif value in ("true", "false"):
        yield {"true": "false", "false": "true"}[value]
    elif value in ("up", "down"):
        yield {"up": "down", "down": "up"}[value]
    elif value in ("permit", "deny"):
        yield {"permit": "deny", "deny": "permit"}[value]
    elif str(value).isdigit():
        yield str(int(value) + 1)
    else:
        yield f"{value}x"


def mutants(devices: Devices, seed: int, *, framework: bool) -> Iterator[Mutant]:
    """Yield changes of one row of each kind, drawn at random: of one VRF, with the same fields."""
    draw = random.Random(seed)
    for device in (LEAF, SPINE):
        for table in TABLES:
            kinds: dict[Any, list[str]] = {}
            for key, row in devices[device].get(table, {}).items():
                vrf = key.partition("|")[0] if key.startswith(("Vrf-", "default|")) else ""
                kinds.setdefault((vrf, key.count("|"), tuple(sorted(row))), []).append(key)
            for keys in kinds.values():
                key = draw.choice(keys)
                at = {"device": device, "table": table, "key": key, "framework": framework}
                yield Mutant(**at)
                for field, value in devices[device][table][key].items():
                    yield Mutant(**at, field=field)
                    yield from (Mutant(**at, field=field, new=new) for new in _wrong(value))


def missed(devices: Devices, wrong: list[Mutant]) -> list[Mutant]:
    judge = Judge()
    assert [item for item in judge(devices) if item.severity != "note"] == []
    return [
        one
        for one in wrong
        if not any(harmless(one) for _, harmless in HARMLESS)
        and not any(item.severity != "note" for item in judge(one.of(devices)))
    ]


@pytest.fixture(scope="module", params=PATHS)
def fabric(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Devices]:
    """The files of two rails with two spines; with VRFs of two tenants where the path has them."""
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "intent.yaml").write_text(PATHS[request.param], "utf-8")
    result = CliRunner().invoke(
        main, ["render", str(folder / "intent.yaml"), "-o", str(folder / "out")]
    )
    assert result.exit_code == 0, result.output
    paths = sorted((folder / "out").glob("*/config_db.json"))
    return request.param, {one.parent.name: json.loads(one.read_text("utf-8")) for one in paths}


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2])
def test_every_change_of_routing_is_found(seed: int, fabric: tuple[str, Devices]) -> None:
    path, devices = fabric
    wrong = list(mutants(devices, seed, framework=path == "frrcfgd"))
    assert missed(devices, wrong) == []
    seen = {one.table for one in wrong}
    assert seen == {t for t in TABLES if t in devices[LEAF] or t in devices[SPINE]}


def test_a_draw_of_changes_of_routing_is_found(fabric: tuple[str, Devices]) -> None:
    path, devices = fabric
    wrong = list(mutants(devices, 3, framework=path == "frrcfgd"))
    assert missed(devices, random.Random(3).sample(wrong, 30)) == []
