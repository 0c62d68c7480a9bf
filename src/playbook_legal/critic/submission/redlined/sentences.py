"""Which sentences of the text as it would read a change touches.

A rule of the client's may be broken by words of which only one was inserted: `72` put in the place of `24` concedes
"within 72 hours", though "hours" was there before. The rest of the paragraph is the other side's old text and nobody's
proposal. So the whole sentence is what a change proposes, no less and no more. Striking words changes a sentence as
inserting them does ("shall not" becomes "shall"); striking whole sentences leaves the others as they were.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from .paragraphs import Aligned, Passage, Span

_END = re.compile(r"[.?!][\"'”’)\]]*(?=\s+[^a-z\s]|\s*\Z)")
_NO_END = re.compile(
    r"(?:\b(?:nos?|secs?|arts?|exh?|inc|ltd|corp|co|cf|approx|mr|ms|mrs|dr|vs?|e\.g|i\.e|u\.s|u\.k)|(?<![\w.])[A-Z])\.$",
    re.IGNORECASE,
)


def sentences(text: str, line: Span) -> Iterator[Span]:
    """The sentences of a line of `text`, without the white space around them."""
    at = line.start
    for found in _END.finditer(text, line.start, line.end):
        if found.group().startswith(".") and _NO_END.search(
            text[max(line.start, found.start() - 8) : found.start() + 1]
        ):
            continue
        yield from _trimmed(text, at, found.end())
        at = found.end()
    yield from _trimmed(text, at, line.end)


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    raw = text[start:end]
    if raw.strip():
        yield Span(start + len(raw) - len(raw.lstrip()), start + len(raw.rstrip()))


def proposed(
    original: str, accepted: str, paragraph: Aligned, deleted: Sequence[Passage], inserted: Sequence[Passage]
) -> tuple[tuple[Span, tuple[Passage, ...], tuple[Passage, ...]], ...]:
    """The runs of sentences of the accepted view that the changes touch, each with what was inserted and what was
    struck there."""
    now = [one for line in paragraph.accepted for one in sentences(accepted, line)]
    then = [one for line in paragraph.original for one in sentences(original, line)]
    added: dict[int, list[Passage]] = {}
    struck: dict[int, list[Passage]] = {}
    ends = [one.end for one in now]
    for passage in inserted:
        for at in range(bisect_right(ends, passage.start), len(now)):
            if now[at].start >= passage.end:
                break
            added.setdefault(at, []).append(passage)
    points = _Points(paragraph)
    begins, finishes = {one.start for one in then}, {one.end for one in then}
    for passage in deleted:
        whole = all(
            one.start in begins and one.end in finishes
            for one in _trimmed(original, passage.start, passage.end)
        )
        if now and not whole:
            struck.setdefault(_touched(ends, points.accepted(passage.start)), []).append(passage)
    return tuple(
        (
            Span(now[first].start, now[last].end),
            tuple(dict.fromkeys(one for at in range(first, last + 1) for one in added.get(at, ()))),
            tuple(one for at in range(first, last + 1) for one in struck.get(at, ())),
        )
        for first, last in _runs(sorted({*added, *struck}))
    )


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Numbers that follow one another, from first to last."""
    first = 0
    for at in range(1, len(numbers) + 1):
        if at == len(numbers) or numbers[at] != numbers[at - 1] + 1:
            yield numbers[first], numbers[at - 1]
            first = at


def _touched(ends: Sequence[int], point: int) -> int:
    """The sentence that ends at `point` or behind it; the last one, where none does."""
    return min(bisect_left(ends, point), len(ends) - 1)


class _Points:
    """The way from the original view of a paragraph to the accepted one, by what nobody changed of it."""

    def __init__(self, paragraph: Aligned) -> None:
        self._original, self._before = _unchanged(paragraph.original, paragraph.deleted_spans)
        self._accepted, kept = _unchanged(paragraph.accepted, paragraph.inserted_spans)
        self._kept = [before + one.end - one.start for one, before in zip(self._accepted, kept, strict=True)]
        self._end = paragraph.accepted[-1].end if paragraph.accepted else paragraph.before

    def accepted(self, point: int) -> int:
        """Where the accepted view has what stands before `point` of the original view."""
        at = bisect_right(self._original, point, key=lambda one: one.start) - 1
        unchanged = 0
        if at >= 0:
            unchanged = self._before[at] + min(point, self._original[at].end) - self._original[at].start
        there = bisect_left(self._kept, unchanged)
        if there == len(self._kept):
            return self._end
        return self._accepted[there].end - (self._kept[there] - unchanged)


def _unchanged(lines: Sequence[Span], changed: Sequence[Span]) -> tuple[list[Span], list[int]]:
    """The stretches of lines that were not changed, and how many characters of such stretches stand before each."""
    found: list[Span] = []
    counted: list[int] = []
    count = at = 0

    def add(start: int, end: int) -> None:
        nonlocal count
        if end > start:
            found.append(Span(start, end))
            counted.append(count)
            count += end - start

    for line in lines:
        begin = line.start
        while at < len(changed) and changed[at].start < line.end:
            add(begin, changed[at].start)
            begin = changed[at].end
            at += 1
        add(begin, line.end)
    return found, counted


__all__ = ["proposed", "sentences"]
