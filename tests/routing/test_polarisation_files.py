"""The links that two tiers leave unused: the intent's rule and the rule on files say the same."""

from pathlib import Path

import orjson
import pytest

from fabricgen.compile import compile_intent
from fabricgen.model.configdb import FabricFiles
from fabricgen.render import render
from fabricgen.rules import fab060_hash_polarisation, rte004_unused_links
from tests.lab_compare import rebuilt

THREE = """fabricgen: 1
name: three
compute: {{nodes: 36, node: {{gpus: 2, nics: 2, nic_speed: 400G}}, scalable_unit: 4}}
fabrics:
  backend: {{topology: rail-optimized, tiers: 3, oversubscription: 2, switch: nvidia-sn4700}}
routing: {{hash: {{{hash}}}}}
"""
TWO = """fabricgen: 1
name: two
compute: {{nodes: 8, node: {{gpus: 2, nics: 2, nic_speed: 400G}}, scalable_unit: 4}}
fabrics:
  backend: {{topology: rail-optimized, switch: nvidia-sn4700, spine: {{platform: nvidia-sn4700, count: 2}}}}
routing: {{hash: {{{hash}}}}}
"""


def made(text: str, folder: Path, sonic_type: str = "") -> tuple[list[str], FabricFiles]:
    """Return what the intent's rule says, and the rendered files as a stranger reads them.

    With ``sonic_type`` every device gets this type.
    """
    (folder / "intent.yaml").write_text(text, "utf-8")
    outcome = compile_intent(folder / "intent.yaml")
    assert outcome.design is not None
    said = [finding.message for finding in rte004_unused_links.check(outcome.design)]
    files = {name: orjson.loads(file) for name, file in render(outcome.design)}
    for tables in files.values() if sonic_type else ():
        tables["DEVICE_METADATA"]["localhost"]["type"] = sonic_type
    return said, rebuilt(files)


@pytest.mark.parametrize("text", [TWO, THREE])
@pytest.mark.parametrize("chosen", ["", "leaf: XOR, spine: CRC, super_spine: XOR"])
def test_tiers_differ_by_seed_or_algorithm(text: str, chosen: str, tmp_path: Path) -> None:
    said, files = made(text.format(hash=chosen), tmp_path)
    assert said == []
    assert list(fab060_hash_polarisation.check(files)) == []


def test_equal_spines_and_super_spines(tmp_path: Path) -> None:
    # 16 links up from a spine, 16 from a super-spine to a pod: 16 / gcd(16, 16) = 1 is used.
    said, files = made(THREE.format(hash="spine: CRC, super_spine: CRC"), tmp_path)
    assert any("over 1 of its 16 links, 15" in message for message in said)
    messages = [finding.message for finding in fab060_hash_polarisation.check(files)]
    assert any(
        "one of 16 paths" in message and "uses 1 of 16 links, 15 stay unused" in message
        for message in messages
    )


def test_spines_with_the_seed_of_leaves(tmp_path: Path) -> None:
    # 4 links up from a leaf, 2 parallel ones from a spine to a leaf: 2 / gcd(4, 2) = 1 is used.
    _, files = made(TWO.format(hash=""), tmp_path, "LeafRouter")
    (found,) = fab060_hash_polarisation.check(files)
    assert "seed 10" in found.message
    assert "one of 4 paths" in found.message
    assert "uses 1 of 2 links, 1 stay unused" in found.message
