"""The platform page of the docs, made from the catalogue: ``python -m fabricgen.catalogue.markdown``."""

from collections.abc import Iterator
from pathlib import Path

from fabricgen.catalogue.listing import (
    cable_table,
    model_table,
    nic_table,
    node_table,
    platform_table,
)
from fabricgen.catalogue.pages import platform_tables
from fabricgen.catalogue.store import load
from fabricgen.catalogue.tables import as_markdown
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.platform import Platform

_HEAD = """\
# Platforms

Made from the catalogue with `python -m fabricgen.catalogue.markdown docs/platforms.md`; do not edit
it by hand. `fabricgen catalogue show ID` prints the same, and with `--format json` every port.
[catalogue.md](catalogue.md) explains the files behind it and how to add your own.

Facts of sonic-net/sonic-buildimage, commit 086b03bd70f9. "Unknown" means that no source says.
"""


def platforms_markdown(catalogue: Catalogue) -> str:
    """Return the page: the lists, then one section for each platform."""
    platforms = tuple(catalogue.platforms.values())
    switches = platform_table("Switches", tuple(p for p in platforms if p.role != "dpu"))
    dpus = platform_table("DPUs", tuple(p for p in platforms if p.role == "dpu"))
    parts = [_HEAD]
    for title, table in (
        ("Switches", switches),
        ("DPUs", dpus),
        ("Node types", node_table(catalogue)),
        ("NICs", nic_table(catalogue)),
        ("Models", model_table(catalogue)),
        ("Cables", cable_table(catalogue)),
    ):
        parts.append(f"## {title}\n\n{as_markdown(table)}\n")
    parts.extend("\n".join(_section(platform)) for platform in platforms)
    return "\n".join(parts)


def _section(platform: Platform) -> Iterator[str]:
    yield f"## {platform.id}\n"
    for number, table in enumerate(platform_tables(platform)):
        if number:
            yield f"### {platform.id}: {table.title}\n"
        yield as_markdown(table) + "\n"


if __name__ == "__main__":
    import sys

    Path(sys.argv[1]).write_text(platforms_markdown(load()), encoding="utf-8")
