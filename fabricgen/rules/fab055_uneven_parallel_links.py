"""A leaf has different numbers of links to the spines above it.

Why: ECMP gives every next hop the same share. The spine with fewer links from this leaf cannot
return what the others can, so traffic towards the leaf meets a bottleneck, and its share of the
bisection is lost.

Example: leaf-1 has 2 links to spine-1 and 1 link to spine-2.

Fix: give every leaf the same number of links to each spine of its plane.

Source: RFC 7938 section 6; NVIDIA DGX SuperPOD cabling tables.
"""

from collections import Counter
from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._fabric_tiers import uplinks

ID = "FAB055"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every leaf with uneven parallel links."""
    for leaf, counts in uplinks(fabric).items():
        if len(set(counts.values())) < 2:
            continue
        usual = Counter(
            count for other in uplinks(fabric).values() for count in other.values()
        ).most_common(1)[0][0]
        text = ", ".join(f"{count} to {spine}" for spine, count in counts.items() if count != usual)
        yield found(
            fabric.devices[leaf],
            f"{leaf} has {sum(counts.values())} uplinks to {len(counts)} spines unevenly: {text}, while "
            f"{usual} to each is usual",
            "give the leaf the same number of links to each spine",
            "DEVICE_NEIGHBOR" if fabric.devices[leaf].rows("DEVICE_NEIGHBOR") else "PORT",
        )
