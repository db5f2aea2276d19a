"""What each kind of single loss leaves, as a table and as JSON."""

from collections.abc import Sequence

import orjson

from fabricgen.model.losses import Remainder
from fabricgen.report.console import Page
from fabricgen.report.fingerprint import FORMAT_VERSION


def losses_text(found: Sequence[Remainder], *, colour: bool = False) -> str:
    """Return one row a kind of loss: the worst first."""
    page = Page(colour=colour)
    page.heading("What one loss leaves, a row for each kind")
    header = ("", "prefixes gone", "cut off", "worst device", "paths", "Gb/s left", "busiest link")
    listed = sorted(found, key=_badness)
    page.table(header, tuple((f"[{i}]", *_row(item)) for i, item in enumerate(listed)))
    for i, item in enumerate(listed):
        like = f", and {item.like_count} like it" if item.like_count else ""
        page.paragraph(f"[{i}] {item.loss}{like}")
    page.paragraph(
        "prefixes gone: those of hosts behind what is lost; cut off: pairs of device and prefix that "
        "cables still join; busiest link: its load against today, all sending equally to one prefix"
    )
    return page.text()


def _badness(item: Remainder) -> tuple[int, int, float, str]:
    share = item.left_mbps / item.before_mbps if item.before_mbps else 1.0
    return -item.cut, -item.gone, share, item.loss


def _row(item: Remainder) -> tuple[str, ...]:
    return (
        str(item.gone),
        str(item.cut),
        item.hurt or "none",
        f"{item.paths} of {item.paths_before}" if item.hurt else "all",
        _left(item),
        f"{float(item.busiest):.2f} x",
    )


def _left(item: Remainder) -> str:
    if item.before_mbps:
        return f"{item.left_mbps // 1000:,} of {item.before_mbps // 1000:,}"
    return "the same share" if item.hurt else "all"


def losses_json(found: Sequence[Remainder]) -> str:
    """Return JSON text: ``format_version`` and ``losses``, rates in Mb/s."""
    listed = [
        {
            "loss": item.loss,
            "like_count": item.like_count,
            "prefixes_gone": item.gone,
            "cut": item.cut,
            "hurt": item.hurt or None,
            "paths": item.paths,
            "paths_before": item.paths_before,
            "left_mbps": item.left_mbps,
            "before_mbps": item.before_mbps,
            "busiest": float(item.busiest),
        }
        for item in found
    ]
    document = {"format_version": FORMAT_VERSION, "losses": listed}
    return orjson.dumps(document, option=orjson.OPT_INDENT_2).decode()
