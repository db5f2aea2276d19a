"""No DSCP that RoCE uses leads to a lossless class.

Why: NICs mark RoCE with DSCP 26 (NVIDIA, Broadcom) or 24 (AMD). SONiC's stock map puts both into
TC 1, which is lossy: PFC is on and RoCE drops.

Example: the stock DSCP_TO_TC_MAP (3 to TC 3, 4 to TC 4, everything else to TC 1) with pfc_enable
3,4.

Fix: map the DSCP of the NICs to the lossless traffic class.

Source: qos_config.j2, SONiC buildimage commit 086b03bd70f9; vendors' RoCE guides (DSCP 26 or 24).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing
from fabricgen.rules._qos import class_groups

ID = "QOS043"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG

_ROCE = (26, 24)


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per DSCP map whose lossless classes take no DSCP of RoCE."""
    config = subject.config
    done: set[str] = set()
    for group in class_groups(config):
        name, dscps = group.names.get("dscp_to_tc_map"), group.maps.get("dscp_to_tc_map")
        if name is None or name in done or not dscps or "tc_to_pg_map" not in group.names:
            continue
        done.add(name)
        lossless = {tc for priority in group.priorities for tc in group.classes(priority)}
        if any(dscps.get(dscp) in lossless for dscp in _ROCE):
            continue
        inside = sorted(dscp for dscp, tc in dscps.items() if tc in lossless)
        yield found(
            config,
            f"DSCP_TO_TC_MAP|{name} puts DSCP 26 in TC {dscps.get(26, 0)} and DSCP 24 in TC "
            f"{dscps.get(24, 0)}, both lossy; the lossless classes take DSCP "
            f"{', '.join(map(str, inside)) or 'none'} (on {listing(group.ports)})",
            "map the DSCP of the NICs to the lossless traffic class",
            "DSCP_TO_TC_MAP",
            name,
            "26" if 26 in dscps else None,
        )
