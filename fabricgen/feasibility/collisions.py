"""Flows on equal paths: balls in bins."""

from functools import lru_cache


@lru_cache(maxsize=256)
def mean_max_load(flows: int, paths: int) -> float:
    """Return the mean load of the busiest path when flows are hashed on equal paths.

    Exact for independent uniform choices: P(max <= k) = n!/m^n [x^n] (sum_{i<=k} x^i/i!)^m.
    Computed with every factor scaled by the Poisson weight of n/m, so that nothing overflows.

    Args:
        flows: Line-rate flows, at least 0; above 4096 the fluid limit flows/paths is returned.
        paths: Equal paths, at least 1.

    Source: occupancy distribution (Johnson and Kotz, Urn Models, 1977).
    """
    if paths < 1:
        raise ValueError("there must be at least one path")
    if flows <= 1 or paths == 1:
        return float(flows)
    if flows > 4096:
        return flows / paths
    weights = _poisson(flows / paths, flows)
    whole = _power(weights, paths, flows)[flows]
    mean = 0.0
    for bound in range(flows):
        at_most = _power(weights[: bound + 1], paths, flows)[flows] / whole
        mean += 1.0 - at_most
        if 1.0 - at_most < 1e-9:
            break
    return mean


def _poisson(rate: float, count: int) -> list[float]:
    """Return rate^i/i! scaled so that the largest is 1, for i = 0..count (tiny ones cut)."""
    weights = [1.0]
    for i in range(1, count + 1):
        value = weights[-1] * rate / i
        if i > rate and value < 1e-18 * max(weights):
            break
        weights.append(value)
    top = sum(weights)
    return [weight / top for weight in weights]


def _power(base: list[float], exponent: int, degree: int) -> list[float]:
    """Return the coefficients 0..degree of a polynomial's power."""
    result = [1.0]
    while exponent:
        if exponent & 1:
            result = _times(result, base, degree)
        base = _times(base, base, degree)
        exponent >>= 1
    return result + [0.0] * (degree + 1 - len(result))


def _times(left: list[float], right: list[float], degree: int) -> list[float]:
    product = [0.0] * min(degree + 1, len(left) + len(right) - 1)
    for i, a in enumerate(left):
        if a == 0.0:
            continue
        for j, b in enumerate(right[: len(product) - i]):
            product[i + j] += a * b
    return product
