"""Plan the largest published fabrics and print time and memory of each, in a process of its own.

Run ``python benchmarks/plan_large.py``; the target is under 60 s and 2 GB on one core for each.
Designs with catalogue platforms go through every stage; those of paper switches have sizes only.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HEAD = "fabricgen: 1\nname: large\n"
POOLS = "addressing: {loopbacks: 10.0.0.0/13, links: 10.64.0.0/10, hosts: 10.128.0.0/9}\n"
DESIGNS = {
    "131,072 GPUs, 8 planes, two tiers, paper": HEAD
    + "compute: {nodes: 16384, node: {gpus: 8, nics: 8, nic_speed: 800G, ports: 8},"
    " scalable_unit: 256}\n"
    "fabrics: {backend: {topology: rail-optimized, switch: {radix: 64, speed: 800G}}}\n",
    "131,072 GPUs, 8 planes, two tiers, platforms": HEAD
    + "compute: {nodes: 16384, node: {gpus: 8, nics: 8, nic_speed: 800G, ports: 8},"
    " scalable_unit: 256}\n"
    "fabrics: {backend: {topology: rail-optimized, switch: dell-z9864f}}\n" + POOLS,
    "65,536 GPUs, three tiers, paper": HEAD
    + "compute: {nodes: 8192, node: {gpus: 8, nics: 8, nic_speed: 400G}, scalable_unit: 32}\n"
    "fabrics: {backend: {topology: rail-optimized, tiers: 3,"
    " switch: {radix: 64, speed: 400G}}}\n",
    "65,536 GPUs, three tiers, platforms": HEAD
    + "compute: {nodes: 8192, node: {gpus: 8, nics: 8, nic_speed: 400G}, scalable_unit: 32}\n"
    "fabrics: {backend: {topology: rail-optimized, tiers: 3, switch: dell-z9664f}}\n" + POOLS,
}


def measure(text: str) -> None:
    """Plan one intent and print its figures as JSON."""
    from fabricgen import compile as corridor
    from fabricgen import report

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "intent.yaml"
        path.write_text(text, encoding="utf-8")
        start = time.process_time()
        outcome = corridor.compile_intent(path, corridor.Options(outline=True))
        document = json.loads(report.plan_json(outcome.design, outcome.diagnostics))
        seconds = time.process_time() - start
    size = document["fabrics"].get("backend", {})
    figures = {
        "seconds": round(seconds, 1),
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        "gpus": size.get("gpu_count"),
        "switches": [size.get(f"{tier}_count") for tier in ("leaf", "spine", "super_spine")],
        "errors": [d["message"] for d in document["diagnostics"] if d["severity"] == "error"],
    }
    print(json.dumps(figures))


def main() -> None:
    """Measure every design in a fresh process, as memory only ever grows in one."""
    for name, text in DESIGNS.items():
        result = subprocess.run(
            [sys.executable, __file__, "--one"],
            input=text,
            capture_output=True,
            text=True,
            check=False,
        )
        print(f"{name}: {result.stdout.strip() or result.stderr[-400:]}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--one"]:
        measure(sys.stdin.read())
    else:
        main()
