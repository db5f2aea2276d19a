"""Two addresses of a row are of different families.

Why: a packet has a source and a destination of one family; the service cannot be set up.

Example: `SYSLOG_SERVER|2001:db8::5` with source 192.0.2.10.

Fix: give both addresses of one family.

Source: SONiC YANG models, sonic-syslog, sonic-mirror-session, sonic-tunnel.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck, Row
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._models import same_family

ID = "REF036"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(x: ConfigCheck) -> Iterator[Finding]:
    """Yield the rows whose addresses differ in family."""
    config = x.config
    for key in config.rows("SYSLOG_SERVER"):
        source = config.text("SYSLOG_SERVER", key, "source")
        if source is not None and not same_family(source, key):
            message = f"the source {source} is not of the family of the server {key}"
            hint = "give a source of the server's family"
            yield found(config, message, hint, "SYSLOG_SERVER", key, "source")
    for table in ("MIRROR_SESSION", "TUNNEL"):
        for key, row in config.rows(table).items():
            yield from _pair(x, table, key, row)


def _pair(x: ConfigCheck, table: str, key: str, row: Row) -> Iterator[Finding]:
    source = x.config.text(table, key, "src_ip") or ""
    target = x.config.text(table, key, "dst_ip") or ""
    if ("src_ip" in row or "dst_ip" in row) and (":" in source) != (":" in target):
        field = "src_ip" if "src_ip" in row else "dst_ip"
        message = f"src_ip is {source or 'missing'} and dst_ip is {target or 'missing'}"
        yield found(x.config, message, "give both of one family", table, key, field)
