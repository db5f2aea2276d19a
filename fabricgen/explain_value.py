"""What ``fabricgen explain --intent`` says of a value: what it is, why, and where it comes from."""

from fnmatch import fnmatchcase
from pathlib import Path

from fabricgen import compile, report
from fabricgen.explain import explain
from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Diagnostic
from fabricgen.render import Renderer

NIC = "NIC"


def explain_value(
    path: Path, topic: str, options: compile.Options | None = None
) -> tuple[str | None, tuple[Diagnostic, ...]]:
    """Return the page of a value of the intent at ``path``, and what the rules say of the intent.

    Args:
        path: The intent file.
        topic: ``DEVICE TABLE|KEY|FIELD``; without the field a whole row. ``NODE NIC|NAME`` or
            ``NODE NIC`` for the settings of a node's NICs.
        options: What the user chose.

    Returns:
        None for the page where there is no such device, row or field.
    """
    outcome = compile.compile_intent(path, options)
    device, _, rest = topic.strip().partition(" ")
    design = outcome.design
    if design is None or design.topology is None or not rest.strip():
        return None, outcome.diagnostics
    table, _, key = rest.strip().partition("|")
    if table.upper() == NIC:
        lines = report.nic_reasons(design, device, key)
        return ("\n".join(lines) if lines else None), outcome.diagnostics
    return _row(design, device, table.upper(), key), outcome.diagnostics


def _row(design: Design, device: str, table: str, key: str) -> str | None:
    """Return the page of a row or field; keys may hold bars, so the longest known key wins."""
    if design.routing is None:
        return None
    renderer = Renderer(design)
    if device not in renderer.devices():
        return None
    rows = renderer.tables(device).get(table, {})
    head, _, field = key.rpartition("|")
    if key in rows:
        head, field = key, ""
    row = rows.get(head)
    if row is None or (field and field not in row):
        return None
    values = {field: row[field]} if field else row
    shown = [
        f"{name} = {value if isinstance(value, str) else ', '.join(value)}"
        for name, value in values.items()
    ]
    reasons = report.value_reasons(design, device, table, head, field)
    overridden = _overridden(design, device, table, head, field)
    page = None if reasons else explain(f"{table}|{field}" if field else table)
    lines = [f"{device} {table}|{head}", *(f"  {line}" for line in shown), ""]
    return "\n".join([*lines, *overridden, *reasons, *([page] if page else [])])


def _overridden(design: Design, device: str, table: str, key: str, field: str) -> list[str]:
    """Return a line for each override of the intent that wrote the value."""
    return [
        f"written by an override of the intent for {item.devices}: what follows is what it replaced"
        for item in design.intent.overrides
        if item.table == table
        and fnmatchcase(device, item.devices)
        and key in item.set
        and (not field or field in item.set[key])
    ]
