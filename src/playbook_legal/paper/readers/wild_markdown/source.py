"""A Markdown file while its page is read: where its lines are, and which of its characters are text on the page.

What is rendered is kept; what is printed in the source and never rendered is markup.
"""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from ...rendering import Span, Substitution
from .content import Position, Rendering, Segment, Text
from .inline import FOOTNOTE_BRACKET, FOOTNOTE_END, Edit

_FRONT_MATTER = re.compile(
    r"---[ \t]*\r?\n(?:(?!---[ \t]*\r?$).*\n){0,400}?(?:---|\.\.\.)[ \t]*\r?(?:\n|\Z)", re.MULTILINE
)
_FOOTNOTE_DEFINED = re.compile(r"^ {0,3}\[\^[^\]\s]{1,60}\]:", re.MULTILINE)
_FOOTNOTE_CITED = re.compile(r"\[(\^[^\]\s]{1,60})\]")
_WORTH_KEEPING = re.compile(r"[^\s](?:[^\n]*[^\s])?")


class Source:
    """The file `text`. `written` is the same, place by place, as markdown-it is given it: with one kind of line end,
    without what stands before the page, and with a stand-in for the brackets of notes. `lines` are its lines, which
    begin at `starts`."""

    def __init__(self, text: str) -> None:
        self.text = text
        written = text.replace("\r\n", " \n").replace("\r", " ").replace("\0", " ")
        front = _FRONT_MATTER.match(written)
        if front is not None and ":" in front.group():
            written = re.sub(r"[^\n]", " ", front.group()) + written[front.end() :]
        if _FOOTNOTE_DEFINED.search(written):
            written = _FOOTNOTE_CITED.sub(rf"{FOOTNOTE_BRACKET}\1{FOOTNOTE_END}", written)
        self.written = written
        self.lines = written.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        self._kept: list[Span] = []
        self._substitutions: list[Substitution] = []
        self._read: set[int] = set()  # lines whose text was found

    def begins_on(self, content: str, line: int) -> int:
        """The line that a paragraph or heading begins on whose lines begin at `line`: markdown-it strips its content,
        and of a line that holds nothing but no-break spaces nothing is left."""
        bare = content.split("\n", 1)[0].rstrip()
        while bare not in self.lines[line]:
            line += 1
        return line

    def segments(self, content: str, first: int) -> list[Segment]:
        """Where the lines of a block's content stand: each is the end of a line of the source, without what
        encloses the block."""
        segments: list[Segment] = []
        at = 0
        for number, line in enumerate(content.split("\n"), first):
            bare = line.strip()
            if bare:
                self._read.add(number)
                place = self.starts[number] + self.lines[number].rindex(bare)
                start = at + line.index(bare[0])
                newline = at - 1 if segments else -1
                segments.append(Segment(start, start + len(bare), place, newline))
            at += len(line) + 1
        return segments

    def rendered(
        self, content: str, segments: Sequence[Segment], edits: Sequence[Edit]
    ) -> tuple[Text, Position]:
        """The content as rendered; what of it is text in the source is kept."""
        rendering = Rendering(content, segments)
        for start, end, instead in edits:
            rendering.copy_until(start)
            rendering.put(instead, end)
        rendering.copy_until(len(content))
        self._kept.extend(rendering.kept)
        self._kept.extend((start, end) for start, end, _ in rendering.substitutions)
        self._substitutions.extend(rendering.substitutions)
        lines = [segment.source for segment in segments]
        text = Text("".join(rendering.parts), rendering.begins, rendering.places, lines)
        return text, Position(rendering.contents, rendering.begins, rendering.length)

    def has_read(self, line: int) -> None:
        """The text of that line is found."""
        self._read.add(line)

    def substitute(self, place: int, instead: str) -> None:
        """On the page `instead` stands for the character at `place`; nothing when the source has none there."""
        if 0 <= place < len(self.text):
            self._substitutions.append((place, place + 1, instead))

    def keep_unread(self, known: AbstractSet[int]) -> int:
        """Take the lines whose text was not found for text as it stands, but for those `known` to be none; how many
        they are."""
        kept = 0
        for number, line in enumerate(self.lines):
            found = re.search(r"[^\W_]", line)
            if found is not None and number not in self._read and number not in known:
                start = self.starts[number] + found.start()
                self._kept.append((start, self.starts[number] + len(line.rstrip())))
                kept += 1
        return kept

    def substitutions(self) -> tuple[Substitution, ...]:
        """Characters in whose place others stand on the page, in order."""
        return tuple(sorted(self._substitutions))

    def markup(self) -> tuple[Span, ...]:
        """Everything printed in the source that is not kept."""
        cuts: list[Span] = []
        at = 0
        edges = sorted((start, end) for start, end, _ in self._substitutions)
        for start, end in sorted([*self._kept, *edges, (len(self.text), len(self.text))]):
            if start > at:
                cuts.extend(one.span() for one in _WORTH_KEEPING.finditer(self.text, at, start))
            at = max(at, end)
        return tuple(cuts)


__all__ = ["Source"]
