"""The IPv6 loopback is advertised as a /64.

Why: the default routing path announces the whole /64 around the IPv6 address of Loopback0. Two
switches with loopbacks in one /64 then announce the same prefix, and traffic for one lands on the
other.

Example: `Loopback0|2001:db8::7/128` without bgp_adv_lo_prefix_as_128.

Fix: set `DEVICE_METADATA|localhost|bgp_adv_lo_prefix_as_128` to `true`, or give each switch a /64
of its own.

Source: docker-fpm-frr templates, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from netaddr import IPAddress

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._addresses import loopback_addresses
from fabricgen.rules._bgp import framework, neighbors
from fabricgen.rules._file import found, metadata

ID = "ADR047"
SEVERITY = Severity.NOTE
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one note per IPv6 address of Loopback0 on the default routing path."""
    config = subject.config
    if framework(config) or not neighbors(config):
        return
    if metadata(config, "bgp_adv_lo_prefix_as_128") == "true":
        return
    for entry in loopback_addresses(config):
        if entry.version == 6 and entry.interface == "Loopback0" and entry.length > 64:
            prefix = f"{IPAddress(entry.value >> 64 << 64, 6)}/64"
            yield found(
                config,
                f"Loopback0 {entry.text} is announced as {prefix}",
                "set bgp_adv_lo_prefix_as_128 to true in DEVICE_METADATA, or keep a /64 per switch",
                entry.table,
                entry.key,
            )
