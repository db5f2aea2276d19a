"""Will the jobs run: times of their traffic, what is exposed, what fails first."""

from fabricgen.feasibility.collisions import mean_max_load
from fabricgen.feasibility.cost import cost
from fabricgen.feasibility.report import check
from fabricgen.feasibility.variants import KEYS, variants

__all__ = ["KEYS", "check", "cost", "mean_max_load", "variants"]
