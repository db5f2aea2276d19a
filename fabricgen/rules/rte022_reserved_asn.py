"""An AS number is reserved.

Why: 23456 stands for 4-byte numbers on old speakers, 65535 and 4294967295 are reserved: other
vendors refuse sessions or drop paths with them, even where the model takes the number.

Example: `DEVICE_METADATA|localhost|bgp_asn` is `4294967295`.

Fix: use a private number: 64512 to 65534, or 4200000000 to 4294967294.

Source: RFC 6996; RFC 7300; RFC 6793.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._bgp import neighbors
from fabricgen.rules._file import found, metadata, number

ID = "RTE022"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG

_RESERVED = frozenset({23456, 65535, 4294967295})


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per reserved AS number."""
    config = subject.config
    hint = "use a private number: 64512 to 65534, or 4200000000 to 4294967294"
    own = number(metadata(config, "bgp_asn"))
    if own in _RESERVED:
        message = f"bgp_asn {own} is reserved"
        yield found(config, message, hint, "DEVICE_METADATA", "localhost", "bgp_asn")
    for neighbor in neighbors(config):
        if neighbor.asn in _RESERVED:
            message = f"AS number {neighbor.asn} of neighbour {neighbor.peer} is reserved"
            yield found(config, message, hint, "BGP_NEIGHBOR", neighbor.key, "asn")
