"""The rates and bursts of a scheduler or policer do not fit each other.

Why: a peak below the committed rate, or a burst without its rate, cannot be programmed; the
    orchestration daemon drops the row.

Example: `SCHEDULER|s` with pir 1000000 and cir 2000000.

Fix: give cir with pir and bursts, the peak not below the committed value.

Source: SONiC YANG models, sonic-scheduler, sonic-policer, sonic-copp.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, number
from fabricgen.rules._models import value

ID = "REF030"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(x: ConfigCheck) -> Iterator[Finding]:
    """Yield the fields whose companion is missing or too large."""
    for table in ("SCHEDULER", "POLICER", "COPP_GROUP"):
        for key in x.config.rows(table):
            for field, message in _faults(x, table, key):
                hint = "correct the rates of the row"
                yield found(x.config, message, hint, table, key, field)


def _faults(x: ConfigCheck, table: str, key: str) -> Iterator[tuple[str, str]]:
    """Yield the fields at fault and what is wrong with them."""
    cir, pir, cbs, pbs = (
        number(value(x, table, key, field)) for field in ("cir", "pir", "cbs", "pbs")
    )
    base, name = (pir, "pir") if table == "SCHEDULER" else (cbs, "cbs")
    if pir is not None and not cir:
        yield "pir", f"pir is {pir}, and cir is missing or 0"
    elif pir is not None and cir is not None and pir < cir:
        yield "pir", f"pir {pir} is below cir {cir}"
    if cbs is not None and not cir:
        yield "cbs", f"cbs is {cbs}, and cir is missing or 0"
    elif cbs is not None and cir is not None and cbs < cir and table != "SCHEDULER":
        yield "cbs", f"cbs {cbs} is below cir {cir}"
    if pbs is not None and table == "SCHEDULER" and not base:
        yield "pbs", f"pbs is {pbs}, and {name} is missing or 0"
    elif pbs is not None and cbs is not None and pbs < cbs:
        yield "pbs", f"pbs {pbs} is below cbs {cbs}"
