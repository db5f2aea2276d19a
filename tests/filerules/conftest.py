"""Single files built by hand from tables, and the rules that judge them."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from fabricgen import catalogue
from fabricgen.model.configdb import ConfigCheck, ConfigDb, SonicSchema
from fabricgen.model.diagnostic import Finding, Place, Severity
from fabricgen.model.rule import Point
from fabricgen.validate import load_rules

Found = list[tuple[str, Severity, Finding]]


def frozen(value: Any) -> Any:
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def checked(tables: Mapping[str, Any]) -> ConfigCheck:
    """A check of tables as a reader gives them; places carry table, key and field only."""
    held = {
        table: {
            key: {field: frozen(value) for field, value in row.items()}
            for key, row in rows.items()
            if isinstance(row, Mapping)
        }
        for table, rows in tables.items()
        if isinstance(rows, Mapping)
    }

    def locate(path: tuple[str, ...]) -> Place:
        names = dict(zip(("table", "key", "field"), path, strict=False))
        return Place(file="config_db.json", **names)

    config = ConfigDb(device="x", file="config_db.json", tables=held, locate=locate)
    schema = SonicSchema(release="202511", source="", tables={})
    return ConfigCheck(config=config, schema=schema, catalogue=catalogue.load())


def judged(tables: Mapping[str, Any]) -> Found:
    """All findings of the rules on single files."""
    check = checked(tables)
    return [
        (rule.id, rule.severity, finding)
        for rule in load_rules().values()
        if rule.point is Point.CONFIG
        for finding in rule.check(check)
    ]


@pytest.fixture(scope="session")
def judge() -> Callable[[Mapping[str, Any]], Found]:
    return judged


@pytest.fixture
def leaf(root: Path) -> Any:
    """A correct leaf, fresh for every test."""
    return json.loads((root / "tests/rules/base/config.json").read_text(encoding="utf-8"))


@pytest.fixture
def smart_switch(root: Path) -> Any:
    """A correct smart switch, fresh for every test."""
    return json.loads((root / "tests/rules/base/smartswitch.json").read_text(encoding="utf-8"))
