"""An allow list is written as a JSON list.

Why: the database then holds `prefixes_v4@`, where bgpcfgd looks for `prefixes_v4`: it rejects the
row, and a dual-homed DPU that relied on it passes routes from one leaf to the other again.

Example: `BGP_ALLOWED_PREFIXES|DEPLOYMENT_ID|0|prefixes_v4` is `["10.9.0.0/24"]`.

Fix: write one text with commas: `10.9.0.0/24,10.9.1.0/24`. The models take both forms.

Source: sonic-bgpcfgd managers_allow_list.py, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, texts

ID = "RTE033"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per prefix field that is a list."""
    config = subject.config
    for key, row in config.rows("BGP_ALLOWED_PREFIXES").items():
        for field in ("prefixes_v4", "prefixes_v6"):
            value = row.get(field)
            if value is not None and not isinstance(value, str):
                yield found(
                    config,
                    f"{field} of {key} is a list, which bgpcfgd does not find",
                    f'write one text: "{",".join(texts(value))}"',
                    "BGP_ALLOWED_PREFIXES",
                    key,
                    field,
                )
