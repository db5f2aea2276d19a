"""The files of a design beside its configurations: every module here that has FILE and text."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator

from fabricgen.model.design import Design

_PACKAGE = "fabricgen.outputs"


def design_files(design: Design) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each file of a design, in the order of their modules.

    A module of this package that holds ``FILE`` (the name) and ``text`` (a function from the design to bytes)
    is one output; nothing else names it. With ``EXTRA`` it is written only where ``also_write`` of the
    intent has that word.
    """
    package = importlib.import_module(_PACKAGE)
    for entry in sorted(pkgutil.iter_modules(package.__path__), key=lambda found: found.name):
        module = importlib.import_module(f"{_PACKAGE}.{entry.name}")
        extra: str | None = getattr(module, "EXTRA", None)
        wanted = extra is None or extra in design.intent.also_write
        if wanted and hasattr(module, "FILE") and hasattr(module, "text"):
            name: str = module.FILE
            text: Callable[[Design], bytes] = module.text
            yield name, text(design)
