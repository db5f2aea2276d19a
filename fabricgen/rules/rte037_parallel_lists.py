"""The lists of a static route have different lengths.

Why: next hops, interfaces and distances pair up by position; with lists of unequal length the
daemon drops the route or pairs a next hop with the wrong interface.

Example: nexthop `10.1.0.0,10.1.0.2` with ifname `Ethernet0`.

Fix: write as many elements in each list as there are next hops, or leave a list out.

Source: SONiC utilities pull request 1534; sonic-bgpcfgd managers_static_rt.py.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "RTE037"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

_LISTS = ("nexthop", "ifname", "distance", "nexthop-vrf", "blackhole")


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per route whose lists (empty text apart) differ in length."""
    config = subject.config
    for key in config.rows("STATIC_ROUTE"):
        lengths = {
            field: text.count(",") + 1
            for field in _LISTS
            if (text := config.text("STATIC_ROUTE", key, field))
        }
        if len(set(lengths.values())) > 1:
            longest = max(lengths.values())
            short = next(field for field, length in lengths.items() if length != longest)
            yield found(
                config,
                f"lists of route {key} differ in length: "
                + ", ".join(f"{field} {length}" for field, length in lengths.items()),
                f"write {longest} elements in each, or leave {short} out",
                "STATIC_ROUTE",
                key,
                short,
            )
