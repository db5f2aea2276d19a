"""The management framework has no AS number for a VRF with neighbours.

Why: frrcfgd starts BGP of a VRF when `BGP_GLOBALS|vrf` has a local_asn and ignores everything of
that VRF until then. The bgp_asn of DEVICE_METADATA does not count on this path.

Example: `BGP_NEIGHBOR|default|10.64.0.0` and no `BGP_GLOBALS|default`.

Fix: add `BGP_GLOBALS|default` with local_asn (and router_id), equal to bgp_asn.

Source: sonic-frr-mgmt-framework frrcfgd.py, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._bgp import framework, local_asn, neighbors
from fabricgen.rules._file import found, metadata, number

ID = "RTE042"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per VRF without number, and one if the two numbers differ."""
    config = subject.config
    if not framework(config):
        return
    for vrf in dict.fromkeys(entry.vrf for entry in neighbors(config) if entry.vrf):
        if not number(config.text("BGP_GLOBALS", vrf, "local_asn")):
            count = sum(entry.vrf == vrf for entry in neighbors(config))
            yield found(
                config,
                f"BGP_GLOBALS has no local_asn for {vrf}: its {count} neighbours are ignored",
                f"add BGP_GLOBALS|{vrf} with local_asn",
                "BGP_GLOBALS",
                vrf,
            )
    own, other = number(metadata(config, "bgp_asn")), local_asn(config)
    if own and other and own != other:
        yield found(
            config,
            f"local_asn {other} of BGP_GLOBALS|default differs from bgp_asn {own}",
            "write the same number in both places",
            "BGP_GLOBALS",
            "default",
            "local_asn",
        )
