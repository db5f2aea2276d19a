"""The fabric as each VRF sees it: files in which the VRF's rows stand as the default one's.

A VRF routes apart from all others, over its own interfaces and sessions; so what holds for the default VRF is computed for it from
such files by the same model. Only devices on the management framework have instances of BGP in VRFs.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from fabricgen.model.configdb import ConfigDb, FabricFiles, Row, Table
from fabricgen.model.diagnostic import Place
from fabricgen.rules._fabric import ADDRESS_TABLES, once
from fabricgen.rules._fabric_sessions import by_framework

_DEFAULT = "default"
_KEYED = (
    "BGP_GLOBALS",
    "BGP_GLOBALS_AF",
    "BGP_GLOBALS_AF_AGGREGATE_ADDR",
    "BGP_GLOBALS_AF_NETWORK",
    "BGP_GLOBALS_LISTEN_PREFIX",
    "BGP_NEIGHBOR",
    "BGP_NEIGHBOR_AF",
    "BGP_PEER_GROUP",
    "BGP_PEER_GROUP_AF",
    "ROUTE_REDISTRIBUTE",
    "STATIC_ROUTE",
)


@once
def vrf_views(fabric: FabricFiles) -> Mapping[str, FabricFiles]:
    """Return the fabric of each VRF that has an instance of BGP on a device, by its name."""
    names = dict.fromkeys(
        name
        for config in fabric.devices.values()
        if by_framework(config)
        for name in config.rows("BGP_GLOBALS")
        if name != _DEFAULT
    )
    return {name: _fabric(fabric, name) for name in names}


def instances(fabric: FabricFiles) -> Iterator[tuple[str, FabricFiles]]:
    """Yield the default VRF with nothing to say, then each VRF with the words that name it."""
    yield "", fabric
    for name, view in vrf_views(fabric).items():
        yield f"in {name} ", view


def _fabric(fabric: FabricFiles, vrf: str) -> FabricFiles:
    devices = {
        name: _view(config, vrf)
        for name, config in fabric.devices.items()
        if vrf in config.rows("BGP_GLOBALS") and by_framework(config)
    }
    links = (link for link in fabric.links if link.a.device in devices and link.b.device in devices)
    return replace(fabric, devices=devices, links=tuple(links))


def _view(config: ConfigDb, vrf: str) -> ConfigDb:
    tables: dict[str, Table] = dict(config.tables)
    for table in _KEYED:
        if table in tables:
            tables[table] = dict(_renamed(tables[table], vrf))
    for table in ADDRESS_TABLES:
        if table in tables:
            tables[table] = dict(_bound(tables[table], vrf))
    return replace(config, tables=tables, locate=_located(config.locate, vrf))


def _renamed(rows: Table, vrf: str) -> Iterator[tuple[str, Row]]:
    for key, row in rows.items():
        first, bar, rest = key.partition("|")
        if first == vrf:
            yield f"{_DEFAULT}{bar}{rest}", row


def _bound(rows: Table, vrf: str) -> Iterator[tuple[str, Row]]:
    for key, row in rows.items():
        name = key.partition("|")[0]
        if rows.get(name, {}).get("vrf_name") == vrf:
            yield key, {field: value for field, value in row.items() if field != "vrf_name"}


def _located(
    locate: Callable[[tuple[str, ...]], Place], vrf: str
) -> Callable[[tuple[str, ...]], Place]:
    """Return where a row of the view is written: under the VRF's own name."""

    def placed(path: tuple[str, ...]) -> Place:
        if len(path) > 1 and path[0] in _KEYED:
            first, bar, rest = path[1].partition("|")
            if first == _DEFAULT:
                path = (path[0], f"{vrf}{bar}{rest}", *path[2:])
        return locate(path)

    return placed
