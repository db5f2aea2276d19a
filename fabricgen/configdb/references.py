"""What references may point at, and what to say of those that point at nothing."""

import re
from collections.abc import Iterable, Iterator
from ipaddress import ip_address, ip_interface

from fabricgen.configdb.faults import Fault, Where, nearest
from fabricgen.configdb.plans import FieldPlan
from fabricgen.configdb.values import Target, describe
from fabricgen.model.configdb import ConfigDb, SonicSchema

_OLD = re.compile(r"\[([A-Z][A-Z0-9_]*)\|(.*)\]|([A-Z][A-Z0-9_]*)\|(.*)")
_CANDIDATES = 4000


class References:
    """The texts that exist for each target of a reference in one configuration."""

    def __init__(self, config: ConfigDb, schema: SonicSchema) -> None:
        self._config = config
        self._schema = schema
        self._sets: dict[Target, frozenset[str]] = {}
        self._by_value: dict[Target, frozenset[str]] = {}

    def texts(self, target: Target) -> frozenset[str]:
        """Return what exists for a target; collected once."""
        found = self._sets.get(target)
        if found is None:
            found = self._sets[target] = frozenset(self._collect(target))
        return found

    def resolves(self, text: str, targets: Iterable[Target]) -> bool:
        """Return whether a target holds the text, addresses compared by value."""
        for target in targets:
            if text in self.texts(target):
                return True
        if self._config.partial and any(t[0] not in self._config.tables for t in targets):
            return True  # the table may lie in the file this one overrides
        value = canonical(text)
        if value is None:
            return False
        return any(value in self._values(target) for target in targets)

    def _values(self, target: Target) -> frozenset[str]:
        found = self._by_value.get(target)
        if found is None:
            values = (canonical(text) for text in self.texts(target))
            found = self._by_value[target] = frozenset(v for v in values if v is not None)
        return found

    def _collect(self, target: Target) -> Iterator[str]:
        table, name, leaf = target
        spec = self._schema.tables.get(table)
        entry = next((e for e in spec.lists if e.name == name), None) if spec else None
        if entry is None:
            return
        rows = self._config.rows(table)
        names = [key.name for key in entry.keys]
        if leaf in names:
            yield from _key_parts(rows, len(names), names.index(leaf))
            return
        default = entry.fields[leaf].default if leaf in entry.fields else None
        for key, row in rows.items():
            if entry.fixed is None and key.count("|") + 1 != len(names):
                continue
            if entry.fixed is not None and key != entry.fixed:
                continue
            value = row.get(leaf, default)
            for item in value if isinstance(value, tuple) else (value,):
                if isinstance(item, str):
                    yield item


def _key_parts(rows: Iterable[str], count: int, index: int) -> Iterator[str]:
    if count == 1:
        for key in rows:
            if "|" not in key:
                yield key.strip()
        return
    for key in rows:
        parts = key.split("|")
        if len(parts) == count:
            yield parts[index].strip()


def canonical(text: str) -> str | None:
    """Return an IPv6 address or prefix in its shortest lower-case form, None for other texts."""
    if ":" not in text:
        return None
    try:
        return str(ip_interface(text)) if "/" in text else str(ip_address(text))
    except ValueError:
        return None


def dangling(
    where: Where, plan: FieldPlan, text: str, found: References, schema: SonicSchema
) -> Fault:
    """Return what is wrong with a text that no target of a reference holds."""
    tables = list(dict.fromkeys(target[0] for target in plan.targets))
    old = _OLD.fullmatch(text)
    if old is not None and (old[1] or old[3]) in schema.tables:
        name = old[2] if old[1] else old[4]
        return Fault(
            "old-reference",
            f"{plan.spec.name} refers to {text}, a form of older releases",
            f'write the bare name "{name}"',
        )
    parts = text.split(",")
    if (
        where.field is None
        and len(parts) > 1
        and any(found.resolves(p.strip(), plan.targets) for p in parts)
    ):
        return Fault(
            "several-in-key",
            f"the key names {len(parts)} entries of {' or '.join(tables)} at once: {text[:80]}",
            "write one row for each; a key takes one name",
        )
    names = sorted({name for target in plan.targets for name in found.texts(target)})
    near = nearest(text, names[:_CANDIDATES])
    also = "" if plan.accepts is None else f"; {plan.spec.name} takes {describe(plan.spec.type)}"
    hint = f"did you mean {near}?" if near else f"add {text or 'it'} to {' or '.join(tables)}"
    if where.field is None and tables == [where.table]:
        hint = f'write the row of the interface itself beside its addresses: "{text}": {{}}'
    elif not near and not names:
        hint += f", which {'is' if len(tables) == 1 else 'are'} empty or absent"
    return Fault(
        "dangling-reference",
        f"{' and '.join(tables)} {_have(tables)} no entry {text!r}{also}",
        hint,
    )


def _have(tables: list[str]) -> str:
    return "has" if len(tables) == 1 else "have"
