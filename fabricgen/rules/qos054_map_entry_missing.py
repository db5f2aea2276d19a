"""A map that lossless ports use has no entry for a class that carries traffic.

Why: what happens to a class without an entry is up to the SDK: queue 0 or the queue of the same number,
group 0 or none. Two ASICs of one fabric may differ, and one of them then mixes classes.

Example: DSCP 48 goes to TC 6, and TC_TO_QUEUE_MAP has no entry 6.

Fix: write an entry for every traffic class that DSCP_TO_TC_MAP names, and every paused priority.

Source: SAI QoS maps; qos_config.j2 writes all entries, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing
from fabricgen.rules._qos import MAP_TABLES, class_groups

ID = "QOS054"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per map and group of ports."""
    for group in class_groups(subject.config):
        for field in ("tc_to_queue_map", "tc_to_pg_map", "pfc_to_pg_map"):
            entries = group.maps.get(field)
            wanted = sorted(group.fed) if field.startswith("tc_") else group.priorities
            if entries is None:
                continue
            table, name = MAP_TABLES[field], group.names[field]
            missing = [str(one) for one in wanted if one not in entries]
            if missing and name in subject.config.rows(table):
                what = "TC" if field.startswith("tc_") else "priority"
                yield found(
                    subject.config,
                    f"{table}|{name} has no entry for {what} {listing(missing)}, which carries traffic "
                    f"(on {listing(group.ports)})",
                    "write the entry",
                    table,
                    name,
                )
