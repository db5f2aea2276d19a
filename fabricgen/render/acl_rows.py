"""ACLs of a device: of its tenants' ports, and of its own services."""

from collections.abc import Iterator, Sequence

from fabricgen.model.intent import ServicesIntent
from fabricgen.model.routing import DeviceRouting
from fabricgen.model.tenancy import TenantAcl
from fabricgen.render.context import AclRow, AclRuleRow, Entry

Acl = tuple[AclRow, tuple[AclRuleRow, ...]]

# Highest priority of the permits; the drop of everything else stands far below.
_FIRST_PERMIT = 9000
_SERVICES = ("SSH", "SNMP", "NTP")
_GNMI_PORT = "50051"
_LINK_LOCAL = "fe80::/10"


def tenant_rows(acls: Sequence[TenantAcl]) -> Iterator[Acl]:
    """Yield the ingress ACL of each tenant with its rules."""
    for acl in acls:
        permits = tuple(
            AclRuleRow(
                key=f"{acl.table}|PERMIT_{number}",
                priority=str(_FIRST_PERMIT - number),
                matches=(Entry(key="DST_IP", value=prefix),),
                action="FORWARD",
            )
            for number, prefix in enumerate(acl.permitted, start=1)
        )
        rest = AclRuleRow(
            key=f"{acl.table}|DROP_REST",
            priority="1",
            matches=(Entry(key="SRC_IP", value="0.0.0.0/0"),),
            action="DROP",
        )
        row = AclRow(name=acl.table, type="L3", description=f"tenant {acl.tenant}", ports=acl.ports)
        yield row, (*permits, rest)


def access_rows(services: ServicesIntent, routing: DeviceRouting) -> Iterator[Acl]:
    """Yield who may reach the device itself, one table a service and address family.

    With one rule the control-plane ACL daemon drops everything that is not BGP, ICMP, DHCP or permitted: so
    the neighbours that BFD hears are permitted too. A table must not mix families.

    Source: sonic-host-services scripts/caclmgrd.
    """
    if not services.management_access:
        return
    named: list[tuple[str, str, str | None]] = [(name, name, None) for name in _SERVICES]
    if services.telemetry == "gnmi":
        named.append(("GNMI", "EXTERNAL_CLIENT", _GNMI_PORT))
    for title, service, port in named:
        yield from _families(f"ACCESS_{title}", service, services.management_access, port)
    if any(group.bfd for group in routing.groups):
        yield from _families("ACCESS_NEIGHBORS", "ANY", tuple(_neighbors(routing)), None)


def _neighbors(routing: DeviceRouting) -> Iterator[str]:
    """Yield the addresses BFD comes from: of each neighbour, or any link-local one."""
    for session in routing.sessions:
        if session.unnumbered:
            yield _LINK_LOCAL
        else:
            yield f"{session.peer_address}/{128 if ':' in session.peer_address else 32}"


def _families(name: str, service: str, sources: Sequence[str], port: str | None) -> Iterator[Acl]:
    for suffix, field, six in (("", "SRC_IP", False), ("_V6", "SRC_IPV6", True)):
        chosen = dict.fromkeys(source for source in sources if (":" in source) is six)
        if not chosen:
            continue
        table = f"{name}{suffix}"
        more = () if port is None else (Entry(key="L4_DST_PORT", value=port),)
        rules = tuple(
            AclRuleRow(
                key=f"{table}|PERMIT_{number}",
                priority=str(_FIRST_PERMIT - number),
                matches=(Entry(key=field, value=source), *more),
                action="ACCEPT",
            )
            for number, source in enumerate(chosen, start=1)
        )
        row = AclRow(
            name=table,
            type="CTRLPLANE",
            description=f"who may reach {service} of this device",
            ports=(),
            services=(service,),
        )
        yield row, rules
