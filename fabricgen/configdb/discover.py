"""Find the CONFIG_DB files of a folder, whoever laid it out."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fabricgen.model.order import natural
from fabricgen.source import read_text

_PATTERNS = ("config_db*.json", "golden_config_db*.json")
# What a rendered folder has beside the devices.
_NOT_CONFIG = frozenset({"manifest.json", "host_paths.json", "nic_settings.json", "graph.json"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """CONFIG_DB files in natural order, the text of a cabling file, and the release they speak for."""

    files: tuple[Path, ...]
    cabling: str | None = None
    release: str | None = None


def discover(paths: Sequence[Path]) -> Found:
    """Return what lies at ``paths``.

    A file is taken as it is. Of a folder, every ``config_db*.json`` and ``golden_config_db*.json`` in
    it and one level down counts; without any, every ``*.json`` in it. A ``cabling.csv`` and the
    release of a ``manifest.json`` are used.
    """
    files: list[Path] = []
    cabling: str | None = None
    release: str | None = None
    for path in paths:
        if not path.is_dir():
            files.append(path)
            continue
        files += _files_in(path)
        cable = path / "cabling.csv"
        if cabling is None and cable.is_file():
            cabling = read_text(cable).text
        release = release or _release(path / "manifest.json")
    return Found(files=tuple(dict.fromkeys(files)), cabling=cabling, release=release)


def _files_in(folder: Path) -> Iterator[Path]:
    below = [p for pattern in _PATTERNS for p in folder.glob(f"*/{pattern}")]
    yield from sorted(below, key=lambda path: natural(str(path)))
    here = [p for pattern in _PATTERNS for p in folder.glob(pattern)]
    if below or here:
        yield from sorted(here)
        return
    yield from sorted(p for p in folder.glob("*.json") if p.name not in _NOT_CONFIG)


def _release(manifest: Path) -> str | None:
    if not manifest.is_file():
        return None
    try:
        content = json.loads(read_text(manifest).text)
    except ValueError:
        return None
    release = content.get("sonic_release") if isinstance(content, dict) else None
    return release if isinstance(release, str) else None
