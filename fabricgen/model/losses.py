"""What a fabric has left after the loss of one element."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class Remainder:
    """What the loss of one link or device leaves, and of ``like_count`` others that do the same.

    ``gone`` is how many host prefixes nobody announces any more (their only holder is lost), ``cut``
    how many (device, prefix) pairs do not reach each other although the prefix is announced.
    ``hurt`` is the device that keeps the smallest share of its capacity towards a prefix: ``paths``
    equal paths of ``paths_before``, ``left_mbps`` of ``before_mbps``. ``busiest`` is how much more the
    busiest link carries for its speed when all leaves (or DPUs) send equally to one prefix. Where no
    device keeps less, ``hurt`` is empty. For a whole plane ``paths`` counts planes, and rates are 0.
    """

    loss: str
    like_count: int
    gone: int
    cut: int
    hurt: str
    paths: int
    paths_before: int
    left_mbps: int
    before_mbps: int
    busiest: Fraction
