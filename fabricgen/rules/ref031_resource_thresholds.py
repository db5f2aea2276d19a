"""A resource threshold is not above its lower one, or is no percentage.

Why: the monitor raises the alarm at the high threshold and clears it at the low one; without a gap
    it never does either, and a percentage must stay below 100.

Example: `CRM|Config` with ipv4_route_high_threshold 70 and ipv4_route_low_threshold 85.

Fix: set the high threshold above the low one, both below 100 for percentages.

Source: SONiC YANG models, sonic-crm.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, number
from fabricgen.rules._models import value

ID = "REF031"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

_HIGH, _LOW, _TYPE = "_high_threshold", "_low_threshold", "_threshold_type"


def check(x: ConfigCheck) -> Iterator[Finding]:
    """Yield the resources whose thresholds do not fit."""
    row = x.config.row("CRM", "Config")
    is_dpu = x.config.text("DEVICE_METADATA", "localhost", "switch_type") == "dpu"
    for field in row:
        high_field, type_field = field.endswith(_HIGH), field.endswith(_TYPE)
        if field.startswith("dash_") and not is_dpu and field.endswith((_HIGH, _LOW, _TYPE)):
            message = f"{field} is for DPUs; the switch_type of this device is not dpu"
            yield found(x.config, message, "remove the field", "CRM", "Config", field)
        elif high_field or type_field:
            resource = field.removesuffix(_HIGH if high_field else _TYPE)
            message = _fault(x, resource, is_type=type_field)
            if message:
                yield found(x.config, message, "correct the thresholds", "CRM", "Config", field)


def _fault(x: ConfigCheck, resource: str, *, is_type: bool) -> str:
    """Return what is wrong with a resource's type, or with its high threshold; empty if nothing."""
    high = number(value(x, "CRM", "Config", resource + _HIGH))
    low = number(value(x, "CRM", "Config", resource + _LOW))
    if not is_type:
        if low is None:
            return f"{resource} has a high threshold and no low one"
        return (
            "" if high is None or high > low else f"{resource}: high {high} is not above low {low}"
        )
    kind = value(x, "CRM", "Config", resource + _TYPE) or ""
    if kind.lower() != "percentage":
        return ""
    if high is None or low is None:
        return f"{resource} is in percent, and a threshold is missing"
    return "" if max(high, low) < 100 else f"{resource}: {max(high, low)} is not below 100 percent"
