"""Bytes that parallelisms put on the wire, per GPU.

Sources: Megatron-LM (tensor and pipeline parallelism, arXiv 1909.08053 and 2104.04473); ZeRO (arXiv 1910.02054);
DeepEP README (dispatch in FP8 with a scale per 128 values, combine in BF16); DeepSeek-V3 (arXiv 2412.19437).
"""

BF16 = 2
FP8 = 1
SCALE_BYTES = 4  # one FP32 scale
SCALED_VALUES = 128  # for this many FP8 values


def data_parallel(ranks: int, parameters: float, gradient_bytes: int) -> float:
    """Return 2(d-1)/d x P x b: one all-reduce of the gradients a step (also ZeRO-1 and ZeRO-2)."""
    return 2 * (ranks - 1) / ranks * parameters * gradient_bytes


def fully_sharded(ranks: int, parameters: float, weight_bytes: float, gradient_bytes: int) -> float:
    """Return (d-1)/d x P x (2 b_w + b_g): two all-gathers and a reduce-scatter a micro-step (FSDP, ZeRO-3)."""
    return (ranks - 1) / ranks * parameters * (2 * weight_bytes + gradient_bytes)


def tensor_parallel(ranks: int, tokens: float, hidden: int, layers: float) -> float:
    """Return layers x 4 all-reduces (two forward, two backward) of tokens x hidden in BF16.

    With sequence parallelism each all-reduce is a reduce-scatter and an all-gather of the same bytes.
    """
    return layers * 4 * 2 * (ranks - 1) / ranks * tokens * hidden * BF16


def pipeline_parallel(
    tokens: float, hidden: int, tensor: int = 1, virtual_stages: int = 1, context: int = 1
) -> float:
    """Return the activations a GPU sends at stage boundaries in a step, forward and backward.

    2 x tokens x hidden x 2 B x virtual stages / (tensor x context) with sequence parallelism.
    """
    return 2 * tokens * hidden * BF16 * virtual_stages / (tensor * context)


def context_parallel(ranks: int, tokens: float, kv_width: float, layers: float) -> float:
    """Return layers x (c-1)/c x 3 x tokens x kv_width x 2 B: keys and values gathered, their gradients scattered.

    ``kv_width`` is 2 x key-value heads x head size / tensor ranks. The keys and values are gathered forward and once
    more backward, and their gradients reduce-scattered.
    """
    return layers * (ranks - 1) / ranks * 3 * tokens * kv_width * BF16


def dispatch_bytes(tokens: float, copies: float, hidden: int, *, fp8: bool = True) -> float:
    """Return the bytes that one GPU sends to experts: tokens x copies x (h + h/128 x 4) in FP8, 2h in BF16."""
    each = hidden * FP8 + hidden / SCALED_VALUES * SCALE_BYTES if fp8 else hidden * BF16
    return tokens * copies * each


def combine_bytes(tokens: float, copies: float, hidden: int) -> float:
    """Return the bytes that come back from experts in BF16."""
    return tokens * copies * hidden * BF16


def key_value_bytes(layers: int, width: float, value_bytes: float = BF16) -> float:
    """Return the key-value cache of one token: layers x width x bytes; width is 2 x kv heads x head size."""
    return layers * width * value_bytes


def decode_step_s(layers: int, tokens: float, copies: float, hidden: int, rate: float) -> float:
    """Return the time that all-to-all alone takes for one token of every sequence, the bound of decoding.

    layers x 2 x tokens x copies x (1 + 2) B x hidden / B: FP8 dispatch and BF16 combine, of two micro-batches that
    hide each other's compute (DeepSeek-V3, ISCA 2025).
    """
    return layers * 2 * (FP8 + BF16) * tokens * copies * hidden / rate
