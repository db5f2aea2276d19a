"""A leaf has no link to a spine that most leaves beside it have.

Why: the spine has no path to the leaf's hosts, so traffic for them that arrives there takes a
detour or is lost, and the leaf has less bandwidth than planned.

Example: leaf-1, leaf-2 and leaf-3 have links to spine-1 and spine-2, leaf-4 to spine-1 only.

Fix: connect the leaf to every spine of its plane.

Source: RFC 7938 section 3; facts of a folded Clos network.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._fabric_tiers import above, uplinks

ID = "FAB057"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding for every leaf and spine that lack the link most leaves have."""
    for spines, leaves in above(fabric):
        links = {leaf: uplinks(fabric).get(leaf, {}) for leaf in leaves}
        for spine in spines:
            having = [leaf for leaf in leaves if spine in links[leaf]]
            if len(having) == len(leaves) or len(having) < 2 or len(having) * 3 < len(leaves) * 2:
                continue
            for leaf in leaves:
                if spine not in links[leaf]:
                    yield found(
                        fabric.devices[leaf],
                        f"{leaf} has no link to {spine}, {len(having)} of {len(leaves)} leaves have one",
                        f"connect the leaf to {spine}, or correct the addresses of the link",
                        "DEVICE_NEIGHBOR"
                        if fabric.devices[leaf].rows("DEVICE_NEIGHBOR")
                        else "PORT",
                    )
