"""What SONiC offers on an ASIC, as facts with the release; what no source says stays unknown.

Sources: sonic-net/SONiC doc/ARS, doc/packet_trimming, doc/qos; sonic-net/sonic-buildimage, commit
086b03bd70f9 (YANG models of six releases, device folders, qos_config.j2).
"""

from collections.abc import Mapping
from types import MappingProxyType

from fabricgen.model.platform import Capability

_SWITCH_TYPES = ("mellanox", "broadcom", "marvell-teralynx")
_TRIMMING = ("Spectrum-5", "Spectrum-6", "Tomahawk5")
_SHARED_HEADROOM = ("Tomahawk3", "Tomahawk4", "Tomahawk5", "Tomahawk6", "Teralynx 10")


def capabilities(sonic_type: str, family: str) -> Mapping[str, Capability]:
    """Return the capabilities of an ASIC by name.

    Args:
        sonic_type: SONiC's ASIC type, such as ``mellanox``.
        family: Such as ``Spectrum-4``.
    """
    switch = sonic_type in _SWITCH_TYPES
    known = (
        _adaptive_routing(),
        _trimming(family),
        Capability(
            name="wred-per-queue",
            supported=True if switch else None,
            note="ECN marking by WRED profile on each queue" if switch else "",
            source="files/build_templates/qos_config.j2" if switch else "",
        ),
        _dynamic_buffers(sonic_type, switch),
        _shared_headroom(family),
        Capability(
            name="fine-grained-ecmp",
            supported=None,
            release="202505",
            note="FG_NHG by prefix; the ASIC must have fine-grained next-hop groups",
            source="SONiC doc/ecmp; sonic-fine-grained-ecmp.yang",
        ),
        Capability(
            name="srv6-usid",
            supported=None,
            release="202505",
            note="uN of SRV6_MY_SIDS; the ASIC must have the endpoint behaviour",
            source="SONiC doc/srv6; sonic-srv6.yang",
        ),
        Capability(
            name="hash-fields",
            supported=None,
            release="202405",
            note="SWITCH_HASH; the switch reports in STATE_DB which fields it takes",
            source="SONiC doc/hash",
        ),
    )
    return MappingProxyType({capability.name: capability for capability in known})


def _adaptive_routing() -> Capability:
    return Capability(
        name="adaptive-routing",
        supported=False,
        note="no community release up to master of 2026-08 has tables for it",
        source="SONiC doc/ARS; sonic-buildimage pull request 22264, open",
    )


def _trimming(family: str) -> Capability:
    if family not in _TRIMMING:
        return Capability(
            name="packet-trimming",
            supported=None,
            release="202505",
            note="the switch reports SWITCH_TRIMMING_CAPABLE in STATE_DB",
            source="SONiC doc/packet_trimming",
        )
    return Capability(
        name="packet-trimming",
        supported=True,
        release="202505",
        note="HwSKUs of this ASIC ship buffer profiles for it, or sonic-mgmt tests it",
        source="SONiC doc/packet_trimming; buffers_defaults_objects.j2; sonic-mgmt",
    )


def _dynamic_buffers(sonic_type: str, switch: bool) -> Capability:
    supported = sonic_type == "mellanox"
    note = "headroom computed on the switch" if supported else "the headroom plugin is not shipped"
    return Capability(
        name="dynamic-buffer-model",
        supported=supported if switch else None,
        note=note if switch else "",
        source="sonic-swss cfgmgr/buffer_headroom_*.lua" if switch else "",
    )


def _shared_headroom(family: str) -> Capability:
    spectrum = family.startswith("Spectrum")
    supported = True if spectrum or family in _SHARED_HEADROOM else None
    note = "the ASIC's limit per port is known" if spectrum else "its HwSKUs ship a pool with xoff"
    source = "platform/mellanox/asic_table.j2" if spectrum else "buffers_defaults_*.j2"
    return Capability(
        name="shared-headroom-pool",
        supported=supported,
        note=note if supported else "",
        source=source if supported else "",
    )
