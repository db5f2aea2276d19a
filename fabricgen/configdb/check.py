"""Hold a configuration against a release's schema."""

from collections.abc import Mapping
from operator import methodcaller

from fabricgen.configdb.faults import Fault, Faults, Where, nearest
from fabricgen.configdb.plans import ListPlan, TablePlan, plans_of
from fabricgen.configdb.references import References
from fabricgen.configdb.rows import RowCheck
from fabricgen.model.configdb import ConfigDb, Row, SonicSchema
from fabricgen.model.diagnostic import Problem


def check(config: ConfigDb, schema: SonicSchema) -> tuple[Problem, ...]:
    """Return what the tables of ``config`` hold that ``schema`` does not allow, in file order.

    The problems of reading the file are not repeated. Kinds: ``unknown-table``, ``no-known-table``,
    ``unknown-row``, ``unknown-field``, ``bad-key``, ``blank-in-key``, ``several-in-key``,
    ``bad-value``, ``not-text``, ``wrong-shape``, ``null-row``, ``missing-field``,
    ``dangling-reference``, ``old-reference``, ``duplicate-element``, ``element-count``,
    ``row-count``, ``not-unique``.
    """
    run = _Run(config, schema)
    for table, rows in config.tables.items():
        run.table(table, rows)
    return tuple(run.faults.problems(config))


_items = methodcaller("items")


class _Form:
    """One form of a table's rows, and what was found good of it.

    A port's rows look like those of its neighbours; what is good once is not looked at again.
    ``repeats`` are the names of key parts: a field of that name is judged by its row's key.
    """

    __slots__ = ("good_rows", "keys", "plan", "repeats", "rows")

    def __init__(self, plan: ListPlan) -> None:
        self.plan = plan
        self.repeats = frozenset(plan.key_names) - set(plan.fields)
        self.keys = tuple((set[str](), field) for field in plan.keys)
        self.good_rows: set[tuple[object, ...]] = set()
        self.rows: list[tuple[str, list[str]]] = []


def _quick_forms(plan: TablePlan, forms: dict[str, _Form]) -> dict[int, _Form]:
    """Return the forms that the number of key parts chooses alone; they are added to ``forms``."""
    if plan.fixed:
        return {}
    quick = {count: _Form(lists[0]) for count, lists in plan.by_count.items() if len(lists) == 1}
    forms.update((form.plan.spec.name, form) for form in quick.values())
    return quick


class _Run:
    """One check of one configuration."""

    def __init__(self, config: ConfigDb, schema: SonicSchema) -> None:
        self.config = config
        self.schema = schema
        self.faults = Faults()
        self.rows = RowCheck(schema, self.faults, References(config, schema))
        self.plans = plans_of(schema)

    def table(self, table: str, rows: Mapping[str, Row]) -> None:
        plan = self.plans(table)
        if plan is None:
            self._unknown_table(table)
            return
        if self._all_good(table, rows, plan):
            return
        forms: dict[str, _Form] = {}
        quick = _quick_forms(plan, forms)
        for key, row in rows.items():
            parts = key.split("|")
            if " " in key or "\t" in key:
                parts = self._strip(table, key, parts)
            form = quick.get(len(parts))
            if form is None:
                found = plan.plan_for(key, parts, row)
                if found is None:
                    self._bad_key(plan, key)
                    continue
                form = forms.setdefault(found.spec.name, _Form(found))
            for part, (good, field) in zip(parts, form.keys, strict=False):
                if part not in good:
                    if self.rows.accepts(field, part):
                        good.add(part)
                    else:
                        self.rows.refuse(Where(table, key), field, part)
            if form.plan.counted:
                form.rows.append((key, parts))
            try:
                content = (*row.items(),)
                if content not in form.good_rows:
                    self._row(table, key, row, form, parts, content)
            except TypeError:  # an object inside the row has no hash
                self._row(table, key, row, form, parts, ())
        for form in forms.values():
            if form.rows:
                self._counts(table, form)

    def _row(
        self,
        table: str,
        key: str,
        row: Row,
        form: "_Form",
        parts: list[str],
        content: tuple[object, ...],
    ) -> None:
        before = len(self.faults)
        self.rows.check(table, key, row, form.plan, parts)
        if len(self.faults) == before and form.repeats.isdisjoint(row):
            form.good_rows.add(content)

    def _all_good(self, table: str, rows: Mapping[str, Row], plan: TablePlan) -> bool:
        """Return whether a plain table is free of faults, each different key part and row seen once.

        Most tables are; False says nothing but that each row has to be looked at.
        """
        joined = "\n".join(rows)
        if plan.fixed or " " in joined or "\t" in joined:
            return False
        split = [key.split("|") for key in rows]
        counts = set(map(len, split))
        for count in counts:
            lists = plan.by_count.get(count, ())
            if len(lists) != 1 or lists[0].counted:
                return False
            every = len(counts) == 1
            keys = split if every else [parts for parts in split if len(parts) == count]
            for field, column in zip(lists[0].keys, zip(*keys, strict=True), strict=True):
                different = set(column)
                for target in field.targets:
                    different -= self.rows.references.texts(target)
                if not all(self.rows.accepts(field, part) for part in different):
                    return False
            some = rows if every else {k: r for k, r in rows.items() if k.count("|") == count - 1}
            if not self._all_good_rows(table, some, lists[0]):
                return False
        return True

    def _all_good_rows(self, table: str, rows: Mapping[str, Row], plan: ListPlan) -> bool:
        try:
            # Of the rows with one content, the last stands for all.
            contents = map(tuple, map(_items, rows.values()))
            different: dict[tuple[object, ...], str] = dict(zip(contents, rows, strict=True))
        except TypeError:  # an object inside a row has no hash
            return False
        repeats = frozenset(plan.key_names) - set(plan.fields)
        trial = RowCheck(self.schema, Faults(), self.rows.references)
        for key in different.values():
            row = rows[key]
            if not repeats.isdisjoint(row):
                return False
            trial.check(table, key, row, plan, [])
            if trial.faults:
                return False
        return True

    def _strip(self, table: str, key: str, parts: list[str]) -> list[str]:
        stripped = [part.strip() for part in parts]
        if stripped != parts:
            fault = Fault(
                "blank-in-key",
                f"a blank stands at the end of a part of the key {key!r}",
                f'write "{"|".join(stripped)}"; models cut the blank, the database keeps it',
            )
            self.faults.add(Where(table, key), fault)
        return stripped

    def _unknown_table(self, table: str) -> None:
        near = nearest(table, self.schema.tables)
        message = f"SONiC {self.schema.release} has no model of the table {table}"
        hint = f"did you mean {near}?" if near else "leave it out unless an image of yours uses it"
        if not any(name in self.schema.tables for name in self.config.tables):
            self.faults.add(
                Where(next(iter(self.config.tables))),
                Fault(
                    "no-known-table",
                    f"none of the {len(self.config.tables)} tables has a model in SONiC"
                    f" {self.schema.release}, so nothing could be checked",
                    "is this a CONFIG_DB file? its tables stand at the top level",
                ),
            )
            return
        self.faults.add(Where(table), Fault("unknown-table", message, hint))

    def _bad_key(self, plan: TablePlan, key: str) -> None:
        name = plan.spec.name
        if plan.fixed and not plan.by_count:
            near = nearest(key, plan.fixed)
            rows = ", ".join(plan.fixed)
            hint = f"did you mean {near}?" if near else f"the table has {rows}"
            message = f"SONiC {self.schema.release} knows no row {key} of {name}"
            self.faults.add(Where(name, key), Fault("unknown-row", message, hint))
            return
        forms = plan.key_forms()
        count = key.count("|") + 1
        message = f"the key {key!r} has {count} part{'s' if count > 1 else ''}"
        self.faults.add(
            Where(name, key), Fault("bad-key", message, f"a key of {name} is {forms or 'not used'}")
        )

    def _counts(self, table: str, form: _Form) -> None:
        spec, rows = form.plan.spec, form.rows
        if spec.max_elements is not None and len(rows) > spec.max_elements:
            message = f"{table} has {len(rows)} rows; it takes at most {spec.max_elements}"
            where = Where(table, rows[spec.max_elements][0])
            self.faults.add(where, Fault("row-count", message, "remove rows"))
        keys = [key.name for key in spec.keys]
        for unique in spec.unique:
            self._unique(table, keys, unique, rows)

    def _unique(
        self,
        table: str,
        keys: list[str],
        unique: tuple[str, ...],
        rows: list[tuple[str, list[str]]],
    ) -> None:
        seen: dict[tuple[str | None, ...], str] = {}
        for key, parts in rows:
            named = dict(zip(keys, parts, strict=True))
            values = tuple(
                named[n] if n in named else self.config.text(table, key, n) for n in unique
            )
            if None not in values and values in seen:
                what = " and ".join(unique)
                message = f"the same {what} as in the row {seen[values]}"
                self.faults.add(
                    Where(table, key), Fault("not-unique", message, f"change the {what}")
                )
            seen.setdefault(values, key)
