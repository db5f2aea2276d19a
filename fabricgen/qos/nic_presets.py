"""Published DCQCN values by NIC family: NVIDIA's and Broadcom's drivers, the AMD guide and the papers.

``connectx`` has the names of MLNX_OFED; mlxconfig has the same in capitals, with ``_P1`` or ``_P2`` for the port.
``bnxt_re`` has the names of the driver's configfs group ``cc``. The other names are ours; a unit is empty where
the source gives none.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from fabricgen.model.qos import NicParameter


@dataclass(frozen=True, slots=True, kw_only=True)
class NicPreset:
    """Parameters of the notification point (the receiver) and of the reaction point (the sender)."""

    parameters: tuple[NicParameter, ...]
    source: str


def _rows(*rows: tuple[str, str, str]) -> tuple[NicParameter, ...]:
    return tuple(NicParameter(name=name, value=value, unit=unit) for name, value, unit in rows)


# The preset of each family when none is asked for.
OF_FAMILY: Mapping[str, str] = MappingProxyType(
    {"nvidia": "connectx", "amd": "pollara", "broadcom": "bnxt_re"}
)


def with_marks(
    name: str, roce: tuple[int, int], congestion: tuple[int, int]
) -> tuple[NicParameter, ...]:
    """Return the parameters of a preset; those of ``bnxt_re`` hold DSCP and priority of both classes."""
    if name != "bnxt_re":
        return PRESETS[name].parameters
    return (
        *PRESETS[name].parameters,
        *_rows(
            # in hexadecimal: older drivers read any number as such
            ("roce_dscp", f"{roce[0]:#x}", f"DSCP {roce[0]}"),
            ("roce_prio", f"{roce[1]:#x}", ""),
            ("cnp_dscp", f"{congestion[0]:#x}", f"DSCP {congestion[0]}"),
            ("cnp_prio", f"{congestion[1]:#x}", ""),
        ),
    )


PRESETS: Mapping[str, NicPreset] = MappingProxyType(
    {
        "connectx": NicPreset(
            parameters=_rows(
                ("min_time_between_cnps", "4", "us"),
                ("rate_reduce_monitor_period", "4", "us"),
                ("dce_tcp_g", "1019", "of 1024 kept"),
                ("dce_tcp_rtt", "1", "us"),
                ("initial_alpha_value", "1023", "of 1024"),
                ("rpg_time_reset", "300", "us"),
                ("rpg_byte_reset", "32767", ""),
                ("rpg_threshold", "1", "rounds"),
                ("rpg_ai_rate", "5", "Mb/s"),
                ("rpg_hai_rate", "50", "Mb/s"),
                ("rpg_gd", "11", ""),
                ("rpg_min_rate", "1", "Mb/s"),
                ("rpg_min_dec_fac", "50", "percent"),
                ("rate_to_set_on_first_cnp", "0", "Mb/s, 0 is off"),
                ("clamp_tgt_rate", "0", "off"),
                ("clamp_tgt_rate_after_time_inc", "1", "on"),
            ),
            source="NVIDIA DOCA documentation, DCQCN CC parameters, ConnectX-4 and later, defaults "
            "(MLNX_OFED names; mlxconfig has them in capitals)",
        ),
        "pollara": NicPreset(
            parameters=_rows(
                ("rate_reduce_monitor_period", "1", ""),
                ("alpha_gain", "512", ""),
                ("alpha_update_interval", "1", ""),
                ("initial_alpha", "64", ""),
                ("rate_increase_interval", "1", ""),
                ("rate_increase_byte_count", "431068", ""),
                ("rate_increase_threshold", "1", ""),
                ("rate_increase_ai", "160", ""),
                ("rate_increase_hai", "300", ""),
                ("token_bucket_size", "800000", ""),
            ),
            source="AMD Pollara 400 cluster guide",
        ),
        "dcqcn": NicPreset(
            parameters=_rows(
                ("cnp_interval", "50", "us"),
                ("alpha_gain", "1/256", ""),
                ("alpha_update_timer", "55", "us"),
                ("initial_alpha", "1", ""),
                ("increase_timer", "55", "us"),
                ("byte_counter", "10000000", "bytes"),
                ("fast_recovery_rounds", "5", "rounds"),
                ("additive_increase", "40", "Mb/s"),
            ),
            source="Zhu et al., SIGCOMM 2015, at 40G",
        ),
        "simai": NicPreset(
            parameters=_rows(
                ("rate_decrease_interval", "4", "us"),
                ("alpha_gain", "1/256", ""),
                ("alpha_update_timer", "1", "us"),
                ("increase_timer", "900", "us"),
                ("fast_recovery_rounds", "1", "rounds"),
                ("additive_increase", "50", "Mb/s"),
                ("hyper_increase", "100", "Mb/s"),
                ("min_rate", "100", "Mb/s"),
                ("clamp_target_rate", "0", "off"),
            ),
            source="Alibaba SimAI, commit cef83f9ddd96, at 400G",
        ),
        "bnxt_re": NicPreset(
            parameters=_rows(("ecn_enable", "0x1", "on"), ("ecn_marking", "0x2", "ECT(0)")),
            source="Broadcom bnxt_re driver 233.2.77.9, configfs group cc (the driver's own marks are DSCP 26 in 3 "
            "and 48 in 7); gains and timers are the firmware's and published nowhere: keep them",
        ),
        "off": NicPreset(
            parameters=(), source="rate control off: Gangidi et al., SIGCOMM 2024, 400G"
        ),
    }
)
