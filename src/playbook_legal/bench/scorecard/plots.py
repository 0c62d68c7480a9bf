"""Plots as inline SVG. Places are percentages and letters keep their size, so that a plot fills a desktop and a phone
alike; what a colour says stands there in figures too."""

from collections.abc import Mapping, Sequence

import msgspec

from ..pages import text
from ..statistics import Interval
from .telling import NOT_APPLICABLE, short

# Eleven steps from nothing to all: ground and letters, by day and by night. Letters keep a contrast above 4.5.
_STEPS = 10
_DAY = ((0xF3, 0xEE, 0xE6), (0x15, 0x5E, 0x78))
_NIGHT = ((0x2A, 0x2F, 0x36), (0x8F, 0xD3, 0xE8))


def _mixed(ends: tuple[tuple[int, int, int], tuple[int, int, int]], share: float) -> tuple[int, int, int]:
    low, high = ends
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(low, high, strict=True))
    return red, green, blue


def _is_dark(colour: tuple[int, int, int]) -> bool:
    """Whether white letters stand out better than black ones (relative luminance, WCAG)."""
    linear = [
        part / 12.92 if (part := one / 255) <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for one in colour
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] < 0.18


def _heat_style() -> str:
    def rules(ends: tuple[tuple[int, int, int], tuple[int, int, int]]) -> str:
        told = []
        for step in range(_STEPS + 1):
            colour = _mixed(ends, step / _STEPS)
            letters = "#fff" if _is_dark(colour) else "#000"
            told.append(
                f".h{step} rect {{ fill: #{bytes(colour).hex()}; }} .h{step} text {{ fill: {letters}; }}"
            )
        return " ".join(told)

    return f"{rules(_DAY)}\n@media (prefers-color-scheme: dark) {{ {rules(_NIGHT)} }}"


PLOT_STYLE = f"""
figure {{ margin: .8rem 0 1.2rem; max-width: 60rem; }}
figcaption {{ font-size: .86rem; color: var(--soft); max-width: 48rem; }}
svg {{ display: block; overflow: visible; font: 13px system-ui, sans-serif; }}
svg text {{ fill: var(--ink); }} svg .soft {{ fill: var(--soft); font-size: 12px; }}
svg .figure {{ font-variant-numeric: tabular-nums; }} svg a text {{ fill: var(--accent); }}
.grid {{ stroke: var(--line); }} .zero {{ stroke: var(--soft); }} .bar {{ fill: var(--accent); }}
.reach {{ stroke: var(--accent); stroke-width: 4; stroke-linecap: round; opacity: .5; }}
.dot {{ fill: var(--accent); stroke: var(--ground); stroke-width: 1.5; }}
.track {{ fill: var(--faint); }} .taken {{ fill: var(--lost); }} .given {{ fill: var(--good); }}
.none rect {{ fill: none; stroke: var(--line); stroke-dasharray: 3 3; }} .none text {{ fill: var(--soft); }}
.crit {{ fill: var(--bad); stroke: var(--ground); stroke-width: 1; }}
{_heat_style()}
@media print {{ svg * {{ print-color-adjust: exact; -webkit-print-color-adjust: exact; }} }}
"""


class Row(msgspec.Struct, frozen=True):
    """A row of a plot: what it is called, its value (None: none), its interval, what stands at its end, and the anchor
    it leads to."""

    label: str
    value: float | None
    interval: Interval | None
    told: str
    anchor: str = ""


def _percent(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".") + "%"


def _label(label: str, anchor: str, y: float) -> str:
    body = f'<text x="0" y="{y:g}">{text(label, 52)}<title>{text(label)}</title></text>'
    return f'<a href="#{anchor}">{body}</a>' if anchor else body


def _svg(height: float, what: str, parts: Sequence[str]) -> str:
    inside = "\n".join(parts)
    return f'<svg width="100%" height="{height:g}" role="img" aria-label="{text(what)}">\n{inside}\n</svg>'


# --- intervals -------------------------------------------------------------------------------------------

_PITCH = 40


def interval_plot(rows: Sequence[Row], what: str, low: float = 0.0, high: float = 1.0) -> str:
    """A row for each: its interval as a line, its value as a dot, between `low` and `high`."""

    def x(value: float) -> str:
        return _percent(100 * (min(max(value, low), high) - low) / (high - low))

    height = len(rows) * _PITCH
    parts: list[str] = []
    for quarter in range(5):
        at = low + (high - low) * quarter / 4
        kind = "zero" if abs(at) < 1e-12 and low < 0 else "grid"
        anchor = ("start", "middle", "middle", "middle", "end")[quarter]
        parts.append(f'<line class="{kind}" x1="{x(at)}" x2="{x(at)}" y1="16" y2="{height + 4}"/>')
        parts.append(
            f'<text class="soft figure" x="{x(at)}" y="{height + 20}" text-anchor="{anchor}">{_tick(at)}</text>'
        )
    for number, row in enumerate(rows):
        top = number * _PITCH
        middle = top + 28
        parts.append(
            f'<g>{_label(row.label, row.anchor, top + 14)}<text class="figure" x="100%" y="{top + 14}" '
            f'text-anchor="end">{text(row.told)}</text>'
        )
        parts.append(f'<rect class="track" x="0" width="100%" y="{middle - 2}" height="4" rx="2"/>')
        if row.interval is not None:
            parts.append(
                f'<line class="reach" x1="{x(row.interval.low)}" x2="{x(row.interval.high)}" y1="{middle}" '
                f'y2="{middle}"/>'
            )
        if row.value is not None:
            parts.append(f'<circle class="dot" cx="{x(row.value)}" cy="{middle}" r="6"/>')
        parts.append("</g>")
    return _svg(height + 26, what, parts)


def _tick(value: float) -> str:
    return f"{value:g}".replace("-", "\N{MINUS SIGN}")


# --- the heat map ----------------------------------------------------------------------------------------

_CELL = 26


class Place(msgspec.Struct, frozen=True):
    """A place of the heat map: its value between 0 and 1 (None: nothing there), whether it is marked, and what it is in
    words."""

    value: float | None
    marked: bool
    words: str


def heat_map(
    rows: Sequence[tuple[str, str]],
    columns: Sequence[tuple[str, str]],
    places: Mapping[tuple[str, str], Place],
    what: str,
) -> str:
    """A place for each row and column, both given with the anchors they lead to; a row's name stands above it."""
    count = max(len(columns), 1)
    width = 100 / count
    # A few names lie above their columns, clipped to what a phone has room for; more stand upright.
    upright = count > 4
    room = 24 if upright else 50 // count
    letters = min(max((len(label) for label, _ in columns), default=0), room)
    head = 12 + (letters * 6.6 if upright else 14)
    parts: list[str] = []
    for number, (label, anchor) in enumerate(columns):
        middle = _percent(width * (number + 0.5))
        turn = ' transform="rotate(-90)" text-anchor="start" dy="4"' if upright else ' text-anchor="middle"'
        name = f"<text{turn}>{text(label, room)}<title>{text(label)}</title></text>"
        linked = f'<a href="#{anchor}">{name}</a>' if anchor else name
        parts.append(f'<svg x="{middle}" y="{head - 6:g}" overflow="visible">{linked}</svg>')
    pitch = 18 + _CELL + 8
    for number, (label, anchor) in enumerate(rows):
        top = head + number * pitch
        parts.append(_label(label, anchor, top + 13))
        for at, (column, _) in enumerate(columns):
            place = places.get((label, column)) or Place(None, marked=False, words="no scored episode")
            parts.append(_cell(place, f"{label}, {column}: {place.words}", width * at, width, top + 18))
    return (
        f'<div style="max-width: {12 * max(count, 3)}rem">{_svg(head + len(rows) * pitch, what, parts)}</div>'
    )


def _cell(place: Place, words: str, left: float, width: float, top: float) -> str:
    kind = "none" if place.value is None else f"h{min(int(place.value * _STEPS + 1e-9), _STEPS)}"
    mark = (
        f'<svg x="{_percent(left + width * 0.98)}" y="{top:g}" overflow="visible">'
        '<path class="crit" d="M0 0h-11L0 11z"/></svg>'
        if place.marked
        else ""
    )
    told = NOT_APPLICABLE if place.value is None else short(place.value)
    return (
        f'<g class="{kind}"><title>{text(words)}</title>'
        f'<rect x="{_percent(left + width * 0.02)}" width="{_percent(width * 0.96)}" y="{top:g}" '
        f'height="{_CELL}" rx="3"/>'
        f'<text class="figure" x="{_percent(left + width / 2)}" y="{top + 17.5:g}" text-anchor="middle">{told}</text>'
        f"{mark}</g>"
    )


# --- the ladder ------------------------------------------------------------------------------------------

_RUNG = 34


def ladder(rungs: Sequence[tuple[str, float]], score: float, what: str) -> str:
    """From the whole down to the score: what each rung takes (or gives, where it is negative), one below the other."""
    parts: list[str] = []
    level = 1.0
    rows: list[tuple[str, str, str, float, float]] = [("the whole", "1.000", "bar", 0.0, 1.0)]
    for label, value in rungs:
        after = level - value
        sign = "\N{MINUS SIGN}" if value > 0 else "+"
        left, right = sorted((level, after))
        rows.append((label, f"{sign}{abs(value):.3f}", "taken" if value > 0 else "given", left, right))
        level = after
    rows.append(("score", f"{score:.3f}", "bar", 0.0, score))
    # What was charged may lead below nothing before the score is bounded: the scale reaches as far.
    least = min(0.0, *(left for *_, left, _ in rows))

    def x(value: float) -> float:
        return 100 * (value - least) / (1 - least)

    for number, (label, told, kind, left, right) in enumerate(rows):
        top = number * _RUNG
        parts.append(
            f'<g><text x="0" y="{top + 14}">{text(label, 60)}</text><text class="figure" x="100%" y="{top + 14}" '
            f'text-anchor="end">{text(told)}</text>'
            f'<rect class="track" x="0" width="100%" y="{top + 20}" height="8" rx="2"/>'
            f'<rect class="{kind}" x="{_percent(x(left))}" width="{_percent(max(x(right) - x(left), 0.3))}" '
            f'y="{top + 20}" height="8" rx="2"/></g>'
        )
    if least < 0:
        parts.append(
            f'<line class="zero" x1="{_percent(x(0))}" x2="{_percent(x(0))}" y1="18" y2="{len(rows) * _RUNG}"/>'
        )
    return _svg(len(rows) * _RUNG + 4, what, parts)
