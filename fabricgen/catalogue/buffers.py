"""Headroom rows and buffer defaults of a HwSKU from its platform file."""

from collections.abc import Iterator
from types import MappingProxyType

from fabricgen.catalogue.fields import Fields, Row
from fabricgen.model.platform import BufferDefaults, HeadroomRow, PoolSpec, ProfileSpec


def headroom_rows(fields: Fields) -> tuple[HeadroomRow, ...]:
    """Return the rows ``[speed, cable, size, xon, xoff, threshold, xon_offset]`` under headroom."""
    return tuple(_headroom_row(row) for row in fields.rows("headroom"))


def _headroom_row(row: Row) -> HeadroomRow:
    return HeadroomRow(
        speed_mbps=row.number(0),
        cable_m=row.number(1),
        size_bytes=row.number(2),
        xon_bytes=row.number(3),
        xoff_bytes=row.number(4),
        threshold=row.number(5),
        xon_offset_bytes=row.number(6) if len(row.cells) > 6 else None,
    )


def buffer_defaults(fields: Fields) -> Iterator[BufferDefaults]:
    """Yield the entries under buffers; ``as_first`` keys repeat those of the first entry."""
    first: Fields | None = None
    for entry in fields.children("buffers"):
        shared = first.raw if first is not None else {}
        taken = {key: shared[key] for key in entry.texts("as_first") if key in shared}
        whole = Fields(entry.file, entry.path, {**taken, **entry.raw})
        first = first or whole
        yield BufferDefaults(
            topologies=whole.texts("topologies"),
            default_cable_m=whole.number_or_none("default_cable_m"),
            pools=tuple(_pool(name, pool) for name, pool in whole.mappings("pools").items()),
            profiles=tuple(
                _profile(name, profile) for name, profile in whole.mappings("profiles").items()
            ),
            pg=MappingProxyType(dict(whole.text_map("pg"))),
            queue=MappingProxyType(dict(whole.text_map("queue"))),
            ingress_profile_list=whole.texts("ingress_profile_list"),
            egress_profile_list=whole.texts("egress_profile_list"),
        )


def _pool(name: str, fields: Fields) -> PoolSpec:
    return PoolSpec(
        name=name,
        type=fields.text("type"),
        mode=fields.text("mode"),
        size_bytes=fields.number_or_none("size_bytes"),
        xoff_bytes=fields.number_or_none("xoff_bytes"),
    )


def _profile(name: str, fields: Fields) -> ProfileSpec:
    return ProfileSpec(
        name=name,
        pool=fields.text("pool"),
        size_bytes=fields.number("size_bytes"),
        dynamic_th=fields.number_or_none("dynamic_th"),
        static_th=fields.number_or_none("static_th"),
    )
