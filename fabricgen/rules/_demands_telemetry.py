"""What high frequency telemetry asks for: objects that exist and counters they have."""

import re

from fabricgen.model.configdb import ConfigCheck


def telemetry_object(x: ConfigCheck, key: str) -> bool:
    """Return whether a telemetry group names a port, pool, queue or group that does not exist.

    The models of 202505 want at least one; later ones take a group without.
    """
    group = key.rpartition("|")[2].strip()
    names = x.config.row("HIGH_FREQUENCY_TELEMETRY_GROUP", key).get("object_names", ())
    if x.schema.release == "202505" and not (isinstance(names, tuple) and any(names)):
        return True
    tables = {"INGRESS_PRIORITY_GROUP": "BUFFER_PG", "QUEUE": "BUFFER_QUEUE"}
    for name in names if isinstance(names, tuple) else ():
        port, bar, index = str(name).partition("|")
        if group in ("PORT", "BUFFER_POOL"):
            if name and name not in x.config.rows(group):
                return True
        elif name:
            rows = x.config.rows(tables.get(group, group))
            ports = {row.partition("|")[0].strip() for row in rows}
            if not bar or port not in ports or not (index.isascii() and index.isdigit()):
                return True
    return False


_COUNTERS = {
    "PORT": "IF_IN_OCTETS|IF_IN_UCAST_PKTS|IF_IN_DISCARDS|IF_IN_ERRORS|IN_CURR_OCCUPANCY_BYTES"
    "|IF_OUT_OCTETS|IF_OUT_DISCARDS|IF_OUT_ERRORS|IF_OUT_UCAST_PKTS|OUT_CURR_OCCUPANCY_BYTES"
    "|TRIM_PACKETS|PAUSE_[RT]X_PKTS|PFC_[0-7]_[RT]X_PKTS",
    "BUFFER_POOL": "DROPPED_PACKETS|(CURR_OCCUPANCY|WATERMARK)_(BYTES|CELLS)"
    "|XOFF_ROOM_WATERMARK_BYTES",
    "INGRESS_PRIORITY_GROUP": "PACKETS|BYTES|DROPPED_PACKETS"
    "|(XOFF_ROOM_)?(CURR_OCCUPANCY|WATERMARK)_(BYTES|CELLS)",
    "QUEUE": "PACKETS|BYTES|DROPPED_PACKETS|(CURR_OCCUPANCY|WATERMARK)_(BYTES|CELLS)"
    "|WRED_ECN_MARKED_PACKETS|TRIM_PACKETS",
}


def telemetry_counter(x: ConfigCheck, key: str) -> bool:
    """Return whether a counter of a telemetry group is none of its kind of object."""
    pattern = _COUNTERS.get(key.rpartition("|")[2].strip())
    names = x.config.row("HIGH_FREQUENCY_TELEMETRY_GROUP", key).get("object_counters", ())
    texts = [str(name) for name in names if name] if isinstance(names, tuple) else []
    return pattern is not None and any(re.fullmatch(pattern, text) is None for text in texts)
