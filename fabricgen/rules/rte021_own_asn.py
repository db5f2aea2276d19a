"""The device's AS number is missing, zero or no number.

Why: without a number the routing configuration says `router bgp None`, or BGP is left out without
a message; AS 0 is refused by every peer.

Example: `DEVICE_METADATA|localhost|bgp_asn` is `None` while BGP_NEIGHBOR has rows.

Fix: write the AS number (1 to 4294967294). A device without BGP leaves the field out.

Source: SONiC buildimage issue 9739 and pull request 9640; RFC 7607.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._bgp import framework, neighbors
from fabricgen.rules._file import found, metadata, number

ID = "RTE021"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield a finding if bgp_asn is 0 or no number, or absent beside neighbours."""
    config = subject.config
    text = metadata(config, "bgp_asn")
    if text is None:
        if framework(config) or not neighbors(config):
            return
        fault = f"DEVICE_METADATA has no bgp_asn beside {len(neighbors(config))} BGP neighbours"
    elif number(text) is None:
        fault = f"bgp_asn {text!r} is not a number"
    elif number(text) == 0:
        fault = "bgp_asn is 0, which no peer accepts"
    else:
        return
    yield found(
        config,
        fault,
        "write the AS number of this device, 1 to 4294967294",
        "DEVICE_METADATA",
        "localhost",
        None if text is None else "bgp_asn",
    )
