"""What prefix lists, BGP, SRv6, MCLAG and spanning tree ask for: tests that find a row at fault."""

from collections.abc import Callable

from fabricgen.model.configdb import ConfigCheck
from fabricgen.rules._file import number
from fabricgen.rules._models import value

_BEFORE_SEQUENCE = ("202405", "202411", "202505")


def prefix_bounds(x: ConfigCheck, key: str) -> bool:
    """Return whether ge and le of a prefix list entry are out of order or beyond the family."""
    prefix = key.rpartition("|")[2]
    length = number(prefix.rpartition("/")[2]) or 0
    ge, le = (number(x.config.text("PREFIX_LIST", key, name)) for name in ("ge", "le"))
    most = 128 if ":" in prefix else 32
    given = [bound for bound in (ge, le) if bound is not None]
    if any(not length <= bound <= most for bound in given):
        return True
    return ge is not None and le is not None and le < ge


def prefix_action(x: ConfigCheck, key: str) -> bool:
    """Return whether seq, ge or le stand without an action."""
    row = x.config.row("PREFIX_LIST", key)
    return any(name in row for name in ("seq", "ge", "le")) and "action" not in row


def not_mst(x: ConfigCheck, _key: str) -> bool:
    """Return whether spanning tree runs in another mode than mst, which leaves no MST row legal."""
    return x.config.text("STP", "GLOBAL", "mode") != "mst"


def sequence_twice(x: ConfigCheck, key: str) -> bool:
    """Return whether a prefix set has the sequence number of a row twice (refused from 202511)."""
    parts = key.split("|")
    if len(parts) != 4 or x.schema.release in _BEFORE_SEQUENCE:
        return False
    same = (k.split("|") for k in x.config.rows("PREFIX"))
    return sum(1 for p in same if len(p) == 4 and p[:2] == parts[:2]) > 1


def _other_vrf(x: ConfigCheck, table: str, vrf: str, name: str) -> bool:
    """Return whether ``name`` is in another VRF of a table but not in ``vrf``."""
    homes = {key.partition("|")[0] for key in x.config.rows(table) if key.endswith(f"|{name}")}
    return bool(homes) and vrf not in homes


def peer_group(table: str, field: str) -> Callable[[ConfigCheck, str], bool]:
    """Return a test: the peer group a row names is in another VRF only."""

    def lacks(x: ConfigCheck, key: str) -> bool:
        group = x.config.text(table, key, field)
        vrf = key.partition("|")[0]
        return group is not None and _other_vrf(x, "BGP_PEER_GROUP", vrf, group)

    return lacks


def family_of(table: str) -> Callable[[ConfigCheck, str], bool]:
    """Return a test: the neighbour or group of an address family row is in another VRF only."""

    def lacks(x: ConfigCheck, key: str) -> bool:
        parts = key.split("|")
        return len(parts) == 3 and _other_vrf(x, table, parts[0], parts[1])

    return lacks


def locator_bits(x: ConfigCheck, key: str) -> bool:
    """Return whether the parts of a SID are longer than an address."""
    names = ("block_len", "node_len", "func_len", "arg_len")
    lengths = [number(value(x, "SRV6_MY_LOCATORS", key, name)) or 0 for name in names]
    return sum(lengths) > 128


def sid_interface(x: ConfigCheck, key: str) -> bool:
    """Return whether a uA segment names no interface."""
    row = x.config.row("SRV6_MY_SIDS", key)
    return row.get("action") == "uA" and "interface" not in row


def root_guard(x: ConfigCheck, key: str) -> bool:
    """Return whether the root guard stands in another mode than PVST."""
    guard = value(x, "STP", key, "rootguard_timeout")
    return guard is not None and value(x, "STP", key, "mode") != "pvst"


def keepalive(x: ConfigCheck, key: str) -> bool:
    """Return whether three keepalive intervals outlast the session timeout."""
    names = ("keepalive_interval", "session_timeout")
    keepalive, timeout = (number(value(x, "MCLAG_DOMAIN", key, name)) for name in names)
    return keepalive is not None and timeout is not None and 3 * keepalive > timeout
