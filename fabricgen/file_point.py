"""A part of the corridor: one CONFIG_DB file at its rule point, and what an upgrade makes of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fabricgen import configdb
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.configdb import ConfigCheck, ConfigDb, SonicSchema
from fabricgen.model.diagnostic import Diagnostic, Severity
from fabricgen.model.intent import AcceptIntent
from fabricgen.model.rule import Point
from fabricgen.validate import run

# Of a file that stands for a part of a configuration, only these topics can be judged.
_OF_PARTS = ("SRC", "TBL")


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePoint:
    """Judges files one by one.

    ``schema`` is that of the release the files are for; where nobody named it (``assumed``) and an
    upgrade is asked about, a file's own VERSIONS row does. ``upgrade`` is the schema of the release
    to go to, ``yang`` a folder of official models to ask as well.
    """

    schema: SonicSchema
    catalogue: Catalogue
    accept: Sequence[AcceptIntent] = ()
    severities: Mapping[str, Severity]
    strict: bool = False
    yang: Path | None = None
    upgrade: SonicSchema | None = None
    assumed: bool = False

    def judge(self, config: ConfigDb) -> tuple[Diagnostic, ...]:
        """Return what the rules find in one file."""
        schema = self.schema
        if self.upgrade is not None and self.assumed:
            own = configdb.release_of(config)
            schema = configdb.load_schema(own) if own else schema
        check = ConfigCheck(
            config=config,
            schema=schema,
            catalogue=self.catalogue,
            problems=config.problems
            + configdb.check(config, schema)
            + (configdb.official([config], self.yang) if self.yang else ()),
            strict=self.strict,
        )
        found = self._run(check)
        return found if self.upgrade is None else found + self._after(check, self.upgrade, found)

    def _run(self, check: ConfigCheck) -> tuple[Diagnostic, ...]:
        found = run(Point.CONFIG, check, accept=self.accept, severities=self.severities)
        if check.config.partial:
            return tuple(item for item in found if item.rule.startswith(_OF_PARTS))
        return found

    def _after(
        self, check: ConfigCheck, target: SonicSchema, now: tuple[Diagnostic, ...]
    ) -> tuple[Diagnostic, ...]:
        """Return what the rules find with the schema of ``target`` and do not find today."""
        config = check.config
        problems = (
            config.problems
            + configdb.check(config, target)
            + configdb.upgrade(config, check.schema, target)
        )
        known = {(item.rule, item.place) for item in now}
        step = f"upgrade from {check.schema.release} to {target.release}"
        return tuple(
            replace(item, message=f"{step}: {item.message}")
            for item in self._run(replace(check, schema=target, problems=problems))
            if (item.rule, item.place) not in known
        )
