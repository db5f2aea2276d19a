"""A virtual DPU names no DPU.

Why: the member list is plain text, so nothing checks it; generators changed the spelling of DPU
names more than once (`dpu0_0`, `leaf01-dpu0`). A virtual DPU without its member forms no pair,
and its tenants have no gateway.

Example: `VDPU|vdpu3|main_dpu_ids` is `leaf01-dpu9`, which is in neither DPU nor REMOTE_DPU.

Fix: name rows of DPU or REMOTE_DPU, joined by commas.

Source: SONiC mgmt pull request 25466; SONiC buildimage pull request 26406.
"""

from collections.abc import Iterator
from difflib import get_close_matches

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, listing, texts

ID = "DPU001"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per virtual DPU with unknown members."""
    config = subject.config
    known = {**config.rows("DPU"), **config.rows("REMOTE_DPU")}
    for name, row in config.rows("VDPU").items():
        missing = [dpu for dpu in texts(row.get("main_dpu_ids")) if dpu not in known]
        if missing:
            near = get_close_matches(missing[0], known, n=1)
            yield found(
                config,
                f"virtual DPU {name} names {listing(missing)}, which is in neither DPU nor REMOTE_DPU",
                f"did you mean {near[0]}?" if near else "add the DPU, or correct the name",
                "VDPU",
                name,
                "main_dpu_ids",
            )
