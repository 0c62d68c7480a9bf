"""The tracked changes and comments of a Word file, paragraph by paragraph: a second way to read them, for tests.

What was inserted is proposed language, what was deleted is a quotation of the base, and a comment beside it is the
reason. Paragraphs that a change joins or splits are taken together.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

import msgspec

from playbook_legal.paper.documents import View
from playbook_legal.paper.outline import Mark, Outline, outline_of
from playbook_legal.paper.readers.word.blocks import (
    Anchor,
    Block,
    Paragraph,
    Piece,
    Revision,
    has_text,
    shows,
)
from playbook_legal.paper.readers.word.body import Composer, Line
from playbook_legal.paper.readers.word.file import WordFile, loaded
from playbook_legal.paper.readers.word.notes import written

_VIEWS: tuple[View, View] = ("accepted", "original")


class Remark(msgspec.Struct, frozen=True):
    """A comment: its id in the file, its author and date, what it says, and the words of the original view that it is
    about (empty when it marks none). `label` and `original_label` name the unit it stands in, in the two views."""

    id: str
    author: str
    date: str
    text: str
    about: str
    label: str
    original_label: str


class TrackedChange(msgspec.Struct, frozen=True):
    """What one author changed in one paragraph.

    `deleted` and `inserted` are the passages, in order. `original` and `accepted` are the whole paragraph in the two
    views, without its automatic number, with everybody's changes; several paragraphs that a change joins or splits
    stand on lines of their own. `label` is the unit of the accepted view, `original_label` that of the original
    view; a paragraph that a view does not have is placed where the one before it stands. `date` is that of the first
    change, as the file has it. `moved`: the passages went to or came from another place. `remarks` are the comments in
    the paragraph, whoever wrote them.
    """

    label: str
    original_label: str
    author: str
    date: str
    deleted: tuple[str, ...]
    inserted: tuple[str, ...]
    original: str
    accepted: str
    moved: bool
    remarks: tuple[Remark, ...]


class _View:
    """A view that can be asked for the lines and units of a group of blocks."""

    def __init__(self, composer: Composer, marks: list[Mark]) -> None:
        self.text = composer.writing.text
        self._outline: Outline = outline_of(marks, len(self.text))
        self._lines = {id(blocks): composer.lines[start:end] for blocks, start, end in composer.written}
        self.anchored = {one.comment: self.text[one.start : one.end] for one in composer.anchored}

    def lines(self, blocks: tuple[Block, ...], first: int, last: int) -> list[Line]:
        """The lines made of the blocks from `first` to `last`; lines and blocks are in the same order."""
        known = self._lines.get(id(blocks), [])
        begin = bisect_left(known, first, key=lambda line: line.last)
        end = bisect_right(known, last, key=lambda line: line.first)
        return known[begin:end]

    def paragraph(self, lines: list[Line]) -> str:
        """The text of lines, without numbers."""
        return "\n".join(self.text[one.begins : one.end] for one in lines)

    def label(self, blocks: tuple[Block, ...], lines: list[Line], first: int) -> str:
        """The unit that the lines stand in; without lines, that of the line before."""
        if not lines:
            known = self._lines.get(id(blocks), [])
            before = bisect_left(known, first, key=lambda line: line.last)
            lines = known[max(before - 1, 0) : before]
        if not lines:
            return ""
        unit = self._outline.innermost(lines[0].start)
        return "" if unit is None else unit.label


def tracked_changes(data: bytes, name: str) -> tuple[TrackedChange, ...]:
    """The tracked changes in the Word file `data`, in order: for each changed paragraph one for each author. Raises
    `UnusableInputError` when the file cannot be read."""
    groups = _groups(loaded(data, name))
    return tuple(group.by(author) for group in groups for author in group.authors)


def remarks(data: bytes, name: str) -> tuple[Remark, ...]:
    """The comments that are anchored in the Word file `data`, in order, also those beside no change."""
    found: dict[str, Remark] = {}
    for group in _groups(loaded(data, name)):
        for one in group.remarks:
            found.setdefault(one.id, one)
    return tuple(found.values())


class _Group:
    """Paragraphs of the file that are one in either view, with what happened to them."""

    def __init__(
        self, file: WordFile, views: tuple[_View, _View], blocks: tuple[Block, ...], first: int, last: int
    ) -> None:
        accepted, original = views
        paragraphs = [one for one in blocks[first : last + 1] if isinstance(one, Paragraph)]
        lines, before = accepted.lines(blocks, first, last), original.lines(blocks, first, last)
        self.accepted, self.original = accepted.paragraph(lines), original.paragraph(before)
        self.label = accepted.label(blocks, lines, first)
        self.original_label = original.label(blocks, before, first)
        self._passages = _passages(paragraphs)
        self.authors = tuple(dict.fromkeys(one.author for _, one, _ in self._passages))
        ids = dict.fromkeys(
            piece.value
            for paragraph in paragraphs
            for piece in paragraph.pieces
            if isinstance(piece, Anchor) and piece.kind in ("comment", "comment_start")
        )
        self.remarks = tuple(
            Remark(
                one.id, one.author, one.date, _plain(one.content.blocks), original.anchored.get(one.id, ""),
                self.label, self.original_label,
            )
            for one in (file.comments[comment] for comment in ids if comment in file.comments)
        )  # fmt: skip

    def by(self, author: str) -> TrackedChange:
        """What one author changed."""
        mine = [one for one in self._passages if one[1].author == author]
        deleted, inserted = (
            tuple(text.strip("\n") for text, _, kind in mine if kind == wanted and text.strip("\n"))
            for wanted in ("deleted", "inserted")
        )
        return TrackedChange(
            self.label, self.original_label, author, mine[0][1].date, deleted, inserted, self.original, self.accepted,
            all(one.moved for _, one, _ in mine), self.remarks,
        )  # fmt: skip


def _groups(file: WordFile) -> Iterator[_Group]:
    """The groups of every part of the file, in the order of the accepted view's parts, then what only the original
    view has."""
    composers = written(file, "accepted"), written(file, "original")
    views = _View(*composers[0]), _View(*composers[1])
    seen: set[int] = set()
    for composer, _ in composers:
        for blocks, _, _ in composer.written:
            if id(blocks) in seen:
                continue
            seen.add(id(blocks))
            for first, last in _extents(blocks):
                group = _Group(file, views, blocks, first, last)
                if group.authors or group.remarks:
                    yield group


def _extents(blocks: tuple[Block, ...]) -> Iterator[tuple[int, int]]:
    """First and last block of each group: it ends where in neither view a paragraph is left unfinished."""
    first = -1
    unfinished = dict.fromkeys(_VIEWS, False)
    for index, block in enumerate(blocks):
        if not isinstance(block, Paragraph):
            if first >= 0:
                yield first, index - 1
            first = -1
            continue
        if first < 0:
            first = index
            unfinished = dict.fromkeys(_VIEWS, False)
        for view in _VIEWS:
            if shows(block.mark, view):
                unfinished[view] = block.runs_on
            elif has_text(block, view):
                unfinished[view] = True
        if not any(unfinished.values()):
            yield first, index
            first = -1
    if first >= 0:
        yield first, len(blocks) - 1


def _passages(paragraphs: list[Paragraph]) -> list[tuple[str, Revision, str]]:
    """What was deleted and inserted, each passage with its revision. What one inserted and another deleted again is
    in neither view, and no passage."""
    found: list[tuple[str, Revision, str]] = []
    open_kind = ""
    for at, paragraph in enumerate(paragraphs):
        units = [(one.text, one.standing) for one in paragraph.pieces if isinstance(one, Piece)]
        units.append(("\n" if at + 1 < len(paragraphs) or not units else "", paragraph.mark))
        for text, standing in units:
            inserted, deleted = standing.inserted, standing.deleted
            if inserted is not None and deleted is not None:
                continue
            revision = inserted or deleted
            if revision is None:
                open_kind = open_kind if not text else ""
                continue
            kind = "inserted" if inserted is not None else "deleted"
            if found and open_kind == kind and found[-1][1].author == revision.author:
                found[-1] = (found[-1][0] + text, found[-1][1], kind)
            else:
                found.append((text, revision, kind))
            open_kind = kind
    return found


def _plain(blocks: tuple[Block, ...]) -> str:
    """The text of a comment."""
    return "\n".join(
        "".join(
            piece.text
            for piece in one.pieces
            if isinstance(piece, Piece) and shows(piece.standing, "accepted")
        )
        for one in blocks
        if isinstance(one, Paragraph)
    ).strip()


__all__ = ["Remark", "TrackedChange", "remarks", "tracked_changes"]
