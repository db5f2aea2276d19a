"""What access lists, logins and SNMP users ask for: tests that find a row at fault."""

from fabricgen.model.configdb import ConfigCheck
from fabricgen.rules._models import value


def _acl_type(x: ConfigCheck, key: str) -> str | None:
    return x.config.text("ACL_TABLE", key.partition("|")[0].strip(), "type")


def control_services(x: ConfigCheck, key: str) -> bool:
    """Return whether a control plane table names no services."""
    row = x.config.row("ACL_TABLE", key)
    services = row.get("services")
    return row.get("type") == "CTRLPLANE" and services in (None, (), ("",), "")


def control_action(x: ConfigCheck, key: str) -> bool:
    """Return whether a rule of a control plane table has no action."""
    action = x.config.text("ACL_RULE", key, "PACKET_ACTION")
    return _acl_type(x, key) == "CTRLPLANE" and action is None


def tcp_flags(x: ConfigCheck, key: str) -> bool:
    """Return whether a rule of a custom table type matches TCP flags the type does not list."""
    kind = _acl_type(x, key) or ""
    matches = x.config.row("ACL_TABLE_TYPE", kind).get("MATCHES", ())
    listed = isinstance(matches, tuple) and "TCP_FLAGS" in matches
    return "TCP_FLAGS" in x.config.row("ACL_RULE", key) and not listed


def layer_two(x: ConfigCheck, key: str) -> bool:
    """Return whether a rule matches PCP or DEI outside a table of type L2."""
    row = x.config.row("ACL_RULE", key)
    return any(field in row for field in ("PCP", "DEI")) and _acl_type(x, key) != "L2"


_V4 = ("SRC_IP", "DST_IP")
_V6 = ("SRC_IPV6", "DST_IPV6")
_V4_TYPES = ("ANY", "IP", "IPV4", "IPv4ANY", "IPV4ANY", "ARP")
_V6_TYPES = ("ANY", "IP", "IPV6", "IPv6ANY", "IPV6ANY")


def ip_type(x: ConfigCheck, key: str) -> bool:
    """Return whether a rule matches both families, or another than its IP_TYPE."""
    row = x.config.row("ACL_RULE", key)
    kind = row.get("IP_TYPE")
    has4, has6 = any(f in row for f in _V4), any(f in row for f in _V6)
    if has4 and has6:
        return True
    if kind is None:
        return False
    return (has4 and kind not in _V4_TYPES) or (has6 and kind not in _V6_TYPES)


def snmp_user(x: ConfigCheck, key: str) -> bool:
    """Return whether the passwords and algorithms of a user do not fit its security level."""
    level, auth, word, cipher, secret = (
        value(x, "SNMP_USER", key, f"SNMP_USER_{name}")
        for name in ("TYPE", "AUTH_TYPE", "AUTH_PASSWORD", "ENCRYPTION_TYPE", "ENCRYPTION_PASSWORD")
    )
    signs, hides = level in ("AuthNoPriv", "Priv"), level == "Priv"
    if level not in ("noAuthNoPriv", "AuthNoPriv", "Priv"):
        return False
    wrong = [
        auth is not None and not (auth in ("SHA", "MD5", "HMAC-SHA-2") if signs else auth == ""),
        word is not None and (len(word) < 8 if signs else word != ""),
        cipher is not None and not (cipher in ("DES", "AES") if hides else cipher == ""),
        secret is not None and (len(secret) < 8 if hides else secret != ""),
    ]
    return any(wrong)


def passkey(x: ConfigCheck, key: str) -> bool:
    """Return whether a login by TACACS+ lacks the passkey."""
    login = x.config.row("AAA", key).get("login", "")
    names = login if isinstance(login, tuple) else (str(login),)
    wanted = key.strip() == "authentication" and any("tacacs+" in str(name) for name in names)
    return wanted and x.config.text("TACPLUS", "global", "passkey") is None
