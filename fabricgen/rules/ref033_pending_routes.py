"""Routes wait for the hardware, but hardware and software are not in step.

Why: suppress-fib-pending announces a route once the ASIC has it; that needs synchronous mode.

Example: suppress-fib-pending enabled with synchronous_mode disable.

Fix: set synchronous_mode to enable.

Source: SONiC YANG models, sonic-device_metadata.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._models import value

ID = "REF033"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(x: ConfigCheck) -> Iterator[Finding]:
    """Yield the field where synchronous mode is off."""
    table, key, field = "DEVICE_METADATA", "localhost", "suppress-fib-pending"
    if x.config.text(table, key, field) != "enabled":
        return
    mode = value(x, table, key, "synchronous_mode")
    if mode != "enable":
        message = f"suppress-fib-pending is enabled, and synchronous_mode is {mode}"
        yield found(x.config, message, 'set synchronous_mode to "enable"', table, key, field)
