"""Boot devices on real FRR and hold its sessions and kernel routes against the computed ones."""

import importlib.util
import json
import time
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from fabricgen.configdb.read import parse
from fabricgen.configdb.rebuild import rebuild
from fabricgen.model.catalogue import Catalogue
from fabricgen.model.configdb import FabricFiles, SonicSchema
from fabricgen.rules._control_plane.bring_up import peerings
from fabricgen.rules._control_plane.routes import Routes, routes
from fabricgen.rules._fabric_sessions import sessions

Devices = dict[str, dict[str, Any]]
LONGEST_S = 40
WATCHED_S = 2.5
CAP = 256  # paths that Debian's FRR is compiled for


def tool_of(shared: Path) -> ModuleType:
    """Load the harness, which is a script and no package."""
    spec = importlib.util.spec_from_file_location("frr_fabric", shared / "tools" / "frr_fabric.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rebuilt(devices: Devices) -> FabricFiles:
    """Return the fabric of some CONFIG_DB tables."""
    configs = [
        parse(json.dumps(tables), f"{name}/config_db.json") for name, tables in devices.items()
    ]
    return rebuild(
        configs,
        Catalogue(platforms={}, nodes={}, models={}),
        SonicSchema(release="202511", source="", tables={}),
    )


def predicted_sessions(fabric: FabricFiles) -> dict[tuple[str, str], bool]:
    """Return for every neighbour row (device, address) whether its session comes up."""
    up = {
        (end.device, str(end.peer))
        for one in peerings(fabric)
        if not one.fault
        for end in (one.a, one.b)
    }
    return {
        (one.device, str(one.peer)): (one.device, str(one.peer)) in up for one in sessions(fabric)
    }


def _counts(computed: Routes, order: int) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = {}
    for at, one in enumerate(computed.known.classes):
        solution = computed.solution(at, order)
        for node, best in enumerate(solution.best):
            if best is None:
                continue
            local = computed.local(node)
            for prefix in one.prefixes:
                if prefix not in local.connected and prefix not in local.statics:
                    name = computed.net.speakers[node].name
                    # an aggregate lies in the kernel as a route that drops: one entry, no next hop
                    found[name, str(prefix)] = min(len(best.over), CAP)
    return {key: count for key, count in found.items() if count}


def predicted_routes(
    fabric: FabricFiles,
) -> tuple[dict[tuple[str, str], int], set[tuple[str, str]]]:
    """Return next-hop counts by device and prefix, and those that hang on which route came first."""
    first, second = (_counts(routes(fabric), order) for order in (1, -1))
    unsure = {key for key in first.keys() | second.keys() if first.get(key) != second.get(key)}
    return first, unsure


@dataclass
class Seen:
    """What FRR did."""

    sessions: dict[tuple[str, str], bool]
    routes: dict[tuple[str, str], int]


class Booted:
    """A fabric that runs on FRR; use as a context."""

    def __init__(self, tool: ModuleType, folder: Path) -> None:
        self.tool = tool
        self.opts = tool.parse_args([str(folder), "--json"])
        self.opts.cap, _ = tool.frr_max_paths()
        self.devices, links, _, _ = tool.prepare(self.opts)
        texts = tool.translate(self.devices, self.opts, tool.all_owners(str(folder)))
        self.lab = tool.Lab(self.devices, links, self.opts)
        self.texts = texts

    def __enter__(self) -> "Booted":
        try:
            self.lab.build()
            self.lab.start_frr(self.texts)
        except BaseException:
            self.lab.cleanup()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.lab.cleanup()

    def seen(self) -> Seen:
        """Return sessions and BGP routes as they are now."""
        self.lab.mark_sessions()
        up = {
            (name, str(one["neighbor"])): one["state"] == "Established"
            for name, device in self.devices.items()
            for one in device.sessions
        }
        found = {
            (name, str(prefix)): len([hop for hop in hops if hop[0]])
            for name, device in self.devices.items()
            for prefix, protocol, hops, kind, _ in self.lab.routes(device)
            if protocol == "bgp" and kind == "unicast"
        }
        return Seen(up, {key: count for key, count in found.items() if count})

    def compared(self, fabric: FabricFiles) -> list[str]:
        """Return the disagreements once they are gone for a while, or after the longest wait."""
        expected, (wanted, unsure) = predicted_sessions(fabric), predicted_routes(fabric)
        start = time.monotonic()
        good_since: float | None = None
        while True:
            differences = _differences(self.seen(), expected, wanted, unsure)
            now = time.monotonic()
            good_since = None if differences else good_since or now
            if good_since is not None and now - good_since > WATCHED_S and now - start > 4:
                return []
            if now - start > LONGEST_S:
                return differences
            time.sleep(0.4)


def _differences(
    seen: Seen,
    expected: dict[tuple[str, str], bool],
    wanted: dict[tuple[str, str], int],
    unsure: set[tuple[str, str]],
) -> list[str]:
    lines = [
        f"session {key}: FRR {seen.sessions.get(key)}, computed {expected.get(key)}"
        for key in sorted(seen.sessions.keys() | expected.keys())
        if seen.sessions.get(key) != expected.get(key)
    ]
    lines += [
        f"route {key}: FRR {seen.routes.get(key)} next hops, computed {wanted.get(key)}"
        for key in sorted(seen.routes.keys() | wanted.keys())
        if key not in unsure and seen.routes.get(key) != wanted.get(key)
    ]
    return lines


def write(devices: Devices, folder: Path) -> Path:
    """Write one folder a device."""
    for name, tables in devices.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "config_db.json").write_text(json.dumps(tables), "utf-8")
    return folder
