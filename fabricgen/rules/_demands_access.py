"""What access lists, logins, users and keys ask for: tests that find a row at fault."""

from fabricgen.model.configdb import ConfigCheck
from fabricgen.rules._models import value

_BEFORE_TCP_FLAGS = ("202405", "202411", "202505", "202511")


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
    """Return whether a rule matches TCP flags that its table's own type does not list.

    The models ask for it from 202605 on.
    """
    if x.schema.release in _BEFORE_TCP_FLAGS:
        return False
    kind = _acl_type(x, key) or ""
    matches = x.config.row("ACL_TABLE_TYPE", kind).get("MATCHES", ())
    listed = isinstance(matches, tuple) and "TCP_FLAGS" in matches
    return "TCP_FLAGS" in x.config.row("ACL_RULE", key) and not listed


_LAYER_TWO = ("SRC_MAC", "DST_MAC", "PCP", "DEI")
# Fields of which a rule may use one group only.
_GROUPS = (
    (
        ("SRC_MAC", "DST_MAC"),
        ("SRC_IP", "DST_IP", "INNER_SRC_IP"),
        ("SRC_IPV6", "DST_IPV6", "INNER_SRC_IPV6"),
    ),
    (("ICMP_TYPE", "ICMP_CODE"), ("ICMPV6_TYPE", "ICMPV6_CODE")),
    (("L4_SRC_PORT",), ("L4_SRC_PORT_RANGE",)),
    (("L4_DST_PORT",), ("L4_DST_PORT_RANGE",)),
)
_V4 = ("SRC_IP", "DST_IP", "INNER_SRC_IP", "ICMP_TYPE", "ICMP_CODE")
_V6 = ("SRC_IPV6", "DST_IPV6", "INNER_SRC_IPV6", "ICMPV6_TYPE", "ICMPV6_CODE")
_V4_TYPES = ("ANY", "IP", "IPV4", "IPv4ANY", "IPV4ANY", "ARP")
_V6_TYPES = ("ANY", "IP", "IPV6", "IPv6ANY", "IPV6ANY")


def layer_two(x: ConfigCheck, key: str) -> bool:
    """Return whether a rule matches layer 2 fields outside a table of type L2."""
    row = x.config.row("ACL_RULE", key)
    return any(field in row for field in _LAYER_TWO) and _acl_type(x, key) != "L2"


def exclusive(x: ConfigCheck, key: str) -> bool:
    """Return whether a rule uses fields that exclude each other."""
    row = x.config.row("ACL_RULE", key)
    return any(
        sum(any(field in row for field in group) for group in groups) > 1 for groups in _GROUPS
    )


def ip_type(x: ConfigCheck, key: str) -> bool:
    """Return whether a rule matches fields of another family than its IP_TYPE."""
    row = x.config.row("ACL_RULE", key)
    kind = row.get("IP_TYPE")
    if kind is None:
        return False
    has4, has6 = any(f in row for f in _V4), any(f in row for f in _V6)
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


def fallback_key(x: ConfigCheck, key: str) -> bool:
    """Return whether a fallback key has another length than the primary one, or its name."""
    names = ("primary_cak", "fallback_cak", "primary_ckn", "fallback_ckn")
    cak, other_cak, ckn, other_ckn = (x.config.text("MACSEC_PROFILE", key, n) or "" for n in names)
    return bool(other_cak and len(other_cak) != len(cak)) or bool(other_ckn and other_ckn == ckn)


def hash_mask(x: ConfigCheck, key: str) -> bool:
    """Return whether a hash field lacks its mask, or has one of another family."""
    row = x.config.row("PBH_HASH_FIELD", key)
    field, mask = str(row.get("hash_field", "")), row.get("ip_mask")
    family = "." if field.endswith("_IPV4") else ":" if field.endswith("_IPV6") else ""
    if mask is None:
        return bool(family)
    return not family or family not in str(mask)
