"""A number has blanks around it.

Why: most readers of numbers skip the blank, comparisons of texts do not: the same value counts as
a change, and a stricter reader takes it for 0.

Example: `WRED_PROFILE|AZURE|green_min_threshold` is `" 1000000"`.

Fix: write the digits alone.

Source: SONiC buildimage pull request 25626; qos.json.j2 of Arista 7060X6-64PE-B.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "QOS039"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per field that is digits with blanks around them."""
    config = subject.config
    for table, rows in config.tables.items():
        for key, row in rows.items():
            for field, value in row.items():
                if isinstance(value, str) and value != value.strip() and value.strip().isdigit():
                    yield found(
                        config,
                        f"{field} is {value!r}: a number with blanks around it",
                        f'write "{value.strip()}"',
                        table,
                        key,
                        field,
                    )
