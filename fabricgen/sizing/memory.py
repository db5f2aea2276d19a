"""Memory of a job and the GPUs it takes.

Sources: ZeRO (arXiv 1910.02054) for bytes of training state; LoRA (arXiv 2106.09685) and QLoRA (arXiv 2305.14314); Reducing
Activation Recomputation in Large Transformer Models (arXiv 2205.05198) for activations.
"""

from collections.abc import Sequence
from math import ceil

from fabricgen.model.catalogue import GpuModel
from fabricgen.model.feasibility import ADAPTER_SHARE, WEIGHT_BYTES, Part
from fabricgen.model.intent import JobIntent
from fabricgen.model.platform import NodeType

GB = 1e9
# Share of a GPU's memory that weights and caches may fill: the rest is workspace and fragmentation.
INFERENCE_SHARE = 0.83
TRAINING_SHARE = 0.8
KV_BYTES = {"bf16": 2, "fp8": 1}
# Bytes of training state of each parameter of an adapter.
ADAPTER_BYTES = 16
DAY_S = 86400
_MORE_FOR_LESS_NETWORK = 1.25  # GPUs, so that a copy spans fewer domains
# Bytes of a parameter's weight and gradient, by the precision of the gradient.
_WEIGHT_AND_GRADIENT = {"bf16": 4, "fp32": 6}


def state_bytes(asked: JobIntent) -> tuple[int, str]:
    """Return the bytes a parameter of full training takes, and how they add up."""
    if asked.optimizer == "adam-8bit":
        return 12, "2 weight + 2 gradient + 4 master + 4 8-bit Adam and scales"
    if asked.precision == "fp32":
        return 18, "2 weight + 4 gradient + 4 master + 8 Adam"
    return 16, "2 weight + 2 gradient + 4 master + 8 Adam"


def parts(asked: JobIntent, model: GpuModel, kind: str) -> tuple[Part, ...]:
    """Return the terms of a job's memory in bytes; ``kind`` is the workload's."""
    billions = f"{model.parameters / GB:g} G parameters"
    if kind == "inference":
        weight = WEIGHT_BYTES[asked.weights]
        name = f"weights in {asked.weights}"
        return (
            Part(name=name, value=weight * model.parameters, formula=f"{billions} x {weight:g} B"),
            *_cache(asked, model),
        )
    return (*_state(asked, model, billions), *_activations(asked, model))


def _state(asked: JobIntent, model: GpuModel, billions: str) -> tuple[Part, ...]:
    if asked.method == "full":
        each, terms = state_bytes(asked)
        return (
            Part(
                name="weights, gradients and optimizer",
                value=each * model.parameters,
                formula=f"{billions} x {each} B ({terms})",
            ),
        )
    frozen = 0.5 if asked.method == "qlora" else WEIGHT_BYTES[asked.weights]
    adapters = ADAPTER_SHARE * ADAPTER_BYTES * model.parameters
    return (
        Part(
            name="frozen weights",
            value=frozen * model.parameters,
            formula=f"{billions} x {frozen:g} B",
        ),
        Part(
            name="adapters and their optimizer",
            value=adapters,
            formula=f"{billions} x {100 * ADAPTER_SHARE:g} % x {ADAPTER_BYTES} B",
        ),
    )


def _activations(asked: JobIntent, model: GpuModel) -> tuple[Part, ...]:
    if not (model.hidden and model.layers):
        return ()
    value = 2.0 * asked.sequence * asked.micro_batch * model.hidden * model.layers
    return (
        Part(
            name="activations",
            value=value,
            formula=f"2 B x {asked.sequence} tokens x {asked.micro_batch} x {model.hidden} x {model.layers} layers "
            "(full recomputation)",
        ),
    )


def state_of_one_gpu(asked: JobIntent, model: GpuModel, gpus: int) -> float:
    """Return the least bytes of weights, gradients and optimizer in each GPU under the job's own split.

    Tensor, pipeline and expert ranks hold parts of the weights and gradients, data-parallel ranks whole copies, unless
    FSDP (ZeRO-3) parts them too; ZeRO-1/2 parts the optimizer only. Experts are taken for the whole model, so the
    figure is a lower bound for a mixture of experts. Activations are left out.
    """
    split = asked.parallelism
    ranks = split.tensor * split.pipeline * split.expert
    copies = max(1, gpus // ranks)
    each, _ = state_bytes(asked)
    optimizer = each - _WEIGHT_AND_GRADIENT[asked.precision]
    kept = _WEIGHT_AND_GRADIENT[asked.precision] / (copies if asked.sharding == "fsdp" else 1)
    parted = optimizer / (1 if asked.sharding == "none" else copies)
    return model.parameters * (kept + parted) / ranks


def cache_bytes(asked: JobIntent, model: GpuModel) -> float | None:
    """Return the key-value cache of one token, None where the model's shape is not known."""
    width = model.kv_width
    if width is None:
        if not (model.hidden and model.heads):
            return None
        width = 2 * (model.kv_heads or model.heads) * model.hidden // model.heads
    return float((model.layers or 0) * width * KV_BYTES[asked.kv_cache]) or None


def _cache(asked: JobIntent, model: GpuModel) -> tuple[Part, ...]:
    each = cache_bytes(asked, model)
    if each is None:
        return ()
    return (
        Part(
            name="key-value cache",
            value=each * asked.sequence * asked.concurrency,
            formula=f"{each:.0f} B a token x {asked.sequence} tokens x {asked.concurrency} sequences",
        ),
    )


def gpus_by_memory(need_bytes: float, node: NodeType, kind: str) -> int | None:
    """Return ceil(bytes / (share x HBM)), None where the HBM is not known."""
    if node.hbm_gb is None:
        return None
    share = INFERENCE_SHARE if kind == "inference" else TRAINING_SHARE
    return max(1, ceil(need_bytes / (share * node.hbm_gb * GB)))


def replicas(terms: Sequence[Part], node: NodeType) -> tuple[int, int] | None:
    """Return in how many copies a model serves, and of how many scale-up domains each; None where not known.

    Every copy has the weights (the first term); the rest, the cache of the sequences, is shared among them. Copies
    inside one domain need no network, but a model that nearly fills it leaves little for the cache: of 1, 2, 4 ...
    domains a copy the fewest are taken that need at most a quarter more GPUs than the best.
    """
    if node.hbm_gb is None:
        return None
    domain = INFERENCE_SHARE * node.hbm_gb * GB * (node.domain_gpus or node.gpus)
    weights, cache = terms[0].value, sum(term.value for term in terms[1:])
    found: list[tuple[int, int]] = []
    domains = 1
    while not found or found[-1][0] > 1:
        room = domain * domains - weights
        if room > 0:
            found.append((max(1, ceil(cache / room)), domains))
        domains *= 2
    least = min(copies * each for copies, each in found)
    return next((c, each) for c, each in found if c * each <= _MORE_FOR_LESS_NETWORK * least)


def gpus_by_time(asked: JobIntent, model: GpuModel, node: NodeType) -> int | None:
    """Return 6 P T / (peak x MFU x seconds), None where tokens, days or peak are not known."""
    if asked.total_tokens is None or asked.days is None or node.bf16_tflops is None:
        return None
    rate = node.bf16_tflops * 1e12 * float(asked.mfu)
    return ceil(6 * model.active_parameters * asked.total_tokens / (rate * asked.days * DAY_S))


def rounded(gpus: int, node: NodeType, model: GpuModel) -> int:
    """Return ``gpus`` rounded up to ranks that split the model evenly.

    Inside a node to a power of two that divides the key-value heads (tensor parallelism), else to whole nodes.
    """
    heads = model.kv_heads or model.heads
    ranks = 1
    while ranks <= node.gpus:
        if ranks >= gpus and (heads is None or heads % ranks == 0):
            return ranks
        ranks *= 2
    return -(-gpus // node.gpus) * node.gpus
