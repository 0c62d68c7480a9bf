"""From the pages of a PDF to a document."""

from bisect import bisect_right
from collections.abc import Sequence

from ...assembly import assembled
from ...documents import Document
from ...page_furniture import furniture_of
from ...typed_lines import lines_of
from ...typed_outline import typed_marks
from ...unreadable import unreadable
from .apart import PageFound, pages_of
from .headings import headings_of
from .legibility import legibility, remarks, unreadable_as_a_whole
from .page_text import UNKNOWN, Style
from .placing import numbers_below, with_headings

# Between two pages: a line that holds a form feed.
BETWEEN_PAGES = "\n\f\n"


def read_pdf(document_id: str, title: str, data: bytes, sha256: str, name: str) -> Document:
    """The document in the PDF with these bytes; `pages` are the characters at which its pages begin, and `notes`
    name the pages that cannot be read.

    Raises `UnreadableDocumentError` when most of its pages cannot be, or the file is locked, damaged or beyond all
    measure, and `UnusableInputError` when the extra `pdf` is not installed.
    """
    found = pages_of(data, name)
    kinds = [legibility(page) for page in found]
    reason = unreadable_as_a_whole(found, kinds)
    if reason:
        raise unreadable(name, reason)
    text = BETWEEN_PAGES.join(page.text for page in found)
    pages = _beginnings([page.text for page in found], BETWEEN_PAGES)
    lines, starts = lines_of(text)
    furniture = furniture_of(lines, starts, pages)
    marks = typed_marks(lines, starts, furniture)
    numbered = {bisect_right(starts, mark.start) - 1 for mark in marks}
    headings = headings_of(lines, _styles(found), furniture, numbered)
    if headings:
        marks = numbers_below(headings, marks, lines, starts, furniture)
        marks = with_headings(marks, headings, lines, starts)
    return assembled(
        "pdf", document_id, title, text, marks, sha256, name,
        furniture=furniture.spans, pages=tuple(pages), notes=remarks(kinds),
    )  # fmt: skip


def _styles(pages: Sequence[PageFound]) -> list[Style]:
    """The styles of the lines of the whole text."""
    styles: list[Style] = []
    for page in pages:
        if styles:
            styles.append(UNKNOWN)
        styles += page.styles or (UNKNOWN,)
    return styles


def _beginnings(pieces: Sequence[str], between: str) -> list[int]:
    """Where each of the pieces begins when they are joined by `between`."""
    beginnings = []
    at = 0
    for piece in pieces:
        beginnings.append(at)
        at += len(piece) + len(between)
    return beginnings
