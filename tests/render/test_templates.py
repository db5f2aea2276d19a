"""Templates only write down: every expression is a value of ``device``, spelt by tojson."""

from collections.abc import Iterator

import jinja2
import pytest
from jinja2 import nodes

from fabricgen import packaged

FOLDER = packaged.folder("templates")
NAMES = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.j2"))
ARITHMETIC = (
    nodes.Add,
    nodes.Sub,
    nodes.Mul,
    nodes.Div,
    nodes.FloorDiv,
    nodes.Mod,
    nodes.Pow,
    nodes.Neg,
    nodes.Concat,
)
CONSTRUCTS = (nodes.Assign, nodes.AssignBlock, nodes.Macro, nodes.Include, nodes.Import, nodes.Call)


def parse(name: str) -> nodes.Template:
    text = (FOLDER / name).read_text("utf-8")
    return jinja2.Environment().parse(text)


def constant_names(tree: nodes.Template) -> set[str]:
    """Loop variables over words that stand in the template itself."""
    return {
        loop.target.name
        for loop in tree.find_all(nodes.For)
        if isinstance(loop.iter, nodes.Tuple) and isinstance(loop.target, nodes.Name)
    }


def printed(tree: nodes.Template) -> Iterator[nodes.Node]:
    for output in tree.find_all(nodes.Output):
        yield from (node for node in output.nodes if not isinstance(node, nodes.TemplateData))


def test_there_are_templates() -> None:
    assert len(NAMES) >= 40


@pytest.mark.parametrize("name", NAMES)
def test_template_has_no_arithmetic_and_no_defaults(name: str) -> None:
    tree = parse(name)
    assert list(tree.find_all((*ARITHMETIC, *CONSTRUCTS))) == []
    assert {item.name for item in tree.find_all(nodes.Filter)} <= {"tojson"}
    tests = {item.name for item in tree.find_all(nodes.Test)}
    assert tests <= {"none"}


@pytest.mark.parametrize("name", NAMES)
def test_every_value_passes_tojson(name: str) -> None:
    tree = parse(name)
    words = constant_names(tree)
    for node in printed(tree):
        if isinstance(node, nodes.Name):
            assert node.name in words
        else:
            assert isinstance(node, nodes.Filter)
            assert node.name == "tojson"


@pytest.mark.parametrize("name", NAMES)
def test_template_sees_only_its_device(name: str) -> None:
    tree = parse(name)
    bound = {target.name for loop in tree.find_all(nodes.For) for target in [loop.target]}
    used = {item.name for item in tree.find_all(nodes.Name)}
    assert used <= bound | {"device", "loop"}


def test_the_lint_sees_arithmetic() -> None:
    tree = jinja2.Environment().parse("{{ (device.a + 1) | tojson }}")
    assert list(tree.find_all(ARITHMETIC))
