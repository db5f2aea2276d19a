"""Published DCQCN values by NIC family: mlxconfig, the AMD guide and the papers.

Names are ours where they are not those of mlxconfig; a unit is empty where the source gives none.
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


# The preset of each family when none is asked for; None: the vendor publishes no values.
OF_FAMILY: Mapping[str, str | None] = MappingProxyType(
    {"nvidia": "connectx", "amd": "pollara", "broadcom": None}
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
            source="NVIDIA mlxconfig and DOCA, ConnectX-4 and later, defaults",
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
        "off": NicPreset(
            parameters=(), source="rate control off: Gangidi et al., SIGCOMM 2024, 400G"
        ),
    }
)
