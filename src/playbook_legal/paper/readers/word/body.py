"""A view of a Word file as text: a paragraph a line, with its automatic number in front as printed.

The numbers and the labels of notes are *furniture*: they belong to the page, so that a quotation may leave them out.
Hidden text is on no page and is left out. Raised and lowered figures are characters of their own (`raised`). A row of a
table is written `│ cell │ cell │`; the bars are none of the furniture, because a quotation must not run from one cell
into the next. A line break inside a paragraph is a line feed, a tab a tab. A mark of a footnote or comment inside a
sentence leaves nothing behind.

Where a view does not show the end of a paragraph, it runs on into the next, whose properties hold for both, as in
Word. A style separator puts two paragraphs on one line as well; there the first one's properties hold.
"""

import msgspec

from ...documents import CrossReference, View
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
    has_text,
    shows,
)
from .content import Content
from .file import WordFile
from .lines import grouped
from .numbering import Counters, Number, as_written
from .open_fields import OpenFields
from .styles import BODY_LEVEL, Style
from .writing import Writing

BAR = "│"
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


class Composer:
    """A view as it is being written. The parts of a file are written one after the other; numbers, fields and
    bookmarks go through all of them. `hidden` counts the characters of hidden text; `with_hidden`: it is written as
    well, as furniture."""

    def __init__(self, file: WordFile, view: View, *, with_hidden: bool = False) -> None:
        self.file, self.view, self._with_hidden = file, view, with_hidden
        self.hidden = 0
        self._plain_to = -1  # the end of lowered figures that were written plainly
        self.writing = Writing(view)
        self.counters = Counters(file.language)
        self.lines: list[Line] = []
        self.anchored: list[Anchored] = []
        self.placed: list[tuple[int, int, Piece]] = []
        self.footnotes: dict[str, None] = {}
        self.endnotes: dict[str, None] = {}
        self.comments: dict[str, None] = {}
        self.textboxes: list[tuple[tuple[Block, ...], tuple[tuple[Block, ...], ...]]] = []
        self.written: list[tuple[tuple[Block, ...], int, int]] = []  # blocks, and which lines are theirs
        self.notes: dict[str, None] = {}
        self._fields = OpenFields(self.notes)
        self._open_comments: dict[str, int] = {}
        self._cells = 0

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
                self.writing.write_tracked(BAR, border.standing)
            case "cell":
                self._cells += 1
                self.writing.write(" ")
            case "cell_end":
                self._cells -= 1
                self.writing.take_back_line_feed()  # the last paragraph of a cell ends with the cell
                self.writing.write_tracked(f" {BAR}", border.standing)
            case _:
                self.writing.write_tracked("\n", border.standing)

    # Paragraphs

    def _line(self, parts: list[list[Paragraph]], first: int, last: int) -> None:
        """A line of one paragraph, or of several that are printed as one. Each part of `parts` is a paragraph in
        this view, made of paragraphs of the file whose ends it does not show."""
        ending = parts[0][-1]
        shape = ending.shape(self.view)
        style = self.file.styles.paragraph(shape.style)
        start = self.writing.length
        number = self._number(shape, style, parts[0])
        if number is not None and number.printed:
            self.writing.write(number.printed + number.suffix, furniture=True)
        begins = lead_end = self.writing.length
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
                            self.writing.leave_out(piece)
                        continue
                    if isinstance(piece, Anchor):
                        self._anchor(piece, index)
                    elif self._piece(piece, hides=hides or False):
                        emphasized = bool(piece.emphasis & _STRONG) or not piece.text.strip()
                        strong = strong and emphasized
                        leading = leading and emphasized
                        if leading:
                            lead_end = self.writing.length
            if not at and len(parts) > 1:
                leading, lead_end = False, self.writing.length
        end = self.writing.length
        self._fields.end_line()
        contents = style.contents or any(one.contents for part in parts for one in part)
        self.lines.append(
            Line(
                start, begins, end, lead_end, strong and end > begins, number, style,
                min(max(style.outline if shape.outline is None else shape.outline, 0), BODY_LEVEL),
                style.centered if shape.centered is None else shape.centered,
                shape.indent, contents or self._fields.in_contents, self._cells > 0, first, last,
            )
        )  # fmt: skip
        self.writing.write_tracked("\n", parts[-1][-1].mark)

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
        last = self.writing.last[-1:]
        if last and not last.isspace() and not following[:1].isspace():
            self.writing.write(" ", furniture=True)

    def _piece(self, piece: Piece, *, hides: bool) -> bool:
        """Write a piece of text, unless it is part of what a field is told, or hidden. `hides`: the style of its
        paragraph hides what is not said to be shown."""
        if self._fields.telling:
            return False
        hidden = bool(piece.emphasis & HIDDEN or (hides and not piece.emphasis & SHOWN))
        if hidden:
            self.hidden += len(piece.text)
            if not self._with_hidden:
                return False
        start = self.writing.length
        self.writing.write_tracked(self._shifted(piece), piece.standing, furniture=hidden)
        self.placed.append((start, self.writing.length, piece))
        return True

    def _shifted(self, piece: Piece) -> str:
        """The text of a piece, its figures raised or lowered."""
        if piece.emphasis & RAISED:
            return raised(piece.text)
        if not piece.emphasis & LOWERED:
            return piece.text
        plainly = self.writing.length == self._plain_to
        text = piece.text if plainly else lowered(piece.text, self.writing.last)
        if text == piece.text:
            self._plain_to = self.writing.length + len(text)
        return text

    # Anchors

    def _anchor(self, anchor: Anchor, index: int) -> None:
        match anchor.kind:
            case "bookmark" | "field" | "instruction" | "result" | "field_end":
                self._fields.mark(anchor, index, self.writing.length)
            case "footnote":
                self.footnotes[anchor.value] = None
            case "endnote":
                self.endnotes[anchor.value] = None
            case "comment":
                self.comments[anchor.value] = None
            case "comment_start":
                self.comments[anchor.value] = None
                self._open_comments[anchor.value] = self.writing.length
            case "comment_end":
                start = self._open_comments.pop(anchor.value, None)
                if start is not None:
                    self.anchored.append(Anchored(anchor.value, start, self.writing.length))
            case _:
                self.textboxes.append((self._boxes[int(anchor.value)], self._boxes))

    def _end_unfinished(self, before: int) -> None:
        """A table of contents without an end must not swallow the document."""
        contents_from = self._fields.end_part()
        if contents_from is not None:
            for at in range(max(before, contents_from), len(self.lines)):
                line = self.lines[at]
                self.lines[at] = msgspec.structs.replace(line, contents=line.style.contents)

    def references(self) -> tuple[CrossReference, ...]:
        """The fields that refer to a numbered paragraph, or to a bookmark that is gone, in order."""
        return self._fields.references(self.writing.text, [line.number for line in self.lines])


__all__ = ["BAR", "Anchored", "Composer", "Line"]
