"""FEC, autoneg and link training of rendered ports where they follow the cable."""

from pathlib import Path

import pytest

from fabricgen import compile, judge
from fabricgen.render import Renderer

INTENT = """\
fabricgen: 1
name: a
compute: {nodes: 16, node: {gpus: 8, nics: 8, nic_speed: %s}}
fabrics:
  backend: {switch: nvidia-sn5600, topology: rail-optimized, tiers: 2, link_settings: cable,
    cables: {host_leaf: %s, leaf_spine: 30m}}
"""


@pytest.mark.parametrize(
    ("speed", "length", "host", "up"),
    [
        # 100G lanes: passive copper to 3 m negotiates and trains, retimed copper does not.
        ("400G", "2m", ("rs", "on", "on"), ("rs", "off", "off")),
        ("400G", "5m", ("rs", "off", "off"), ("rs", "off", "off")),
        # 50G lanes (100G on 2).
        ("100G", "2m", ("rs", "on", "on"), ("rs", "off", "off")),
    ],
)
def test_ports_follow_their_cable(
    speed: str, length: str, host: tuple[str, ...], up: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "intent.yaml"
    path.write_text(INTENT % (speed, length), encoding="utf-8")
    outcome = compile.compile_intent(path)
    assert outcome.design is not None
    assert outcome.design.topology is not None
    renderer = Renderer(outcome.design)
    found: dict[str, set[tuple[str | None, ...]]] = {}
    for link in outcome.design.topology.links:
        row = renderer.tables(link.upper.device)["PORT"][link.upper.port]
        settings = tuple(row.get(key) for key in ("fec", "autoneg", "link_training"))
        found.setdefault(link.kind, set()).add(settings)
        if link.kind == "leaf-spine":
            row = renderer.tables(link.lower.device)["PORT"][link.lower.port]
            assert settings == tuple(row.get(k) for k in ("fec", "autoneg", "link_training"))
    assert found == {"host-leaf": {host}, "leaf-spine": {up}}
    files = dict(compile.rendered(outcome.design))
    proof = judge.validate_rendered(files, tmp_path / "out", outcome.design)
    assert [d.message for d in proof.diagnostics if d.severity == "error"] == []


def test_ports_that_ship_unlike_follow_their_cable(tmp_path: Path) -> None:
    """Of this box some ports ship with autoneg on and some off; a link between two of them is optical."""
    path = tmp_path / "intent.yaml"
    path.write_text(
        "fabricgen: 1\nname: a\ncompute: {nodes: 16, node: nvidia-hgx-h100}\n"
        "fabrics: {backend: {switch: arista-7060x6-16pe-384c, topology: rail-optimized}}\n",
        encoding="utf-8",
    )
    outcome = compile.compile_intent(path)
    assert outcome.design is not None
    files = dict(compile.rendered(outcome.design))
    proof = judge.validate_rendered(files, tmp_path / "out", outcome.design)
    assert [d.message for d in proof.diagnostics if d.rule == "FAB024"] == []
