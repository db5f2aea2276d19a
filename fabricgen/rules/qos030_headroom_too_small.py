"""The headroom of a priority group cannot hold what still arrives after a pause.

Why: after pause is sent, the frame on the wire, the frame the peer has begun, the bytes in both
directions of the cable and those the peer sends until it reacts still arrive. Headroom (xoff)
below that sum drops packets of the lossless class.

Example: xoff 61440 bytes for 800000 Mb/s on 40 m with MTU 9100: two frames 18200, cable 40000,
peer response 57920, together 116120 bytes.

Fix: use the platform's headroom row for the speed and cable, or a shorter cable. A profile not
below the platform's own row is accepted.

Source: IEEE 802.1Q annex N (buffer requirements for PFC); IEEE 802.3 annex 31B (pause response,
quanta of 512 bit times).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, number
from fabricgen.rules._ports import file_ports, hwsku, platform
from fabricgen.rules._qos import (
    buffers_apply,
    cables_m,
    profile_name,
    spans,
)

ID = "QOS030"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

# Longest response to a pause in quanta of 64 bytes, by speed.
_RESPONSE_QUANTA = {
    10000: 67,
    25000: 80,
    40000: 118,
    50000: 147,
    100000: 394,
    200000: 453,
    400000: 905,
    800000: 905,
}
_DEFAULT_MTU = 9100


def needed_bytes(
    speed_mbps: int, cable_m: int, mtu_bytes: int, respond: bool
) -> tuple[int, int, int]:
    """Return the bytes of two frames, of the cable both ways, and of the peer's response.

    Args:
        speed_mbps: Port speed.
        cable_m: Cable length one way; light takes 5 ns a metre.
        mtu_bytes: Largest frame of the port.
        respond: Count the peer's response time; without it the sum holds for every switch.
    """
    cable = -(-cable_m * speed_mbps // 800)
    response = 64 * _RESPONSE_QUANTA.get(speed_mbps, 0) if respond else 0
    return 2 * mtu_bytes, cable, response


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per lossless group below the sum for its port."""
    config = subject.config
    if not buffers_apply(config):
        return
    ports = file_ports(config)
    for span in spans(config, "BUFFER_PG"):
        profile, port = profile_name(config, "BUFFER_PG", span.key), ports.get(span.port)
        length = cables_m(config).get(span.port)
        if profile is None or port is None or not port.speed_mbps or not length:
            continue
        xoff = number(config.text("BUFFER_PROFILE", profile, "xoff"))
        if xoff is None or _as_shipped(subject, port.speed_mbps, length, xoff):
            continue
        mtu = number(config.text("PORT", span.port, "mtu")) or _DEFAULT_MTU
        frames, cable, response = needed_bytes(
            port.speed_mbps, length, mtu, platform(subject) is not None
        )
        need = _cells(subject, frames + cable + response)
        if xoff < need:
            yield found(
                config,
                f"xoff {xoff} bytes of {profile} is below the headroom {need} bytes of {span.port} "
                f"({port.speed_mbps} Mb/s, {length} m, MTU {mtu}: two frames {frames}, cable {cable}, peer "
                f"response {response})",
                "use the platform's profile for the speed and cable, or shorten the cable",
                "BUFFER_PG",
                span.key,
                "profile",
            )


def _as_shipped(subject: ConfigCheck, speed_mbps: int, cable_m: int, xoff_bytes: int) -> bool:
    sku = hwsku(subject)
    rows = [
        row
        for row in (sku.headroom_rows if sku is not None else ())
        if row.speed_mbps == speed_mbps and row.cable_m >= cable_m
    ]
    return bool(rows) and xoff_bytes >= min(rows, key=lambda row: row.cable_m).xoff_bytes


def _cells(subject: ConfigCheck, count: int) -> int:
    box = platform(subject)
    cell = box.asic.cell_bytes if box is not None and box.asic.cell_bytes else 1
    return -(-count // cell) * cell
