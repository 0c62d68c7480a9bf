r"""The text as the reader of the paper sees it, and the way back to the file.

In a text file words are interrupted by what only marks them: `**`, `<span>`, the target of a link. Who copies a
passage from the rendered paper has none of that. `Rendered` leaves it out, puts what stands for other characters
(`&amp;`, `\_`) into its place, and answers like `text.Passage`: comparison on the normalized rendered text, places
in the source as written.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence

from ..text import Passage
from .documents import Document

# Stands where no quotation may run on, between the cells of a table. A noncharacter: no text has it, no folding of
# quotation marks, spaces or ligatures touches it.
BARRIER = "\ufdd0"
# What begins a line of a list or a heading.
_LINE_MARK = re.compile(r"(?:#{1,6}|[-*+]|\w{1,4}[.)])(?:[ \t]|\Z)")

Span = tuple[int, int]
Substitution = tuple[int, int, str]


class Rendered:
    """A text without its `cuts` and with its `substitutions`, normalized, with the way back to the source.

    `source` is the text as written, `text` the normalized form of what is left. Cuts and substitutions are spans of
    `source` in order of their starts; of two that overlap the first counts.
    """

    __slots__ = ("_begins", "_passage", "_pieces", "source", "text")

    def __init__(
        self, source: str, cuts: Sequence[Span] = (), substitutions: Sequence[Substitution] = ()
    ) -> None:
        self.source = source
        # Where each piece begins in the text that is left, and where it came from: (start, end, copied).
        self._begins: list[int] = []
        self._pieces: list[tuple[int, int, bool]] = []
        self._passage = Passage(self._left(cuts, substitutions) if cuts or substitutions else source)
        self.text = self._passage.text

    def _left(self, cuts: Sequence[Span], substitutions: Sequence[Substitution]) -> str:
        source = self.source
        edits = [(start, end, "") for start, end in cuts]
        if substitutions:
            edits = sorted([*edits, *substitutions])
        parts: list[str] = []
        at = length = 0
        for start, end, instead in (*edits, (len(source), len(source), "")):
            if start < at:
                continue
            if start > at:
                self._begins.append(length)
                self._pieces.append((at, start, True))
                parts.append(source[at:start])
                length += start - at
            if instead:
                self._begins.append(length)
                self._pieces.append((start, end, False))
                parts.append(instead)
                length += len(instead)
            at = end
        return "".join(parts)

    def source_span(self, start: int, end: int) -> Span:
        """Characters of `source` that `text[start:end]` came from, as `(start, end)`, with whatever is left out
        between them; needs `start < end`."""
        first, behind = self._passage.source_span(start, end)
        return self._place(first)[0], self._place(behind - 1)[1]

    def _place(self, position: int) -> Span:
        """The characters of the source that the character at `position` of the text that is left came from."""
        if not self._pieces:
            return position, position + 1
        at = bisect_right(self._begins, position) - 1
        start, end, copied = self._pieces[at]
        if not copied:
            return start, end
        place = start + position - self._begins[at]
        return place, place + 1

    def find(self, normalized: str) -> Span | None:
        """Where the already normalized passage first stands, as a span of `source`; None when it does not."""
        at = self.text.find(normalized)
        if at < 0 or not normalized:
            return None
        return self.source_span(at, at + len(normalized))


def rendered(document: Document, start: int, end: int) -> Rendered:
    """Characters `[start, end)` of the document's text as a reader sees them; places count from `start`."""
    return Rendered(
        document.text[start:end],
        [(a - start, b - start) for a, b in within(document.markup, start, end)],
        [
            (a - start, b - start, instead)
            for a, b, instead in whole_within(document.substitutions, start, end)
        ],
    )


def visible(document: Document, start: int, end: int) -> str:
    """Characters `[start, end)` of the document as a report shows them: without emphasis, tags and the targets of
    links, and with the marks that begin a line, without which a reader could not tell line from line."""
    text = document.text
    if not document.markup and not document.substitutions:
        return text[start:end]
    edits = [(a, b, "") for a, b in within(document.markup, start, end)]
    edits += [one for one in whole_within(document.substitutions, start, end) if one[2] != BARRIER]
    parts, at = [], start
    for begins, ends, instead in sorted(edits):
        cut = begins if instead else _behind_mark(text, begins, ends)
        parts += [text[at:cut], instead]
        at = ends
    return "".join([*parts, text[at:end]])


def with_marks_of_lists(text: str, markup: Sequence[Span]) -> tuple[Span, ...]:
    """The `markup` without the numbers and bullets that begin a line, which are printed with the words behind them."""
    spans = ((start if text[start] == "#" else _behind_mark(text, start, end), end) for start, end in markup)
    return tuple((start, end) for start, end in spans if start < end)


def _behind_mark(text: str, start: int, end: int) -> int:
    """Where markup begins that can be left out: behind what begins a line."""
    mark = _LINE_MARK.match(text, start, end)
    if mark is None or text[text.rfind("\n", 0, start) + 1 : start].strip():
        return start
    return mark.end()


def within(spans: Sequence[Span], start: int, end: int) -> list[Span]:
    """The parts of `spans`, which are in order and do not overlap, that lie in `[start, end)`."""
    first = bisect_right(spans, start, key=lambda span: span[1])
    found = []
    for at in range(first, len(spans)):
        begins, ends = spans[at]
        if begins >= end:
            break
        found.append((max(begins, start), min(ends, end)))
    return found


def whole_within(spans: Sequence[Substitution], start: int, end: int) -> list[Substitution]:
    """Those of `spans`, which are in order and do not overlap, that lie in `[start, end)` as a whole."""
    first = bisect_right(spans, start - 1, key=lambda span: span[0])
    found = []
    for at in range(first, len(spans)):
        if spans[at][0] >= end:
            break
        if spans[at][1] <= end:
            found.append(spans[at])
    return found


__all__ = ["BARRIER", "Rendered", "rendered", "visible", "whole_within", "with_marks_of_lists", "within"]
