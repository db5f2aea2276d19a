"""The packet buffer of a device as a picture (SVG): its parts, and where marking and pausing lie."""

from html import escape

from fabricgen.model.design import Design
from fabricgen.model.qos import Headroom, Wred
from fabricgen.report.plan_qos import BudgetLine, budget_lines, ecn_first, parts

_WIDTH, _LEFT, _BAR = 960, 40, 880
_ROW = 118  # height of the drawing of one speed
_COLOURS = {
    "reserved": "#8d99ae",
    "groups": "#e07a5f",
    "headroom pool": "#f2a541",
    "shared": "#3d85c6",
    "other": "#d9dee4",
}
_MEANING = {
    "reserved": "kept by ports beside pools",
    "groups": "lossless groups, own headroom included",
    "headroom pool": "for what arrives after pause",
    "shared": "shared by all ports",
    "other": "other pools, or free",
}
_QUEUE = {
    "not marked": "#cfe3f5",
    "marked at random": "#7fb2df",
    "every packet marked": "#3d85c6",
    "headroom": "#f2a541",
}
_TEXT = 'font-family="Helvetica, Arial, sans-serif"'


def buffer_pictures(design: Design) -> tuple[tuple[str, str], ...]:
    """Return ``(file name, SVG)`` of each distinct lossless buffer, in the order of devices.

    The name is that of the first device with the buffer: ``buffer-leaf-p1-su01-r1.svg``.
    """
    return tuple((f"buffer-{line.device}.svg", buffer_svg(line)) for line in budget_lines(design))


def buffer_svg(line: BudgetLine) -> str:
    """Return the picture of one buffer: the chip's bytes to scale, then each speed's thresholds to scale."""
    speeds = line.qos.wred or ()
    rows = max(1, len(speeds))
    height = 270 + rows * _ROW
    more = f" and {line.count - 1} more like it" if line.count > 1 else ""
    body = [
        _text(_LEFT, 36, f"Packet buffer of {line.device}{more}", size=20, weight="bold"),
        _text(
            _LEFT,
            58,
            f"{line.hwsku}, {_mb(line.budget.chip_bytes)}, lossless {line.budget.ports}, buffer model "
            f"{line.qos.buffer_model}",
            fill="#555",
        ),
        *_chip(line),
        _text(_LEFT, 240, "One priority group, from empty to full", size=15, weight="bold"),
        *_key(),
    ]
    if not speeds:
        body.append(_text(_LEFT, 268, "No class marks ECN: PFC alone acts.", fill="#555"))
    for number, mark in enumerate(speeds):
        body += _speed(line, mark, 262 + number * _ROW)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" '
        f'height="{height}" role="img" aria-label="{escape(f"Packet buffer of {line.device}")}">\n'
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def _mb(size: int) -> str:
    """Return bytes as people read them: ``158.2 MB``, ``362.5 kB``."""
    unit, scale = ("MB", 1_000_000) if size >= 1_000_000 else ("kB", 1000)
    tenths = (size * 10 + scale // 2) // scale
    return f"{tenths // 10}.{tenths % 10} {unit}"


def _text(
    x: int,
    y: int,
    words: str,
    *,
    size: int = 13,
    fill: str = "#222",
    anchor: str = "start",
    weight: str = "normal",
) -> str:
    return (
        f'<text x="{x}" y="{y}" {_TEXT} font-size="{size}" fill="{fill}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{escape(words)}</text>'
    )


def _box(x: int, y: int, width: int, height: int, fill: str, title: str) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{max(1, width)}" height="{height}" fill="{fill}">'
        f"<title>{escape(title)}</title></rect>"
    )


def _chip(line: BudgetLine) -> list[str]:
    """Return the chip as one bar to scale, with a legend of its parts below."""
    sizes = parts(line.budget)
    total = sum(size for _, size in sizes) or 1
    found, done = [], 0
    for name, size in sizes:
        start, done = done, done + size
        x, end = _BAR * start // total, _BAR * done // total
        if size:
            title = f"{name}: {size:,} bytes, {_MEANING[name]}"
            found.append(_box(_LEFT + x, 76, end - x, 46, _COLOURS[name], title))
        if end - x > 150:
            dark = "#222" if name == "other" else "#fff"
            label = f"{name} {_mb(size)}"
            middle = _LEFT + (x + end) // 2
            found.append(_text(middle, 104, label, fill=dark, anchor="middle", weight="bold"))
    shown = [(name, size) for name, size in sizes if size]
    for number, (name, size) in enumerate(shown):
        x, y = _LEFT + (number % 2) * 440, 140 + (number // 2) * 22
        found.append(_box(x, y, 12, 12, _COLOURS[name], name))
        share = size * 1000 // total
        label = f"{name} {_mb(size)} ({share // 10}.{share % 10} %): {_MEANING[name]}"
        found.append(_text(x + 20, y + 11, label, size=12))
    return found


def _key() -> list[str]:
    """Return the legend of the groups' bars."""
    found = []
    for (name, colour), x in zip(_QUEUE.items(), (430, 530, 670, 840), strict=True):
        found.append(_box(x, 230, 12, 12, colour, name))
        found.append(_text(x + 17, 240, name, size=12))
    return found


def _room(line: BudgetLine, mark: Wred) -> Headroom | None:
    own = [item for item in line.qos.headroom if item.speed_mbps == mark.speed_mbps]
    return max(own, key=lambda item: item.xoff_bytes, default=None)


def _speed(line: BudgetLine, mark: Wred, top: int) -> list[str]:
    """Return one group of a speed as a bar to scale: Kmin, Kmax, the point of pause, headroom (xoff)."""
    room = _room(line, mark)
    xoff = room.xoff_bytes if room else 0
    pause = mark.bound_bytes
    points = (0, min(mark.kmin_bytes, pause), min(mark.kmax_bytes, pause), pause, pause + xoff)
    total = max(1, pause + xoff, mark.kmax_bytes)
    row = top + 20
    cable = f", {room.cable_m} m cable" if room else ""
    found = [_text(_LEFT, top + 12, f"{mark.speed_mbps // 1000}G{cable} ({mark.name})", size=12)]
    for (name, colour), low, high in zip(_QUEUE.items(), points, points[1:], strict=False):
        x, end = _BAR * low // total, _BAR * high // total
        if high > low:
            found.append(_box(_LEFT + x, row + 18, end - x, 30, colour, f"{name}: {high - low:,}"))
    marks = (
        (mark.kmin_bytes, f"Kmin {_mb(mark.kmin_bytes)}", row + 12),
        (mark.kmax_bytes, f"Kmax {_mb(mark.kmax_bytes)}", row + 64),
        (pause, f"pause from {_mb(pause)} with every port busy", row + 12),
        (pause + xoff, f"xoff {_mb(xoff)} of headroom", row + 64),
    )
    for value, label, y in marks:
        x = _LEFT + _BAR * value // total
        anchor = "end" if x > _LEFT + _BAR * 2 // 3 else "start"
        found.append(
            f'<line x1="{x}" y1="{row + 14}" x2="{x}" y2="{row + 54}" stroke="#222" stroke-width="1.5"/>'
        )
        found.append(_text(x - 3 if anchor == "end" else x, y, label, size=12, anchor=anchor))
    late = not ecn_first(mark)
    verdict = (
        "ECN marks before PFC pauses" if not late else "PFC pauses before ECN marks everything"
    )
    colour = "#b3261e" if late else "#2e7d32"
    found.append(_text(_LEFT + _BAR, top + 12, verdict, size=12, fill=colour, anchor="end"))
    return found
