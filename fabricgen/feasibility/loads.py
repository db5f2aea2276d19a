"""Loads of every link of a plane: traffic between leaves over equal-cost paths.

Every switch splits what it sends evenly over all its links that lie on a shortest path to the destination's leaf, as BGP with
ECMP does. Traffic is a matrix [leaf, leaf] in Gb/s. All of it is matrix products; nothing is simulated.
"""

from dataclasses import dataclass

import numpy as np

from fabricgen.feasibility.wiring import Floats, Plane


@dataclass(frozen=True, slots=True, kw_only=True)
class Loads:
    """Load of one link between two switches in Gb/s, per pair and direction.

    ``up`` [leaf, spine], ``down`` [spine, leaf], ``top_up`` [spine, super-spine], ``top_down`` [super-spine, spine],
    ``peer`` [leaf, leaf]. ``stranded_gbps`` is what has no path.
    """

    up: Floats
    down: Floats
    top_up: Floats
    top_down: Floats
    peer: Floats
    stranded_gbps: float

    def busiest(self, plane: Plane) -> float:
        """Return the highest load of a link to its rate, infinite where traffic has no path."""
        if self.stranded_gbps > 1e-9:
            return float("inf")
        ratios = (
            self.up / plane.up_gbps,
            self.down / plane.up_gbps.T,
            self.top_up / plane.top_gbps,
            self.top_down / plane.top_gbps.T,
            self.peer / plane.peer_gbps,
        )
        return max((float(item.max()) for item in ratios if item.size), default=0.0)


def route(plane: Plane, traffic: Floats) -> Loads:
    """Return the loads of ``traffic`` on a plane."""
    left = traffic.copy()
    np.fill_diagonal(left, 0.0)
    direct = np.where(plane.peer > 0, left, 0.0)
    left -= direct
    up, down, left = _through_spines(plane, left)
    far = _through_supers(plane, left)
    return Loads(
        up=_each(up + far[0], plane.up),
        down=_each(down + far[1], plane.up.T),
        top_up=_each(far[2], plane.top),
        top_down=_each(far[3], plane.top.T),
        peer=_each(direct, plane.peer),
        stranded_gbps=far[4],
    )


def _each(load: Floats, links: Floats) -> Floats:
    return np.divide(load, links, out=np.zeros_like(load), where=links > 0)


def _split(amount: Floats, ways: Floats) -> Floats:
    return np.divide(amount, ways, out=np.zeros_like(amount), where=ways > 0)


def _through_spines(plane: Plane, traffic: Floats) -> tuple[Floats, Floats, Floats]:
    """Return loads of pairs up and down, and what no spine joins.

    Leaf l sends R[l,d] over each of its links to spines that reach leaf d; R = traffic / number of such links.
    """
    links = plane.up
    reach = (links > 0).astype(np.float64)
    ways = links @ reach.T
    share = _split(traffic, ways)
    up = links * (share @ reach)
    down = (reach * (share.T @ links)).T
    return up, down, np.where(ways > 0, 0.0, traffic)


def _through_supers(plane: Plane, traffic: Floats) -> tuple[Floats, Floats, Floats, Floats, float]:
    """Return loads of pairs (up, down, top up, top down) of traffic between pods, and what is stranded."""
    low, high = plane.up, plane.top
    nothing = (np.zeros_like(low), np.zeros_like(low.T), np.zeros_like(high), np.zeros_like(high.T))
    if not traffic.any():
        return (*nothing, 0.0)
    if not high.size:
        return (*nothing, float(traffic.sum()))
    leaf_of = (low > 0).astype(np.float64)
    from_super = ((high.T @ leaf_of.T) > 0).astype(np.float64)
    from_spine = ((high @ from_super) > 0).astype(np.float64)
    ways = low @ from_spine
    share = _split(traffic, ways)
    up = low * (share @ from_spine.T)
    at_spine = (low.T @ share) * from_spine
    share_2 = _split(at_spine, high @ from_super)
    top_up = high * (share_2 @ from_super.T)
    at_super = (high.T @ share_2) * from_super
    share_3 = _split(at_super, high.T @ leaf_of.T)
    top_down = high.T * (share_3 @ leaf_of)
    down = (high @ share_3) * leaf_of.T
    return up, down, top_up, top_down, float(np.where(ways > 0, 0.0, traffic).sum())
