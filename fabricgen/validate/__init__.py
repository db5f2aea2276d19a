"""Run rules at a rule point, stamp and sort their findings."""

from fabricgen.validate.runner import load_rules, run, sort

__all__ = ["load_rules", "run", "sort"]
