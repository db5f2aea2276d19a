"""A neighbour's key is not of the form the routing manager reads.

Why: bgpcfgd reads `BGP_NEIGHBOR|address` (or `Vrf|address`); the management framework reads
`vrf|address` with the VRF's BGP_GLOBALS row and skips plain addresses. With the wrong form the
device boots with no BGP at all.

Example: `BGP_NEIGHBOR|default|10.1.0.8` without BGP_GLOBALS while frr_mgmt_framework_config is
false.

Fix: use one form on a device, that of the manager
`DEVICE_METADATA|localhost|frr_mgmt_framework_config` chooses.

Source: SONiC utilities issue 3736; SONiC buildimage pull request 7992.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._bgp import framework, neighbors
from fabricgen.rules._file import found, listing

ID = "RTE028"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per form that the chosen manager does not read."""
    config = subject.config
    plain = [entry for entry in neighbors(config) if entry.vrf is None]
    scoped = [entry for entry in neighbors(config) if entry.vrf == "default"]
    if framework(config):
        wrong, text = plain, "have no VRF in their key; the management framework skips them"
        hint = "write default|ADDRESS, or turn frr_mgmt_framework_config off"
    elif scoped and (plain or config.rows("BGP_GLOBALS") or config.rows("BGP_NEIGHBOR_AF")):
        wrong, text = scoped, "are written for the management framework, which is off"
        hint = "write the address alone, or set frr_mgmt_framework_config to true"
    elif scoped:
        wrong, text = scoped, "name the VRF default, but BGP_GLOBALS has no row for it"
        hint = "write the address alone"
    else:
        return
    if wrong:
        yield found(
            config,
            f"{len(wrong)} neighbours ({listing(entry.key for entry in wrong)}) {text}",
            hint,
            "BGP_NEIGHBOR",
            wrong[0].key,
        )
