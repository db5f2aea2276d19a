"""A table of broken intents, each with every finding's rule, line, column and message."""

from pathlib import Path

import pytest
import yaml

from fabricgen.intent import parse
from fabricgen.model.rule import Point
from fabricgen.validate.runner import load_rules, run

TABLE = Path(__file__).parent / "broken.yaml"
BROKEN = yaml.safe_load(TABLE.read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", BROKEN, ids=[case["name"] for case in BROKEN])
def test_broken_intent_is_refused_with_place_and_words(case: dict[str, object]) -> None:
    draft = parse(str(case["text"]), "intent.yaml")
    found = [
        {
            "rule": item.rule,
            "line": item.place.line,
            "column": item.place.column,
            "message": item.message,
        }
        for item in run(Point.DRAFT, draft)
    ]
    assert found == case["finds"]
    assert all(problem.place.file == "intent.yaml" for problem in draft.problems)


def test_every_problem_has_a_hint() -> None:
    drafts = [parse(str(case["text"]), "f") for case in BROKEN]
    lacking = [p.message for draft in drafts for p in draft.problems if not p.hint]
    assert lacking == []


def test_the_table_covers_every_rule_of_text_given_directly() -> None:
    own = {rule.id for rule in load_rules().values() if rule.point is Point.DRAFT}
    of_files = {"SRC001", "SRC002", "SRC003", "INT030"}
    assert own - of_files == {find["rule"] for case in BROKEN for find in case["finds"]}


def test_all_problems_of_a_file_come_in_one_run() -> None:
    text = (
        "fabricgen: 1\n"
        "name: ../x\n"
        "compute: {nodess: 4, node: x}\n"
        "workload: trainig\n"
        "fabrics: {backend: {planes: 9, cables: {host_leaf: 3}}}\n"
    )
    draft = parse(text, "f")
    assert draft.intent is None
    assert [(p.kind, p.place.line, p.place.column) for p in sorted(draft.problems, key=place)] == [
        ("bad-name", 2, 7),
        ("missing-key", 3, 10),
        ("unknown-key", 3, 11),
        ("unknown-choice", 4, 11),
        ("out-of-range", 5, 29),
        ("wrong-unit", 5, 52),
    ]


def place(problem: object) -> tuple[int, int]:
    where = problem.place  # type: ignore[attr-defined]
    return where.line, where.column


@pytest.mark.parametrize(
    "text",
    [
        "services: {tacacs: {servers: [10.0.0.1], secret: hunter2}}",
        "services: {tacacs: {servers: [10.0.0.1], secret: [hunter2]}}",
        "services: {tacacs: {servers: [10.0.0.1], secret: {key: hunter2}}}",
        "services: {tacacs: {servers: [10.0.0.1], secret: !hunter2 x}}",
        "services: {tacacs: hunter2}",
        "services: {tacacs: {servers: [10.0.0.1], password: hunter2}}",
        "overrides: {devices: x, table: TACPLUS, set: {global: {passkey: hunter2}}}",
        "overrides: {devices: x, table: TACPLUS, set: {global: {passkey: [hunter2]}}}",
        "overrides: {devices: x, table: TACPLUS, set: {global: {passkey: {a: hunter2}}}}",
        "services: {tacacs: {servers: [10.0.0.1], secret: hunter2: x}}",
    ],
)
def test_secret_is_refused_and_never_shown(text: str) -> None:
    base = "fabricgen: 1\nname: a\ncompute: {nodes: 4, node: x}\n"
    draft = parse(base + text + "\n", "f")
    assert draft.intent is None
    assert "hunter2" not in repr(draft)
