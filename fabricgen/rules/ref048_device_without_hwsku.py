"""The device's row does not say which HwSKU or which type it is.

Why: SONiC takes ports, SAI settings and buffer defaults from the folder of the HwSKU, and hash seed, buffer and QoS templates from the
type. Without the one the switch comes up without ports, without the other with the defaults of another role.

Example: `DEVICE_METADATA|localhost` with hostname, mac and platform only.

Fix: write hwsku and type.

Source: SONiC buildimage commit 086b03bd70f9 (containers mount the folder of the HwSKU; buffers_config.j2 and ipinip.json.j2 read the type).
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, metadata

ID = "REF048"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per missing field of a device with ports."""
    config = subject.config
    if "localhost" not in config.rows("DEVICE_METADATA") or not config.rows("PORT"):
        return
    for field, example in (("hwsku", "ACS-SN5600"), ("type", "LeafRouter")):
        if not metadata(config, field):
            yield found(
                config,
                f"DEVICE_METADATA of a device with ports has no {field}",
                f"add {field}, such as {example}",
                "DEVICE_METADATA",
                "localhost",
            )
