"""BFD guards one end of a session only.

Why: a BFD session needs both ends; with one, it never comes up and failures are noticed after the
hold time.

Example: `BGP_NEIGHBOR|default|10.64.0.0` has bfd "true" on leaf-1; spine-1's row for 10.64.0.1
does not.

Fix: set bfd alike on both ends. The bgpcfgd path has no BFD for BGP at all.

Source: RFC 5882 section 4; SONiC buildimage docker-fpm-frr templates.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigDb, FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._fabric_sessions import by_framework, pairs, row_value

ID = "FAB054"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at the end without BFD of every session that has it at the other end."""
    for pair in pairs(fabric):
        flags = [_guarded(fabric.devices[one.device], one.key) for one in pair]
        if flags[0] == flags[1]:
            continue
        lacks, has = pair if not flags[0] else (pair[1], pair[0])
        config = fabric.devices[lacks.device]
        why = "" if by_framework(config) else " (bgpcfgd has no BFD for BGP)"
        yield found(
            config,
            f"{has.device} has bfd on its session to {lacks.device}, which has none for {lacks.key}{why}",
            "set bfd alike on both ends",
            "BGP_NEIGHBOR",
            lacks.key,
        )


def _guarded(config: ConfigDb, key: str) -> bool:
    return by_framework(config) and row_value(config, key, "bfd") == "true"
