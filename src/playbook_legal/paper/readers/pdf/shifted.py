"""Figures that a page raises or lowers: 10² as a small 2 above the line, a note's number behind a word.

The text of the page has them as plain figures, glued to what they stand on: `102`, `word1`. Here they become the
characters that Unicode has for them, as in Word and Markdown (`paper.raised`). A stretch of a line is raised or
lowered when it is clearly smaller than what it stands on, in the same direction and without a space between, and
stands above or below its line by more than print is ever uneven. Long stretches are never: small print beside a large
initial stands high as well.

PDFium breaks the line behind some of them. Where the line goes on at its old height, the break is taken out again.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ...raised import lowered, raised
from .glyphs import Glyph, Glyphs

# Stands in the place of each character of a line's end that is taken out again; no file's own character.
JOINED = "\ufdd0"

_END = "\r\n"
_FIGURES = re.compile(r"[0-9]+")
_WORDS = re.compile(r"[^,;\s]\s+\S")  # more than marks with commas between them
_NO_SPACE = re.compile(r"\S")

# Shares of the size of what a stretch stands on. Browsers raise 0.83 of the size by a third, Word 0.65, TeX 0.7 by
# 0.36; they lower by 0.14 to 0.2. Half of the size and more above the line stand numerators.
_SMALLER = (0.35, 0.9)
_RAISED_BY = (0.15, 0.75)
_LOWERED_BY = (0.06, 0.5)
_LONGEST = 12  # characters: "1, 2, 13"
_LONGEST_MARK = 3
_ALIKE = 0.03
_NEAR = 1.0
_ONE_SPACE = 0.4
_SPACE = 0.18


class _Stretch(NamedTuple):
    """Characters `[start, end)` of the text, all of one size and on one line; the first of them."""

    start: int
    end: int
    first: Glyph


class _Shift(NamedTuple):
    """What a stretch stands on, and whether above it or below."""

    base: Glyph
    up: bool


def with_shifted_figures(glyphs: Glyphs, text: str) -> str:
    """The text of a page, its raised and lowered figures written as such, character by character; `JOINED` stands
    where the end of a line was none."""
    lines = list(_lines_of(text))
    if not lines:
        return text
    soft = {line for line, (one, other) in enumerate(pairwise(lines)) if _goes_on(glyphs, one, other)}
    odd = {line for line, ends in enumerate(lines) if _has_shifted_figures(glyphs, text, *ends)}
    if not soft and not odd:
        return text
    written = list(text)
    for first, last in _groups(soft, odd):
        _write(glyphs, text, lines[first : last + 1], written)
    return "".join(written)


def _lines_of(text: str) -> Iterator[tuple[int, int]]:
    """Where the words of each line begin and end; lines without any are passed over."""
    at = 0
    for raw in text.split(_END):
        bare = raw.strip()
        if bare:
            start = at + raw.index(bare[0])
            yield start, start + len(bare)
        at += len(raw) + len(_END)


def _goes_on(glyphs: Glyphs, before: tuple[int, int], after: tuple[int, int]) -> bool:
    """Whether a line may go on behind its end, in another size: at the same height and close by."""
    one, other = glyphs.at(before[0]), glyphs.at(after[0])
    if one is None or other is None or abs(one.above(other)) > _RAISED_BY[1] * max(one.size, other.size):
        return False  # nearly all lines
    one = glyphs.at(before[1] - 1)
    if one is None or not one.runs_with(other):
        return False
    large = max(one.size, other.size)
    return (
        min(one.size, other.size) <= _SMALLER[1] * large
        and abs(one.above(other)) <= _RAISED_BY[1] * large
        and 0 < one.along(other) <= (_NEAR + 1) * large
    )


def _has_shifted_figures(glyphs: Glyphs, text: str, start: int, end: int) -> bool:
    """Whether a figure of the line `[start, end)` is set in another way than what stands beside it."""
    for run in _FIGURES.finditer(text, start, end):
        beside = _beside(text, run, start, end)
        usual = glyphs.extent(beside)
        if any(glyphs.extent(place) != usual for place in range(*run.span())):
            known = glyphs.at(beside)
            if known is None or any(_differs(known, glyphs.at(place)) for place in range(*run.span())):
                return True
    return False


def _beside(text: str, run: re.Match[str], start: int, end: int) -> int:
    """The character beside figures by which one sees whether they are shifted: what they stand behind, signs and a
    space passed over, and at the beginning of a line what stands behind them."""
    first, last = run.span()
    if first == start:
        last += last < end and text[last].isspace()
        return last if last < end else first
    before = range(first - 1, max(start, first - 4) - 1, -1)
    return next((place for place in before if text[place].isalnum()), first)


def _differs(one: Glyph, other: Glyph | None) -> bool:
    return other is None or abs(one.size - other.size) > _ALIKE * one.size


def _groups(soft: set[int], odd: set[int]) -> list[tuple[int, int]]:
    """The lines to look at, first and last, those that may be one line together."""
    groups: list[tuple[int, int]] = []
    for line in sorted({*soft, *odd}):
        last = line + 1 if line in soft else line
        if groups and line <= groups[-1][1]:
            groups[-1] = (groups[-1][0], max(last, groups[-1][1]))
        else:
            groups.append((line, last))
    return groups


def _write(glyphs: Glyphs, text: str, lines: Sequence[tuple[int, int]], written: list[str]) -> None:
    """Write the shifted figures of lines that may be one, and take out the ends between them that are none."""
    stretches = _stretches(glyphs, text, lines)
    shifts = _shifts(glyphs, text, stretches)
    for stretch, shift in zip(stretches, shifts, strict=True):
        if shift is not None:
            for run in re.finditer(r"[^\r\n]+", text[stretch.start : stretch.end]):
                start = stretch.start + run.start()
                instead = (
                    raised(run.group())
                    if shift.up
                    else lowered(run.group(), "".join(written[max(0, start - 1) : start]))
                )
                written[start : start + len(instead)] = instead
    ending = {stretch.end: at for at, stretch in enumerate(stretches)}
    for (_, end), (start, _) in pairwise(lines):
        at = ending.get(end, len(stretches))
        if at + 1 < len(stretches) and _is_one(stretches, shifts, at):
            between = text[end:start]
            spaced = len(between) > len(_END) or not _apart(glyphs, stretches[at], stretches[at + 1])
            written[end:start] = (JOINED if letter in _END else letter for letter in between)
            written[end] = written[end] if spaced else " "


def _stretches(glyphs: Glyphs, text: str, lines: Sequence[tuple[int, int]]) -> list[_Stretch]:
    found: list[_Stretch] = []
    for start, end in lines:
        first: Glyph | None = None
        begun = stop = start
        extent = (0.0, 0.0)
        for one in _NO_SPACE.finditer(text, start, end):
            place = one.start()
            if first is None or first.right < 0.99 or glyphs.extent(place) != extent:
                glyph = glyphs.at(place)
                if glyph is not None and (first is None or not _is_like(first, glyph)):
                    if first is not None:
                        found.append(_Stretch(begun, stop, first))
                    first, begun, extent = glyph, place, glyphs.extent(place)
            stop = place + 1
        if first is not None:
            found.append(_Stretch(begun, stop, first))
    return found


def _is_like(one: Glyph, other: Glyph) -> bool:
    return (
        abs(one.size - other.size) <= _ALIKE * one.size
        and one.runs_with(other)
        and abs(one.above(other)) <= _ALIKE * one.size
    )


def _shifts(glyphs: Glyphs, text: str, stretches: Sequence[_Stretch]) -> list[_Shift | None]:
    """Of each stretch, what it is shifted from; None where it is not."""
    shifts: list[_Shift | None] = []
    base: _Stretch | None = None  # what the stretches since then stand on, without a space between
    for at, stretch in enumerate(stretches):
        before = stretches[at - 1] if at else None
        if before is not None and text[before.end : stretch.start].replace(_END, ""):
            base = None
        shift = _shift(text, stretch, base.first) if base is not None else None
        if shift is None and base is None and before is not None and shifts[-1] is None:
            shift = _shift_of_mark(glyphs, text, before, stretch)
        if shift is None and base is None and at + 1 < len(stretches):
            shift = _shift_before(glyphs, text, stretch, stretches[at + 1], begins=at == 0)
        if shift is None:
            base = stretch
        shifts.append(shift)
    return shifts


def _shift_of_mark(glyphs: Glyphs, text: str, before: _Stretch, stretch: _Stretch) -> _Shift | None:
    """What a note's mark is shifted from that stands behind a space. In a table the next cell is further away."""
    if not (text[stretch.start : stretch.end].isdecimal() and stretch.end - stretch.start <= _LONGEST_MARK):
        return None
    near = len(text[before.end : stretch.start].replace(_END, "")) == 1 and (
        _gap(glyphs, before, stretch) <= _ONE_SPACE * before.first.size
    )
    shift = _shift(text, stretch, before.first) if near else None
    return shift if shift is not None and shift.up else None


def _shift_before(
    glyphs: Glyphs, text: str, stretch: _Stretch, after: _Stretch, *, begins: bool
) -> _Shift | None:
    """What a stretch is shifted from that stands behind it: as a fraction's upper part, and, with a space between, as
    the mark that begins a footnote."""
    between = text[stretch.end : after.start].replace(_END, "")
    most = (_NEAR if begins else _SPACE) * after.first.size
    near = len(between) <= begins and stretch.first.along(after.first) > 0
    return _shift(text, stretch, after.first) if near and _gap(glyphs, stretch, after) <= most else None


def _gap(glyphs: Glyphs, one: _Stretch, other: _Stretch) -> float:
    """How much room there is between two stretches, in points; of a line that runs upwards, about as much."""
    last = glyphs.at(one.end - 1) or one.first
    if last.right < 0.99:
        return last.along(other.first) - last.size
    return other.first.x - glyphs.right_edge(one.end - 1)


def _shift(text: str, stretch: _Stretch, base: Glyph) -> _Shift | None:
    least, most = _SMALLER
    if not (least * base.size <= stretch.first.size <= most * base.size and base.runs_with(stretch.first)):
        return None
    if stretch.end - stretch.start > _LONGEST or _WORDS.search(text, stretch.start, stretch.end):
        return None
    by = base.above(stretch.first) / base.size
    if _RAISED_BY[0] <= by <= _RAISED_BY[1]:
        return _Shift(base, up=True)
    return _Shift(base, up=False) if -_LOWERED_BY[1] <= by <= -_LOWERED_BY[0] else None


def _is_one(stretches: Sequence[_Stretch], shifts: Sequence[_Shift | None], at: int) -> bool:
    """Whether a line goes on from that stretch to the next, over the end of a line between."""
    before, after = shifts[at], shifts[at + 1]
    if before is not None and after is None:
        return abs(before.base.above(stretches[at + 1].first)) <= 2 * _ALIKE * before.base.size
    return after is not None


def _apart(glyphs: Glyphs, one: _Stretch, other: _Stretch) -> bool:
    """Whether there is room for a space between two stretches that have none."""
    return _gap(glyphs, one, other) > _SPACE * max(one.first.size, other.first.size)


__all__ = ["JOINED", "with_shifted_figures"]
