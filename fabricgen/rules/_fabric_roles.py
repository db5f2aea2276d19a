"""What each device is in the fabric, from its type, its links and its name."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from fabricgen.model.configdb import ConfigDb, FabricFiles
from fabricgen.model.order import natural
from fabricgen.rules._fabric import far_ends, once

_NAME = re.compile(r"(?:(storage|frontend|oob)-)?(leaf|spine|super-spine)(?:-p(\d+))?(?:-.*)?")
_WORD = re.compile(r"(?:^|[-_.])(super-?spine|spine|leaf|tor|dpu)(?=\d|[-_.]|$)")
_DPU_TYPES = frozenset({"SonicHost", "SmartSwitchDPU"})


class Tier(StrEnum):
    """Where a device stands; OTHER where its type does not say."""

    DPU = "dpu"
    LEAF = "leaf"
    SPINE = "spine"
    SUPER_SPINE = "super-spine"
    OTHER = "other"


def kind(config: ConfigDb) -> str:
    """Return DEVICE_METADATA type, empty if absent."""
    return config.text("DEVICE_METADATA", "localhost", "type") or ""


def _by_type(config: ConfigDb) -> Tier:
    name = kind(config)
    word = _WORD.search(config.device.lower())
    called = _CALLED.get(word[1].replace("-", "")) if word else None
    is_dpu = config.text("DEVICE_METADATA", "localhost", "switch_type") == "dpu"
    if is_dpu or name in _DPU_TYPES:
        return Tier.DPU
    if "ToRRouter" in name:
        return Tier.LEAF
    if "LeafRouter" in name:
        return called if called is not None and called is not Tier.DPU else Tier.LEAF
    return Tier.SPINE if "SpineRouter" in name else called or Tier.OTHER


_CALLED = {
    "superspine": Tier.SUPER_SPINE,
    "spine": Tier.SPINE,
    "leaf": Tier.LEAF,
    "tor": Tier.LEAF,
    "dpu": Tier.DPU,
}


@once
def tiers(fabric: FabricFiles) -> Mapping[str, Tier]:
    """Return the tier of every device.

    The type decides first: ToRRouter and LeafRouter are leaves, SpineRouter a spine; where it does
    not say (LeafRouter stands at both tiers), a word of the name does. A LeafRouter with most of
    its links to ToRRouters is a spine; a spine with links to spines but to no leaf is a super-spine.
    """
    result = {name: _by_type(config) for name, config in fabric.devices.items()}
    links = far_ends(fabric)
    for name, config in fabric.devices.items():
        far = [fabric.devices[end.device] for end in links[name].values()]
        below = sum("ToRRouter" in kind(one) for one in far)
        if "LeafRouter" in kind(config) and below * 2 > len(far):
            result[name] = Tier.SPINE
    flat = dict(result)
    for name, tier in flat.items():
        near = {flat[end.device] for end in links[name].values()}
        if tier is Tier.SPINE and Tier.SPINE in near and Tier.LEAF not in near:
            result[name] = Tier.SUPER_SPINE
    return result


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedPart:
    """Which fabric and plane a device's name says it belongs to; the back-end has no prefix."""

    fabric: str
    plane: int


def named_part(device: str) -> NamedPart | None:
    """Return what a name such as ``leaf-p1-su01-r1`` or ``storage-spine-01`` says, else None.

    Names without a plane belong to no known part of the back-end.
    """
    match = _NAME.fullmatch(device)
    if match is None or (match[1] is None and match[3] is None):
        return None
    return NamedPart(fabric=match[1] or "backend", plane=int(match[3] or 0))


@once
def islands(fabric: FabricFiles) -> Mapping[str, str]:
    """Return for every device the first name of the island of linked devices it belongs to."""
    links = far_ends(fabric)
    result: dict[str, str] = {}
    for name in sorted(fabric.devices, key=natural):
        queue = [] if name in result else [name]
        while queue:
            device = queue.pop()
            if device not in result:
                result[device] = name
                queue.extend(end.device for end in links[device].values())
    return result


def hash_seed(config: ConfigDb) -> int:
    """Return the ECMP hash seed SONiC's switch container sets for the device type.

    Source: SONiC buildimage docker-orchagent switch.json.j2.
    """
    name = kind(config)
    for part, seed in (("ToRRouter", 0), ("LeafRouter", 10), ("SpineRouter", 25)):
        if part in name:
            return seed
    return 0


@once
def peers(fabric: FabricFiles) -> Mapping[tuple[Tier, str], tuple[str, ...]]:
    """Return the devices of equal tier and platform, which should be configured alike."""
    groups: dict[tuple[Tier, str], list[str]] = {}
    for name, tier in tiers(fabric).items():
        config = fabric.devices[name]
        part = named_part(name)
        model = "/".join(
            (
                config.text("DEVICE_METADATA", "localhost", "platform") or "",
                config.text("DEVICE_METADATA", "localhost", "hwsku") or "",
                part.fabric if part else "",
            )
        )
        groups.setdefault((tier, model), []).append(name)
    return {key: tuple(names) for key, names in groups.items()}
