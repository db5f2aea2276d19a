"""The formats of diagnostics: one module ``format_<name>.py`` each, found by its name."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence

from fabricgen.model.diagnostic import Diagnostic
from fabricgen.model.rule import Rule

_PACKAGE = "fabricgen.report"
_PREFIX = "format_"


def formats() -> tuple[str, ...]:
    """Return the names of all formats, sorted."""
    package = importlib.import_module(_PACKAGE)
    found = (entry.name for entry in pkgutil.iter_modules(package.__path__))
    return tuple(sorted(name[len(_PREFIX) :] for name in found if name.startswith(_PREFIX)))


def write(
    name: str,
    diagnostics: Sequence[Diagnostic],
    *,
    rules: Mapping[str, Rule],
    colour: bool = False,
) -> str:
    """Return diagnostics in a format, a newline at the end.

    Args:
        name: One of ``formats()``.
        diagnostics: In report order.
        rules: Rules by id, for titles and manual pages.
        colour: Whether the text goes to a terminal; formats for machines ignore it.

    Raises:
        ValueError: There is no such format.
    """
    if name not in formats():
        raise ValueError(f"there is no report format {name!r}; there are {', '.join(formats())}")
    module = importlib.import_module(f"{_PACKAGE}.{_PREFIX}{name}")
    writer: Callable[[Sequence[Diagnostic], Mapping[str, Rule], bool], str] = module.write
    return writer(diagnostics, rules, colour)
