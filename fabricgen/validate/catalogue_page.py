"""The page of all rules, written from their manual pages."""

import inspect
from collections.abc import Iterable, Mapping

from fabricgen.model.rule import Point, Rule
from fabricgen.validate.runner import load_rules

TOPICS: Mapping[str, str] = {
    "SRC": "Unreadable text",
    "INT": "Intent",
    "TOP": "Topology",
    "ADR": "Addresses",
    "RTE": "Routing",
    "QOS": "Queues, pause and buffers",
    "TEN": "Tenancy",
    "CAP": "Capacity and feasibility",
    "TBL": "Table content (schema)",
    "REF": "References inside one configuration",
    "FAB": "Across devices",
    "DPU": "DPUs and smart switches",
    "HST": "Hosts",
}
_POINTS = {Point.DRAFT: "the intent file", Point.CONFIG: "one file", Point.FABRIC: "all files"}
_HEAD = """# Rules

{count} rules. `fabricgen explain ID` shows one of these pages; `--severity ID=note` changes a severity.
An `accept` entry of the intent keeps a finding in the report with its reason, but no longer as an error.

This page is written from the rules themselves:
`python -c "from fabricgen.validate import rules_markdown; print(rules_markdown(), end='')" > docs/rules.md`.
"""


def rules_markdown() -> str:
    """Return the catalogue of rules as Markdown: a table of all, then every manual page by topic."""
    rules = tuple(load_rules().values())
    parts = [_HEAD.format(count=len(rules)), *_table(rules)]
    for topic, title in TOPICS.items():
        own = [rule for rule in rules if rule.id.startswith(topic)]
        if own:
            parts.append(f"\n## {title}\n")
            parts += [_page(rule) for rule in own]
    return "\n".join(parts).rstrip("\n") + "\n"


def _table(rules: Iterable[Rule]) -> Iterable[str]:
    yield "| rule | severity | judges | finds |"
    yield "|---|---|---|---|"
    for rule in rules:
        judges = _POINTS.get(rule.point, f"the design after {rule.point.value}")
        title = rule.title.replace("|", "\\|")
        yield f"| [{rule.id}](#{rule.id.lower()}) | {rule.severity.value} | {judges} | {title} |"


def _page(rule: Rule) -> str:
    _, _, rest = rule.page.partition("\n")
    return f"### {rule.id}\n\n**{rule.title}.**\n{inspect.cleandoc(rest)}\n".replace(
        ".**\n", ".**\n\n", 1
    )
