"""Golden configurations: whole tables that replace those of the configuration beside them.

``config load_minigraph --override_config`` and ``config override-config-table`` take each table of
``golden_config_db.json`` in place of the device's own; tables the file lacks stay as they are.
"""

import re
from dataclasses import replace
from pathlib import Path

from fabricgen.model.configdb import ConfigDb
from fabricgen.model.diagnostic import Place, Problem

_PART = re.compile(r".*-asic(\d+)")


def is_golden(path: Path) -> bool:
    """Return whether a file's name says that it overrides tables of another."""
    return "golden" in path.stem.lower()


def base_of(path: Path, device: str) -> Path:
    """Return the file that a golden file's part overrides: ``config_db.json``, or its ASIC's."""
    found = _PART.fullmatch(device)
    return path.with_name(f"config_db{found[1] if found else ''}.json")


def override(base: ConfigDb, golden: ConfigDb) -> ConfigDb:
    """Return the configuration a device has once the tables of ``golden`` replace its own."""

    def locate(path: tuple[str, ...]) -> Place:
        source = golden if path and path[0] in golden.tables else base
        return source.locate(path).on_device(base.device)

    named = tuple(replace(p, place=p.place.on_device(base.device)) for p in golden.problems)
    return replace(
        golden,
        device=base.device,
        tables={**base.tables, **golden.tables},
        locate=locate,
        problems=(*base.problems, *named),
        golden=True,
    )


def alone(golden: ConfigDb, base: Path) -> ConfigDb:
    """Return a golden file judged without the configuration it overrides."""
    problem = Problem(
        kind="golden-alone",
        message=f"the file overrides whole tables of a configuration, and {base.name} does not stand"
        f" beside it: only its own {len(golden.tables)} tables are judged, not what they refer to",
        hint=f"put {base.name} of the device into the same folder",
        place=Place(file=golden.file, line=1, column=1, device=golden.device),
    )
    problems = (*golden.problems, problem) if golden.tables else golden.problems
    return replace(golden, golden=True, partial=True, problems=problems)
