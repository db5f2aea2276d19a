"""CONFIG_DB files as read, and the compiled SONiC schema that judges them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from fabricgen.model.catalogue import Catalogue
from fabricgen.model.diagnostic import Place, Problem
from fabricgen.model.intent import Intent

Scalar: TypeAlias = str | int | float | bool | None
FieldValue: TypeAlias = "Scalar | tuple[FieldValue, ...] | Mapping[str, FieldValue]"
Row: TypeAlias = Mapping[str, FieldValue]
Table: TypeAlias = Mapping[str, Row]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigDb:
    """One device's CONFIG_DB as it stands in a file.

    ``device`` is the hostname of DEVICE_METADATA, else the folder or file name. ``tables`` holds only tables that
    are mappings of mappings; whatever else the file held is in ``problems``. ``locate`` finds the place of
    ``(table,)``, ``(table, key)`` or ``(table, key, field)``; it may scan the text again, so call it for
    findings only. ``golden`` is a file that overrides tables of another, merged into it; a ``partial``
    one stands alone, so what it refers to may lie elsewhere.
    """

    device: str
    file: str
    tables: Mapping[str, Table]
    locate: Callable[[tuple[str, ...]], Place]
    problems: tuple[Problem, ...] = ()
    golden: bool = False
    partial: bool = False

    def rows(self, table: str) -> Table:
        """Return the rows of ``table``, empty if the file has none."""
        return self.tables.get(table, {})

    def row(self, table: str, key: str) -> Row:
        """Return one row, empty if absent."""
        return self.rows(table).get(key, {})

    def text(self, table: str, key: str, field: str) -> str | None:
        """Return a field as text, None if absent or not a scalar."""
        value = self.row(table, key).get(field)
        if isinstance(value, bool):
            return str(value)
        return str(value) if isinstance(value, str | int | float) else None

    def place(self, table: str, key: str | None = None, field: str | None = None) -> Place:
        """Return where a table, row or field is written, with the device named."""
        return self.locate(tuple(part for part in (table, key, field) if part is not None))


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeSpec:
    """A value type after typedef resolution.

    ``kind`` is one of string, integer, decimal, boolean, enum, leafref, union, empty, bits, binary. Ranges are inclusive
    ``(low, high)`` pairs. ``patterns`` are Python regular expressions that must match in full
    (``inverted`` ones must not). ``target`` is the leafref's ``(table, list, leaf)``.
    """

    kind: str
    ranges: tuple[tuple[int, int], ...] = ()
    lengths: tuple[tuple[int, int], ...] = ()
    patterns: tuple[str, ...] = ()
    inverted: tuple[str, ...] = ()
    enums: tuple[str, ...] = ()
    fraction_digits: int | None = None
    target: tuple[str, str, str] | None = None
    members: tuple["TypeSpec", ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldSpec:
    """A field (or key part) of a list: its type, and for leaf-lists how many elements it may hold.

    ``separator`` is set where SONiC takes one delimited string for the list.
    """

    name: str
    type: TypeSpec
    mandatory: bool = False
    default: str | None = None
    is_list: bool = False
    separator: str | None = None
    min_elements: int | None = None
    max_elements: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListSpec:
    """One YANG list or fixed-name container of a table.

    ``keys`` are the key parts in order; ``fixed`` is the row name of a container (``localhost``), else None.
    ``map_fields`` is the (key, value) pair of specs in map tables such as DSCP_TO_TC_MAP.
    """

    name: str
    keys: tuple[FieldSpec, ...]
    fields: Mapping[str, FieldSpec]
    fixed: str | None = None
    map_fields: tuple[FieldSpec, FieldSpec] | None = None
    unique: tuple[tuple[str, ...], ...] = ()
    max_elements: int | None = None
    min_elements: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSpec:
    """A CONFIG_DB table of a release."""

    name: str
    module: str
    lists: tuple[ListSpec, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SonicSchema:
    """The tables of one SONiC release and the commit of the models they come from."""

    release: str
    source: str
    tables: Mapping[str, TableSpec]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigCheck:
    """What a rule on a single file sees: the file, the release's schema, and the catalogue.

    ``problems`` are those of reading the file and of holding it against the schema.
    """

    config: ConfigDb
    schema: SonicSchema
    catalogue: Catalogue
    problems: tuple[Problem, ...] = ()
    strict: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FileEnd:
    """One end of a link found in the files."""

    device: str
    port: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLink:
    """A link found in the files; ``how`` is subnet, neighbor or cabling.

    ``cable_m`` and ``speed_mbps`` come from the cabling file, None where it does not say.
    """

    a: FileEnd
    b: FileEnd
    how: str
    cable_m: int | None = None
    speed_mbps: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FabricFiles:
    """The fabric rebuilt from files alone; rules across devices see this.

    ``devices`` maps a hostname to its file (of duplicates, the first; the others are in ``repeated``).
    ``intent`` is given where the files are held against one, with ``expected``: the tables that it gives a
    device. ``host_links`` are cables of the cabling
    file that lead from a port (``a``) to something without a file, such as a node's NIC (``b``).
    ``memo`` holds what rules have derived from it.
    """

    devices: Mapping[str, ConfigDb]
    repeated: tuple[ConfigDb, ...]
    links: tuple[FileLink, ...]
    catalogue: Catalogue
    schema: SonicSchema
    intent: Intent | None = None
    expected: Callable[[str], Mapping[str, Mapping[str, Mapping[str, object]]]] | None = None
    host_links: tuple[FileLink, ...] = ()
    problems: tuple[Problem, ...] = ()
    memo: dict[object, object] = field(default_factory=dict, init=False, compare=False, repr=False)
