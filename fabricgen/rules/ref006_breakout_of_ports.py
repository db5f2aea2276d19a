"""The recorded breakout mode does not match the ports.

Why: the next breakout command removes the ports the recorded mode names and creates those of the
new mode. When the record is wrong it deletes ports that are in use.

Example: `BREAKOUT_CFG|Ethernet0` says 4x200G while PORT holds the undivided Ethernet0 with 8
lanes.

Fix: write the mode that gives exactly the ports of the cage, spelt as the platform spells it.
`1x100G` and `1x100G(4)` are different modes.

Source: SONiC utilities pull request 1341; platform.json, SONiC buildimage commit 086b03bd70f9.
"""

from collections.abc import Iterator, Mapping

from fabricgen.catalogue import mode_of
from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.platform import BreakoutMode, Cage
from fabricgen.model.rule import Point
from fabricgen.rules._file import found
from fabricgen.rules._ports import cage_forms, file_ports, hwsku, platform

ID = "REF006"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per cage whose mode is unknown or gives other ports than PORT holds."""
    config, box = subject.config, platform(subject)
    if box is None:
        return
    cages = {cage.parent: cage for cage in box.cages}
    for parent in config.rows("BREAKOUT_CFG"):
        text = config.text("BREAKOUT_CFG", parent, "brkout_mode")
        cage = cages.get(parent)
        fault: tuple[str, str] | None = None
        if cage is None:
            fault = (f"{box.id} has no cage {parent}", "use the first port of a cage as the key")
        elif text and cage.modes:
            fault = _fault(subject, cage, text)
        if fault:
            yield found(config, fault[0], fault[1], "BREAKOUT_CFG", parent, "brkout_mode")


def _fault(subject: ConfigCheck, cage: Cage, text: str) -> tuple[str, str] | None:
    sku = hwsku(subject)
    try:
        mode = mode_of(cage, text)
    except KeyError:
        if sku is not None and sku.breakout.get(cage.parent) == text:
            return None
        return (
            f"the platform has no breakout mode {text!r} on {cage.parent}",
            f"use one of: {', '.join(cage.modes)}",
        )
    return _difference(subject, cage, mode)


def _difference(subject: ConfigCheck, cage: Cage, mode: BreakoutMode) -> tuple[str, str] | None:
    ports = file_ports(subject.config)
    wanted = {child.name: child.lanes for child in cage_forms(cage, mode)}
    names = {child.name for other in cage.modes.values() for child in cage_forms(cage, other)}
    present = {name: ports[name].lanes for name in ports if name in names}
    if wanted == present or any(lanes is None for lanes in present.values()):
        return None
    if not present:
        return None
    return (
        f"mode {mode.name} of {cage.parent} gives {_described(wanted)}, but PORT holds "
        f"{_described(present)}",
        "write the mode that gives the ports of this cage, or the ports of this mode",
    )


def _described(ports: Mapping[str, tuple[int, ...] | None]) -> str:
    return ", ".join(f"{name} with {len(lanes or ())} lanes" for name, lanes in ports.items())
