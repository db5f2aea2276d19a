"""Render CONFIG_DB: one template a table, found in the packaged folder ``templates``."""

from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import TypeAlias

import jinja2
import orjson

from fabricgen import packaged
from fabricgen.model.design import Design
from fabricgen.model.topology import Role
from fabricgen.render.gather import device_context, gather
from fabricgen.render.order import natural_key

Row: TypeAlias = dict[str, str | list[str]]
Tables: TypeAlias = dict[str, dict[str, Row]]


class Renderer:
    """CONFIG_DB of every switch and DPU of a design.

    Devices are rendered one at a time, so a large design needs no more memory than one of them.
    """

    def __init__(self, design: Design) -> None:
        """Index the design.

        Args:
            design: With topology, addresses and routing; QoS and tenancy where there are any.
        """
        self._gathered = gather(design)
        self._overrides = design.intent.overrides
        self._extensions = design.intent.sonic.extensions
        self._devices = tuple(
            sorted(
                (d.name for d in self._gathered.topology.devices if d.role is not Role.NODE),
                key=natural_key,
            )
        )

    def devices(self) -> tuple[str, ...]:
        """Return the switches and DPUs in natural order."""
        return self._devices

    def tables(self, device: str) -> Tables:
        """Return the CONFIG_DB of one device: table, row key, field.

        Every scalar is text. Tables come in alphabetical order, rows in natural order. Tables without rows
        are left out. Overrides of the intent are merged last.

        Raises:
            KeyError: There is no such device.
        """
        context = device_context(self._gathered, device)
        tables: Tables = {}
        for name, template in _templates(self._extensions):
            text = template.render(device=context)
            if not text.strip():
                continue
            rows: dict[str, Row] = orjson.loads(text)
            if rows:
                tables[name] = rows
        self._override(device, tables)
        return {name: _sorted(tables[name]) for name in sorted(tables)}

    def _override(self, device: str, tables: Tables) -> None:
        for item in self._overrides:
            if not fnmatchcase(device, item.devices):
                continue
            table = tables.setdefault(item.table, {})
            for key, fields in item.set.items():
                row = table.setdefault(key, {})
                for field, value in fields.items():
                    row[field] = value if isinstance(value, str) else list(value)


def to_bytes(tables: Tables) -> bytes:
    """Return the text of ``config_db.json``: UTF-8, indented by 2, a newline at the end."""
    return orjson.dumps(tables, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def render(design: Design) -> Iterator[tuple[str, bytes]]:
    """Yield ``(device, text of its config_db.json)`` in natural order."""
    renderer = Renderer(design)
    for device in renderer.devices():
        yield device, to_bytes(renderer.tables(device))


def _sorted(rows: dict[str, Row]) -> dict[str, Row]:
    return {key: rows[key] for key in sorted(rows, key=natural_key)}


def _to_json(value: str | tuple[str, ...]) -> str:
    """Return a text or a list of texts as JSON; jinja2's own filter would escape for HTML."""
    return orjson.dumps(value).decode()


@lru_cache(maxsize=4)
def _templates(extensions: tuple[str, ...]) -> tuple[tuple[str, jinja2.Template], ...]:
    """Compile every template once; the name of the file is the name of the table.

    Tables that community SONiC has no model for stand in a folder of their extension.
    """
    folder = packaged.folder("templates")
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # the output is JSON, every value passes tojson
    )
    environment.filters["tojson"] = _to_json
    places = ["", *(f"{extension}/" for extension in dict.fromkeys(extensions))]
    files = sorted((path.stem, place) for place in places for path in (folder / place).glob("*.j2"))
    return tuple((name, environment.get_template(f"{place}{name}.j2")) for name, place in files)
