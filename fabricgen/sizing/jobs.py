"""What each job of the intent needs: memory, GPUs, nodes, and the network between them."""

from collections.abc import Iterator
from dataclasses import replace

from fabricgen.catalogue.written import gpu_model, node_type
from fabricgen.model.catalogue import Catalogue, GpuModel
from fabricgen.model.diagnostic import Problem
from fabricgen.model.feasibility import JobSize
from fabricgen.model.intent import Intent, JobIntent, ParallelismIntent
from fabricgen.model.platform import NodeType
from fabricgen.sizing import memory
from fabricgen.sizing.ladder import rung

GB = 1e9
_ONE_OF_MANY_DOMAINS = 1, 2  # a job without replicas may span domains
_FEW_NODES = 8  # above them ranks are split in more ways than one, each a power of two


def size_jobs(
    intent: Intent, catalogue: Catalogue, total: int, radix: int | None
) -> tuple[JobSize, ...]:
    """Return the size of every job; its models and nodes are in the catalogue.

    Args:
        intent: The jobs.
        catalogue: Models and node types; jobs run on the first group's.
        total: GPUs of the cluster.
        radix: Ports of a leaf at the NICs' port rate, None where not known.
    """
    node = node_type(catalogue, intent.compute[0].node)
    return tuple(
        _size(asked, gpu_model(catalogue, asked.model), node, intent.workload.kind, total, radix)
        for asked in intent.workload.jobs
    )


def _size(
    asked: JobIntent, model: GpuModel, node: NodeType, kind: str, total: int, radix: int | None
) -> JobSize:
    terms = memory.parts(asked, model, kind)
    need = sum(part.value for part in terms)
    fits = memory.gpus_by_memory(need, node, kind)
    in_time = memory.gpus_by_time(asked, model, node)
    reasons: list[str] = []
    layout = memory.replicas(terms, node) if kind == "inference" else None
    copies, each = layout or _ONE_OF_MANY_DOMAINS
    domain = node.domain_gpus or node.gpus
    if asked.gpus is not None:
        gpus = asked.gpus
    elif kind == "training" or fits is None:
        gpus = total
    elif copies > 1:
        gpus = copies * each * domain
        reasons.append(
            f"{copies} replicas of {gpus // copies} GPUs: each has the weights ({terms[0].value / GB:.1f} GB) and "
            "its share of the sequences, and serves without the others"
        )
    else:
        gpus = memory.rounded(max(fits, in_time or 1), node, model)
        reasons.append(
            f"{need / GB:.1f} GB in GPUs of {node.hbm_gb} GB: {fits}, rounded up to {gpus} to split evenly"
        )
    if in_time is not None:
        reasons.append(
            f"{asked.total_tokens:,} tokens in {asked.days} days take {in_time:,} GPUs at "
            f"{float(100 * asked.mfu):g} % of peak"
        )
    nodes = -(-gpus // node.gpus)
    whole = 1 << (nodes - 1).bit_length()
    alone = asked.gpus is None and kind != "training" and copies == 1
    if alone and nodes > _FEW_NODES and nodes != whole:
        reasons.append(
            f"{nodes} nodes hold it; parallelism in powers of two takes {whole} ({whole * node.gpus:,} GPUs)"
        )
    network = "none"
    apart = each == 1 and gpus <= copies * domain
    if gpus > domain and not apart:
        network = rung(nodes * node.backend.nics, radix) if radix else "two-tier"
    return JobSize(
        name=model.id if isinstance(asked.model, str) else "job",
        memory_bytes=need,
        parts=terms,
        gpus_by_memory=fits,
        gpus_by_time=in_time,
        gpus=gpus,
        nodes=nodes,
        network=network,
        replicas=max(1, gpus // domain) if apart else 1,
        reasons=tuple(reasons),
    )


def crowded(
    intent: Intent, catalogue: Catalogue, sizes: tuple[JobSize, ...], total: int
) -> Iterator[Problem]:
    """Yield trained jobs whose written split leaves more in each GPU than its memory.

    Where the split is not written the framework is taken to choose one that fits. Problem kind: ``split-too-coarse``.
    """
    node = node_type(catalogue, intent.compute[0].node)
    if node.hbm_gb is None or intent.workload.kind == "inference":
        return
    for number, (asked, size) in enumerate(zip(intent.workload.jobs, sizes, strict=True)):
        model = gpu_model(catalogue, asked.model)
        held = memory.state_of_one_gpu(asked, model, min(size.gpus, total))
        if (
            asked.method != "full"
            or asked.parallelism == ParallelismIntent()
            or held <= node.hbm_gb * GB
        ):
            continue
        split = asked.parallelism
        ranks = {"tensor": split.tensor, "pipeline": split.pipeline, "expert": split.expert}
        words = ", ".join(f"{name} {count}" for name, count in ranks.items() if count > 1) or "data"
        yield Problem(
            kind="split-too-coarse",
            message=f"{size.name} leaves {held / GB:.1f} GB of weights, gradients and optimizer in each GPU of "
            f"{node.hbm_gb} GB: {words}, sharding {asked.sharding}",
            hint=_finer(
                asked, model, min(size.gpus, total), node.hbm_gb * GB * memory.TRAINING_SHARE
            ),
            place=intent.place("workload", "jobs", number, "parallelism"),
        )


def _finer(asked: JobIntent, model: GpuModel, gpus: int, room: float) -> str:
    """Return the nearest split that fits, with what it leaves in each GPU."""
    ways = [(f"sharding: {one}", replace(asked, sharding=one)) for one in ("zero", "fsdp")]
    split = asked.parallelism
    stages = split.pipeline * 2
    while model.layers and stages <= model.layers and gpus % (split.tensor * stages) == 0:
        finer = replace(split, pipeline=stages, data=None)
        ways.append((f"pipeline: {stages}", replace(asked, parallelism=finer)))
        stages *= 2
    for text, changed in ways:
        held = memory.state_of_one_gpu(changed, model, gpus)
        if held <= room:
            return f"{text} leaves {held / GB:.1f} GB"
    return "more tensor or pipeline ranks, more GPUs with sharding: fsdp, or optimizer: adam-8bit"


def shortages(intent: Intent, sizes: tuple[JobSize, ...], total: int) -> Iterator[Problem]:
    """Yield jobs whose GPUs hold less than they need, or are too few for their time."""
    for number, (asked, size) in enumerate(zip(intent.workload.jobs, sizes, strict=True)):
        key = "gpus" if asked.gpus is not None else "model"
        place = intent.place("workload", "jobs", number, key)
        have = min(size.gpus, total)
        counted = asked.gpus is None and size.gpus > total  # CAP011 says how many it takes
        if size.gpus_by_memory is not None and size.gpus_by_memory > have and not counted:
            terms = ", ".join(f"{part.name} {part.value / GB:.1f} GB" for part in size.parts)
            yield Problem(
                kind="memory-too-small",
                message=f"{size.name} needs {size.memory_bytes / GB:.1f} GB ({terms}), which is "
                f"{size.gpus_by_memory} GPUs, and gets {have}",
                hint=f"give it {size.gpus_by_memory} GPUs or more, or a smaller precision, optimizer or method",
                place=place,
            )
        if size.gpus_by_time is not None and size.gpus_by_time > have:
            yield Problem(
                kind="time-too-short",
                message=f"{size.name} needs {size.gpus_by_time:,} GPUs to see {asked.total_tokens:,} tokens in "
                f"{asked.days} days, and gets {have:,}",
                hint=f"days: {-(-size.gpus_by_time * (asked.days or 1) // have)}, or more GPUs",
                place=place,
            )
