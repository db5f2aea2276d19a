"""The ASN a neighbour row expects is not the ASN of the device behind it.

Why: the session ends in OPEN Message Error / Bad Peer AS and never comes up.

Example: `BGP_NEIGHBOR|10.64.0.0` on leaf-1 says asn 65099, spine-1 has 4200000001. When all
neighbours of a device agree on another ASN, the finding points at the device's own ASN.

Fix: write the peer's own ASN.

Source: RFC 4271 section 6.2.
"""

from collections.abc import Iterator

from fabricgen.model.configdb import FabricFiles
from fabricgen.model.diagnostic import Finding, Severity
from fabricgen.model.rule import Point
from fabricgen.rules._fabric import found
from fabricgen.rules._fabric_sessions import (
    Session,
    back,
    by_framework,
    own_asn,
    peer_device,
    sessions,
)

ID = "FAB040"
SEVERITY = Severity.ERROR
POINT = Point.FABRIC


def check(fabric: FabricFiles) -> Iterator[Finding]:
    """Yield a finding at every wrong row, or at the device all neighbours disagree with."""
    wrong: dict[str, list[Session]] = {}
    right: set[str] = set()
    for one in sessions(fabric):
        far = peer_device(fabric, one)
        actual = own_asn(fabric.devices[far], _far_vrf(fabric, one)) if far is not None else None
        if far is None or one.asn is None or actual is None:
            continue
        if one.asn == actual:
            right.add(far)
        else:
            wrong.setdefault(far, []).append(one)
    for far, rows in wrong.items():
        expected = {one.asn for one in rows}
        if len(rows) > 1 and len(expected) == 1 and far not in right:
            yield _own(fabric, far, rows)
            continue
        for one in rows:
            config = fabric.devices[one.device]
            yield found(
                config,
                f"{one.device} expects ASN {one.asn} of {far} ({one.key}), which has "
                f"{own_asn(fabric.devices[far], _far_vrf(fabric, one))}",
                "write the peer's own ASN",
                "BGP_NEIGHBOR",
                one.key,
                "asn" if config.text("BGP_NEIGHBOR", one.key, "asn") is not None else None,
            )


def _far_vrf(fabric: FabricFiles, one: Session) -> str:
    other = back(fabric, one)
    return other.vrf if other is not None else "default"


def _own(fabric: FabricFiles, device: str, rows: list[Session]) -> Finding:
    config = fabric.devices[device]
    message = (
        f"{device} has ASN {own_asn(config)}, but all {len(rows)} neighbours that name it expect "
        f"{rows[0].asn}, {rows[0].device} among them"
    )
    hint = "correct the device's own ASN, or the rows of its neighbours"
    if by_framework(config):
        return found(config, message, hint, "BGP_GLOBALS", "default", "local_asn")
    return found(config, message, hint, "DEVICE_METADATA", "localhost", "bgp_asn")
