"""Two DPUs have the same data address.

Why: the fabric delivers packets for one DPU to the other; its tenants lose their state.

Example: pa_ipv4 10.20.0.1 on leaf01-dpu0 and leaf01-dpu1.

Fix: give each DPU a physical address (pa) of its own. One virtual address (vip) may be shared by
the members of one virtual DPU only.

Source: SONiC SmartSwitch high-availability design.
"""

from collections.abc import Iterator

from netaddr import IPAddress

from fabricgen.model.configdb import ConfigCheck
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._addresses import parse_address
from fabricgen.rules._file import found

ID = "DPU008"
SEVERITY = Severity.ERROR
POINT = Point.CONFIG

_FIELDS = ("pa_ipv4", "pa_ipv6", "vip_ipv4", "vip_ipv6")


def check(subject: ConfigCheck) -> Iterator[Finding]:
    """Yield one finding per address after its first use."""
    config = subject.config
    owner: dict[IPAddress, tuple[str, str, str | None]] = {}
    for table in ("DPU", "REMOTE_DPU"):
        for name in config.rows(table):
            pair = config.text(table, name, "vdpu_id")
            for field in _FIELDS:
                address = parse_address(config.text(table, name, field))
                if address is None:
                    continue
                first, kind, other = owner.setdefault(address, (name, field, pair))
                together = field == kind and field.startswith("vip") and pair and pair == other
                if (first == name and kind == field) or together:
                    continue
                yield found(
                    config,
                    f"{field} {address} of {name} is the {kind} of {first} too",
                    "give each DPU an address of its own",
                    table,
                    name,
                    field,
                )
