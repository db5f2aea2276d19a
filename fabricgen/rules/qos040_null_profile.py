"""A priority group asks for a computed profile in the traditional buffer model.

Why: `NULL` tells the dynamic model to compute the headroom. The traditional model looks for a
profile of that name, finds none, and the group has no buffer.

Example: `BUFFER_PG|Ethernet0|3|profile` is `NULL` and buffer_model is traditional or absent.

Fix: set buffer_model to dynamic where the platform supports it, or name a profile.

Source: SONiC dynamic buffer design; sonic-buffer-pg.yang, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, metadata
from fabricgen.rules._qos import dynamic

ID = "QOS040"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per NULL profile outside the dynamic model."""
    config = subject.config
    if dynamic(config):
        return
    for key in config.rows("BUFFER_PG"):
        if config.text("BUFFER_PG", key, "profile") == "NULL":
            yield found(
                config,
                f"priority group {key} has the profile NULL, but buffer_model is "
                f"{metadata(config, 'buffer_model') or 'absent (traditional)'}",
                "name a profile, or set buffer_model to dynamic where the platform supports it",
                "BUFFER_PG",
                key,
                "profile",
            )
