"""The switch's own filter may drop the BFD packets of numbered links.

Why: the control-plane ACL daemon of the image drops what is sent to the even address of every /31 and /127
and is not BGP, ICMP, DHCP or permitted by a rule; it opens the ports of BFD for sessions of the
ASIC, and knows nothing of those of FRR. BGP then comes up without BFD, and a silent failure lasts for
the hold time.

Example: `sonic: {routing: frrcfgd}` with addresses on the links, and no `services.management_access`.

Fix: write `services: {management_access: [...]}`: the neighbours of each device are then permitted, or
use `links: unnumbered`. Check with `show bfd peers` in vtysh.

Source: sonic-host-services scripts/caclmgrd, commit 01d1adc30eaf.
"""

from collections.abc import Iterator

from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point

ID = "RTE044"
SEVERITY = Severity.NOTE
POINT = Point.ROUTING


def check(design: Design) -> Iterator[Finding]:
    """Yield one finding where BFD watches numbered sessions and no rule lets its packets in."""
    if design.routing is None or design.intent.services.management_access:
        return
    watched = sum(
        not session.unnumbered
        for device in design.routing.devices.values()
        if any(group.bfd for group in device.groups)
        for session in device.sessions
    )
    if watched:
        yield Finding(
            message=f"BFD of {watched} session ends with addresses hangs on a filter that knows only BGP "
            "and the BFD of the ASIC: the image may drop UDP port 3784 at even addresses",
            hint="write services.management_access, use links: unnumbered, or look at show bfd peers",
            place=design.intent.place("sonic", "routing"),
        )
