"""Names of nodes from a pattern of the intent."""

import pytest
from built_fabrics import backend, build, intent, node, real, shape

from fabricgen.intent import parse
from fabricgen.model.intent import ComputeGroup

TEXT = """\
fabricgen: 1
name: a
compute: {nodes: 4, node: nvidia-hgx-h100, node_names: "%s"}
fabrics: {backend: {switch: nvidia-sn5600}}
"""


def test_nodes_are_called_as_the_pattern_says() -> None:
    group = ComputeGroup(nodes=2, node=node(), name="b", node_names="gpu-{group}{index:03}")
    links = build(intent(group, backend=backend(real("nvidia-sn5600")))).links("host-leaf")
    assert {link.lower.device for link in links} == {"gpu-b001", "gpu-b002"}


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("gpu", "gives all nodes one name"),
        ("gpu{rack}{index}", "is no field of node names"),
        ("gpu_{index}", "are no host names"),
        ("{index" + "x" * 60, "is no field of node names"),
        ("x" * 60 + "{index}", "are no host names"),
    ],
)
def test_a_pattern_that_makes_no_names_is_refused(pattern: str, words: str) -> None:
    (problem,) = parse(TEXT % pattern, "i.yaml").problems
    assert problem.kind == "bad-name"
    assert words in problem.message
    assert (problem.place.line, problem.place.column) == (3, 56)


def test_two_groups_of_one_pattern_are_refused() -> None:
    one, two = (
        ComputeGroup(nodes=2, node=node(), name=name, node_names="gpu{index}") for name in "ab"
    )
    found = shape(intent(one, two, backend=backend(real("nvidia-sn5600")))).problems
    assert [p.kind for p in found] == ["name-pattern"]
    assert "nodes of a and of b are both called gpu1" in found[0].message


def test_a_name_that_grows_too_long_is_refused() -> None:
    group = ComputeGroup(nodes=2, node=node(), name="n" * 60)
    found = shape(intent(group, backend=backend(real("nvidia-sn5600")))).problems
    assert [p.kind for p in found] == ["name-pattern"]
    assert "65 characters, at most 63" in found[0].message
