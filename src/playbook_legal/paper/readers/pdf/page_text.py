"""The text of a page and how its lines are set.

A line of the page is a line of the text. Its style is that of its letters: their size, whether they are bold, the
height they stand at and where they begin. Headings are told by it, in `headings.py`.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from .glyphs import Glyphs
from .shifted import JOINED, with_shifted_figures

_MOST_MARKERS = 200  # lines of a page that consist of the bullet or number of a list
_MARKER = re.compile(r"[^\w\s]|\uf0b7|\(?(?:\d{1,3}|[A-Za-z]{1,4})[.)]")
_LETTER = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]+")
_PIECE = re.compile(r"\S+")

_LINE_END_HYPHEN = "\ufffe"  # how PDFium writes a hyphen at the end of a line, which it takes away
_NO_MEANING = "\ufffd"
_INVISIBLE: dict[int, str | None] = {
    code: _NO_MEANING for code in (*range(32), *range(127, 160)) if code not in (9, 10, 13)
}
_INVISIBLE[ord(JOINED)] = None

_LONGEST = 160  # characters of a line that can be one of a heading
_MARKS = 0.9  # smaller letters are raised, as in 30th
_UNEVEN = 2  # points
_CELLS_APART = 1.5  # of the size of the letters

# Of a line: the size of its letters in points, 1 when they are bold, the height it stands at, where it begins.
# All 0 where that is not known, as in a line without letters or one that runs upwards.
Style = tuple[float, int, float, float]
UNKNOWN: Style = (0.0, 0, 0.0, 0.0)


class _Line(NamedTuple):
    """Where a line begins in what PDFium says of the page, and its text."""

    start: int
    text: str
    style: Style


def text_of(paper: Any) -> tuple[str, list[Style]]:
    """The text of a page, and the style of each of its lines."""
    raw = paper.get_text_range().replace(JOINED, _NO_MEANING)
    glyphs = Glyphs(paper, raw)
    lines: list[tuple[int, str]] = []
    at = 0
    for line in with_shifted_figures(glyphs, raw).split("\r\n"):
        lines.append((at, line))
        at += len(line) + 2
    styles = _styles(glyphs, lines)
    written = [
        _Line(at, _written(paper, glyphs, line, at), style)
        for (at, line), style in zip(lines, styles, strict=True)
    ]
    return _put_together(list(_with_markers_in_place(glyphs, written)))


def _written(paper: Any, glyphs: Glyphs, line: str, at: int) -> str:
    text = _with_hyphens(paper, glyphs, line, at) if _LINE_END_HYPHEN in line else line
    return text.replace("\r", "\n").translate(_INVISIBLE).rstrip()


def _put_together(lines: list[tuple[str, Style]]) -> tuple[str, list[Style]]:
    """The lines as one text, empty ones at its ends left out, and the style of each."""
    single = [(part.rstrip(), style) for text, style in lines for part in text.split("\n")]
    first = next((at for at, (text, _) in enumerate(single) if text), len(single))
    last = next((at for at in range(len(single), first, -1) if single[at - 1][0]), first)
    return "\n".join(text for text, _ in single[first:last]), [style for _, style in single[first:last]]


def _with_hyphens(paper: Any, glyphs: Glyphs, line: str, at: int) -> str:
    """`line` with a hyphen and the end of its line where PDFium left a mark of both. It puts the same mark for a
    character that means nothing, and knows which is which."""
    import pypdfium2.raw as pdfium

    first, *others = line.split(_LINE_END_HYPHEN)
    pieces = [first]
    at += len(first)
    for other in others:
        if pdfium.FPDFText_IsHyphen(paper, glyphs.index(at)) == 1:
            pieces.append("-\n" if other else "-")
        else:
            pieces.append(_NO_MEANING)
        pieces.append(other)
        at += 1 + len(other)
    return "".join(pieces)


def _styles(glyphs: Glyphs, lines: list[tuple[int, str]]) -> list[Style]:
    """The styles of lines, which begin at the places beside them. As the first letter is set, so is the line: most are
    body text, and what stands out on the page is looked at word by word."""
    styles = [_first_style(glyphs, line, at) for at, line in lines]
    sizes: Counter[float] = Counter()
    for (size, *_), (_, line) in zip(styles, lines, strict=True):
        sizes[size] += len(line)
    usual = max(sizes, key=lambda size: (sizes[size], size), default=0.0)
    return [
        _exact(glyphs, line, at, style)
        if len(line) <= _LONGEST and (style[1] or style[0] > usual) and style[0]
        else style
        for (at, line), style in zip(lines, styles, strict=True)
    ]


def _first_style(glyphs: Glyphs, line: str, at: int) -> Style:
    """The style of a line's first letter."""
    first = _LETTER.search(line)
    begins = glyphs.at(at + first.start()) if first is not None else None
    if first is None or begins is None or begins.right < 0.99:
        return UNKNOWN
    bold = glyphs.bold(at + first.start())
    return (round(begins.size, 1), int(bold), round(begins.y, 1), round(begins.x, 1))


def _exact(glyphs: Glyphs, line: str, at: int, style: Style) -> Style:
    """The style of a line by all its words: bold when each is, of the size that most have. The second letter of a word
    tells it: the first may be an initial."""
    words = [at + word.start() + (len(word.group()) > 1) for word in _WORD.finditer(line)]
    letters = [one for one in map(glyphs.at, words) if one is not None]
    heights = [one.y for one in letters if one.size > _MARKS * style[0]]
    if heights and max(heights) - min(heights) > _UNEVEN:
        return UNKNOWN  # cells of a row, one higher than the other
    pieces = [(at + piece.start(), at + piece.end() - 1) for piece in _PIECE.finditer(line)]
    for (_, end), (start, _) in pairwise(pieces):
        next_one = glyphs.at(start)
        if next_one is not None and next_one.x - glyphs.right_edge(end) > _CELLS_APART * style[0]:
            return UNKNOWN  # cells of a row
    bold = style[1] and all(glyphs.bold(place) for place in words)
    sizes = Counter(round(one.size, 1) for one in letters)
    return (max(sizes, key=lambda size: sizes[size], default=style[0]), int(bold), *style[2:])


def _with_markers_in_place(glyphs: Glyphs, lines: list[_Line]) -> Iterator[tuple[str, Style]]:
    """The lines, with bullets and numbers of lists before the items they mark. Browsers draw them last of all, and
    in the order of drawing they stand at the end of the page, in the middle of a sentence that goes on overleaf."""
    alone = [at for at, line in enumerate(lines) if _MARKER.fullmatch(line.text)]
    marked: dict[int, str] = {}
    moved: set[int] = set()
    if alone:
        origins = [_origin(glyphs, line.start) for line in lines]
        for at in alone[:_MOST_MARKERS]:
            x, y = origins[at]
            beside = [
                (origins[other][0], other)
                for other, line in enumerate(lines)
                if line.text
                and other not in alone
                and other not in marked
                and abs(origins[other][1] - y) < 3
                and x < origins[other][0] < x + 72
            ]
            if beside:
                marked[min(beside)[1]] = lines[at].text
                moved.add(at)
    for at, line in enumerate(lines):
        if at not in moved:
            yield (f"{marked[at]} {line.text}" if at in marked else line.text), line.style


def _origin(glyphs: Glyphs, place: int) -> tuple[float, float]:
    """Where on the page the character stands, from the left and from below, in points."""
    found = glyphs.at(place)
    return (found.x, found.y) if found is not None else (-1.0, -1.0)


__all__ = ["UNKNOWN", "Style", "text_of"]
