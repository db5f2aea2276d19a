"""A row of the files is not what the intent gives the device.

Why: the device has drifted from the plan, or the plan has changed since. Both ends of a link may be changed
alike, so that nothing else is wrong: only the intent tells.

Example: by the intent `BGP_NEIGHBOR|10.64.0.1` of spine-p1-01 has asn 4200002000; the file says 4200002001.

Fix: change the intent and render again, or put the row back; a wanted difference belongs into `overrides`.

Source: the intent given with --intent; docs/validation.md.
"""

from collections.abc import Iterator, Mapping

from fabricgen.model.configdb import ConfigDb, FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._file import listing

ID = "FAB080"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC

# Tables in which a row more than planned is a link, a session, an address or a route more.
_WHOLE = (
    "BGP_NEIGHBOR",
    "INTERFACE",
    "LOOPBACK_INTERFACE",
    "STATIC_ROUTE",
    "VLAN_INTERFACE",
    "VLAN_MEMBER",
)


_MOST = 20  # findings a table; a device of another plan differs in every row
_HINT = "render the intent again, or change it; a wanted difference belongs into its overrides"


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield one finding for each row that lacks, differs or is too many; fields the plan leaves open are free."""
    if fabric.expected is None:
        return
    unplanned = {p.place.device for p in fabric.problems if p.kind == "device-not-planned"}
    for name, config in fabric.devices.items():
        if name in unplanned or config.partial:
            continue
        tables = fabric.expected(name)
        for table in dict.fromkeys((*tables, *_WHOLE)):
            odd = tuple(_compared(config, table, tables.get(table, {})))
            yield from odd[:_MOST]
            if len(odd) > _MOST:
                more = f"{len(odd) - _MOST} more rows of {table} are not as by the intent"
                yield found(config, more, _HINT, table)


def _compared(
    config: ConfigDb, table: str, rows: Mapping[str, Mapping[str, object]]
) -> Iterator[Finding]:
    own = config.rows(table)
    for key, row in rows.items():
        if key not in own:
            text = f"by the intent there is a row {table}|{key}, the file has none"
            yield found(config, text, _HINT, table)
            continue
        odd = {
            field: f"{field} {_text(value)}, not {_text(own[key].get(field))}"
            for field, value in row.items()
            if not _secret(value) and _listed(own[key].get(field)) != _listed(value)
        }
        if odd:
            field = next((name for name in odd if name in own[key]), None)
            text = f"by the intent {listing(dict.fromkeys(odd.values()), 3)}"
            yield found(config, text, _HINT, table, key, field)
    for key in own if table in _WHOLE else ():
        if key not in rows:
            text = f"by the intent there is no row {table}|{key}"
            yield found(config, text, _HINT, table, key)


def _secret(value: object) -> bool:
    """Return whether the intent holds a reference in place of a secret; the device has the secret itself."""
    return isinstance(value, str) and value.startswith(("${", "file:"))


def _listed(value: object) -> list[str] | None:
    """Return a value as the texts of a list; SONiC reads a list and its text joined by commas alike."""
    if value is None:
        return None
    return (
        [str(item) for item in value] if isinstance(value, list | tuple) else str(value).split(",")
    )


def _text(value: object) -> str:
    listed = _listed(value)
    return "absent" if listed is None else ",".join(listed)
