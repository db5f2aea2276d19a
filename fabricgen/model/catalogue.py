"""What the catalogue holds, by id."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from fabricgen.model.diagnostic import Problem
from fabricgen.model.platform import CableKind, NicType, NodeType, Platform


@dataclass(frozen=True, slots=True, kw_only=True)
class GpuModel:
    """A language model: parameters in all and per token, and its shape (None where unpublished).

    ``experts_per_token`` counts shared experts too. ``kv_width`` are the values that the key-value cache
    keeps per token and layer (latent attention keeps fewer than 2 x key-value heads x head size).
    ``expert_groups`` is the most nodes a token's experts lie on, None without such a limit.
    """

    id: str
    product: str
    parameters: int
    active_parameters: int
    layers: int | None = None
    hidden: int | None = None
    heads: int | None = None
    kv_heads: int | None = None
    experts: int = 0
    experts_per_token: int | None = None
    expert_groups: int | None = None
    kv_width: int | None = None
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """Platforms, node types, models, NICs and cables by id; platforms are also found under their aliases.

    ``problems`` are those of the user's own catalogue files (kind ``catalogue-file``).
    """

    platforms: Mapping[str, Platform]
    nodes: Mapping[str, NodeType]
    models: Mapping[str, GpuModel]
    nics: Mapping[str, NicType] = field(default_factory=lambda: MappingProxyType({}))
    cables: Mapping[str, CableKind] = field(default_factory=lambda: MappingProxyType({}))
    problems: tuple[Problem, ...] = ()
