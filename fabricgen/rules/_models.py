"""Values as the models see them: a field, or its default; families of addresses."""

from fabricgen.model.configdb import ConfigCheck


def value(x: ConfigCheck, table: str, key: str, field: str) -> str | None:
    """Return a field as text, the model's default if the row leaves it out, None if it has none."""
    text = x.config.text(table, key, field)
    if text is not None:
        return text
    spec = x.schema.tables.get(table)
    for entry in spec.lists if spec else ():
        if field in entry.fields:
            return entry.fields[field].default
    return None


def same_family(first: str, second: str) -> bool:
    """Return whether both texts look like IPv6 (a colon) or both like IPv4 (a dot)."""
    return (":" in first and ":" in second) or ("." in first and "." in second)
