"""Compile a folder of SONiC YANG models into a schema: facts only, no texts and no expressions."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from fabricgen.configdb.yang_tree import Statement, child, children, parse_models
from fabricgen.configdb.yang_types import type_spec
from fabricgen.model.configdb import FieldSpec, ListSpec, SonicSchema, TableSpec

# SONiC keeps these lists as one string; the separator is the field's own (sonic-yang-mgmt).
SEPARATORS: Mapping[tuple[str, str], str] = {
    ("BGP_ALLOWED_PREFIXES", "prefixes_v4"): ",",
    ("BGP_ALLOWED_PREFIXES", "prefixes_v6"): ",",
    ("BUFFER_PORT_EGRESS_PROFILE_LIST", "profile_list"): ",",
    ("BUFFER_PORT_INGRESS_PROFILE_LIST", "profile_list"): ",",
    ("MIRROR_SESSION", "src_ip"): ",",
    ("NTP", "src_intf"): ";",
    ("PORT", "adv_interface_types"): ",",
    ("PORT", "adv_speeds"): ",",
}
# Event records share the models' folder but are no tables of CONFIG_DB.
_EVENTS = "sonic-events-"


def compile_models(folder: Path, name: str, source: str = "") -> SonicSchema:
    """Return the schema of the YANG models in ``folder``.

    Args:
        folder: Holds the ``*.yang`` files of one release, as on a switch under
            ``/usr/local/yang-models``. The IETF modules may lie in it, in ``ietf/`` inside it or
            beside it; else those that come with pyang are taken.
        name: Name of the schema, for messages.
        source: Where the models come from (repository and commit).

    Raises:
        ValueError: The folder holds no models, a model does not parse, or pyang is not installed
            (``pip install 'fabricgen[yang]'``).
    """
    tables: dict[str, TableSpec] = {}
    for module in parse_models(folder):
        if module.arg.startswith(_EVENTS):
            continue
        for top in children(module, "container"):
            if top.arg == module.arg:
                for table in children(top, "container"):
                    tables[table.arg] = _table(table, module.arg)
    if not tables:
        raise ValueError(f"{folder} holds no SONiC models (sonic-*.yang)")
    return SonicSchema(release=name, source=source, tables=dict(sorted(tables.items())))


def _table(table: Statement, module: str) -> TableSpec:
    lists = list(children(table, "list"))
    path = (module, table.arg)
    specs = [_list(entry, table.arg, (*path, entry.arg)) for entry in lists]
    specs += [
        _container(entry, table.arg, (*path, entry.arg)) for entry in children(table, "container")
    ]
    return TableSpec(name=table.arg, module=module, lists=tuple(specs))


def _list(entry: Statement, table: str, path: tuple[str, ...]) -> ListSpec:
    names = child(entry, "key").split()
    fields = dict(_fields(entry, table, path))
    inner = next(children(entry, "list"), None)
    pair: tuple[FieldSpec, FieldSpec] | None = None
    if inner is not None:
        left, *_ = child(inner, "key").split()
        columns = dict(_fields(inner, table, (*path, inner.arg)))
        pair = (columns.pop(left), next(iter(columns.values())))
    return ListSpec(
        name=entry.arg,
        keys=tuple(fields.pop(name) for name in names),
        fields=fields,
        map_fields=pair,
        unique=tuple(tuple(u.arg.split()) for u in entry.search("unique")),
        min_elements=_count(entry, "min-elements"),
        max_elements=_count(entry, "max-elements"),
    )


def _container(entry: Statement, table: str, path: tuple[str, ...]) -> ListSpec:
    fields = dict(_fields(entry, table, path))
    return ListSpec(name=entry.arg, keys=(), fields=fields, fixed=entry.arg)


def _fields(entry: Statement, table: str, path: tuple[str, ...]) -> Iterator[tuple[str, FieldSpec]]:
    for leaf in children(entry, "leaf", "leaf-list"):
        is_list = leaf.keyword == "leaf-list"
        # A mandatory leaf under a condition is mandatory only where the condition holds.
        mandatory = child(leaf, "mandatory") == "true" and leaf.search_one("when") is None
        default = leaf.search_one("default")
        yield (
            leaf.arg,
            FieldSpec(
                name=leaf.arg,
                type=type_spec(leaf.search_one("type"), (*path, leaf.arg)),
                mandatory=mandatory,
                default=None if default is None else str(default.arg),
                is_list=is_list,
                separator=SEPARATORS.get((table, leaf.arg)) if is_list else None,
                min_elements=_count(leaf, "min-elements"),
                max_elements=_count(leaf, "max-elements"),
            ),
        )


def _count(node: Statement, keyword: str) -> int | None:
    text = child(node, keyword)
    return int(text) if re.fullmatch(r"\d+", text) else None
