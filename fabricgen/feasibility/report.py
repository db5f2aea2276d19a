"""The feasibility stage: each job of the intent against the network that was derived."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from fabricgen.catalogue.written import gpu_model, node_type
from fabricgen.feasibility.traffic import (
    Job,
    Network,
    data_parallel,
    network,
    pipeline_parallel,
    tensor_parallel_on_nic,
)
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.diagnostic import Problem
from fabricgen.model.feasibility import Collective, FeasibilityReport, JobVerdict
from fabricgen.model.intent import Intent, JobIntent
from fabricgen.model.platform import NodeType
from fabricgen.model.topology import FabricSize, Topology


def check(intent: Intent, catalogue: Catalogue, topology: Topology) -> FeasibilityReport:
    """Return a verdict on each job.

    Problem kinds: ``job-too-large``, ``parallelism-mismatch``, ``unknown-peak``, ``unknown-shape``,
    ``job-infeasible``. Jobs run on the first group's node type; ranks sit on neighbouring nodes.
    """
    node = node_type(catalogue, intent.compute[0].node)
    total = sum(group.nodes * node_type(catalogue, group.node).gpus for group in intent.compute)
    verdicts: list[JobVerdict] = []
    problems: list[Problem] = []
    for number, asked in enumerate(intent.workload.jobs):
        refused = list(_refused(intent, number, asked, total, node, catalogue))
        problems += refused
        if refused:
            continue
        verdict = _verdict(
            _job(asked, total, node, catalogue), asked, topology.sizes.get("backend")
        )
        verdicts.append(verdict)
        problems += _infeasible(intent, number, verdict)
    return FeasibilityReport(jobs=tuple(verdicts), problems=tuple(problems))


def _refused(
    intent: Intent, number: int, asked: JobIntent, total: int, node: NodeType, catalogue: Catalogue
) -> Iterator[Problem]:
    gpus = asked.gpus or total
    split = asked.parallelism

    def problem(kind: str, key: str, message: str, hint: str) -> Problem:
        place = intent.place("workload", "jobs", number, key)
        return Problem(kind=kind, message=message, hint=hint, place=place)

    if gpus > total:
        yield problem(
            "job-too-large",
            "gpus",
            f"the job asks for {gpus} GPUs, the cluster has {total}",
            "add nodes or shrink the job",
        )
    product = split.tensor * split.pipeline * (split.data or 1)
    if gpus % (split.tensor * split.pipeline) or (split.data and product != gpus):
        yield problem(
            "parallelism-mismatch",
            "parallelism",
            f"tensor {split.tensor} x pipeline {split.pipeline} x data {split.data or '?'} does not "
            f"make {gpus} GPUs",
            "leave data out, and it is gpus / (tensor x pipeline)",
        )
    if node.bf16_tflops is None:
        yield problem(
            "unknown-peak",
            "model",
            "the peak rate of the node's GPUs is not known",
            "take a catalogue node; a node written out gives no compute time",
        )
    model = gpu_model(catalogue, asked.model)
    if (split.tensor > (node.domain_gpus or node.gpus) or split.pipeline > 1) and not (
        model.layers and model.hidden
    ):
        yield problem(
            "unknown-shape",
            "model",
            "layers and hidden size of the model are not known, and the job's parallelism needs them",
            "write layers and hidden in the model",
        )


def _job(asked: JobIntent, total: int, node: NodeType, catalogue: Catalogue) -> Job:
    model = gpu_model(catalogue, asked.model)
    gpus = asked.gpus or total
    split = asked.parallelism
    peak = (node.bf16_tflops or 0) * 1e12
    compute = 6 * model.active_parameters * asked.tokens_per_step / (gpus * peak * float(asked.mfu))
    return Job(
        name=model.id if isinstance(asked.model, str) else "job",
        gpus=gpus,
        tensor=split.tensor,
        pipeline=split.pipeline,
        data=gpus // (split.tensor * split.pipeline),
        tokens=asked.tokens_per_step,
        gradient_bytes=4 if asked.precision == "fp32" else 2,
        model=model,
        node=node,
        compute_s=compute,
    )


def _traffic(job: Job, net: Network) -> tuple[Collective, ...]:
    found: list[Collective] = []
    if job.data > 1:
        found.append(data_parallel(job, net))
    if job.pipeline > 1:
        found.append(pipeline_parallel(job, net))
    if job.tensor > (job.node.domain_gpus or job.node.gpus):
        found.append(tensor_parallel_on_nic(job, net))
    return tuple(found)


def _verdict(job: Job, asked: JobIntent, size: FabricSize | None) -> JobVerdict:
    if job.gpus <= (job.node.domain_gpus or job.node.gpus):
        collectives: tuple[Collective, ...] = ()
        net = Network(nic_bytes_per_s=0.0, share=1.0, limit="none: the job stays in one domain")
    elif size is None:
        net = Network(nic_bytes_per_s=0.0, share=0.0, limit="there is no back-end network")
        collectives = _traffic(job, net)
    else:
        net = network(job, size)
        collectives = _traffic(job, net)
    exposed = sum(item.exposed_s for item in collectives)
    step = job.compute_s + exposed
    share = 1.0 if exposed == float("inf") else exposed / step
    allowed = float(asked.max_exposed_communication)
    return JobVerdict(
        name=job.name,
        gpus=job.gpus,
        feasible=share <= allowed,
        compute_s=job.compute_s,
        step_s=step,
        exposed_share=share,
        allowed_share=allowed,
        headroom=min(
            (
                item.available_gbps / item.required_gbps
                for item in collectives
                if item.required_gbps
            ),
            default=float("inf"),
        ),
        bottleneck=net.limit,
        collectives=collectives,
        failures=_failures(job, net, size, step) if size and collectives else {},
    )


def _failures(job: Job, net: Network, size: FabricSize, step: float) -> Mapping[str, str]:
    """Return what the loss of one element does to the step time (worst rank decides)."""
    planes, spines = size.planes, size.spine_count // max(1, size.planes)
    left = {"NIC link or leaf": (planes - 1) / planes}
    if spines:
        left["spine"] = (spines * planes - 1) / (spines * planes)
    if planes > 1:
        left["plane"] = (planes - 1) / planes
    return {name: _effect(job, net, share, step) for name, share in left.items()}


def _effect(job: Job, net: Network, share: float, step: float) -> str:
    if share == 0:
        return "the job stops"
    slower = replace(net, share=net.share * share)
    exposed = sum(item.exposed_s for item in _traffic(job, slower))
    ratio = (job.compute_s + exposed) / step
    kept = f"{100 * share:.1f} % of the bandwidth left"
    return f"{kept}: " + ("no slowdown" if ratio < 1.0005 else f"step {ratio:.2f} times as long")


def _infeasible(intent: Intent, number: int, verdict: JobVerdict) -> Iterator[Problem]:
    if verdict.feasible:
        return
    worst = max(verdict.collectives, key=lambda item: item.exposed_s)
    if worst.name.startswith("tensor"):
        hint = "keep tensor parallelism inside the scale-up domain"
    elif verdict.bottleneck.startswith("there is no"):
        hint = "add fabrics.backend"
    else:
        hint = "more tokens a step, more bandwidth per GPU, or more queue pairs per connection"
    if worst.required_gbps == float("inf"):
        fact = f"{worst.name} take {worst.time_s:.2f} s and nothing hides them"
    else:
        fact = (
            f"{worst.name} need {worst.required_gbps:.0f} Gb/s per GPU and get "
            f"{worst.available_gbps:.0f} (limit: {verdict.bottleneck})"
        )
    yield Problem(
        kind="job-infeasible",
        message=f"{verdict.name} on {verdict.gpus} GPUs spends {100 * verdict.exposed_share:.0f} % "
        f"of a step waiting for the network, more than {100 * verdict.allowed_share:.0f} %: {fact}",
        hint=hint,
        place=intent.place("workload", "jobs", number),
    )
