"""A strict queue marks ECN.

Why: the strict queue carries congestion notifications and control traffic. Marking or dropping
them delays the very signal that ends congestion.

Example: `QUEUE|Ethernet0|6` has a STRICT scheduler and the WRED profile of the lossless queue.

Fix: take the wred_profile off the strict queue.

Source: Congestion Control for Large-Scale RDMA Deployments, SIGCOMM 2015 (CNPs at high priority).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing
from fabricgen.rules._qos import bare, spans

ID = "QOS036"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per queue range, naming the ports."""
    config = subject.config
    strict = {
        name
        for name in config.rows("SCHEDULER")
        if config.text("SCHEDULER", name, "type") == "STRICT"
    }
    marked: dict[str, list[str]] = {}
    for span in spans(config, "QUEUE"):
        if bare(config.text("QUEUE", span.key, "scheduler") or "") not in strict:
            continue
        profile = bare(config.text("QUEUE", span.key, "wred_profile") or "")
        if config.text("WRED_PROFILE", profile, "ecn") not in (None, "ecn_none"):
            marked.setdefault(span.key.rpartition("|")[2], []).append(span.port)
    for queue, ports in marked.items():
        yield found(
            config,
            f"strict queue {queue} marks ECN on {len(ports)} ports: {listing(ports)}",
            "take the wred_profile off the strict queue",
            "QUEUE",
            f"{ports[0]}|{queue}",
            "wred_profile",
        )
