"""The watchdog watches a priority that does not pause.

Why: the daemon treats the watched queue as lossless; when it looks stuck, its action drops or
forwards traffic of a class that is not paused at all.

Example: pfc_enable 3 and pfcwd_sw_enable 3,4.

Fix: make pfcwd_sw_enable equal to pfc_enable.

Source: SONiC swss issue 842 and pull request 795.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._qos import priorities

ID = "QOS025"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per port that watches more than it pauses."""
    config = subject.config
    for port in config.rows("PORT_QOS_MAP"):
        text = config.text("PORT_QOS_MAP", port, "pfcwd_sw_enable")
        paused = config.text("PORT_QOS_MAP", port, "pfc_enable")
        extra = [one for one in priorities(text) if one not in priorities(paused)]
        if extra:
            yield found(
                config,
                f"{port} watches priority {','.join(map(str, extra))} (pfcwd_sw_enable {text}), which it "
                f"does not pause (pfc_enable {paused or 'absent'})",
                "make pfcwd_sw_enable equal to pfc_enable",
                "PORT_QOS_MAP",
                port,
                "pfcwd_sw_enable",
            )
