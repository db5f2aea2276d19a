"""Numbers with units of the intent language: rates, lengths, sizes, shares and ratios."""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction

from fabricgen.intent.refusal import Refusal, shown
from fabricgen.model.intent import Key
from fabricgen.source import YamlNode

_QUANTITY = re.compile(r"([0-9]{1,20})(?:\.([0-9]{1,9}))?\s*([A-Za-z/]*)")
_MAX_SPEED_MBPS = 12_800_000
_SPEEDS = {"M": 1, "G": 1000, "T": 1_000_000}
_SIZES = {"k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30}
_MAX_SIZE = 10**18
_LOWEST_RATIO, _HIGHEST_RATIO = Fraction(1, 4), Fraction(1000)


def exact(node: YamlNode) -> Fraction | None:
    """Return the exact number of a plain scalar, None for anything else, infinities included."""
    if isinstance(node.value, bool) or not isinstance(node.value, (int, float)):
        return None
    if isinstance(node.value, int):
        return Fraction(node.value)
    if node.value == 0:
        return Fraction(0)
    if not 1e-12 < abs(node.value) < 1e30:
        return None
    return Fraction(node.text)


def bounds(key: Key, written: str) -> tuple[str, str]:
    """Return message and hint for a number outside the bounds of ``key``."""
    unit = f" {key.unit}" if key.unit else ""
    if key.maximum is None:
        return f"{written} is below {key.minimum}{unit}", f"write at least {key.minimum}{unit}"
    return (
        f"{written} is not between {key.minimum or 0} and {key.maximum}{unit}",
        f"write a number from {key.minimum or 0} to {key.maximum}{unit}",
    )


def _quantity(
    node: YamlNode, units: Mapping[str, int], refusal: Callable[[str], Refusal]
) -> tuple[Fraction, str]:
    """Return number and unit of ``400G``; the unit must be one of ``units``."""
    match = _QUANTITY.fullmatch(node.text.strip())
    if match is None or isinstance(node.value, bool):
        raise refusal(node.text)
    whole, decimals, unit = match.groups()
    if unit not in units:
        raise refusal(node.text)
    number = Fraction(f"{whole}.{decimals}") if decimals else Fraction(int(whole))
    return number, unit


def speed(_key: Key, node: YamlNode) -> int:
    """Return a rate such as ``400G`` in Mb/s.

    Raises:
        Refusal: ``wrong-unit`` or ``out-of-range`` (10 Mb/s to 12.8 Tb/s).
    """

    def refused(text: str) -> Refusal:
        match = re.match(r"\s*([0-9]{1,9}(?:\.[0-9]{1,3})?)\s*([A-Za-z]?)", text)
        hint = "write a rate with its unit, such as 100M, 400G or 1.6T"
        if match:
            unit = match[2].upper() if match[2].upper() in _SPEEDS else "G"
            hint = f"write {match[1]}{unit}"
        reason = "has no unit" if exact(node) is not None else "is not a rate"
        return Refusal(
            "wrong-unit", f"{shown(text)} {reason}; a rate is a number and M, G or T", hint
        )

    number, unit = _quantity(node, _SPEEDS, refused)
    mbps = number * _SPEEDS[unit]
    if mbps.denominator != 1:
        raise Refusal("wrong-unit", f"{shown(node.text)} is not a whole number of Mb/s", "round it")
    if not 10 <= mbps <= _MAX_SPEED_MBPS:
        raise Refusal(
            "out-of-range",
            f"{shown(node.text)} is {int(mbps)} Mb/s, not between 10 and {_MAX_SPEED_MBPS} Mb/s",
            "write the rate of one port, such as 400G",
        )
    return int(mbps)


def length(key: Key, node: YamlNode) -> int:
    """Return a length such as ``3m`` or ``2km`` in whole metres.

    Raises:
        Refusal: ``wrong-unit`` or ``out-of-range``.
    """

    def refused(text: str) -> Refusal:
        match = _QUANTITY.fullmatch(text.strip())
        if match is None:
            return Refusal(
                "wrong-unit",
                f"{shown(text)} is not a length",
                "write whole metres, such as 3m or 2km",
            )
        number = Fraction(f"{match[1]}.{match[2] or 0}")
        divisor = {"cm": 100, "mm": 1000}.get(match[3], 1)
        metres = max(1, -(-number // divisor))
        if match[3] == "":
            reason = "has no unit; a length is a number and m or km"
        elif divisor > 1:
            reason = "is in a unit too small; the headroom tables know whole metres only"
        else:
            reason = "is in a unit that is not known; a length is a number and m or km"
        return Refusal("wrong-unit", f"{shown(text)} {reason}", f"write {metres}m")

    number, unit = _quantity(node, {"m": 1, "km": 1000}, refused)
    metres = number * (1000 if unit == "km" else 1)
    if metres.denominator != 1:
        raise Refusal(
            "wrong-unit",
            f"{shown(node.text)} is not a whole number of metres; the headroom tables know no fractions",
            f"round up: write {-(-metres.numerator // metres.denominator)}m",
        )
    if not (key.minimum or 1) <= metres <= (key.maximum or _MAX_SIZE):
        raise Refusal("out-of-range", *bounds(key, shown(node.text)))
    return int(metres)


def size(key: Key, node: YamlNode) -> int:
    """Return a number such as ``4Mi`` or, for parameters, ``70B``.

    Raises:
        Refusal: ``wrong-unit`` or ``out-of-range``.
    """
    units = {"": 1, **_SIZES}
    if key.unit == "parameters":
        units["B"] = 10**9

    def refused(text: str) -> Refusal:
        hint = "write a number with k, M, G, T (decimal) or Ki, Mi, Gi (binary), such as 4Mi"
        if key.unit == "parameters":
            hint = "write a number with M, B or T, such as 70B"
        match = _QUANTITY.fullmatch(text.strip())
        if match and match[3] and match[3].rstrip("Bb") in _SIZES:
            hint = f"write {text.strip().rstrip('Bb')}"
        return Refusal("wrong-unit", f"{shown(text)} is not a number of {key.unit}", hint)

    number = exact(node)
    if number is None or number < 0:
        number, unit = _quantity(node, units, refused)
        number *= units[unit]
    if number.denominator != 1:
        raise Refusal(
            "wrong-unit", f"{shown(node.text)} is not a whole number of {key.unit}", "round it"
        )
    if not (key.minimum or 0) <= number <= _MAX_SIZE:
        raise Refusal(
            "out-of-range",
            f"{shown(node.text)} is not between {key.minimum or 0} and 10^18 {key.unit}",
            "write the number with its suffix, such as 4Mi",
        )
    return int(number)


def percent(key: Key, node: YamlNode) -> Fraction:
    """Return a share such as ``40%`` as a fraction of one.

    Raises:
        Refusal: ``wrong-unit`` or ``out-of-range``; ``key.minimum`` is in percent.
    """
    match = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*%", node.text.strip())
    if match is None:
        number = exact(node)
        hint = "write a share such as 40%"
        if number is not None and 0 <= number <= 100:
            meant = number * 100 if 0 < number < 1 else number
            hint = f"write {float(meant):.10g}%"
        raise Refusal("wrong-unit", f"{shown(node.text)} is not a percentage", hint)
    share = Fraction(match[1])
    lowest = key.minimum or 0
    if not lowest <= share <= 100:
        raise Refusal(
            "out-of-range",
            f"{shown(node.text)} is not between {lowest}% and 100%",
            f"write a share from {lowest}% to 100%",
        )
    return share / 100


def ratio(_key: Key, node: YamlNode) -> Fraction:
    """Return a ratio such as ``3``, ``3:1`` or ``16/15``.

    Raises:
        Refusal: ``wrong-unit`` or ``out-of-range`` (1/4 to 1000).
    """
    ratio = exact(node)
    if ratio is None:
        match = re.fullmatch(r"([0-9]{1,9})\s*[:/]\s*([0-9]{1,9})", node.text.strip())
        if match is None or int(match[2]) == 0:
            raise Refusal(
                "wrong-unit",
                f"{shown(node.text)} is not a ratio",
                "write a ratio such as 1, 3, 3:1 or 16/15",
            )
        ratio = Fraction(int(match[1]), int(match[2]))
    if not _LOWEST_RATIO <= ratio <= _HIGHEST_RATIO:
        raise Refusal(
            "out-of-range",
            f"{shown(node.text)} is not between {_LOWEST_RATIO} and {_HIGHEST_RATIO}",
            "the ratio is down to up: 1 for none, 3 for three times as much down as up",
        )
    return ratio
