"""Diagnostics in every format, and the plan of a design for people and for machines."""

from fabricgen.report.buffer_picture import buffer_pictures
from fabricgen.report.class_reasons import nic_reasons
from fabricgen.report.fingerprint import accept_known, baseline_text, fingerprint, read_baseline
from fabricgen.report.formats import formats, write
from fabricgen.report.jobs_text import feasibility_text
from fabricgen.report.losses import losses_json, losses_text
from fabricgen.report.plan_json import plan_document, plan_json
from fabricgen.report.plan_text import plan_text
from fabricgen.report.tables import table_page
from fabricgen.report.value_reasons import value_reasons
from fabricgen.report.variants import variants_json, variants_text

__all__ = [
    "accept_known",
    "baseline_text",
    "buffer_pictures",
    "feasibility_text",
    "fingerprint",
    "formats",
    "losses_json",
    "losses_text",
    "nic_reasons",
    "plan_document",
    "plan_json",
    "plan_text",
    "read_baseline",
    "table_page",
    "value_reasons",
    "variants_json",
    "variants_text",
    "write",
]
