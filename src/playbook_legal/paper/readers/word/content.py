"""What a Word file holds, in order, with who inserted or deleted it.

The XML is walked once. What comes out are `Block`s: paragraphs of pieces of text and anchors, and the borders of
table rows and cells, whatever was inserted or deleted among them.

Wrappers that only group (content controls, links, smart tags) are looked through. Of content held in several
versions the first is taken. A text box is content of its own, kept with the place it is anchored to.
"""

from collections.abc import Iterator

import msgspec

from ...unreadable import unreadable
from . import symbols
from .blocks import UNCHANGED, Anchor, Block, Border, Paragraph, Piece, Shape, Standing
from .formulas import formula_pieces
from .names import ALTERNATE, ID, NAME, PPR, RPR, TEXTBOX_CONTENT, VAL, Element, P, R, T, chosen, is_on, w
from .properties import emphasis_of
from .revisions import REVISIONS, Revisions
from .styles import Styles

# Bounds. A contract of 400 pages has some 4,000 paragraphs and 40,000 runs.
MAXIMUM_PARAGRAPHS = 250_000
MAXIMUM_RUNS = 1_000_000

_TABLE, _ROW, _CELL, _ROW_PR, _CELL_PR = w("tbl"), w("tr"), w("tc"), w("trPr"), w("tcPr")
_SDT, _SDT_PR, _GALLERY = w("sdt"), w("sdtPr"), w("docPartGallery")
_THROUGH = frozenset(
    map(w, ("hyperlink", "smartTag", "customXml", "dir", "bdo", "sdtContent", "rubyBase", "txbxContent"))
)
_RUBY, _RUBY_BASE = w("ruby"), w("rubyBase")
_DRAWN = frozenset(map(w, ("drawing", "pict", "object")))
_DEL_TEXT, _TAB, _BR, _CR, _PTAB, _NO_BREAK, _SOFT, _SYMBOL = map(
    w, ("delText", "tab", "br", "cr", "ptab", "noBreakHyphen", "softHyphen", "sym")
)  # fmt: skip
_FIELD_CHAR, _INSTRUCTION, _DEL_INSTRUCTION, _SIMPLE = map(
    w, ("fldChar", "instrText", "delInstrText", "fldSimple")
)
_TEXTS, _INSTRUCTIONS = frozenset((T, _DEL_TEXT)), frozenset((_INSTRUCTION, _DEL_INSTRUCTION))
_FIELD_TYPE, _INSTR = w("fldCharType"), w("instr")
_FIELD_MARKS = {"begin": "field", "separate": "result", "end": "field_end"}
_SIMPLE_ANCHORS = {
    w("bookmarkStart"): ("bookmark", NAME),
    w("commentRangeStart"): ("comment_start", ID),
    w("commentRangeEnd"): ("comment_end", ID),
}
_RUN_ANCHORS = {
    w("footnoteReference"): "footnote", w("endnoteReference"): "endnote", w("commentReference"): "comment",
}  # fmt: skip
_FIXED_TEXT = {_TAB: "\t", _PTAB: "\t", _BR: "\n", _CR: "\n", _NO_BREAK: "\u2011", _SOFT: "\u00ad"}
_SECTION, _SEPARATOR = w("sectPr"), w("specVanish")
_FONT, _CHAR = w("font"), w("char")
_ELSEWHERE = frozenset(map(w, ("altChunk", "subDoc")))
_KEPT_ELSEWHERE = "a part of the document is kept as another file inside it and was not read"
_NO_SHAPE = Shape()


class Content(msgspec.Struct, frozen=True):
    """Blocks in order, the text boxes anchored in them, and what could not be read."""

    blocks: tuple[Block, ...]
    textboxes: tuple[tuple[Block, ...], ...]
    unread: tuple[str, ...]
    tracked: bool


def content_of(root: Element, styles: Styles, name: str) -> Content:
    """What stands in `root`, the body of a part or one of its notes, of the file called `name`. Raises
    `UnusableInputError` when it has more paragraphs or runs than any document."""
    walk = _Walk(styles, name)
    blocks: list[Block] = []
    walk.blocks(root, UNCHANGED, blocks)
    walk.close(blocks)
    return Content(tuple(blocks), tuple(walk.textboxes), tuple(walk.unread), walk.revisions.tracked)


class _Walk:
    """One pass through a part. `_waiting` are anchors that stand between paragraphs; the next one takes them."""

    def __init__(self, styles: Styles, name: str) -> None:
        self._styles, self._name = styles, name
        self._paragraphs = self._runs = 0
        self.textboxes: list[tuple[Block, ...]] = []
        self.unread: dict[str, None] = {}
        self.revisions = Revisions()
        self._waiting: list[Piece | Anchor] = []
        self._in_contents = 0

    def close(self, blocks: list[Block]) -> None:
        """Give what still waits to the last paragraph."""
        for at in range(len(blocks) - 1, -1, -1):
            last = blocks[at]
            if self._waiting and isinstance(last, Paragraph):
                blocks[at] = msgspec.structs.replace(last, pieces=(*last.pieces, *self._waiting))
                self._waiting = []

    def blocks(self, parent: Element, standing: Standing, out: list[Block]) -> None:
        for one in parent:
            tag = one.tag
            if tag == P:
                out.append(self._paragraph(one, standing))
            elif tag == _TABLE:
                self._table(one, standing, out)
            elif tag == _SDT:
                contents = _is_contents(one)
                self._in_contents += contents
                self.blocks(one, standing, out)
                self._in_contents -= contents
            elif tag in REVISIONS:
                self.blocks(one, self.revisions.inside(standing, one), out)
            elif tag in _THROUGH:
                self.blocks(one, standing, out)
            elif tag == ALTERNATE:
                self.blocks(chosen(one), standing, out)
            elif tag in _SIMPLE_ANCHORS:
                self._waiting.append(_anchor(one, standing))
            elif tag in _ELSEWHERE:
                self.unread[_KEPT_ELSEWHERE] = None

    def _table(self, table: Element, standing: Standing, out: list[Block]) -> None:
        for row in _children(table, _ROW):
            properties = row.find(_ROW_PR)
            of_row = standing if properties is None else self.revisions.of_row(standing, properties)
            out.append(Border("row", of_row))
            for cell in _children(row, _CELL):
                inside = cell.find(_CELL_PR)
                of_cell = of_row if inside is None else self.revisions.of_cell(of_row, inside)
                out.append(Border("cell", of_cell))
                self.blocks(cell, of_cell, out)
                out.append(Border("cell_end", of_cell))
            out.append(Border("row_end", of_row))

    def _paragraph(self, paragraph: Element, standing: Standing) -> Paragraph:
        self._paragraphs += 1
        if self._paragraphs > MAXIMUM_PARAGRAPHS or self._runs > MAXIMUM_RUNS:
            raise unreadable(
                self._name,
                f"it has more than {MAXIMUM_PARAGRAPHS} paragraphs or {MAXIMUM_RUNS} runs; split the file",
            )
        pieces = self._waiting
        self._waiting = []
        properties = paragraph.find(PPR)
        mark, runs_on, breaks = standing, False, False
        accepted = original = _NO_SHAPE
        if properties is not None:
            accepted, original = self.revisions.shapes(properties)
            breaks = properties.find(_SECTION) is not None
            run = properties.find(RPR)
            if run is not None and len(run):
                mark = self.revisions.of_end(standing, run)
                runs_on = is_on(run.find(_SEPARATOR))
        self.runs(paragraph, standing, pieces)
        return Paragraph(
            tuple(pieces), accepted, original, mark, runs_on, breaks, self._in_contents > 0, paragraph
        )

    def runs(self, parent: Element, standing: Standing, pieces: list[Piece | Anchor]) -> None:
        for one in parent:
            tag = one.tag
            if tag == R:
                self._run(one, standing, pieces)
            elif tag in REVISIONS:
                self.runs(one, self.revisions.inside(standing, one), pieces)
            elif tag in _THROUGH or tag == _SDT:
                self.runs(one, standing, pieces)
            elif tag in _SIMPLE_ANCHORS:
                pieces.append(_anchor(one, standing))
            elif tag == _SIMPLE:
                pieces.append(Anchor("field", "", standing))
                pieces.append(Anchor("instruction", one.get(_INSTR, ""), standing))
                pieces.append(Anchor("result", "", standing))
                self.runs(one, standing, pieces)
                pieces.append(Anchor("field_end", "", standing))
            elif tag == ALTERNATE:
                self.runs(chosen(one), standing, pieces)
            elif tag != PPR:
                self._other(one, standing, pieces)

    def _other(self, one: Element, standing: Standing, pieces: list[Piece | Anchor]) -> None:
        """A formula, or a part that is kept elsewhere."""
        if one.tag in _ELSEWHERE:
            self.unread[_KEPT_ELSEWHERE] = None
        elif len(one):
            pieces += formula_pieces(one, standing)

    def _run(self, run: Element, standing: Standing, pieces: list[Piece | Anchor]) -> None:
        self._runs += 1
        emphasis = 0
        for one in run:
            tag = one.tag
            if tag in _TEXTS:
                text = one.text
                if text:
                    pieces.append(Piece(text, standing, emphasis, one))
            elif tag == RPR:
                emphasis = emphasis_of(one, self._styles)
            elif tag in _FIXED_TEXT:
                pieces.append(Piece(_FIXED_TEXT[tag], standing, emphasis, one))
            elif tag in _RUN_ANCHORS:
                kind = _RUN_ANCHORS[tag]
                pieces.append(Anchor(kind, one.get(ID, ""), UNCHANGED if kind == "comment" else standing))
            elif tag in _INSTRUCTIONS:
                pieces.append(Anchor("instruction", one.text or "", standing))
            elif tag == _FIELD_CHAR:
                mark = _FIELD_MARKS.get(one.get(_FIELD_TYPE, ""))
                if mark is not None:
                    pieces.append(Anchor(mark, "", standing))
            elif tag == _SYMBOL:
                pieces.append(Piece(self._symbol(one), standing, emphasis, one))
            else:
                self._rare(one, standing, pieces)

    def _symbol(self, one: Element) -> str:
        sign = symbols.character(one.get(_FONT, ""), one.get(_CHAR, ""))
        if sign == symbols.UNKNOWN:
            self.unread["a symbol of a font without a meaning in Unicode is shown as \ufffd"] = None
        return sign

    def _rare(self, one: Element, standing: Standing, pieces: list[Piece | Anchor]) -> None:
        """What few runs hold: drawings, content in several versions, phonetic guides."""
        if one.tag in _DRAWN:
            self._drawing(one, standing, pieces)
        elif one.tag == ALTERNATE:
            self._run(chosen(one), standing, pieces)
        elif one.tag == _RUBY:
            for base in one.iterchildren(_RUBY_BASE):
                self.runs(base, standing, pieces)

    def _drawing(self, one: Element, standing: Standing, pieces: list[Piece | Anchor]) -> None:
        """The text boxes in a drawing, each once: a box inside a box belongs to the outer one's content."""
        for box in _outermost(one, TEXTBOX_CONTENT):
            waiting, self._waiting = self._waiting, []
            blocks: list[Block] = []
            at = len(self.textboxes)
            self.textboxes.append(())
            self.blocks(box, standing, blocks)
            self.close(blocks)
            self.textboxes[at] = tuple(blocks)
            self._waiting = waiting
            pieces.append(Anchor("textbox", str(at), standing))


def _anchor(one: Element, standing: Standing) -> Anchor:
    """A bookmark, or where the range of a comment begins or ends; the latter belong to every view, also when they
    stand inside what was inserted or deleted."""
    kind, attribute = _SIMPLE_ANCHORS[one.tag]
    return Anchor(kind, one.get(attribute, ""), standing if kind == "bookmark" else UNCHANGED)


def _children(parent: Element, name: str) -> Iterator[Element]:
    """The rows of a table or the cells of a row, also those inside content controls and the like."""
    for one in parent:
        tag = one.tag
        if tag == name:
            yield one
        elif tag in _THROUGH or tag == _SDT:
            yield from _children(one, name)
        elif tag == ALTERNATE:
            yield from _children(chosen(one), name)


def _outermost(parent: Element, name: str) -> Iterator[Element]:
    """The elements of that name below `parent`, none inside another; of versions of content the first."""
    for one in parent:
        if one.tag == name:
            yield one
        elif one.tag == ALTERNATE:
            yield from _outermost(chosen(one), name)
        else:
            yield from _outermost(one, name)


def _is_contents(control: Element) -> bool:
    """Whether a content control holds a table of contents."""
    properties = control.find(_SDT_PR)
    gallery = None if properties is None else next(properties.iter(_GALLERY), None)
    return gallery is not None and gallery.get(VAL, "").lower() in ("table of contents", "table of figures")


__all__ = ["Content", "content_of"]
