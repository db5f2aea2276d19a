"""A port to a DPU is set up as a lossless port.

Why: ports of role Dpc are inside the chassis: the DPU does not pause, so headroom is wasted and
the buffer manager takes memory from the front ports.

Example: `PORT_QOS_MAP|Ethernet224|pfc_enable` is 3 and Ethernet224 has role Dpc.

Fix: leave pfc_enable, pfcwd_sw_enable and lossless groups off Dpc ports, and write cable length
0m.

Source: SONiC buildimage pull requests 18978, 21036 and 21102.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, is_dpu
from fabricgen.rules._ports import file_ports
from fabricgen.rules._qos import has_headroom, priorities, profile_name, spans

ID = "DPU007"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per Dpc port with pause or a lossless group."""
    config = subject.config
    inner = {port.name for port in file_ports(config).values() if port.role == "Dpc"}
    if not inner or is_dpu(config):
        return
    hint = "leave pause and lossless groups off ports to DPUs"
    for port in config.rows("PORT_QOS_MAP"):
        text = config.text("PORT_QOS_MAP", port, "pfc_enable")
        if port in inner and priorities(text):
            message = f"{port} leads to a DPU (role Dpc) and pauses priority {text}"
            yield found(config, message, hint, "PORT_QOS_MAP", port, "pfc_enable")
    for span in spans(config, "BUFFER_PG"):
        profile = profile_name(config, "BUFFER_PG", span.key)
        if span.port in inner and profile is not None and has_headroom(config, profile):
            message = (
                f"{span.port} leads to a DPU (role Dpc) and has the lossless profile {profile}"
            )
            yield found(config, message, hint, "BUFFER_PG", span.key, "profile")
