"""A block's content as rendered, and the way back from each of its characters to the source.

Content is what markdown-it hands over of a block: its lines without what encloses them. Segments say where its lines
stand in the source, edits what on the page stands instead of which characters.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from ...rendering import Span, Substitution


class Text:
    """Text as rendered, and where its characters stand in the source. `lead` is how much of its beginning is
    emphasized."""

    __slots__ = ("_begins", "_lines", "_offset", "_places", "lead", "value")

    def __init__(
        self,
        value: str,
        begins: list[int],
        places: list[int],
        lines: list[int],
        lead: int = 0,
        offset: int = 0,
    ) -> None:
        self.value, self.lead = value, lead
        self._begins, self._places, self._lines, self._offset = begins, places, lines, offset

    def place(self, position: int) -> int:
        """Where in the source the character at `position` stands."""
        wanted = position + self._offset
        at = max(bisect_right(self._begins, wanted) - 1, 0)
        return self._places[at] + wanted - self._begins[at] if self._places else 0

    def line_place(self, position: int) -> int:
        """Where in the source the line begins that the character at `position` stands in, markup included."""
        place = self.place(position)
        at = bisect_right(self._lines, place) - 1
        return self._lines[at] if at >= 0 else place

    def begins_at(self, place: int) -> None:
        """The first line begins at `place` in the source: the marks of a heading belong to it."""
        self._lines[:1] = [place]

    def part(self, start: int, end: int | None = None) -> "Text":
        """The text from `start` to `end`."""
        lead = max(0, min(self.lead, len(self.value) if end is None else end) - start)
        return Text(
            self.value[start:end], self._begins, self._places, self._lines, lead, self._offset + start
        )


class Segment(NamedTuple):
    """Characters `[start, end)` of a block's content are those of the source from `source` on. `newline` is where
    the line feed before them stands in the content, -1 if there is none."""

    start: int
    end: int
    source: int
    newline: int = -1


class Rendering:
    """A block's content while it is rendered, from its beginning to its end."""

    def __init__(self, content: str, segments: Sequence[Segment]) -> None:
        self.parts: list[str] = []
        self.length = 0
        self.begins: list[int] = []  # of each part, in what is rendered
        self.contents: list[int] = []  # the same place in the content
        self.places: list[int] = []  # the same place in the source
        self.kept: list[Span] = []
        self.substitutions: list[Substitution] = []
        self._content = content
        self._segments = segments
        self._next = 0  # the segment that is not yet passed
        self._at = 0

    def copy_until(self, end: int) -> None:
        """Copy the content up to `end`."""
        start, self._at = self._at, max(end, self._at)
        while self._next < len(self._segments):
            segment = self._segments[self._next]
            if start <= segment.newline < end:
                self._add("\n", segment.newline, segment.source)
            if segment.start >= end:
                break
            first, last = max(start, segment.start), min(end, segment.end)
            if first < last:
                source = segment.source + first - segment.start
                self._add(self._content[first:last], first, source)
                self.kept.append((source, source + last - first))
            if segment.end > end:
                break
            self._next += 1

    def put(self, instead: str, end: int) -> None:
        """What stands here instead of the content up to `end`, which begins and ends with no space."""
        start, self._at = self._at, max(end, self._at)
        if not instead or start >= end:
            return
        first = self._source(start)
        self._add(instead, start, first)
        self.substitutions.append((first, self._source(end - 1) + 1, instead))

    def _source(self, position: int) -> int:
        """Where in the source the character at `position` stands, which is no space around a line."""
        at = self._next
        while self._segments[at].end <= position:
            at += 1
        return self._segments[at].source + position - self._segments[at].start

    def _add(self, part: str, content: int, source: int) -> None:
        self.begins.append(self.length)
        self.contents.append(content)
        self.places.append(source)
        self.parts.append(part)
        self.length += len(part)


class Position:
    """Where a place in the content is in what is rendered."""

    def __init__(self, contents: list[int], begins: list[int], length: int) -> None:
        self._contents, self._begins, self._length = contents, begins, length

    def __call__(self, place: int) -> int:
        """The place in what is rendered of the character at `place` of the content."""
        at = bisect_right(self._contents, place) - 1
        if at < 0:
            return 0
        end = self._begins[at + 1] if at + 1 < len(self._begins) else self._length
        return min(self._begins[at] + place - self._contents[at], end)
