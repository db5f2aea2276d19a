"""Will the jobs run: times of their traffic, what is exposed, what fails first."""

from fabricgen.feasibility.collisions import mean_max_load
from fabricgen.feasibility.report import check

__all__ = ["check", "mean_max_load"]
