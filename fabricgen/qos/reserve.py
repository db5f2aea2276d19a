"""What NVIDIA switches set aside before pools: the pool arithmetic of the dynamic buffer model."""

from collections.abc import Iterable
from dataclasses import dataclass

from fabricgen.model.platform import Platform
from fabricgen.qos.arithmetic import KIB, WIDE_LANES, family
from fabricgen.qos.layout import Layout, expanded

_MANAGEMENT_POOL_KIB = 256
_MIRROR_KIB = 10
_DESCRIPTORS_KIB = 32 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserve:
    """Bytes a switch keeps for its ports beside pools and lossless groups."""

    port_bytes: int
    fixed_bytes: int

    @property
    def total_bytes(self) -> int:
        """All of it."""
        return self.port_bytes + self.fixed_bytes


def reserve(platform: Platform, layout: Layout, lanes: Iterable[int]) -> Reserve:
    """Return what the ports of a switch reserve, service ports included.

    Per port: the pipeline latency for the lossy and for the management priority group (on 8 lanes
    twice the latency less 1 KiB), the sizes of the queue profiles and of the egress profile list, and
    10 KiB for mirroring. Spectrum-6 mirrors without reserve and keeps 32 MiB for packet descriptors.

    Args:
        platform: Gives the pipeline latency; without one (not NVIDIA) nothing is reserved.
        layout: Gives the profiles.
        lanes: Lanes of every port of the box.

    Source: sonic-swss cfgmgr/buffer_pool_mellanox.lua, commit e6b0c5b5d2ab.
    """
    inputs = platform.asic.headroom_inputs
    if inputs is None:
        return Reserve(port_bytes=0, fixed_bytes=0)
    sizes = {profile.name: profile.size_bytes for profile in layout.profiles}
    listed = sum(sizes.get(name, 0) for name in layout.egress_profile_list)
    queues = sum(sizes.get(name, 0) for name in expanded(layout.queue).values())
    newest = family(platform.asic) == "spectrum6"
    latency = int(inputs.pipeline_latency_kib * KIB)
    total = 0
    for lane_count in lanes:
        group = 2 * latency - KIB if lane_count >= WIDE_LANES else latency
        total += 2 * group + listed + queues + (0 if newest else _MIRROR_KIB * KIB)
    fixed = _MANAGEMENT_POOL_KIB + (_DESCRIPTORS_KIB if newest else 0)
    return Reserve(port_bytes=total, fixed_bytes=fixed * KIB)
