"""Classes of vendors and uses, and what an intent's own classes put in their place."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from fabricgen.model.intent import (
    CongestionClassIntent,
    Intent,
    LosslessClassIntent,
    LossyClassIntent,
    QosIntent,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassPreset:
    """Classes under one name. ``reason`` says whose they are."""

    lossless: tuple[LosslessClassIntent, ...]
    congestion: CongestionClassIntent
    reason: str
    lossy: tuple[LossyClassIntent, ...] = ()


_ROCE = LosslessClassIntent()
_CNP = CongestionClassIntent()
_HALF = Fraction(1, 2)

# DSCPs of the storage classes are ours: no vendor publishes one that RoCE does not already use.
PRESETS: Mapping[str, ClassPreset] = MappingProxyType(
    {
        "default": ClassPreset(
            lossless=(_ROCE,),
            congestion=_CNP,
            reason="DSCP 26 and 48 as NVIDIA and Broadcom NICs mark, 60 % for RoCE (ours)",
        ),
        "nvidia": ClassPreset(
            lossless=(replace(_ROCE, bandwidth=_HALF),),
            congestion=_CNP,
            reason="NVIDIA Cumulus Linux, RoCE lossless: DSCP 26 in TC 3 with 50 %, CNP 48 strict in 6",
        ),
        "broadcom": ClassPreset(
            lossless=(_ROCE,),
            congestion=replace(_CNP, priority=7),
            reason="Broadcom Thor2 (Juniper design guide): DSCP 26 in priority 3, CNP 48 in 7",
        ),
        "amd": ClassPreset(
            lossless=(replace(_ROCE, dscp=24, bandwidth=Fraction(99, 100)),),
            congestion=replace(_CNP, dscp=46, limit=Fraction(1, 10)),
            reason="AMD Pollara 400 guide: DSCP 24 in priority 3 with DWRR 99 to 1, CNP 46 strict in 6, "
            "at most 10 % of the port",
        ),
        "azure": ClassPreset(
            lossless=(
                replace(_ROCE, name="rdma-3", dscp=3, priority=3),
                replace(_ROCE, name="rdma-4", dscp=4, priority=4),
            ),
            congestion=_CNP,
            reason="SONiC's stock template: DSCP 3 and 4 in priorities 3 and 4; CNP strict (ours)",
        ),
        "nvme-rdma": ClassPreset(
            lossless=(_ROCE, replace(_ROCE, name="nvme", dscp=28, priority=4)),
            congestion=_CNP,
            reason="NVMe over RDMA in a lossless class of its own, DSCP 28 in priority 4 (ours)",
        ),
        "nvme-tcp": ClassPreset(
            lossless=(_ROCE,),
            congestion=_CNP,
            lossy=(LossyClassIntent(name="nvme", dscp=18, priority=2, bandwidth=Fraction(1, 5)),),
            reason="NVMe over TCP in a lossy queue of its own, DSCP 18 (AF21) with 20 % (ours)",
        ),
        "lossy-roce": ClassPreset(
            lossless=(),
            congestion=_CNP,
            lossy=(
                LossyClassIntent(
                    name="roce", dscp=26, priority=3, bandwidth=Fraction(3, 5), ecn=True
                ),
            ),
            reason="RoCE without PFC, ECN only, for NICs that retransmit selectively "
            "(NVIDIA Cumulus Linux, RoCE lossy)",
        ),
        "pfc-only": ClassPreset(
            lossless=(replace(_ROCE, ecn=False),),
            congestion=_CNP,
            reason="PFC without ECN and DCQCN (Gangidi et al., SIGCOMM 2024, 400G)",
        ),
    }
)


def resolved(intent: Intent) -> QosIntent:
    """Return the QoS intent with the classes of its preset, except those that are written out."""
    qos = intent.qos
    preset = PRESETS[qos.preset]
    stock = QosIntent()

    def written(key: str) -> bool:
        return ("qos", key) in intent.places or getattr(qos, key) != getattr(stock, key)

    return replace(
        qos,
        lossless=qos.lossless if written("lossless") else preset.lossless,
        lossy=qos.lossy if written("lossy") else preset.lossy,
        congestion=qos.congestion if written("congestion") else preset.congestion,
    )


def reasons(qos: QosIntent) -> tuple[str, ...]:
    """Return in words why the classes of a resolved intent are as they are."""
    first = f"classes: preset {qos.preset}, {PRESETS[qos.preset].reason}"
    stock = (
        "SONiC's stock map would put DSCP 24 and 26 in lossy TC 1 and CNP in a weighted queue; "
        "all 64 DSCPs are mapped instead"
    )
    if len(qos.lossless) != 1:
        return (first, stock)
    one = (
        "one lossless priority: every further one doubles the headroom of every port, which on "
        "64 x 800G takes more than half of the buffer (Tomahawk 5, 5 m: 46 MB for one, 93 MB for two)"
    )
    return (first, stock, one)
