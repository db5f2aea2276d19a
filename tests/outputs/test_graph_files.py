"""The graph and the labels of a small design."""

import json
from dataclasses import replace

import networkx
from built_fabrics import backend, build, hardware, intent, node, real
from small_design import small_design

from fabricgen.model.design import Design
from fabricgen.model.intent import ComputeGroup, Intent
from fabricgen.outputs import design_files


def design(*files: str) -> Design:
    group = ComputeGroup(nodes=4, node=node(nics=2, gpus=2), scalable_unit=2)
    asked = intent(group, backend=backend(real("nvidia-sn5600")))
    built = build(asked)
    wanted = Intent(
        fabricgen=1, name="t", compute=asked.compute, fabrics=asked.fabrics, also_write=files
    )
    return Design(intent=wanted, catalogue=hardware(), topology=built.topology)


def whole(*files: str) -> Design:
    """Return a design that has been through all stages, as every output needs another one."""
    made = small_design()
    return replace(made, intent=replace(made.intent, also_write=files))


def written(name: str, word: str) -> bytes:
    from fabricgen.outputs import graph_dot, graph_graphml, graph_json, labels_html

    modules = {m.EXTRA: m for m in (graph_dot, graph_graphml, graph_json, labels_html)}
    module = modules[word]
    assert name == module.FILE
    return module.text(design(word))


def test_graphml_is_the_graph_that_was_built() -> None:
    """4 nodes; 8 NIC links and 8 uplinks."""
    graph = networkx.parse_graphml(written("graph.graphml", "graphml").decode())
    made = design().topology
    assert graph.number_of_edges() == len(made.links) == 16
    assert graph.number_of_nodes() == len(made.devices) + 4
    assert graph.nodes["leaf-p1-su01-r1"]["tier"] == 1


def test_json_names_both_ports_of_each_link() -> None:
    document = json.loads(written("graph.json", "graph-json"))
    assert document["format_version"] == 1
    first = document["links"][0]
    assert (first["a"], first["a_port"], first["b_port"]) == (
        "leaf-p1-su01-r1",
        "Ethernet0",
        "nic1",
    )


def test_dot_has_one_line_a_link() -> None:
    text = written("graph.dot", "dot").decode()
    assert text.count(" -- ") == 16
    assert text.startswith("graph fabric {")
    assert text.rstrip().endswith("}")


def test_labels_have_both_ends_of_each_cable() -> None:
    text = written("labels.html", "labels").decode()
    assert text.count("<article>") == 32
    assert "<b>node-0001 nic1</b><br>to leaf-p1-su01-r1 Ethernet0 (cage 1, lanes " in text


def test_they_are_written_only_where_asked() -> None:
    files = {"graph.dot", "graph.json", "graph.graphml", "labels.html"}
    assert files.isdisjoint(dict(design_files(whole())))
    assert files & set(dict(design_files(whole("dot", "labels")))) == {"graph.dot", "labels.html"}
