"""A device-wide setting differs between equal devices.

Why: DEVICE_METADATA decides the buffer model, the start scripts and the routing mode. One switch
that differs behaves differently in ways no port shows: another hash seed, suppressed routes, other
defaults.

Example: leaf-1 has suppress-fib-pending disabled, the other leaves have it enabled; or a leaf has
another type.

Fix: write the usual value. Names, MAC, ASN, router id and hardware are not compared.

Source: SONiC YANG model sonic-device_metadata.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._fabric_roles import named_part, peers, tiers
from fabricgen.rules._fabric_usual import outliers

ID = "FAB062"
SEVERITY = Severity.WARNING
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every field of DEVICE_METADATA that few devices differ in."""
    yield from _hwskus(fabric)
    for names in peers(fabric).values():
        fields = {field for name in names for field in fabric.devices[name].row(*_ROW)}
        for field in sorted(fields - _OWN):
            values = {name: fabric.devices[name].text(*_ROW, field) or "absent" for name in names}
            for one in outliers(values):
                stated = field in fabric.devices[one.device].row(*_ROW)
                yield found(
                    fabric.devices[one.device],
                    f"{field} is {one.value} on {one.device} but {one.usual} on {one.usual_count} devices "
                    "like it",
                    "write the usual value, or accept the finding with a reason",
                    *_ROW,
                    field if stated else None,
                )


def _hwskus(fabric: FabricFiles) -> Iterator[Finding]:
    same_platform: dict[tuple[str, ...], dict[str, str]] = {}
    for name, tier in tiers(fabric).items():
        config, part = fabric.devices[name], named_part(name)
        platform = config.text(*_ROW, "platform") or ""
        group = same_platform.setdefault((tier, platform, part.fabric if part else ""), {})
        group[name] = config.text(*_ROW, "hwsku") or "absent"
    for values in same_platform.values():
        for one in outliers(values):
            yield found(
                fabric.devices[one.device],
                f"hwsku is {one.value} on {one.device} but {one.usual} on {one.usual_count} devices of "
                "its tier and platform",
                "write the usual value, or accept the finding with a reason",
                *_ROW,
                "hwsku" if one.value != "absent" else None,
            )


_ROW = ("DEVICE_METADATA", "localhost")
_OWN = frozenset(
    {
        "bgp_asn",
        "bgp_router_id",
        "cluster",
        "chassis_serial_number",
        "deployment_id",
        "frr_mgmt_framework_config",
        "hostname",
        "hwsku",
        "mac",
        "platform",
        "rack_mgmt_map",
        "region",
        "slice_type",
        "timezone",
        "uuid",
    }
)
