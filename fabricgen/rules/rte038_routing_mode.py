"""The routing mode does not start the routing manager that the file is written for.

Why: the templates compare with the exact text `true`: `True` starts neither manager whole. With
the framework, anything but `unified` leaves FRR empty after a reboot; with `split` SONiC renders
no routing configuration from CONFIG_DB at all.

Example: frr_mgmt_framework_config `true` with docker_routing_config_mode `separated`.

Fix: for the framework write `true` and `unified`; for bgpcfgd leave the first out and write
`separated` (or `unified`).

Source: docker_init.sh and supervisord.conf.j2 of docker-fpm-frr, SONiC buildimage commit
086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._bgp import neighbors
from fabricgen.rules._file import found, metadata

ID = "RTE038"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield a finding if flag and mode do not fit the BGP rows of the file."""
    config = subject.config
    flag = metadata(config, "frr_mgmt_framework_config")
    mode = metadata(config, "docker_routing_config_mode")
    hint = "write true with unified for the framework, or leave the flag out with separated"
    if flag not in (None, "", "true", "false"):
        message = (
            f"frr_mgmt_framework_config is {flag!r}; only the exact text true starts the framework"
        )
        field = "frr_mgmt_framework_config"
    elif flag == "true" and mode != "unified":
        message = (
            "frr_mgmt_framework_config is true with docker_routing_config_mode "
            f"{mode or 'absent (separated)'}: FRR is empty after a reboot"
        )
        field = "docker_routing_config_mode" if mode else "frr_mgmt_framework_config"
    elif mode in ("split", "split-unified") and neighbors(config):
        message = f"docker_routing_config_mode {mode}: SONiC does not render {len(neighbors(config))} neighbours"
        field = "docker_routing_config_mode"
    else:
        return
    yield found(config, message, hint, "DEVICE_METADATA", "localhost", field)
