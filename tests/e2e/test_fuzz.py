"""No input makes a traceback: random mutations of the examples through the whole corridor."""

import random
from pathlib import Path

import pytest

from fabricgen import catalogue, compile

WORDS = (
    "0", "-1", "1", "7", "1000000000", "1e9", "0o17", "no", "~", "auto", "none", "400G", "5m", "3:1", "16/15", "[]", "{}",
    "10.0.0.0/8", "10.0.0.0/31", "../../etc/passwd", "nvidia-sn2201", "nvidia-sn4700", "dell-z9864f", "nvidia-bf3", "2x400G",
    "8x100G", "single-tier", "rail-optimized", "leaf-spine", "adaptive", "frrcfgd", "vrf", "static", "bgp", "storage", "oob",
    "&a [*a]", "!!python/object:os.system", "\\u0000", "é", "'", '"', "#", "|", ">",
)  # fmt: skip


def mutated(text: str, chance: random.Random) -> str:
    """Change one to three things of a text: characters, lines, or words."""
    for _ in range(chance.randint(1, 3)):
        lines = text.split("\n")
        kind = chance.randrange(6)
        line = chance.randrange(len(lines))
        if kind == 0:
            place = chance.randrange(len(text) + 1)
            text = text[:place] + chance.choice(WORDS) + text[place + chance.randint(0, 3) :]
            continue
        if kind == 1:
            del lines[line]
        elif kind == 2:
            lines.insert(line, chance.choice(lines))
        elif kind == 3:
            lines[line] = " " * chance.randint(0, 4) + lines[line].lstrip()
        else:
            words = lines[line].replace(",", " , ").replace("}", " }").split(" ")
            words[chance.randrange(len(words))] = chance.choice(WORDS)
            lines[line] = " ".join(words)
        text = "\n".join(lines) or "x"
    return text


def run(count: int, examples: Path, folder: Path) -> None:
    chance = random.Random(20261130)
    texts = [path.read_text("utf-8") for path in sorted(examples.glob("*/intent.yaml"))]
    options = compile.Options(catalogue=catalogue.load())
    path = folder / "intent.yaml"
    for _ in range(count):
        text = mutated(chance.choice(texts), chance)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        outcome = compile.compile_intent(path, options)
        assert outcome.design is not None or outcome.diagnostics, text
        if outcome.design is None:
            assert not outcome.valid, text


def test_300_mutations_of_the_examples(examples: Path, tmp_path: Path) -> None:
    run(300, examples, tmp_path)


@pytest.mark.slow
def test_10000_mutations_of_the_examples(examples: Path, tmp_path: Path) -> None:
    run(10_000, examples, tmp_path)
