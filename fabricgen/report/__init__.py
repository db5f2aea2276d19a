"""Diagnostics in every format, and the plan of a design for people and for machines."""

from fabricgen.report.formats import formats, write
from fabricgen.report.plan_json import plan_document, plan_json
from fabricgen.report.plan_text import plan_text
from fabricgen.report.tables import table_page

__all__ = ["formats", "plan_document", "plan_json", "plan_text", "table_page", "write"]
