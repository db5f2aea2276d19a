"""Name patterns: text with fields in braces, such as ``lf{plane}-{unit:02}``."""

import re
from collections.abc import Mapping

_FIELD = re.compile(r"\{([a-z]+)(?::0?([1-9]))?\}")
HOSTNAME = re.compile(r"[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?")


def filled(pattern: str, fields: Mapping[str, str | int]) -> str:
    """Return a name pattern with its fields filled in.

    Args:
        pattern: Such as ``lf{plane}-{unit:02}``.
        fields: What there is; numbers count from 1.

    Raises:
        KeyError: The pattern has a field that there is not, or a brace that is no field.
    """

    def value(match: re.Match[str]) -> str:
        found = fields[match[1]]
        return str(found).zfill(int(match[2])) if match[2] else str(found)

    text = _FIELD.sub(value, pattern)
    if "{" in text or "}" in text:
        raise KeyError(text[text.find("{") :])
    return text
