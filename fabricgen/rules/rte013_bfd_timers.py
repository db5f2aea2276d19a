"""Timers of BFD are asked for where they cannot be set.

Why: no release models BFD_PEER_SINGLE_HOP, the table that frrcfgd reads them from, and a file with an
unknown table is refused from 202505 on. bgpcfgd starts no BFD. A row names the peer's address, which
a link without addresses has none of.

Example: `routing: {bfd_interval: 100}` without `sonic: {extensions: [bfd]}`.

Fix: leave the timers out (FRR's own are 300 ms, 3 times), or add the extension for an image whose models
have the table.

Source: sonic-yang-models of six releases; SONiC buildimage src/sonic-frr-mgmt-framework, commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "RTE013"
SEVERITY = Severity.ERROR
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding for each ``bfd-timers-not-there`` problem of the routing."""
    if design.routing is not None:
        yield from findings(design.routing.problems, "bfd-timers-not-there")
