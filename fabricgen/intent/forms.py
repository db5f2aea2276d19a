"""The scalar forms as an editor and a reader of the documentation see them."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from fabricgen.model.intent import Key

Json = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A scalar form: how it is written, in words and as examples, and its pattern for editors."""

    words: str
    examples: tuple[str, ...]
    pattern: str = ""


FORMS: Mapping[str, Form] = {
    "text": Form(
        words="text; a number stands for its text", examples=("nvidia-sn5600",), pattern=r"\S"
    ),
    "name": Form(
        words="a host name label: at most 63 letters, digits and inner hyphens",
        examples=("tokyo-a",),
        pattern=r"^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$",
    ),
    "choice": Form(words="one of the words listed", examples=("training",)),
    "flag": Form(words="true or false (`yes` and `on` are words in YAML 1.2)", examples=("true",)),
    "count": Form(words="a whole number", examples=("128", "1e3", "0x80")),
    "dscp": Form(words="a DSCP, 0 to 63", examples=("26",)),
    "speed": Form(
        words="a rate with M, G or T; becomes Mb/s",
        examples=("100M", "400G", "1.6T"),
        pattern=r"^\s*[0-9]{1,20}(\.[0-9]{1,9})?\s*[MGT]\s*$",
    ),
    "length": Form(
        words="whole metres with m or km; round up, fractions are refused",
        examples=("3m", "2km"),
        pattern=r"^\s*[0-9]{1,20}(\.[0-9]{1,9})?\s*k?m\s*$",
    ),
    "size": Form(
        words="a number, with k, M, G, T (decimal) or Ki, Mi, Gi (binary); B (10^9) for parameters only",
        examples=("4194304", "4Mi", "70B"),
        pattern=r"^\s*[0-9]{1,20}(\.[0-9]{1,9})?\s*([kMGT]|[KMG]i)?\s*$",
    ),
    "percent": Form(
        words="a share with the percent sign",
        examples=("40%", "2.5%"),
        pattern=r"^\s*[0-9]{1,9}(\.[0-9]{1,9})?\s*%\s*$",
    ),
    "ratio": Form(
        words="a ratio down to up, from 1/4 to 1000, kept exact",
        examples=("1", "3:1", "16/15"),
        pattern=r"^\s*[0-9]{1,9}\s*[:/]\s*[0-9]{1,9}\s*$",
    ),
    "prefix": Form(
        words="an IPv4 prefix without host bits",
        examples=("10.64.0.0/10",),
        pattern=r"^[0-9]{1,3}(\.[0-9]{1,3}){3}/[0-9]{1,2}$",
    ),
    "link-pool": Form(
        words="an IPv4 prefix without host bits, or the word unnumbered",
        examples=("10.64.0.0/10", "unnumbered"),
        pattern=r"^(unnumbered|[0-9]{1,3}(\.[0-9]{1,3}){3}/[0-9]{1,2})$",
    ),
    "prefix6": Form(
        words="an IPv6 prefix without host bits",
        examples=("fd00:10::/48",),
        pattern=r"^(?=.*:)[0-9A-Fa-f:.]{2,45}/[0-9]{1,3}$",
    ),
    "any-prefix": Form(
        words="an IPv4 or IPv6 prefix without host bits",
        examples=("10.0.0.0/8", "fd00:10::/48"),
        pattern=r"^(?=.*[.:])[0-9A-Fa-f:.]+/[0-9]{1,3}$",
    ),
    "address": Form(
        words="an IPv4 or IPv6 address",
        examples=("10.0.0.1", "2001:db8::1"),
        pattern=r"^(?=.*[.:])[0-9A-Fa-f:.]+$",
    ),
    "asn-range": Form(
        words="first-last within 64512-65534 or 4200000000-4294967294",
        examples=("4200000000-4200999999",),
        pattern=r"^\s*[0-9]{1,10}\s*-\s*[0-9]{1,10}\s*$",
    ),
    "secret": Form(
        words="a reference, never the secret itself: ${NAME} for the environment, or file:PATH",
        examples=("${TACACS_SECRET}", "file:/run/secrets/tacacs"),
        pattern=r"^(\$\{[A-Za-z_][A-Za-z0-9_]*\}|file:\S.*)$",
    ),
    "node-names": Form(
        words="text with {index} or {index:04}, and {group} where wanted, that makes host names",
        examples=("{group}-{index:04}", "gpu{index:03}"),
        pattern=r"^(?=.*\{index(:0?[1-9])?\})([A-Za-z0-9-]|\{(group|index)(:0?[1-9])?\})+$",
    ),
    "node-range": Form(
        words="a node number or a range, counted from 1 over all groups in order",
        examples=("7", "1-512"),
        pattern=r"^\s*(?!0+\b)[0-9]{1,9}\s*(-\s*[0-9]{1,9}\s*)?$",
    ),
    "rows": Form(
        words="rows by key; each row maps fields to text or a list of text, {} is a row without fields",
        examples=('{Config: {polling_interval: "300"}}',),
    ),
}


def scalar_schema(key: Key) -> Json:
    """Return the JSON Schema of a scalar under ``key``."""
    pattern = FORMS[key.kind].pattern
    match key.kind:
        case "flag":
            return {"type": "boolean"}
        case "count" | "dscp":
            return _bounded({"type": "integer"}, key)
        case "choice":
            numbers = [int(word) for word in key.choices if word.isdecimal()]
            return {"enum": [*key.choices, *numbers]}
        case "text":
            return {"type": ["string", "number"], "pattern": pattern}
        case "name":
            return {"type": ["string", "integer"], "pattern": pattern, "minimum": 0}
        case "node-range":
            bounds: Json = {"minimum": 1, "maximum": 999_999_999}
            return {"type": ["string", "integer"], "pattern": pattern, **bounds}
        case "size":
            if key.unit == "parameters":
                pattern = pattern.replace("[kMGT]", "[kMGTB]")
            texts: Json = {"type": "string", "pattern": pattern}
            return {"anyOf": [_bounded({"type": "integer"}, key), texts]}
        case "ratio":
            texts = {"type": "string", "pattern": pattern}
            return {"anyOf": [{"type": "number", "minimum": 0.25, "maximum": 1000}, texts]}
        case "rows":
            return _rows()
        case _:
            return {"type": "string", "pattern": pattern}


def _bounded(schema: Json, key: Key) -> Json:
    if key.minimum is not None:
        schema["minimum"] = key.minimum
    if key.maximum is not None:
        schema["maximum"] = key.maximum
    return schema


def _rows() -> Json:
    text: Json = {"type": ["string", "number"]}
    field: Json = {"anyOf": [text, {"type": "array", "items": text}]}
    row: Json = {"type": "object", "additionalProperties": field}
    return {"type": "object", "additionalProperties": row}


def written(key: Key, value: object) -> object:
    """Return ``value`` as it is written in an intent: text, a whole number, a flag or a list."""
    if isinstance(value, tuple):
        return [written(key, item) for item in value]
    if isinstance(value, Fraction):
        if key.kind == "percent":
            return f"{float(value * 100):.10g}%"
        return int(value) if value.denominator == 1 else str(value)
    if isinstance(value, bool) or not isinstance(value, int):
        return value
    if key.kind == "speed":
        return _scaled(value, ((1_000_000, "T"), (1000, "G"), (1, "M")))
    if key.kind == "length":
        return f"{value}m"
    if key.kind == "size":
        return _scaled(value, ((1 << 30, "Gi"), (1 << 20, "Mi"), (1, "")))
    return value


def _scaled(value: int, units: tuple[tuple[int, str], ...]) -> str:
    factor, suffix = next((unit for unit in units if value % unit[0] == 0), units[-1])
    return f"{value // factor}{suffix}"
