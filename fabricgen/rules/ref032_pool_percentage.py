"""A buffer pool states a share where it cannot.

Why: a share of the buffer is worked out by the dynamic buffer model only, and not beside a fixed
    size.

Example: `BUFFER_POOL|egress_lossy_pool` with size and percentage, or percentage on a switch with
    buffer_model traditional.

Fix: write the size, or set buffer_model to dynamic and remove the size.

Source: SONiC YANG models, sonic-buffer-pool.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "REF032"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(x: ConfigCheck) -> Iterator[Finding]:
    """Yield the pools with a percentage beside a size or without the dynamic model."""
    model = x.config.text("DEVICE_METADATA", "localhost", "buffer_model")
    for key, row in x.config.rows("BUFFER_POOL").items():
        if "percentage" not in row:
            continue
        share = row["percentage"]
        if "size" in row:
            message = (
                f"the pool has both the size {row['size']} bytes and the share {share} percent"
            )
            yield found(x.config, message, "remove one", "BUFFER_POOL", key, "percentage")
        if model != "dynamic":
            message = f"the pool has a share of {share} percent, and the buffer_model is {model}"
            hint = "write the size in bytes"
            yield found(x.config, message, hint, "BUFFER_POOL", key, "percentage")
