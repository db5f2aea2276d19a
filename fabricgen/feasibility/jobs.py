"""Jobs of the intent with all their figures, and what stops one from being judged."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from fabricgen.catalogue.written import gpu_model, node_type
from fabricgen.feasibility.figures import Job
from fabricgen.model.catalogue import Catalogue, GpuModel
from fabricgen.model.diagnostic import Problem
from fabricgen.model.feasibility import SizingVerdict
from fabricgen.model.intent import Intent, JobIntent
from fabricgen.model.platform import NodeType

SHARP_REASON = (
    "sums in the switches need InfiniBand (SHARP) or NVLink switches; Ethernet switches under SONiC only forward, so "
    "an all-reduce over them moves 2(n-1)/n times its bytes"
)


def cluster_gpus(intent: Intent, catalogue: Catalogue) -> int:
    """Return the GPUs of all groups."""
    return sum(group.nodes * node_type(catalogue, group.node).gpus for group in intent.compute)


def gpus_of(intent: Intent, number: int, total: int, sizing: SizingVerdict | None) -> int:
    """Return the GPUs of a job: what the intent says, else what it was sized to, else all."""
    asked = intent.workload.jobs[number].gpus
    if asked is not None:
        return asked
    if sizing is not None and number < len(sizing.jobs):
        return sizing.jobs[number].gpus
    return total


def refusals(
    intent: Intent, number: int, gpus: int, total: int, node: NodeType, model: GpuModel
) -> Iterator[Problem]:
    """Yield what stops a job from being judged."""
    asked = intent.workload.jobs[number]

    def problem(kind: str, key: str, message: str, hint: str) -> Problem:
        place = intent.place("workload", "jobs", number, key)
        return Problem(kind=kind, message=message, hint=hint, place=place)

    if gpus > total:
        yield problem(
            "job-too-large",
            "gpus" if asked.gpus is not None else "model",
            f"the job {'asks for' if asked.gpus is not None else 'takes'} {gpus} GPUs, the cluster has {total}",
            "add nodes or shrink the job"
            if asked.gpus is not None
            else "add nodes, or take fewer sequences, a smaller precision or method",
        )
    for key, message, hint in _mismatches(asked, gpus):
        yield problem("parallelism-mismatch", key, message, hint)
    if node.bf16_tflops is None:
        yield problem(
            "unknown-peak",
            "model",
            "the peak rate of the node's GPUs is not known",
            "take a catalogue node, or write gpu_tflops (and gpu_memory, scale_up) of the node",
        )
    missing = _missing_shape(asked, node, model)
    if missing:
        yield problem(
            "unknown-shape",
            "model",
            f"{missing} of the model are not known, and the job's parallelism needs them",
            f"write {missing} in the model",
        )
    if asked.reduction == "in-network":
        reason = ""
        if gpus > (node.domain_gpus or node.gpus):
            reason = SHARP_REASON
        elif not node.in_network_reduction:
            reason = (
                f"{node.product} is not known to have scale-up switches that sum (NVLink SHARP)"
            )
        if reason:
            yield problem("in-network-reduction", "reduction", reason, "reduction: ring or tree")


def _mismatches(asked: JobIntent, gpus: int) -> Iterator[tuple[str, str, str]]:
    split = asked.parallelism
    across = split.tensor * split.pipeline * split.context
    named = f"tensor {split.tensor} x pipeline {split.pipeline}" + (
        f" x context {split.context}" if split.context > 1 else ""
    )
    if gpus % across or (split.data and across * split.data != gpus):
        yield (
            "parallelism",
            f"{named} x data {split.data or '?'} does not make {gpus} GPUs",
            f"leave data out, and it is gpus / ({across})",
        )
        return
    data = gpus // across
    if data % split.expert:
        yield (
            "parallelism",
            f"expert {split.expert} does not divide the {data} data-parallel ranks it is taken from",
            f"choose a divisor of {data}",
        )


def _missing_shape(asked: JobIntent, node: NodeType, model: GpuModel) -> str:
    split, domain = asked.parallelism, node.domain_gpus or node.gpus
    across = split.tensor > domain or split.pipeline > 1 or split.context > 1
    if (across or (split.expert > 1 and model.experts)) and not (model.layers and model.hidden):
        return "layers and hidden size"
    if split.expert > 1 and model.experts and model.experts_per_token is None:
        return "experts_per_token"
    return ""


def slowest(intent: Intent, catalogue: Catalogue, nodes: Sequence[int]) -> NodeType:
    """Return the node type that a job on these nodes (by number, from 0) keeps pace with.

    The type of its first node, with the slowest NICs and GPUs of all its nodes.
    """
    chosen = set(nodes)
    types: list[NodeType] = []
    first = 0
    for group in intent.compute:
        if not chosen.isdisjoint(range(first, first + group.nodes)):
            types.append(node_type(catalogue, group.node))
        first += group.nodes
    peaks = [node.bf16_tflops for node in types if node.bf16_tflops is not None]
    known = len(peaks) == len(types)
    slow = min((node.backend for node in types), key=lambda ports: ports.speed_mbps)
    return replace(types[0], backend=slow, bf16_tflops=min(peaks) if known else None)


def job(
    intent: Intent, catalogue: Catalogue, number: int, gpus: int, node: NodeType | None = None
) -> Job:
    """Return a job that ``refusals`` has let pass; on the first group's node type where none is given.

    Training takes 6 FLOP a parameter and token (4 for adapters: frozen weights have no gradient), inference 2.
    """
    asked = intent.workload.jobs[number]
    model = gpu_model(catalogue, asked.model)
    node = node or node_type(catalogue, intent.compute[0].node)
    split = asked.parallelism
    training = intent.workload.kind != "inference"
    operations = 2 if not training else 6 if asked.method == "full" else 4
    peak = (node.bf16_tflops or 0) * 1e12
    work = operations * model.active_parameters * asked.tokens_per_step
    name = model.id if isinstance(asked.model, str) else "job"
    if sum(1 for other in intent.workload.jobs if other.model == asked.model) > 1:
        name = f"{name} (job {number + 1})"
    return Job(
        name=name,
        asked=asked,
        model=model,
        node=node,
        gpus=gpus,
        data=gpus // (split.tensor * split.pipeline * split.context),
        compute_s=work / (gpus * peak * float(asked.mfu)),
        training=training,
    )
