"""Nothing that is rendered is refused: drawn intents, rendered, read back and judged."""

import os
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fabricgen import catalogue, compile, judge
from fabricgen.model.diagnostic import Severity
from fabricgen.model.intent import RELEASES

NODES = ("nvidia-dgx-h100", "nvidia-hgx-h100", "nvidia-dgx-b300")
SWITCHES = ("nvidia-sn5600", "dell-z9864f", "nvidia-sn4700")
SERVICES = "services: {ntp: [192.0.2.1], dns: [192.0.2.2], syslog: [192.0.2.3], telemetry: gnmi}\n"
TACACS = 'services: {tacacs: {servers: [192.0.2.4], secret: "${TACACS_SECRET}"}}\n'


@st.composite
def intents(draw: st.DrawFn) -> str:
    """Draw an intent of a small cluster; not all can be built."""
    nodes = draw(st.integers(1, 6))
    release = draw(st.sampled_from(RELEASES))
    routing = draw(st.sampled_from(("bgpcfgd", "bgpcfgd", "frrcfgd")))
    node, switch = draw(st.sampled_from(NODES)), draw(st.sampled_from(SWITCHES))
    card = draw(st.sampled_from(("", ", dpu: {platform: nvidia-bf3, mode: sonic, routing: bgp}")))
    fabrics = f"  backend: {{switch: {switch}}}\n"
    if card or draw(st.booleans()):
        fabrics += "  frontend: {switch: nvidia-sn4700}\n"
    if draw(st.booleans()):
        fabrics += "  storage: {switch: nvidia-sn4700, protocol: nvme-rdma}\n"
    if draw(st.booleans()):
        fabrics += "  oob: {switch: nvidia-sn2201}\n"
    services = draw(st.sampled_from(("", SERVICES, TACACS)))
    return (
        f'fabricgen: 1\nname: drawn\nsonic: {{release: "{release}", routing: {routing}}}\n'
        f"compute: {{nodes: {nodes}, node: {node}{card}}}\nfabrics:\n{fabrics}{services}"
    )


def held(text: str, folder: Path) -> bool:
    """Render an intent that has no errors, and return whether it had none."""
    path = folder / "intent.yaml"
    path.write_text(text, "utf-8")
    options = compile.Options(catalogue=catalogue.load())
    outcome = compile.compile_intent(path, options)
    if outcome.design is None or not outcome.valid:
        return False
    files = dict(compile.rendered(outcome.design, options))
    proof = judge.validate_rendered(files, folder / "out", outcome.design, options)
    found = [item for item in proof.diagnostics if item.severity is Severity.ERROR]
    found += [item for item in proof.diagnostics if item.rule.startswith(("SRC", "TBL"))]
    assert found == [], text
    return True


@settings(max_examples=6)
@given(intents())
def test_what_is_rendered_is_accepted(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    with mock.patch.dict(os.environ, {"TACACS_SECRET": "for-tests-only"}):
        held(text, tmp_path_factory.mktemp("drawn"))


@pytest.mark.slow
def test_what_is_rendered_is_accepted_many_times(tmp_path_factory: pytest.TempPathFactory) -> None:
    built = []

    @settings(max_examples=120)
    @given(intents())
    def run(text: str) -> None:
        built.append(held(text, tmp_path_factory.mktemp("drawn")))

    with mock.patch.dict(os.environ, {"TACACS_SECRET": "for-tests-only"}):
        run()
    assert sum(built) > 40
