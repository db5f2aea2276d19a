"""Time of the feasibility stage at 1,024, 8,192 and 65,536 GPUs, on real wiring with all failures.

Run: `python benchmarks/feasibility_speed.py [GPUS...]`. Budget: seconds at 8,192 GPUs, under a minute at 65,536.
"""

import sys
from dataclasses import replace
from time import perf_counter

from fabricgen import catalogue, feasibility, sizing, topology
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.intent import (
    ComputeGroup,
    FabricIntent,
    FabricsIntent,
    Intent,
    JobIntent,
    ParallelismIntent,
    SwitchIntent,
    WorkloadIntent,
)
from fabricgen.model.platform import NicPorts

SHAPES = {1024: 1, 8192: 2, 32768: 4, 65536: 2}  # planes; the last one in three tiers


def known_nodes() -> Catalogue:
    """Return the catalogue with a B300 node whose NICs are split into eight ports."""
    known = catalogue.load()
    b300 = known.nodes["nvidia-dgx-b300"]
    split = {
        f"bench-{ports}": replace(b300, backend=NicPorts(nics=8, speed_mbps=800_000, ports=ports))
        for ports in sorted(set(SHAPES.values()))
    }
    return replace(known, nodes={**known.nodes, **split})


def intent(gpus: int, model: str, split: ParallelismIntent, **keys: str) -> Intent:
    """Return an intent of B300 nodes: an 800G NIC a GPU, split over the planes."""
    planes = SHAPES[gpus]
    job = JobIntent(model=model, parallelism=split, tokens_per_step=gpus * 65536, **keys)
    return Intent(
        fabricgen=1,
        name="bench",
        compute=(ComputeGroup(nodes=gpus // 8, node=f"bench-{planes}"),),
        workload=WorkloadIntent(jobs=(job,)),
        fabrics=FabricsIntent(
            backend=FabricIntent(
                topology="rail-optimized",
                planes=planes,
                tiers=3 if gpus == 65536 else None,
                switch=SwitchIntent(platform="nvidia-sn5600"),
            )
        ),
    )


def main(sizes: list[int]) -> None:
    """Print a line for each size and kind of job."""
    known = known_nodes()
    jobs = {
        "rings": ("llama-3-70b", ParallelismIntent(tensor=8), {}),
        "scattered": ("llama-3-70b", ParallelismIntent(tensor=8), {"placement": "scattered"}),
        "experts": ("deepseek-v3", ParallelismIntent(expert=64), {}),
    }
    for gpus in sizes:
        for kind, (model, split, keys) in jobs.items():
            asked = intent(gpus, model, split, **keys)
            sized = sizing.size(asked, known)
            start = perf_counter()
            built = topology.build(asked, known, sized)
            wired = perf_counter()
            report = feasibility.check(asked, known, built, sized)
            done = perf_counter()
            for problem in (*built.problems, *report.problems):
                print(f"  {problem.kind}: {problem.message}")
            verdict = report.jobs[0].feasible if report.jobs else None
            print(
                f"{gpus:6} GPUs, {kind:9}: topology {wired - start:6.2f} s ({len(built.links)} links), "
                f"feasibility {done - wired:6.2f} s, feasible: {verdict}",
                flush=True,
            )


if __name__ == "__main__":
    main([int(text) for text in sys.argv[1:]] or sorted(SHAPES))
