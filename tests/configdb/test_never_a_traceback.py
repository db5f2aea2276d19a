"""Whatever JSON stands in a file, the whole run of a validation ends in a report."""

import json
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from fabricgen import catalogue, compile, judge
from fabricgen.configdb import load_schema
from fabricgen.model.diagnostic import Diagnostic

SCHEMA = load_schema("202511")
BASE = Path(__file__).parents[1] / "rules" / "base" / "config.json"
LEAF = json.loads(BASE.read_text("utf-8"))
KNOWN = sorted(LEAF)

WORDS = (
    "", "0", "-1", "x", "Ethernet0", "Ethernet8|3", "|", "10.0.0.1/31", "::1", "3,4", "0-2", "2-",
    "true", "GLOBAL", "localhost", "AZURE", "default", "\u0663", "9" * 50, "NULL", "[A|b]", "Vlan100",
)  # fmt: skip
texts = st.sampled_from(WORDS) | st.text(max_size=5)
scalars = texts | st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=2),
    max_leaves=4,
)


@st.composite
def patches(draw: st.DrawFn) -> tuple[str, str, str, object]:
    """Draw a table, a key, a field and a value; the names are known ones more often than not."""
    table = draw(st.sampled_from(sorted(SCHEMA.tables)) | st.sampled_from(KNOWN) | texts)
    spec = SCHEMA.tables.get(table)
    fields = sorted({name for rows in spec.lists for name in rows.fields}) if spec else []
    keys = (
        sorted(LEAF.get(table, {})) + [rows.fixed for rows in spec.lists if rows.fixed]
        if spec
        else []
    )
    key = draw(st.sampled_from(keys) | texts if keys else texts)
    field = draw(st.sampled_from(fields) | texts if fields else texts)
    return table, key, field, draw(values)


def validated(content: object, folder: Path) -> tuple[Diagnostic, ...]:
    path = folder / "config_db.json"
    path.write_text(json.dumps(content), "utf-8")
    options = compile.Options(release="202511", upgrade="master", catalogue=catalogue.load())
    return judge.validate_files([path], options).diagnostics


@settings(max_examples=50)
@given(st.lists(patches(), min_size=1, max_size=6))
def test_a_leaf_with_anything_in_it_is_judged(
    tmp_path_factory,
    changes: list[tuple[str, str, str, object]],  # type: ignore[no-untyped-def]
) -> None:
    tables = json.loads(json.dumps(LEAF))
    for table, key, field, value in changes:
        rows = tables.setdefault(table, {})
        row = rows.setdefault(key, {}) if isinstance(rows, dict) else {}
        if isinstance(row, dict):
            row[field] = value
    validated(tables, tmp_path_factory.mktemp("leaf"))


@settings(max_examples=30)
@given(st.dictionaries(st.sampled_from(KNOWN) | texts, values, max_size=4))
def test_any_tables_are_judged(tmp_path_factory, content: dict[str, object]) -> None:  # type: ignore[no-untyped-def]
    validated(content, tmp_path_factory.mktemp("any"))
