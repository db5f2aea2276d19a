"""Neighbours of several AS numbers share no traffic.

Why: on the management-framework path paths through different AS numbers count as equal only with
load_balance_mp_relax; it is off unless written. With one AS number per spine, one spine carries
everything.

Example: neighbours of AS 65001 and 65002 and no load_balance_mp_relax in `BGP_GLOBALS|default`.

Fix: write `load_balance_mp_relax` `true`.

Source: sonic-frr-mgmt-framework, SONiC buildimage commit 086b03bd70f9; RFC 7938 section 5.2.3.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._bgp import framework, neighbors
from fabricgen.rules._file import found, listing

ID = "RTE032"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per VRF with neighbours of several AS numbers and no relaxation."""
    config = subject.config
    if not framework(config):
        return
    for vrf in config.rows("BGP_GLOBALS"):
        if config.text("BGP_GLOBALS", vrf, "load_balance_mp_relax") == "true":
            continue
        asns = sorted({entry.asn for entry in neighbors(config) if entry.vrf == vrf and entry.asn})
        if len(asns) > 1:
            yield found(
                config,
                f"neighbours in {vrf} have {len(asns)} AS numbers ({listing(map(str, asns))}), but "
                "load_balance_mp_relax is off: no ECMP",
                "write load_balance_mp_relax true",
                "BGP_GLOBALS",
                vrf,
            )
