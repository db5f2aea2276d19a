"""The host name is not a host name.

Why: the name becomes the kernel's host name, the LLDP system name and part of BGP descriptions;
with an underscore, a blank or a slash the first configuration step fails on the device.

Example: `DEVICE_METADATA|localhost|hostname` is `leaf_01 rack/3`.

Fix: use letters, digits and hyphens, at most 63, with a letter or digit at both ends.

Source: RFC 1123 section 2.1; ipspace/netlab issue 819.
"""

import re
from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, metadata

ID = "REF016"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

_LEGAL = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?")
_LONGEST = 63


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield a finding if the host name is none."""
    name = metadata(subject.config, "hostname")
    if name is None:
        return
    if len(name) > _LONGEST:
        fault = f"has {len(name)} characters, more than {_LONGEST}"
    elif not _LEGAL.fullmatch(name):
        wrong = [
            char
            for char in dict.fromkeys(name)
            if not (char.isascii() and (char.isalnum() or char in "-."))
        ]
        fault = (
            f"holds {', '.join(map(repr, wrong))}"
            if wrong
            else "does not start and end with a letter or digit"
        )
    else:
        return
    yield found(
        subject.config,
        f"host name {name!r} {fault}",
        "use letters, digits and hyphens, at most 63, with a letter or digit at both ends",
        "DEVICE_METADATA",
        "localhost",
        "hostname",
    )
