"""An IPv6 address is not written in its short form.

Why: CONFIG_DB keys are text. The address works, but a tool or a patch that writes the short form
makes a second row, and a comparison of texts finds a difference where there is none.

Example: `BGP_NEIGHBOR|2001:db8:0:0:0:0:0:4a` instead of `2001:db8::4a`.

Fix: write the short lower-case form.

Source: RFC 5952; SONiC buildimage issue 4572.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck, ConfigDb
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._addresses import data_addresses
from fabricgen.rules._bgp import neighbors
from fabricgen.rules._file import found

ID = "ADR045"
SEVERITY = Severity.NOTE
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one note per interface address or neighbour in another form."""
    config = subject.config
    for entry in data_addresses(config):
        if entry.version == 6 and entry.text != entry.canonical:
            yield _note(config, entry.text, entry.canonical, entry.table, entry.key, None)
    for neighbor in neighbors(config):
        for text, value, field in (
            (neighbor.peer, neighbor.address, None),
            (neighbor.local_text or "", neighbor.local, "local_addr"),
        ):
            if value is not None and value.version == 6 and text != str(value):
                yield _note(config, text, str(value), "BGP_NEIGHBOR", neighbor.key, field)


def _note(
    config: ConfigDb, text: str, short: str, table: str, key: str, field: str | None
) -> Finding:
    message = f"IPv6 address {text} has the short form {short}"
    return found(config, message, f"write {short}", table, key, field)
