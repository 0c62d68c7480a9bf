"""The values that a walk through a Word file yields: pieces of text, anchors, paragraphs, borders of cells and rows.

Nothing is left out because of tracked changes; everything knows whether it was inserted or deleted, by whom, and a
view is what remains when one kind is left out (`shows`).
"""

import msgspec

from ...documents import View
from .names import Element

# `SHOWN` is said to be so, whatever its paragraph's style says of hidden text.
BOLD, UNDERLINED, HIDDEN, SHOWN, RAISED, LOWERED = 1, 2, 4, 8, 16, 32


class Revision(msgspec.Struct, frozen=True, gc=False):
    """Who changed something, and when, as the file has it. `moved`: it went to or came from another place."""

    author: str
    date: str
    moved: bool = False


class Standing(msgspec.Struct, frozen=True, gc=False):
    """Whether something was inserted, deleted, or both (inserted by one, deleted by another)."""

    inserted: Revision | None = None
    deleted: Revision | None = None


UNCHANGED = Standing()


def shows(standing: Standing, view: View) -> bool:
    """Whether a view shows what has this standing."""
    return standing.deleted is None if view == "accepted" else standing.inserted is None


class Piece(msgspec.Struct, frozen=True, gc=False):
    """Text of one standing and one emphasis (`BOLD`, `UNDERLINED`, `HIDDEN` and so on). `element` holds it in the
    XML."""

    text: str
    standing: Standing
    emphasis: int
    element: Element


class Anchor(msgspec.Struct, frozen=True, gc=False):
    """A place in a paragraph without a text of its own. `kind` is `bookmark`, `footnote`, `endnote`, `comment_start`,
    `comment_end`, `comment`, `textbox`, or a mark of a field: `field`, `instruction`, `result`, `field_end`.
    `value` is its name, id or instruction, or the index of the text box."""

    kind: str
    value: str
    standing: Standing


class Shape(msgspec.Struct, frozen=True, gc=False):
    """What a paragraph's properties say, where they say it. `written_number` is the number that a file of the old
    way of tracking keeps as text."""

    style: str | None = None
    num_id: str | None = None
    level: int | None = None
    outline: int | None = None
    centered: bool | None = None
    indent: int | None = None
    written_number: str | None = None


class Paragraph(msgspec.Struct, frozen=True, gc=False):
    """A paragraph. `mark` is the standing of its end; where a view does not show it, the paragraph runs on into the
    next one. `runs_on`: its end is a style separator, and the next paragraph is printed on the same line.
    `contents`: it stands in a table of contents. `breaks_section`: it carries a section break."""

    pieces: tuple[Piece | Anchor, ...]
    accepted: Shape
    original: Shape
    mark: Standing
    runs_on: bool
    breaks_section: bool
    contents: bool
    element: Element

    def shape(self, view: View) -> Shape:
        """The properties in a view."""
        return self.accepted if view == "accepted" else self.original


class Border(msgspec.Struct, frozen=True, gc=False):
    """Where a row or a cell of a table begins or ends: `row`, `cell`, `cell_end`, `row_end`."""

    kind: str
    standing: Standing


Block = Paragraph | Border


def has_text(paragraph: Paragraph, view: View) -> bool:
    """Whether a paragraph has text in a view that is more than white space."""
    return any(
        isinstance(one, Piece) and shows(one.standing, view) and not one.text.isspace()
        for one in paragraph.pieces
    )


__all__ = [
    "BOLD",
    "HIDDEN",
    "LOWERED",
    "RAISED",
    "SHOWN",
    "UNCHANGED",
    "UNDERLINED",
    "Anchor",
    "Block",
    "Border",
    "Paragraph",
    "Piece",
    "Revision",
    "Shape",
    "Standing",
    "has_text",
    "shows",
]
