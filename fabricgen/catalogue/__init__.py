"""The hardware catalogue: platforms, node types, models and cables, and what they allow."""

from fabricgen.catalogue.breakout import (
    expand,
    fec_of,
    find_mode,
    lanes_used,
    mode_for,
    mode_of,
    parse_mode,
    port_row,
    runs_at,
    speed_mbps,
    speed_text,
    with_speed,
)
from fabricgen.catalogue.choice import (
    NoHwskuError,
    choose_hwsku,
    fixed_ports_at,
    refuses_breakout,
    serving_hwskus,
    shipped_splits,
    ships,
    split_text,
)
from fabricgen.catalogue.fields import CatalogueFileError
from fabricgen.catalogue.importing import ImportProblemError, import_platform
from fabricgen.catalogue.links import (
    PORT_MTU_BYTES,
    cages_used,
    link_settings,
    longest_m,
    medium,
)
from fabricgen.catalogue.listing import KINDS, capacity_mbps, listing, supported_speeds
from fabricgen.catalogue.oddities import (
    HeadroomOddity,
    aliases_of_two_cages,
    headroom_oddities,
    lanes_used_twice,
)
from fabricgen.catalogue.pages import page
from fabricgen.catalogue.store import load, nearest

__all__ = [
    "KINDS",
    "PORT_MTU_BYTES",
    "CatalogueFileError",
    "HeadroomOddity",
    "ImportProblemError",
    "NoHwskuError",
    "aliases_of_two_cages",
    "cages_used",
    "capacity_mbps",
    "choose_hwsku",
    "expand",
    "fec_of",
    "find_mode",
    "fixed_ports_at",
    "headroom_oddities",
    "import_platform",
    "lanes_used",
    "lanes_used_twice",
    "link_settings",
    "listing",
    "load",
    "longest_m",
    "medium",
    "mode_for",
    "mode_of",
    "nearest",
    "page",
    "parse_mode",
    "port_row",
    "refuses_breakout",
    "runs_at",
    "serving_hwskus",
    "shipped_splits",
    "ships",
    "speed_mbps",
    "speed_text",
    "split_text",
    "supported_speeds",
    "with_speed",
]
