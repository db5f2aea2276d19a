"""A port pauses without a PFC watchdog.

Why: a NIC or switch that pauses without end stops the fabric behind it. The watchdog drops what
is stuck; it protects only ports with a PFC_WD row, and only the priorities in pfcwd_sw_enable.

Example: `PORT_QOS_MAP|Ethernet0|pfc_enable` is 3 and PFC_WD has no row Ethernet0.

Fix: write `PFC_WD|Ethernet0` (action, detection_time, restoration_time) and pfcwd_sw_enable equal
to pfc_enable.

Source: SONiC PFC watchdog design; RDMA over Commodity Ethernet at Scale, SIGCOMM 2016.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing, metadata
from fabricgen.rules._qos import buffers_apply, paused_ports

ID = "QOS024"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding for all ports without row, and one for all without priorities."""
    config = subject.config
    if not buffers_apply(config):
        return
    automatic = metadata(config, "default_pfcwd_status") == "enable"
    guarded, linked = config.rows("PFC_WD"), config.rows("DEVICE_NEIGHBOR")
    no_row = [
        port
        for port in paused_ports(config)
        if port not in guarded and not (automatic and port in linked)
    ]
    no_priority = [
        port
        for port in paused_ports(config)
        if port in guarded and not config.text("PORT_QOS_MAP", port, "pfcwd_sw_enable")
    ]
    if no_row:
        yield found(
            config,
            f"{len(no_row)} ports pause without a PFC_WD row: {listing(no_row)}",
            "write PFC_WD rows with action, detection_time and restoration_time",
            "PORT_QOS_MAP",
            no_row[0],
            "pfc_enable",
        )
    if no_priority:
        yield found(
            config,
            f"{len(no_priority)} ports have a PFC_WD row but no pfcwd_sw_enable: {listing(no_priority)}",
            "write pfcwd_sw_enable equal to pfc_enable",
            "PORT_QOS_MAP",
            no_priority[0],
        )
