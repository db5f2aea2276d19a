"""Run rules at a rule point, stamp and sort their findings."""

from fabricgen.validate.catalogue_page import rules_markdown
from fabricgen.validate.overridden import at_overrides
from fabricgen.validate.runner import load_rules, run, sort

__all__ = ["at_overrides", "load_rules", "rules_markdown", "run", "sort"]
