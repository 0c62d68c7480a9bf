"""A view of a Word file as text: a paragraph a line, with its automatic number in front as printed.

The numbers and the labels of notes are *furniture*: they belong to the page, so that a quotation may leave them out.
Hidden text is on no page and is left out. Raised and lowered figures are characters of their own (`raised`). A row of a
table is written `│ cell │ cell │`; the bars are none of the furniture, because a quotation must not run from one cell
into the next. A line break inside a paragraph is a line feed, a tab a tab. A mark of a footnote or comment inside a
sentence leaves nothing behind.

Where a view does not show the end of a paragraph, it runs on into the next, whose properties hold for both, as in
Word. A style separator puts two paragraphs on one line as well; there the first one's properties hold.
"""

from typing import Literal

import msgspec

from ...documents import Change, CrossReference, Gap, View
from ...raised import lowered, raised
from .blocks import (
    BOLD,
    HIDDEN,
    LOWERED,
    RAISED,
    SHOWN,
    UNDERLINED,
    Anchor,
    Block,
    Border,
    Paragraph,
    Piece,
    Shape,
    Standing,
    has_text,
    shows,
)
from .content import Content
from .fields import Instruction, instruction_of, number_shown
from .file import WordFile
from .lines import grouped
from .numbering import Counters, Number, as_written
from .styles import BODY_LEVEL, Style

BAR = "│"
_CONTENTS_FIELDS = frozenset(("TOC", "TOA", "INDEX"))
_COUNTING_FIELDS = frozenset(("LISTNUM", "AUTONUM", "AUTONUMLGL", "AUTONUMOUT"))
_STRONG = BOLD | UNDERLINED


class Line(msgspec.Struct, frozen=True, gc=False):
    """A paragraph as a view shows it: characters `[start, end)` of the text, without the line feed; what follows its
    number begins at `begins`. `lead_end`: up to here its beginning is bold or underlined. `strong`: all of it is.
    `first` and `last` are the blocks it was made of."""

    start: int
    begins: int
    end: int
    lead_end: int
    strong: bool
    number: Number | None
    style: Style
    outline: int
    centered: bool
    indent: int | None
    contents: bool
    in_cell: bool
    first: int
    last: int


class Anchored(msgspec.Struct, frozen=True):
    """Characters `[start, end)` of the text that a comment is about."""

    comment: str
    start: int
    end: int


class _Field:
    """A field that has begun and not ended."""

    __slots__ = ("instruction", "parts", "start")

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.instruction: Instruction | None = None  # while it is still being told what to show
        self.start = 0


class Composer:
    """A view as it is being written. The parts of a file are written one after the other; numbers, fields and
    bookmarks go through all of them. `hidden` counts the characters of hidden text; `with_hidden`: it is written as
    well, as furniture."""

    def __init__(self, file: WordFile, view: View, *, with_hidden: bool = False) -> None:
        self.file, self.view, self._with_hidden = file, view, with_hidden
        self.hidden = 0
        self._plain_to = -1  # the end of lowered figures that were written plainly
        self.counters = Counters(file.language)
        self.lines: list[Line] = []
        self.furniture: list[tuple[int, int]] = []
        self.changes: list[Change] = []
        self.gaps: list[Gap] = []
        self.anchored: list[Anchored] = []
        self.placed: list[tuple[int, int, Piece]] = []
        self.footnotes: dict[str, None] = {}
        self.endnotes: dict[str, None] = {}
        self.comments: dict[str, None] = {}
        self.textboxes: list[tuple[tuple[Block, ...], tuple[tuple[Block, ...], ...]]] = []
        self.written: list[tuple[tuple[Block, ...], int, int]] = []  # blocks, and which lines are theirs
        self.notes: dict[str, None] = {}
        self.length = 0
        self._out: list[str] = []
        self._bookmarks: dict[str, int] = {}
        self._references: list[tuple[int, int, Instruction, int]] = []
        self._fields: list[_Field] = []
        self._told = 0  # how many of them are still being told what to show
        self._contents_from: int | None = None
        self._open_comments: dict[str, int] = {}
        self._cells = 0

    # Writing

    @property
    def text(self) -> str:
        """What has been written."""
        return "".join(self._out)

    def write(self, text: str, *, furniture: bool = False) -> None:
        """Add text of no standing."""
        self._out.append(text)
        if furniture:
            self.furniture.append((self.length, self.length + len(text)))
        self.length += len(text)

    def content(self, content: Content) -> list[Line]:
        """Write a part and answer its lines. Its text boxes are kept in `textboxes` for later."""
        self.notes.update(dict.fromkeys(content.unread))
        return self.blocks(content.blocks, content.textboxes)

    def blocks(self, blocks: tuple[Block, ...], boxes: tuple[tuple[Block, ...], ...]) -> list[Line]:
        """Write blocks, whose text boxes are among `boxes`, and answer their lines."""
        before = len(self.lines)
        self._boxes = boxes
        for one in grouped(blocks, self.view):
            if isinstance(one, Border):
                self._border(one)
            else:
                self._line(*one)
        self._end_unfinished(before)
        self.written.append((blocks, before, len(self.lines)))
        return self.lines[before:]

    def _border(self, border: Border) -> None:
        match border.kind:
            case "row":
                self._tracked(BAR, border.standing)
            case "cell":
                self._cells += 1
                self.write(" ")
            case "cell_end":
                self._cells -= 1
                self._unwrite_line_feed()
                self._tracked(f" {BAR}", border.standing)
            case _:
                self._tracked("\n", border.standing)

    def _unwrite_line_feed(self) -> None:
        """The last paragraph of a cell ends with the cell."""
        if self._out and self._out[-1] == "\n":
            self._out.pop()
            self.length -= 1
            if self.changes and self.changes[-1].end > self.length:
                last = self.changes.pop()
                if last.start < self.length:
                    self.changes.append(msgspec.structs.replace(last, end=self.length))

    def _tracked(self, text: str, standing: Standing) -> None:
        """Add text and the change it is part of."""
        start = self.length
        self._out.append(text)
        self.length += len(text)
        revision = standing.inserted if self.view == "accepted" else standing.deleted
        if revision is None:
            return
        kind: Literal["inserted", "deleted", "moved_here", "moved_away"]
        if self.view == "accepted":
            kind = "moved_here" if revision.moved else "inserted"
        else:
            kind = "moved_away" if revision.moved else "deleted"
        change = Change(start, self.length, kind, revision.author, revision.date)
        if self.changes:
            last = self.changes[-1]
            if last.end == start and (last.kind, last.author, last.date) == (
                kind,
                change.author,
                change.date,
            ):
                self.changes[-1] = msgspec.structs.replace(last, end=self.length)
                return
        self.changes.append(change)

    def _leave_out(self, piece: Piece) -> None:
        """Note words that the other view alone shows."""
        standing = piece.standing
        revision = standing.deleted if self.view == "accepted" else standing.inserted
        if revision is None or not shows(standing, "original" if self.view == "accepted" else "accepted"):
            return  # what was put in and struck again is in neither
        last = self.gaps[-1] if self.gaps else None
        if last is not None and (last.at, last.author) == (self.length, revision.author):
            self.gaps[-1] = msgspec.structs.replace(last, text=last.text + piece.text)
        else:
            self.gaps.append(Gap(self.length, piece.text, revision.author))

    # Paragraphs

    def _line(self, parts: list[list[Paragraph]], first: int, last: int) -> None:
        """A line of one paragraph, or of several that are printed as one. Each part of `parts` is a paragraph in
        this view, made of paragraphs of the file whose ends it does not show."""
        ending = parts[0][-1]
        shape = ending.shape(self.view)
        style = self.file.styles.paragraph(shape.style)
        start = self.length
        number = self._number(shape, style, parts[0])
        if number is not None and number.printed:
            self.write(number.printed + number.suffix, furniture=True)
        begins = lead_end = self.length
        index = len(self.lines)
        leading = strong = True
        for at, part in enumerate(parts):
            hides = style.hidden
            if at:
                self._gap(part)
                leading = strong = False
                hides = self.file.styles.paragraph(part[-1].shape(self.view).style).hidden
            for paragraph in part:
                for piece in paragraph.pieces:
                    if not shows(piece.standing, self.view):
                        if isinstance(piece, Piece):
                            self._leave_out(piece)
                        continue
                    if isinstance(piece, Anchor):
                        self._anchor(piece, index)
                    elif self._piece(piece, hides=hides or False):
                        emphasized = bool(piece.emphasis & _STRONG) or not piece.text.strip()
                        strong = strong and emphasized
                        leading = leading and emphasized
                        if leading:
                            lead_end = self.length
            if not at and len(parts) > 1:
                leading, lead_end = False, self.length
        end = self.length
        self._end_instructions()
        contents = style.contents or any(one.contents for part in parts for one in part)
        self.lines.append(
            Line(
                start, begins, end, lead_end, strong and end > begins, number, style,
                min(max(style.outline if shape.outline is None else shape.outline, 0), BODY_LEVEL),
                style.centered if shape.centered is None else shape.centered,
                shape.indent, contents or self._contents_from is not None, self._cells > 0, first, last,
            )
        )  # fmt: skip
        self._tracked("\n", parts[-1][-1].mark)

    def _number(self, shape: Shape, style: Style, paragraphs: list[Paragraph]) -> Number | None:
        num_id = style.num_id if shape.num_id is None else shape.num_id
        numbering = self.file.lists.of(num_id)
        if numbering is None or num_id is None:
            return None
        if paragraphs[-1].breaks_section and not any(has_text(one, self.view) for one in paragraphs):
            return None  # Word gives no number to a section break that stands alone
        level = self.file.lists.level_of(numbering, num_id, shape.level, style)
        number = self.counters.next(numbering, num_id, level)
        return number if shape.written_number is None else as_written(number, shape.written_number)

    def _gap(self, part: list[Paragraph]) -> None:
        """A space between a run-in heading and what it runs into, where neither brings one."""
        following = next(
            (
                one.text
                for paragraph in part
                for one in paragraph.pieces
                if isinstance(one, Piece) and shows(one.standing, self.view)
            ),
            "",
        )
        if self._out and self._out[-1] and not self._out[-1][-1].isspace() and not following[:1].isspace():
            self.write(" ", furniture=True)

    def _piece(self, piece: Piece, *, hides: bool) -> bool:
        """Write a piece of text, unless it is part of what a field is told, or hidden. `hides`: the style of its
        paragraph hides what is not said to be shown."""
        if self._told:
            return False
        if piece.emphasis & HIDDEN or (hides and not piece.emphasis & SHOWN):
            self.hidden += len(piece.text)
            if not self._with_hidden:
                return False
            self.furniture.append((self.length, self.length + len(piece.text)))
        start = self.length
        self._tracked(self._shifted(piece), piece.standing)
        self.placed.append((start, self.length, piece))
        return True

    def _shifted(self, piece: Piece) -> str:
        """The text of a piece, its figures raised or lowered."""
        if piece.emphasis & RAISED:
            return raised(piece.text)
        if not piece.emphasis & LOWERED:
            return piece.text
        before = next((one for one in reversed(self._out) if one), "")
        text = piece.text if self.length == self._plain_to else lowered(piece.text, before)
        if text == piece.text:
            self._plain_to = self.length + len(text)
        return text

    # Anchors

    def _anchor(self, anchor: Anchor, index: int) -> None:
        match anchor.kind:
            case "bookmark":
                self._bookmarks.setdefault(anchor.value, index)
            case "field":
                self._fields.append(_Field())
                self._told += 1
            case "instruction":
                if self._fields:
                    self._fields[-1].parts.append(anchor.value)
            case "result":
                self._result(index)
            case "field_end":
                self._field_end(index)
            case "footnote":
                self.footnotes[anchor.value] = None
            case "endnote":
                self.endnotes[anchor.value] = None
            case "comment":
                self.comments[anchor.value] = None
            case "comment_start":
                self.comments[anchor.value] = None
                self._open_comments[anchor.value] = self.length
            case "comment_end":
                start = self._open_comments.pop(anchor.value, None)
                if start is not None:
                    self.anchored.append(Anchored(anchor.value, start, self.length))
            case _:
                self.textboxes.append((self._boxes[int(anchor.value)], self._boxes))

    def _result(self, index: int) -> None:
        if not self._fields:
            return
        field = self._fields[-1]
        self._told -= field.instruction is None
        field.instruction = instruction_of("".join(field.parts))
        field.start = self.length
        if field.instruction.name in _CONTENTS_FIELDS and self._contents_from is None:
            self._contents_from = index

    def _field_end(self, index: int) -> None:
        if not self._fields:
            return
        field = self._fields.pop()
        self._told -= field.instruction is None
        if field.instruction is None:
            if instruction_of("".join(field.parts)).name in _COUNTING_FIELDS:
                self.notes[
                    "numbers that fields count (LISTNUM, AUTONUM) are not kept in the file and are missing"
                ] = None
            return
        if field.instruction.name in _CONTENTS_FIELDS:
            self._contents_from = None
        elif field.instruction.target is not None and field.start < self.length:
            self._references.append((field.start, self.length, field.instruction, index))

    def _end_instructions(self) -> None:
        """A field that begins and is never told where its result begins must not hide the rest of the document."""
        while self._fields and self._fields[-1].instruction is None:
            self._fields.pop()
            self._told -= 1

    def _end_unfinished(self, before: int) -> None:
        """A table of contents without an end must not swallow the document."""
        if self._contents_from is not None:
            for at in range(max(before, self._contents_from), len(self.lines)):
                line = self.lines[at]
                self.lines[at] = msgspec.structs.replace(line, contents=line.style.contents)
            self._contents_from = None
        self._fields.clear()
        self._told = 0

    def references(self) -> tuple[CrossReference, ...]:
        """The fields that refer to a numbered paragraph, or to a bookmark that is gone, in order."""
        text = self.text
        found = []
        for start, end, instruction, index in sorted(self._references, key=lambda one: one[:2]):
            target = self._bookmarks.get(instruction.target or "")
            shown = text[start:end]
            if target is None:
                found.append(CrossReference(start, end, shown, ""))
            elif instruction.wants_number:
                here = self.lines[index].number if index < len(self.lines) else None
                computed = number_shown(instruction, self.lines[target].number, here, shown)
                found.append(CrossReference(start, end, shown, computed))
        return tuple(found)


__all__ = ["BAR", "Anchored", "Composer", "Line"]
