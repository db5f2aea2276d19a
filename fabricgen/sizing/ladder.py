"""The ladder of networks: none, one tier, two tiers, more planes, three tiers.

Source: counts of folded Clos networks (Leiserson 1985; Al-Fares et al., SIGCOMM 2008): k^2/2 ends in two tiers of k-port switches,
k^3/4 in three; p planes of NICs split into p ports give (p k)^2/2.
"""

NETWORKS = ("none", "single-tier", "two-tier", "three-tier")
SPLITS = (1, 2, 4, 8)


def rung(ports: int, radix: int) -> str:
    """Return the smallest network that joins ``ports`` NIC ports of a plane with switches of ``radix`` ports.

    A pair of leaves, half of each towards the other, serves as many ports as one leaf has.
    """
    if ports <= radix:
        return "single-tier"
    return "two-tier" if ports <= radix * radix // 2 else "three-tier"


def two_tier_ports(radix: int) -> int:
    """Return the most ports that two tiers join: k^2/2."""
    return radix * radix // 2


def three_tier_ports(radix: int) -> int:
    """Return the most ports that three tiers join: k^3/4."""
    return radix**3 // 4


def planes_needed(nics: int, radix: int) -> int | None:
    """Return the fewest planes in which two tiers join ``nics`` NICs split into as many ports, None beyond eight.

    ``radix`` is that of a switch at the rate of a whole NIC; a port of a p-th of it splits p ways.
    """
    return next((p for p in SPLITS if nics <= two_tier_ports(p * radix)), None)


def rail_leaf_nodes(radix: int) -> int:
    """Return the nodes that one leaf a rail serves without spines, if traffic stays on its rail."""
    return radix
