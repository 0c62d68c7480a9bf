"""The paragraphs of a redlined Word file in both views, side by side, with what was changed in each.

A paragraph of one view goes with the paragraphs of the other that it was made of: where the end of a paragraph was
deleted or inserted, several go with one. Places are characters of the view's text, so that a change is known by where
it stands and not by its words, which may stand in many places.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

import msgspec

from ....paper.documents import Change, View
from ....paper.outline import Mark, Outline, outline_of
from ....paper.readers.word.blocks import Anchor, Block, Paragraph, Piece, shows
from ....paper.readers.word.body import Composer, Line
from ....paper.readers.word.file import Comment, WordFile, loaded
from ....paper.readers.word.notes import written

_VIEWS: tuple[View, View] = ("original", "accepted")
NOBODY = "somebody unnamed"


class Span(msgspec.Struct, frozen=True, order=True):
    """Characters `[start, end)` of a view's text."""

    start: int
    end: int


class Passage(msgspec.Struct, frozen=True):
    """Words that one author inserted, or deleted, within one line of a view."""

    start: int
    end: int
    author: str
    moved: bool


class Remark(msgspec.Struct, frozen=True):
    """A comment: its number in the file, who says what, and the characters of the original view it is about."""

    number: int
    author: str
    text: str
    about: Span | None


class Aligned(msgspec.Struct, frozen=True):
    """What is one paragraph in either view. `original` and `accepted` are its lines in the views, without automatic
    numbers: none where it was inserted or deleted whole. `before` is where the accepted view has it, or would have it.

    `deleted` and `inserted` are the passages that were changed, `deleted_spans` and `inserted_spans` all changed
    characters of these lines, white space included. `struck_again` are the authors who struck what somebody else had
    inserted, which is in neither view, and `marks` those who joined or split paragraphs.
    """

    number: int
    label: str
    original_label: str
    original: tuple[Span, ...]
    accepted: tuple[Span, ...]
    before: int
    deleted: tuple[Passage, ...]
    inserted: tuple[Passage, ...]
    deleted_spans: tuple[Span, ...]
    inserted_spans: tuple[Span, ...]
    struck_again: tuple[str, ...]
    marks: tuple[str, ...]
    remarks: tuple[Remark, ...]


class ViewText(msgspec.Struct, frozen=True):
    """A view of the file as text, its units, what belongs to the page, and the cross-references that Word keeps up
    to date by itself."""

    text: str
    outline: Outline
    furniture: tuple[tuple[int, int], ...]
    references: tuple[tuple[int, int], ...]

    def label(self, position: int) -> str:
        """The unit at a position; empty before the first."""
        unit = self.outline.innermost(position)
        return "" if unit is None else unit.label


class TwoViews(msgspec.Struct, frozen=True):
    """A Word file in both views, with its paragraphs side by side."""

    original: ViewText
    accepted: ViewText
    paragraphs: tuple[Aligned, ...]
    remarks_apart: tuple[Remark, ...]
    tracked: bool


def two_views(data: bytes, name: str) -> TwoViews:
    """The Word file in these bytes. Raises `UnusableInputError` when it cannot be read."""
    file = loaded(data, name)
    # What is hidden is on no page, and still becomes part of the agreement with what is accepted.
    views = {view: _Written(*written(file, view, with_hidden=True)) for view in _VIEWS}
    return _Alignment(file, views["original"], views["accepted"]).made()


class _Written:
    """A view as it was written, to be asked for the lines of a part of the file."""

    def __init__(self, composer: Composer, marks: list[Mark]) -> None:
        text = composer.writing.text
        self.composer = composer
        self.lines = {id(blocks): composer.lines[start:end] for blocks, start, end in composer.written}
        self.changes = composer.writing.changes
        self._starts = [one.start for one in composer.writing.changes]
        self.shown = ViewText(
            text,
            outline_of(marks, len(text)),
            tuple(sorted(composer.writing.furniture)),
            tuple((one.start, one.end) for one in composer.references()),
        )

    def changes_in(self, start: int, end: int) -> Iterator[Change]:
        """The changes that have characters within `[start, end)`, in order."""
        at = max(bisect_left(self._starts, start) - 1, 0)
        while at < len(self.changes) and self.changes[at].start < end:
            if self.changes[at].end > start:
                yield self.changes[at]
            at += 1

    def changed(self, lines: Sequence[Span]) -> tuple[Span, ...]:
        """The changed characters of those lines."""
        return tuple(
            Span(max(change.start, line.start), min(change.end, line.end))
            for line in lines
            for change in self.changes_in(line.start, line.end)
        )

    def passages(self, lines: Sequence[Span]) -> tuple[Passage, ...]:
        """The changed words in those lines, apart where another author begins."""
        found: list[Passage] = []
        text = self.shown.text
        for line in lines:
            for change in self.changes_in(line.start, line.end):
                start, end = max(change.start, line.start), min(change.end, line.end)
                moved = change.kind in ("moved_here", "moved_away")
                last = found[-1] if found else None
                if (
                    last is not None
                    and last.end == start
                    and (last.author, last.moved) == (change.author, moved)
                ):
                    start = found.pop().start
                found.append(Passage(start, end, change.author, moved))
        return tuple(one for one in found if text[one.start : one.end].strip())


class _Alignment:
    def __init__(self, file: WordFile, original: _Written, accepted: _Written) -> None:
        self._file, self._original, self._accepted = file, original, accepted
        self._about = {one.comment: Span(one.start, one.end) for one in original.composer.anchored}
        self._numbers = {comment: at for at, comment in enumerate(file.comments, 1)}

    def made(self) -> TwoViews:
        paragraphs: list[Aligned] = []
        said: set[int] = set()
        parts: dict[int, tuple[Block, ...]] = {}
        for view in (self._accepted, self._original):
            for blocks, _, _ in view.composer.written:
                parts.setdefault(id(blocks), blocks)
        before = 0
        for blocks in parts.values():
            for first, last in self._extents(blocks):
                one = self._aligned(blocks, first, last, len(paragraphs) + 1, before)
                if one is not None:
                    paragraphs.append(one)
                    said.update(remark.number for remark in one.remarks)
                    before = one.accepted[-1].end if one.accepted else one.before
        apart = (self._remark(comment) for comment, number in self._numbers.items() if number not in said)
        return TwoViews(
            self._original.shown, self._accepted.shown, tuple(paragraphs), tuple(one for one in apart if one.text),
            self._file.tracked,
        )  # fmt: skip

    def _extents(self, blocks: tuple[Block, ...]) -> Iterator[tuple[int, int]]:
        """First and last block of what is one paragraph in either view, and of what is in neither."""
        spans = [
            (one.first, one.last)
            for view in (self._original, self._accepted)
            for one in view.lines.get(id(blocks), ())
        ]
        spans += [(at, at) for at, one in enumerate(blocks) if isinstance(one, Paragraph)]
        spans.sort()
        begin = reach = -1
        for at, (first, last) in enumerate(spans):
            if at and first <= reach:
                reach = max(reach, last)
                continue
            if at:
                yield begin, reach
            begin, reach = first, last
        if spans:
            yield begin, reach

    def _aligned(
        self, blocks: tuple[Block, ...], first: int, last: int, number: int, before: int
    ) -> Aligned | None:
        paragraphs = [one for one in blocks[first : last + 1] if isinstance(one, Paragraph)]
        lines = {
            view: _within(view.lines.get(id(blocks), []), first, last)
            for view in (self._original, self._accepted)
        }
        original, accepted = lines[self._original], lines[self._accepted]
        comments = dict.fromkeys(
            piece.value
            for paragraph in paragraphs
            for piece in paragraph.pieces
            if isinstance(piece, Anchor) and piece.kind in ("comment", "comment_start")
        )
        remarks = (self._remark(comment) for comment in comments if comment in self._numbers)
        struck_again, marks = _neither(paragraphs)
        spans = [tuple(Span(one.begins, one.end) for one in some) for some in (original, accepted)]
        at = accepted[0].start if accepted else before
        made = Aligned(
            number=number,
            label=self._accepted.shown.label(at) if accepted else "",
            original_label=self._original.shown.label(original[0].start) if original else "",
            original=spans[0],
            accepted=spans[1],
            before=at,
            deleted=self._original.passages(spans[0]),
            inserted=self._accepted.passages(spans[1]),
            deleted_spans=self._original.changed(spans[0]),
            inserted_spans=self._accepted.changed(spans[1]),
            struck_again=struck_again,
            marks=marks,
            remarks=tuple(one for one in remarks if one.text),
        )
        return made if original or accepted or made.remarks or struck_again else None

    def _remark(self, comment: str) -> Remark:
        found = self._file.comments[comment]
        about = self._about.get(comment)
        return Remark(
            self._numbers[comment], found.author, _said(found),
            about if about is not None and about.start < about.end else None,
        )  # fmt: skip


def _within(lines: list[Line], first: int, last: int) -> list[Line]:
    begin = bisect_left(lines, first, key=lambda line: line.first)
    found = []
    for line in lines[begin:]:
        if line.first > last:
            break
        found.append(line)
    return found


def _neither(paragraphs: Sequence[Paragraph]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who struck what another had inserted, and who changed ends of paragraphs."""
    struck: dict[str, None] = {}
    marks: dict[str, None] = {}
    for paragraph in paragraphs:
        for piece in paragraph.pieces:
            if (
                isinstance(piece, Piece)
                and piece.standing.inserted
                and piece.standing.deleted
                and piece.text.strip()
            ):
                struck[piece.standing.deleted.author] = None
        for revision in (paragraph.mark.inserted, paragraph.mark.deleted):
            if revision is not None:
                marks[revision.author] = None
    return tuple(struck), tuple(marks)


def _said(comment: Comment) -> str:
    return "\n".join(
        "".join(
            piece.text
            for piece in one.pieces
            if isinstance(piece, Piece) and shows(piece.standing, "accepted")
        )
        for one in comment.content.blocks
        if isinstance(one, Paragraph)
    ).strip()


__all__ = ["NOBODY", "Aligned", "Passage", "Remark", "Span", "TwoViews", "ViewText", "two_views"]
