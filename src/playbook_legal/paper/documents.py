"""The paper: documents of sections, and the record that holds them.

A section keeps its place in the source file (character offsets, line), so that evidence can point at the very
words. Texts are normalized when first compared, once.
"""

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from typing import Literal, Protocol

import msgspec

from ..text import Passage, normalize_text
from .citations import FULL, Citation, parse_citation
from .outline import Outline

MAXIMUM_HITS = 20
_AROUND = 80  # characters of context on each side of a hit


class Comparable(Protocol):
    """A text ready for comparison, and the way back to it as written: what `text.Passage` offers."""

    @property
    def text(self) -> str:
        """The text in the form in which it is compared."""

    def source_span(self, start: int, end: int) -> tuple[int, int]:
        """Characters of the text as written that `text[start:end]` came from; needs `start < end`."""

    def find(self, normalized: str) -> tuple[int, int] | None:
        """Where the passage first stands, in characters of the text as written; None when it does not."""


class Section(msgspec.Struct, frozen=True, dict=True):
    """A citable unit of a document.

    `text` is as written, heading line included, without blank lines at its ends; it is the source's
    `[start:start + len(text)]`, and `line` (from 1) is where it begins. `reading` is how the text is compared where
    that is not literally.
    """

    document_id: str
    token: str
    title: str
    text: str
    start: int
    line: int
    reading: Comparable | None = None

    @property
    def citation(self) -> Citation:
        """The citation that names the section."""
        return Citation(self.document_id, self.token)

    @cached_property
    def passage(self) -> Comparable:
        """The text ready for comparison."""
        return Passage(self.text) if self.reading is None else self.reading


DocumentKind = Literal["matter", "markdown", "text", "word", "pdf"]
View = Literal["accepted", "original"]


class Change(msgspec.Struct, frozen=True):
    """A tracked change in a view of a Word file: characters `[start, end)` of the view's text, who made it, and
    when (as the file has it). The accepted view holds what was inserted or moved here, the original view what was
    deleted or moved away."""

    start: int
    end: int
    kind: Literal["inserted", "deleted", "moved_here", "moved_away"]
    author: str
    date: str


class Gap(msgspec.Struct, frozen=True):
    """Words that the other view of a Word file has before the character `at` of this one, and whose change that is:
    in the accepted view words that were struck out, in the original view words that were put in."""

    at: int
    text: str
    author: str


class CrossReference(msgspec.Struct, frozen=True):
    """A field that refers to a numbered paragraph: characters `[start, end)` of the text, the text the file shows
    for it, and the number computed for its target (empty where the target is gone)."""

    start: int
    end: int
    shown: str
    computed: str


class Document(msgspec.Struct, frozen=True, dict=True):
    """A document of the record. `text` is what stands in it: of a text file the whole source without its
    byte-order mark, of Word and PDF the text read from it. `sections` are its parts in order, none within another.
    `sha256` is of the file's bytes; `name` is how messages call the file.

    A matter's document has no `outline`; every other kind has one, and its `sections` are the own texts of the
    outline's units. `furniture` are the characters `[start, end)` that belong to the page and not to the sentence
    (page numbers, running heads, automatic numbers of paragraphs), in order. `markup` are the characters `[start, end)`
    of a text file that mark the text and are not part of it (emphasis, tags, link targets, list numbers), and
    `substitutions` the characters that stand for others (`&amp;` for `&`; the edge of a table's cell for a character
    that no quotation has): what a reader of the paper sees is the text without the one and with the other, see
    `rendering.Rendered`. Both are in order, without overlap. `encoding` is that of a text file
    other than UTF-8. `notes` are remarks on how the file was read, a line each. `pages` are where the pages of a
    PDF begin. A Word file with tracked changes has two views: `text` is that of `view`, `other_view` is the other
    one, whose own `other_view` is None. `gaps` are the words that only the other one has.
    """

    id: str
    title: str
    text: str
    sections: tuple[Section, ...]
    sha256: str
    name: str
    kind: DocumentKind = "matter"
    outline: Outline | None = None
    furniture: tuple[tuple[int, int], ...] = ()
    markup: tuple[tuple[int, int], ...] = ()
    substitutions: tuple[tuple[int, int, str], ...] = ()
    encoding: str = ""
    notes: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()
    references: tuple[CrossReference, ...] = ()
    view: View | None = None
    other_view: "Document | None" = None
    gaps: tuple[Gap, ...] = ()

    @cached_property
    def content(self) -> str:
        """The text as it is handed to a reader: without blank lines at its ends."""
        return self.text.strip()

    @cached_property
    def _by_token(self) -> dict[str, tuple[Section, ...]]:
        found: dict[str, list[Section]] = {}
        for section in self.sections:
            found.setdefault(section.token, []).append(section)
        return {token: tuple(sections) for token, sections in found.items()}

    def places(self, token: str) -> tuple[Section, ...]:
        """The sections under `token`, in order: usually one, none when there is no such section, several when
        the document uses a number twice."""
        return self._by_token.get(token, ())

    def section_at(self, position: int) -> Section:
        """The section that the character at `position` stands in or right behind; the first, if it stands before it."""
        number = bisect_right(self.sections, position, key=lambda section: section.start)
        return self.sections[max(number - 1, 0)]

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """Section tokens in the order of the document, each once."""
        return tuple(self._by_token)

    @property
    def reused_tokens(self) -> tuple[str, ...]:
        """Tokens that more than one section bears."""
        return tuple(token for token, places in self._by_token.items() if len(places) > 1)


class Hit(msgspec.Struct, frozen=True):
    """A section in which a search found its words, and what stands around the first of them."""

    document_id: str
    section: str
    snippet: str


class Record(msgspec.Struct, frozen=True, dict=True):
    """The documents of a matter or a deal folder, in the order of the manifest. Nothing here leads back to the
    folder the paper came from. `id` is the matter's id or the folder's name."""

    id: str
    title: str
    documents: tuple[Document, ...]

    @cached_property
    def _by_id(self) -> dict[str, Document]:
        return {document.id: document for document in self.documents}

    def document(self, document_id: str) -> Document | None:
        """The document of that id, or None."""
        return self._by_id.get(document_id)

    def sections(self, citation: Citation | str) -> tuple[Section, ...]:
        """What `citation` names: usually one section, none when it does not resolve, several when the number
        is used twice."""
        cited = parse_citation(citation) if isinstance(citation, str) else citation
        if cited is None:
            return ()
        document = self._by_id.get(cited.document_id)
        return () if document is None else document.places(cited.token)

    def all_sections(self) -> Iterator[Section]:
        """Every section of every document, in order."""
        for document in self.documents:
            yield from document.sections

    def search(self, query: str) -> list[Hit]:
        """Every section that contains `query` (normalized text, literal), in the order of the record."""
        wanted = normalize_text(query)
        if not wanted:
            return []
        hits = []
        for section in self.all_sections():
            span = section.passage.find(wanted)
            if span is not None:
                hits.append(Hit(section.document_id, section.token, _snippet(section.text, *span)))
        return hits


def _snippet(text: str, start: int, end: int) -> str:
    left, right = max(0, start - _AROUND), min(len(text), end + _AROUND)
    if left > 0:  # do not begin in the middle of a word
        left = next((at + 1 for at in range(left - 1, start) if text[at].isspace()), left)
    if right < len(text):
        right = next((at for at in range(right, end - 1, -1) if text[at].isspace()), right)
    inside = " ".join(text[left:right].split())
    return ("… " if left > 0 else "") + inside + (" …" if right < len(text) else "")


__all__ = ["FULL", "MAXIMUM_HITS", "Document", "Hit", "Record", "Section"]
