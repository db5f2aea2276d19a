"""Why a speaker lacks a route or a next hop: the first break on the way from the originator."""

from collections.abc import Mapping
from dataclasses import dataclass

from fabricgen.model.configdb import FabricFiles, FileEnd
from fabricgen.model.diagnostic import Place
from fabricgen.rules._control_plane.bring_up import down_because
from fabricgen.rules._control_plane.network import Hearing
from fabricgen.rules._control_plane.physical import whole_cabling, wires
from fabricgen.rules._control_plane.routes import Routes
from fabricgen.rules._control_plane.solve import refusal
from fabricgen.rules._fabric import once
from fabricgen.rules._fabric_sessions import Session, by_framework, sessions


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """Why, in words, and the device and row to look at; causes of one ``root`` are one fault."""

    text: str
    device: str
    table: str
    key: str | None = None
    root: str = ""

    @property
    def fault(self) -> tuple[str, str]:
        """What makes two causes the same fault."""
        return self.device, self.root or self.text

    def place(self, fabric: FabricFiles) -> Place:
        """Return where the row is written."""
        config = fabric.devices[self.device]
        return config.place(self.table, self.key).on_device(self.device)


@once
def _by_port(fabric: FabricFiles) -> Mapping[FileEnd, Session]:
    result: dict[FileEnd, Session] = {}
    for one in sessions(fabric):
        port = one.interface or (one.near.interface if one.near is not None else None)
        if port is not None:
            result.setdefault(FileEnd(device=one.device, port=port.partition(".")[0]), one)
    return result


@once
def _cables(fabric: FabricFiles) -> Mapping[int, tuple[tuple[int, FileEnd, FileEnd], ...]]:
    """Return the far speaker, own port and far port of every cable, by speaker."""
    result: dict[int, list[tuple[int, FileEnd, FileEnd]]] = {}
    for wire in wires(fabric):
        result.setdefault(wire.a, []).append((wire.b, *wire.ends))
        result.setdefault(wire.b, []).append((wire.a, wire.ends[1], wire.ends[0]))
    return {node: tuple(found) for node, found in result.items()}


def why_no_route(routes: Routes, at: int, node: int) -> Cause:
    """Return why ``node`` has no route to class ``at``: the break nearest to it."""
    best = routes.solution(at).best
    seen, queue = {node}, [node]
    for here in queue:
        near = _cables(routes.fabric).get(here, ())
        for far, own, theirs in near:
            if best[far] is not None:
                found = _break(routes, at, here, far, own, theirs)
                if found is not None:
                    return found
        for far, _, _ in near:
            if far not in seen:
                seen.add(far)
                queue.append(far)
    name = routes.net.speakers[node].name
    origin = next(iter(routes.known.classes[at].origins.values()))
    text = f"no session leads from {origin.device} towards {name}"
    return Cause(text=text, device=origin.device, table="BGP_NEIGHBOR")


def toward(routes: Routes, at: int, node: int) -> tuple[int, ...]:
    """Return the neighbours on the cables' shortest ways to class ``at``, one entry a cable."""
    cabling = whole_cabling(routes.fabric)
    return tuple(far for origin in routes.origins(at) for far in cabling.toward(node, origin))


def why_no_next_hop(routes: Routes, at: int, node: int, far: int, deep: int = 3) -> Cause:
    """Return why ``node`` does not forward packets of class ``at`` to ``far``.

    A neighbour that has a route, but not over its own shortest way, is asked why first.
    """
    best = routes.solution(at).best[far]
    if best is None:
        return why_no_route(routes, at, far)
    ways = toward(routes, at, far) if best.over and deep else ()
    missing = [one for one in ways if one not in {hearing.sender for hearing in best.over}]
    if missing and len(missing) == len(ways):
        return why_no_next_hop(routes, at, far, missing[0], deep - 1)
    for other, own, theirs in _cables(routes.fabric).get(node, ()):
        if other == far:
            found = _break(routes, at, node, far, own, theirs)
            if found is not None:
                return found
    return _not_chosen(routes, at, node)


def _break(
    routes: Routes, at: int, node: int, far: int, own: FileEnd, theirs: FileEnd
) -> Cause | None:
    """Return what keeps a route from passing over one cable, None if it passes."""
    fabric = routes.fabric
    row, back = _by_port(fabric).get(own), _by_port(fabric).get(theirs)
    if row is None and back is None:
        text = f"{own.device} {own.port} and {theirs.device} {theirs.port} have no session"
        return Cause(text=text, device=own.device, table="BGP_NEIGHBOR")
    for one in (row, back):
        fault = down_because(fabric).get((one.device, one.key)) if one is not None else None
        if one is not None and fault:
            lame = next(
                (e for e in (row, back) if e is not None and fault.startswith(e.device)), one
            )
            text = f"the session {own.device} {own.port} to {theirs.device} {theirs.port} stays down: {fault}"
            return Cause(
                text=text, device=lame.device, table="BGP_NEIGHBOR", key=lame.key, root=fault
            )
    hearing = _hearing(routes, at, node, far, own)
    best = routes.solution(at).best[far]
    if hearing is None or best is None:
        return None
    prefix = routes.known.classes[at].prefix
    wide = [p for p in routes.local(far).summaries if p != prefix and p.covers(prefix)]
    if wide and best.learned is not None:
        text = f"{theirs.device} sends {wide[0]} in its place (summary_only)"
    else:
        text = refusal(routes.net, hearing, best, prefix)
    if not text or text.startswith("it learned"):
        return None
    guilty = theirs.device if text.startswith(theirs.device) else own.device
    key = next((e.key for e in (row, back) if e is not None and e.device == guilty), None)
    return Cause(text=text, device=guilty, table="BGP_NEIGHBOR", key=key)


def _hearing(routes: Routes, at: int, node: int, far: int, own: FileEnd) -> Hearing | None:
    version = routes.known.classes[at].prefix.version
    for one in routes.net.inbound[version][node]:
        if one.sender == far and one.link is not None and one.link[0] == own:
            return one
    return None


def _not_chosen(routes: Routes, at: int, node: int) -> Cause:
    me = routes.net.speakers[node]
    framework = by_framework(routes.fabric.devices[me.name])
    version = routes.known.classes[at].prefix.version
    best = routes.solution(at).best[node]
    count = len(best.over) if best is not None else 0
    if count >= me.max_paths[version]:
        text = f"{me.name} keeps at most {me.max_paths[version]} paths (max_ebgp_paths)"
        return Cause(text=text, device=me.name, table="BGP_GLOBALS_AF")
    if not me.relax and framework:
        text = f"{me.name} has no load_balance_mp_relax and takes paths of one neighbour ASN only"
        return Cause(text=text, device=me.name, table="BGP_GLOBALS", key="default")
    path = " ".join(map(str, best.route.path)) if best is not None else ""
    return Cause(
        text=f"{me.name} prefers the path {path} to the others it hears",
        device=me.name,
        table="BGP_NEIGHBOR",
    )
