"""The corridor: the ordered list of stages and rule points.

Only this module knows the order. It stops after the first point whose rules report an error.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType

from fabricgen import (
    addressing,
    catalogue,
    feasibility,
    intent,
    outputs,
    qos,
    routing,
    sizing,
    tenancy,
    topology,
)
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.configdb import ConfigDb
from fabricgen.model.design import Design
from fabricgen.model.diagnostic import Diagnostic, Severity, has_errors
from fabricgen.model.feasibility import Variant
from fabricgen.model.intent import Intent
from fabricgen.model.rule import Point
from fabricgen.model.topology import Topology
from fabricgen.parallel import spread
from fabricgen.render import Renderer, to_bytes
from fabricgen.source import read_text
from fabricgen.validate import run, sort


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a user may choose for a run.

    ``release`` names a packaged schema or a schema file; None means the intent's, else the default.
    ``strict`` turns unknown tables into errors, ``jobs`` is the number of processes.
    ``upgrade`` is the release (or schema file) files are to be loaded by next.
    ``outline`` is enough for a plan: one plane of a large back-end stands for all of them.
    """

    release: str | None = None
    catalogue: Catalogue | None = None
    platforms: Path | None = None
    severities: Mapping[str, Severity] = field(default_factory=lambda: MappingProxyType({}))
    strict: bool = False
    upgrade: str | None = None
    outline: bool = False
    jobs: int = 1
    progress: Callable[[str, int, int], None] = lambda _what, _done, _total: None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a run gave: the design as far as it came, and all diagnostics in report order."""

    design: Design | None
    diagnostics: tuple[Diagnostic, ...]
    configs: tuple[ConfigDb, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether no error is left that is not accepted."""
        return not has_errors(self.diagnostics)


def _size(design: Design) -> Design:
    return replace(design, sizing=sizing.size(design.intent, design.catalogue))


def _build(design: Design) -> Design:
    assert design.sizing is not None
    shape = topology.build(design.intent, design.catalogue, design.sizing, cabling=design.cabling)
    return replace(design, topology=shape)


def _outlined(design: Design) -> Design:
    assert design.sizing is not None
    shape = topology.build(
        design.intent, design.catalogue, design.sizing, outline=True, cabling=design.cabling
    )
    return replace(design, topology=shape)


def _address(design: Design) -> Design:
    assert design.topology is not None
    return replace(design, addresses=addressing.plan(design.intent, design.topology))


def _route(design: Design) -> Design:
    assert design.topology is not None
    assert design.addresses is not None
    plan = routing.plan(design.intent, design.topology, design.addresses, design.catalogue)
    return replace(design, routing=plan)


def _classify(design: Design) -> Design:
    assert design.topology is not None
    return replace(design, qos=qos.plan(design.intent, design.catalogue, design.topology))


def _isolate(design: Design) -> Design:
    assert design.topology is not None
    assert design.addresses is not None
    return replace(design, tenancy=tenancy.plan(design.intent, design.topology, design.addresses))


def _carry(design: Design) -> Design:
    assert design.topology is not None
    assert design.routing is not None

    def redesign(changed: Intent) -> Topology | None:
        draft = Design(intent=changed, catalogue=design.catalogue)
        outcome = _walk(draft, Options(outline=True), until=Point.ROUTING)
        return outcome.design.topology if outcome.valid and outcome.design else None

    return replace(
        design,
        feasibility=feasibility.check(
            design.intent,
            design.catalogue,
            design.topology,
            design.sizing,
            repeats=design.routing.repeats,
            redesign=redesign,
        ),
    )


STAGES: tuple[tuple[Point, Callable[[Design], Design]], ...] = (
    (Point.INTENT, lambda design: design),
    (Point.SIZING, _size),
    (Point.TOPOLOGY, _build),
    (Point.ADDRESSING, _address),
    (Point.ROUTING, _route),
    (Point.QOS, _classify),
    (Point.TENANCY, _isolate),
    (Point.FEASIBILITY, _carry),
)


def compile_intent(
    path: Path, options: Options | None = None, *, until: Point = Point.FEASIBILITY
) -> Outcome:
    """Return the design of the intent at ``path`` and what the rules say of it.

    Args:
        path: The intent file.
        options: What the user chose.
        until: The last rule point to walk to.
    """
    chosen = options or Options()
    draft = intent.read(path)
    found = list(run(Point.DRAFT, draft, severities=chosen.severities))
    if draft.intent is None or has_errors(found) or until is Point.DRAFT:
        return Outcome(design=None, diagnostics=sort(found))
    design = Design(
        intent=draft.intent,
        catalogue=_catalogue(path, draft.intent, chosen),
        cabling=_cabling(path, draft.intent),
    )
    walked = _walk(design, chosen, until)
    return replace(walked, diagnostics=sort([*found, *walked.diagnostics]))


def _walk(design: Design, chosen: Options, until: Point = Point.FEASIBILITY) -> Outcome:
    """Return the design after its stages, and what the rules say of it."""
    found: list[Diagnostic] = []
    accept = design.intent.accept
    for point, stage in STAGES:
        design = _outlined(design) if chosen.outline and stage is _build else stage(design)
        found += run(point, design, accept=accept, severities=chosen.severities)
        if has_errors(found) or point is until:
            break
    return Outcome(design=design, diagnostics=sort(found))


def compare(
    path: Path, changes: Sequence[str], options: Options | None = None
) -> tuple[tuple[Variant, ...], tuple[Diagnostic, ...]]:
    """Return designs that differ in ``changes`` side by side, and what is wrong with the intent itself.

    Args:
        path: The intent file.
        changes: Such as ``planes=1,2``; every combination is one design.
        options: What the user chose.

    Raises:
        ValueError: A change cannot be made.
    """
    chosen = options or Options()
    draft = intent.read(path)
    found = run(Point.DRAFT, draft, severities=chosen.severities)
    if draft.intent is None or has_errors(found):
        return (), sort(found)
    known = _catalogue(path, draft.intent, chosen)
    compared = tuple(
        _variant(name, _walk(Design(intent=changed, catalogue=known), chosen))
        for name, changed in feasibility.variants(draft.intent, changes)
    )
    return compared, sort(found)


def _variant(name: str, outcome: Outcome) -> Variant:
    design = outcome.design
    assert design is not None
    jobs = design.feasibility.jobs if design.feasibility else ()
    errors = [d for d in outcome.diagnostics if d.severity is Severity.ERROR and d.accepted is None]
    refused = errors and design.feasibility is None
    shape = design.topology
    size = shape.sizes.get("backend") if shape else None
    return Variant(
        name=name,
        cost=feasibility.cost(design.intent, shape) if shape and not refused else None,
        planes=size.planes if size else 0,
        tiers=size.tiers if size else 0,
        bisection_gbps=size.bisection_mbps / 1000 if size else 0.0,
        jobs=jobs,
        refusal=f"{errors[0].rule}: {errors[0].message}" if refused else "",
    )


def _catalogue(path: Path, read: Intent, options: Options) -> Catalogue:
    if options.catalogue is not None:
        return options.catalogue
    own = options.platforms or (path.parent / read.platforms if read.platforms else None)
    return catalogue.load(own)


def _cabling(path: Path, read: Intent) -> str | None:
    return None if read.cabling is None else read_text(path.parent / read.cabling).text


def on_paper(design: Design) -> bool:
    """Return whether a fabric of the design stands on paper switches, which have no ports."""
    problems = design.topology.problems if design.topology else ()
    return any(problem.kind == "paper-switch" for problem in problems)


def rendered(design: Design, options: Options | None = None) -> Iterator[tuple[str, bytes]]:
    """Yield the path (relative, with ``/``) and bytes of each file of the output folder."""
    chosen = options or Options()
    renderer = Renderer(design)

    def one(device: str) -> bytes:
        return to_bytes(renderer.tables(device))

    devices = renderer.devices()
    for done, (device, content) in enumerate(
        zip(devices, spread(one, devices, chosen.jobs), strict=True), start=1
    ):
        chosen.progress("rendered", done, len(devices))
        yield f"{device}/config_db.json", content
    yield from outputs.design_files(design)
