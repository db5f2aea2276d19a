"""A sub-interface has no parent it can belong to.

Why: the parent is read from the name: a port or port channel, or its short form together with the
    field vlan. Names are at most 15 characters, as the kernel takes no longer ones.

Example: `VLAN_SUB_INTERFACE|Eth0.100` without vlan, or `Ethernet99.10` with no such port.

Fix: name an existing port or channel; with the short form add vlan.

Source: SONiC YANG models, sonic-vlan-sub-interface.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._file import found

ID = "REF039"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG


def check(x: ConfigCheck) -> Iterator[Finding]:
    """Yield the sub-interfaces without a parent."""
    parents = {*x.config.rows("PORT"), *x.config.rows("PORTCHANNEL")}
    for key, row in x.config.rows("VLAN_SUB_INTERFACE").items():
        if "|" in key:
            continue
        name = key.strip()
        stem = name.partition(".")[0] if "." in name else ""
        message = ""
        if len(name) > 15:
            message = f"the name {name} has {len(name)} characters; at most 15 are legal"
        elif stem not in parents and _full(stem) not in parents:
            message = f"neither PORT nor PORTCHANNEL has {_full(stem) or name}"
        elif stem not in parents and "vlan" not in row:
            message = f"the short name {name} needs the field vlan"
        if message:
            hint = "name an existing port or port channel; with a short name add vlan"
            yield found(x.config, message, hint, "VLAN_SUB_INTERFACE", key)


def _full(stem: str) -> str:
    """Return the full name of a short form such as Eth0 or Po1, other names as they are."""
    for short, full in (("Eth", "Ethernet"), ("Po", "PortChannel")):
        if stem.startswith(short) and stem[len(short) :].isdigit():
            return full + stem[len(short) :]
    return stem
