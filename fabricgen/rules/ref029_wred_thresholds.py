"""A WRED maximum threshold is below its minimum, or stands alone.

Why: the orchestration daemon stops at such a profile. Values are digit texts: as texts, 999999
    sorts above 3000000.

Example: green_min_threshold 3000000 and green_max_threshold 999999.

Fix: write both thresholds, the maximum not below the minimum.

Source: SONiC YANG models, sonic-wred-profile; sonic-net/sonic-utilities pull request 579.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, number

ID = "REF029"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(x: ConfigCheck) -> Iterator[Finding]:
    """Yield the colours whose maximum is below the minimum, or has none."""
    for key in x.config.rows("WRED_PROFILE"):
        for colour in ("green", "yellow", "red"):
            low_field, field = f"{colour}_min_threshold", f"{colour}_max_threshold"
            high_text = x.config.text("WRED_PROFILE", key, field)
            low_text = x.config.text("WRED_PROFILE", key, low_field)
            high, low = number(high_text), number(low_text)
            if high_text is not None and low_text is None:
                message = f"{field} is {high_text} bytes, and {low_field} is missing"
                yield found(x.config, message, f"add {low_field}", "WRED_PROFILE", key, field)
            elif high is not None and low is not None and high < low:
                message = f"{field} is {high} bytes, below {low_field} of {low} bytes"
                hint = f"write at least {low}, or lower {low_field}"
                yield found(x.config, message, hint, "WRED_PROFILE", key, field)
