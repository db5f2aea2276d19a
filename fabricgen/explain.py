"""What ``fabricgen explain`` says of a rule, a table, a field or an intent key."""

from fabricgen import configdb, intent, packaged, report
from fabricgen.compile import DEFAULT_RELEASE
from fabricgen.validate import load_rules


def explain(topic: str) -> str | None:
    """Return the page for ``topic``, or None if nothing is known of it."""
    rule = load_rules().get(topic.upper())
    if rule is not None:
        return f"{rule.id} ({rule.severity.value})  {rule.page}"
    table, _, field = topic.partition("|")
    spec = configdb.load_schema(DEFAULT_RELEASE).tables.get(table.upper())
    if spec is not None:
        template = packaged.folder("templates") / f"{spec.name}.j2"
        return report.table_page(
            spec, field or None, DEFAULT_RELEASE, template.name if template.is_file() else None
        )
    return intent.explain_key(topic)
