"""The release to upgrade to takes something in the file in another sense.

Why: a field that was without effect takes effect, a field is called otherwise, or the default of a
    field that is not written changes. The switch loads the file and behaves differently.

Example: `DHCPV4_RELAY|Vlan100` without agent_relay_mode, with `--upgrade-to 202605`: the default
    goes from forward_untouched to discard.

Fix: write the value you want, or rename the field, in the same step as the upgrade.

Source: sonic-net/sonic-buildimage, src/sonic-yang-models of the release branches, compared; and
    schemas/release_changes.json, which names the source of each further change.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point, findings

ID = "TBL023"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(config: ConfigCheck) -> Iterator[Finding]:
    """Yield the problems of this kind that reading or the schema check found."""
    yield from findings(config.problems, "meaning-change")
