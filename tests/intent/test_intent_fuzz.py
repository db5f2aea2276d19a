"""Mutated intents: whatever is done to the text, reading it gives a draft, in bounded time."""

import random
from pathlib import Path

import pytest
import yaml

from fabricgen.intent import parse, read, starter
from fabricgen.model.diagnostic import Severity
from fabricgen.model.intent import Intent, IntentDraft
from fabricgen.model.rule import Point
from fabricgen.validate.runner import run

STARTER = starter(name="a", nodes=4, node="nvidia-dgx-h100", switch="nvidia-sn5600")
MINIMAL = """\
fabricgen: 1
name: tokyo-a
workload: training
compute: {nodes: 128, node: nvidia-dgx-h100}
fabrics:
  backend: {switch: nvidia-sn5600}
"""
LONG = (
    MINIMAL
    + """\
  storage:  {switch: {radix: 64, speed: 1.6T}, oversubscription: 16/15, cables: {host_leaf: 3m}}
qos: {lossless: [{name: roce, dscp: 26, priority: 3}], congestion: {strict: true}}
tenants:
  - {name: red, nodes: [1-64, 65], isolation: vrf}
services: {ntp: [10.0.0.1], tacacs: {servers: [10.0.0.4], secret: ${TACACS_SECRET}}}
overrides:
  - {devices: "leaf-*", table: CRM, set: {Config: {polling_interval: "300"}}}
accept: {rule: CAP003, reason: agreed}
addressing: {links: 10.64.0.0/10, asn: 4200000000-4200999999}
"""
)
TEXTS = (MINIMAL, LONG, STARTER)
TOKENS = (
    "~", "null", "true", "no", "0", "-1", "1e9", "1e999999999", "0x", "017", ".nan", ".inf", "9" * 80, "''", '"', "'",
    "[", "]", "{", "}", "{}", "[]", ",", ":", ": ", "- ", "? ", "&a ", "*a", "!t ", "!!str ", "<<: ", "|", ">", "#",
    "\t", "\n", "\r", "---\n", "...\n", "%YAML 1.1\n", "@", "`", "%", "auto", "${X}", "\\", "\u2028", "\ufeff", "\x00",
    "é", "😀", "\ue000", "400", "400G", "3m", "40%", "1/0", "10.0.0.0/8", "../x", "nodes", "leaf", "planes: 2", "  ",
)  # fmt: skip


def mutation(chance: random.Random) -> bytes:
    """Return one of the texts after one to six changes of bytes, tokens or lines."""
    content = chance.choice(TEXTS).encode()
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(content) + 1)
        match chance.randrange(6):
            case 0:
                content = content[:at] + bytes([chance.randrange(256)]) + content[at + 1 :]
            case 1:
                content = content[:at] + content[at + chance.randint(1, 20) :]
            case 2 | 3:
                token = chance.choice(TOKENS).encode()
                content = content[:at] + token + content[at + chance.randint(0, 12) :]
            case 4:
                lines = content.splitlines(keepends=True)
                chance.shuffle(lines)
                content = b"".join(lines)
            case _:
                lines = content.splitlines(keepends=True) or [b""]
                line = chance.choice(lines)
                content = b"".join([*lines, line[chance.randrange(len(line) + 1) :]])
    return content


def judge(draft: object, content: bytes) -> None:
    """Check what every draft must keep to."""
    assert isinstance(draft, IntentDraft)
    diagnostics = run(Point.DRAFT, draft)
    assert len(diagnostics) == len(
        {(p.kind, p.message, p.hint, p.place) for p in draft.problems}
    ), "a problem has no rule, or more than one"
    errors = [item for item in diagnostics if item.severity is Severity.ERROR]
    assert isinstance(draft.intent, Intent) == (not errors)
    lines = content.count(b"\n") + content.count(b"\r") + 1
    for item in diagnostics:
        assert item.place.line is None or 1 <= item.place.line <= lines
        assert item.message
        assert "\n" not in item.message


def fuzz(count: int, seed: int, folder: Path) -> None:
    chance = random.Random(seed)
    path = folder / "intent.yaml"
    for _ in range(count):
        content = mutation(chance)
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError:
            path.write_bytes(content)
            judge(read(path), content)
        else:
            judge(parse(text, "intent.yaml"), content)


def test_two_thousand_mutations_always_give_a_draft(tmp_path: Path) -> None:
    fuzz(2_000, 1, tmp_path)


@pytest.mark.slow
def test_ten_thousand_mutations_always_give_a_draft(tmp_path: Path) -> None:
    fuzz(10_000, 2, tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "x: 1\n" * 200_000,
        "".join(f"x{i}: 1\n" for i in range(200_000)),
        MINIMAL
        + "services: {ntp: ["
        + ",".join(f"10.0.{i >> 8}.{i & 255}" for i in range(60_000))
        + "]}",
        MINIMAL + "tenants: {name: a, nodes: [" + "1-9," * 100_000 + "]}",
        MINIMAL + "tenants: [" + "{name: a, nodes: [1], isolation: acll}," * 30_000 + "]",
        MINIMAL + "qos: {lossless: [" + "{dscp: 1}," * 60_000 + "]}",
        "a: " + "x" * 4_000_000,
        "{" * 1_000_000,
        "a: b: c\n" + "x" * 250_000,
        "- " * 2_000_000,
        "name: " + "9" * 1_000_000,
        "#" * 4_300_000,
    ],
    ids=lambda text: text[:12] + text[120:132],
)
def test_hostile_text_is_refused(text: str) -> None:
    draft = parse(text, "f")
    assert draft.intent is None or text.startswith("fabricgen")
    assert len(draft.problems) <= 1_201


@pytest.mark.slow
def test_both_parsers_of_pyyaml_agree_on_mutations(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(3)
    texts = [mutation(chance).decode("utf-8", "replace") for _ in range(3_000)]
    with_c = [parse(text, "f") for text in texts]
    monkeypatch.setattr(yaml, "CSafeLoader", yaml.SafeLoader)
    assert [parse(text, "f") for text in texts] == with_c
