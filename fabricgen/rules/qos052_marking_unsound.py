"""A marking profile of a lossless queue cannot do its work.

Why: ECN marks only the colours it is switched on for, and SONiC fills in zeros for what is absent: with
Kmin 0 or below two frames every packet of an empty queue may be marked, with a probability of 0 none is
until the queue is above Kmax, and colours that differ split one class in two.

Example: `green_drop_probability` 0; `ecn` is ecn_green; `yellow_max_threshold` unlike green's.

Fix: write ecn_all, and for all three colours one Kmin of at least two frames, one Kmax and one probability
from 1 to 100.

Source: sonic-wred-profile.yang, SONiC buildimage commit 086b03bd70f9; Zhu et al., SIGCOMM 2015.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck, ConfigDb
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found, number
from fabricgen.rules._qos import bare, class_groups, row_key

ID = "QOS052"
SEVERITY = Severity.WARNING
POINT = Point.CONFIG

_FIELDS = ("min_threshold", "max_threshold", "drop_probability")
_SMALLEST_FRAMES = 2 * 1500


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per unsound field of a profile that a lossless queue uses."""
    config = subject.config
    for name in _profiles(config):
        ecn = config.text("WRED_PROFILE", name, "ecn")
        if ecn is not None and ecn not in ("ecn_all", "ecn_none"):
            yield _finding(config, name, "ecn", f"ecn of {name} is {ecn}, so other colours drop")
        for part in _FIELDS:
            field = f"green_{part}"
            value = number(config.text("WRED_PROFILE", name, field))
            if value is None:
                yield _finding(config, name, field, f"{name} has no {field}, which counts as 0")
            elif part == "min_threshold" and value < _SMALLEST_FRAMES:
                text = f"{field} {value} bytes of {name} is below two frames, so single packets are marked"
                yield _finding(config, name, field, text)
            elif part == "drop_probability" and value == 0:
                text = f"{field} of {name} is 0, so nothing is marked between Kmin and Kmax"
                yield _finding(config, name, field, text)
            for colour in ("yellow", "red"):
                other = number(config.text("WRED_PROFILE", name, f"{colour}_{part}"))
                if value is not None and other != value:
                    text = f"{colour}_{part} of {name} is {other or 'absent'}, green's {value}"
                    yield _finding(config, name, f"{colour}_{part}", text)


def _profiles(config: ConfigDb) -> tuple[str, ...]:
    names: dict[str, None] = {}
    for group in class_groups(config):
        for queue in map(group.pause_queue, group.priorities):
            for port in group.ports:
                key = row_key(config, "QUEUE", port, queue) if queue is not None else None
                name = bare(config.text("QUEUE", key, "wred_profile") or "") if key else ""
                if name in config.rows("WRED_PROFILE"):
                    names[name] = None
    return tuple(names)


def _finding(config: ConfigDb, name: str, field: str, message: str) -> Finding:
    present = field if field in config.row("WRED_PROFILE", name) else None
    return found(
        config,
        message,
        "write all three colours alike, with ecn_all",
        "WRED_PROFILE",
        name,
        present,
    )
