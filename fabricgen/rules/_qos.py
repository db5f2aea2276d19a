"""Classes of a file: maps, paused priorities, and the rows of priority groups and queues."""

from collections.abc import Mapping
from dataclasses import dataclass

from fabricgen.model.configdb import ConfigDb
from fabricgen.rules._file import is_dpu, metadata, number, once
from fabricgen.rules._ports import file_ports

# Fields of PORT_QOS_MAP and the tables they name.
MAP_TABLES = {
    "dscp_to_tc_map": "DSCP_TO_TC_MAP",
    "tc_to_queue_map": "TC_TO_QUEUE_MAP",
    "tc_to_pg_map": "TC_TO_PRIORITY_GROUP_MAP",
    "pfc_to_queue_map": "MAP_PFC_PRIORITY_TO_QUEUE",
    "pfc_to_pg_map": "PFC_PRIORITY_TO_PRIORITY_GROUP_MAP",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassGroup:
    """Ports that pause the same priorities by the same maps.

    ``names`` gives the map bound to each field of ``MAP_TABLES``; ``maps`` its readable entries. An
    unbound field is in neither.
    """

    ports: tuple[str, ...]
    priorities: tuple[int, ...]
    names: Mapping[str, str]
    maps: Mapping[str, Mapping[int, int]]

    def pg(self, priority: int) -> int:
        """Return the priority group that a pause of ``priority`` protects, its own without a map."""
        return self.maps.get("pfc_to_pg_map", {}).get(priority, priority)

    def pause_queue(self, priority: int) -> int | None:
        """Return the queue that a received pause stops, None if the bound map leaves it out."""
        if "pfc_to_queue_map" not in self.maps:
            return priority
        return self.maps["pfc_to_queue_map"].get(priority)

    @property
    def fed(self) -> frozenset[int]:
        """The traffic classes that some DSCP is put in."""
        return frozenset(self.maps.get("dscp_to_tc_map", {}).values())

    def classes(self, priority: int) -> tuple[int, ...]:
        """Return the traffic classes of the priority's group, those with traffic if any have."""
        pg = self.pg(priority)
        inside = [tc for tc, group in self.maps.get("tc_to_pg_map", {}).items() if group == pg]
        return tuple(tc for tc in inside if tc in self.fed) or tuple(inside)


def priorities(text: str | None) -> tuple[int, ...]:
    """Return the priorities of a text like ``"3,4"``, without what cannot be read."""
    parts = (number(part) for part in (text or "").split(","))
    return tuple(dict.fromkeys(part for part in parts if part is not None and 0 <= part <= 7))


@once
def paused_ports(config: ConfigDb) -> Mapping[str, tuple[int, ...]]:
    """Return the paused priorities by port, for ports of PORT that are not shut down on purpose."""
    paused = {}
    for name, port in file_ports(config).items():
        if port.admin_status != "down":
            own = priorities(config.text("PORT_QOS_MAP", name, "pfc_enable"))
            if own:
                paused[name] = own
    return paused


@once
def class_groups(config: ConfigDb) -> tuple[ClassGroup, ...]:
    """Return the ports of ``paused_ports`` by what they pause and which maps they use."""
    grouped: dict[tuple[object, ...], list[str]] = {}
    for name, paused in paused_ports(config).items():
        grouped.setdefault((paused, _names(config, name)), []).append(name)
    groups = []
    for ports in grouped.values():
        names = dict(_names(config, ports[0]))
        groups.append(
            ClassGroup(
                ports=tuple(ports),
                priorities=paused_ports(config)[ports[0]],
                names=names,
                maps={field: entries(config, field, name) for field, name in names.items()},
            )
        )
    return tuple(groups)


def _names(config: ConfigDb, port: str) -> tuple[tuple[str, str], ...]:
    row = config.row("PORT_QOS_MAP", port)
    names = []
    for field in MAP_TABLES:
        name = row.get(field)
        if name is None and field == "dscp_to_tc_map":
            name = config.text("PORT_QOS_MAP", "global", field)
        if isinstance(name, str) and name:
            names.append((field, bare(name)))
    return tuple(names)


def bare(reference: str) -> str:
    """Return the row name of a reference; ``[TABLE|name]`` and ``TABLE|name`` are old forms."""
    return reference.strip("[]").rpartition("|")[2]


def entries(config: ConfigDb, field: str, name: str) -> Mapping[int, int]:
    """Return the readable entries of the map ``name`` that a field of ``MAP_TABLES`` names."""
    table = MAP_TABLES[field]
    found = {}
    for key in config.row(table, name):
        source, target = number(key), number(config.text(table, name, key))
        if source is not None and target is not None:
            found[source] = target
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A key ``port|3`` or ``port|0-2`` of BUFFER_PG, BUFFER_QUEUE or QUEUE."""

    key: str
    port: str
    low: int
    high: int


@once
def _spans(config: ConfigDb) -> Mapping[str, tuple[Span, ...]]:
    return {
        table: tuple(span for key in config.rows(table) if (span := parse_span(key)) is not None)
        for table in ("BUFFER_PG", "BUFFER_QUEUE", "QUEUE")
    }


def spans(config: ConfigDb, table: str) -> tuple[Span, ...]:
    """Return the readable keys of BUFFER_PG, BUFFER_QUEUE or QUEUE, in file order."""
    return _spans(config)[table]


def parse_span(key: str) -> Span | None:
    """Return a key of priority groups or queues, None if it has another form."""
    port, bar, text = key.rpartition("|")
    if bar and len(text) == 1 and text in "0123456789":
        return Span(key=key, port=port, low=int(text), high=int(text))
    first, dash, last = text.partition("-")
    low = number(first)
    high = number(last) if dash else low
    if not bar or low is None or high is None:
        return None
    return Span(key=key, port=port, low=low, high=high)


@once
def _row_keys(config: ConfigDb) -> Mapping[str, Mapping[tuple[str, int], str]]:
    return {
        table: {
            (span.port, index): span.key
            for span in listed
            for index in range(span.low, min(span.high, span.low + 64) + 1)
        }
        for table, listed in _spans(config).items()
    }


def row_key(config: ConfigDb, table: str, port: str, index: int) -> str | None:
    """Return the key of the row of a priority group or queue, ranges expanded, None without one."""
    return _row_keys(config)[table].get((port, index))


def profile_name(config: ConfigDb, table: str, key: str) -> str | None:
    """Return the buffer profile of a row, None if it names none."""
    text = config.text(table, key, "profile")
    return bare(text) if text else None


def has_headroom(config: ConfigDb, profile: str) -> bool:
    """Return whether a buffer profile is lossless: it has a positive ``xoff``."""
    return (number(config.text("BUFFER_PROFILE", profile, "xoff")) or 0) > 0


def explicit_headroom(config: ConfigDb, port: str, pg: int) -> bool:
    """Return whether the file gives a priority group a lossless profile of its own."""
    key = row_key(config, "BUFFER_PG", port, pg)
    profile = profile_name(config, "BUFFER_PG", key) if key else None
    return profile is not None and has_headroom(config, profile)


def dynamic(config: ConfigDb) -> bool:
    """Return whether the dynamic buffer model is on."""
    return metadata(config, "buffer_model") == "dynamic"


@once
def cables_m(config: ConfigDb) -> Mapping[str, int]:
    """Return the cable length in metres by port, where it can be read."""
    lengths = {}
    for name, row in config.rows("CABLE_LENGTH").items():
        for port in row:
            text = config.text("CABLE_LENGTH", name, port) or ""
            length = number(text.removesuffix("m"))
            if length is not None and text.endswith("m"):
                lengths[port] = length
    return lengths


def buffers_apply(config: ConfigDb) -> bool:
    """Return whether SONiC manages this device's buffers through the file."""
    return not is_dpu(config)


def cable_row(config: ConfigDb, port: str) -> str | None:
    """Return the CABLE_LENGTH row that holds the port, None without one."""
    return next((name for name, row in config.rows("CABLE_LENGTH").items() if port in row), None)
