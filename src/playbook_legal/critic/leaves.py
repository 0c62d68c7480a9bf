"""The documents of a record as they are read: the card that a report shows, the file before it is read, and the text
with what is made of it."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import msgspec

from ..paper.documents import Document
from ..paper.firewall import Admitted
from ..paper.inline_marks import may_be_marked
from ..paper.readers.markdown import read_markdown
from ..problems import Problem, UnusableInputError
from ..text import normalized_bytes
from .cache import Cache

if TYPE_CHECKING:  # a matter needs neither
    from ..paper.reading import Paper
    from .cache.documents import Identity

# The first character of each `## ` heading.
_TOKEN = re.compile(r"\n## +(\S)")

CardKind = Literal["matter", "markdown", "text", "word", "pdf", "unreadable"]
ViewPolicy = Literal["accepted", "original", "both"]


class Card(msgspec.Struct, frozen=True):
    """What a report says of a document: its id and title, its file's name within the record, and the SHA-256 of
    the file's bytes.

    Of a deal folder also the kind of paper, the encoding of a text other than UTF-8, remarks on the reading, and,
    where nothing can be verified against it, why it is `unreadable`.
    """

    id: str
    title: str
    name: str
    sha256: str
    kind: CardKind = "matter"
    encoding: str = ""
    notes: tuple[str, ...] = ()
    unreadable: str = ""


class UnreadDocument(msgspec.Struct, frozen=True):
    """A document before it is read, or before it is read again: then `card` is that of the first reading."""

    index: int
    id: str
    title: str
    file: Admitted
    card: Card | None
    is_matter: bool = True
    view: ViewPolicy = "accepted"
    cache: Cache | None = None

    def read(self) -> "Leaf":
        """The text of the document; a second reading must be of the very text of the first."""
        if not self.is_matter:
            return self._read_paper()
        source = self.file.read(suspicious=self.card is None)
        self._check_unchanged(source.sha256)
        card = self.card or Card(self.id, self.title, source.name, source.sha256)
        return Leaf(self.index, card, source.text)

    def _check_unchanged(self, sha256: str) -> None:
        if self.card is not None and sha256 != self.card.sha256:
            message = "the document changed while it was being verified"
            raise UnusableInputError([Problem(self.file.name, 0, 0, "file", message)])

    def _read_paper(self) -> "Leaf":
        """The same for a document of a deal folder, which may be paper of any kind. One that cannot be read is kept
        with the reason, so that what cites it is not called invented; Markdown that is no UTF-8 is refused, in a
        matter and in a folder alike."""
        from ..paper.firewall import refuse_answer_key
        from ..paper.reading import source_of
        from ..paper.suffixes import MARKDOWN_SUFFIXES

        data = self.file.read_bytes()
        name = self.file.name
        try:
            paper = self._paper(data)
        except UnusableInputError as error:
            if name.lower().endswith(MARKDOWN_SUFFIXES) and error.problems[0].rule == "encoding":
                raise
            return self._unreadable(data, error.problems[0].message)
        if self.card is None:
            refuse_answer_key(source_of(paper, name))
        self._check_unchanged(paper.sha256)
        made = _in_view(paper, self.view)
        notes = paper.notes if made is None else made.notes
        card = self.card or Card(self.id, self.title, name, paper.sha256, paper.kind, paper.encoding, notes)
        text = paper.text if made is None else made.text
        return Leaf(self.index, card, text, paper.kind, made, self.view, self.cache)

    def _paper(self, data: bytes) -> "Paper":
        """What is in the file's bytes. What Word and PDF were taken apart into is kept."""
        import hashlib

        from ..paper.reading import Paper, kind_of, read_paper

        name = self.file.name
        card = self.card
        if card is not None and card.kind in ("markdown", "text") and not card.encoding:
            sha256 = hashlib.sha256(data).hexdigest()
            if card.sha256 == sha256:  # what it is has been told before
                return Paper(card.kind, data.decode().removeprefix("\ufeff"), sha256)
        elif self.cache is not None and kind_of(data, name) in ("word", "pdf"):
            sha256 = hashlib.sha256(data).hexdigest()
            from .cache.documents import Identity, kept_document

            def made() -> Document:
                document = read_paper(self.id, self.title, data, name).document
                assert document is not None
                return document

            identity = Identity(self.id, self.title, name, sha256)
            document = kept_document(self.cache, identity, ("paper",), None, made)
            return Paper(kind_of(data, name), document.text, sha256, "", document)
        return read_paper(self.id, self.title, data, name)

    def _unreadable(self, data: bytes, reason: str) -> "Leaf":
        import hashlib

        sha256 = hashlib.sha256(data).hexdigest()
        self._check_unchanged(sha256)
        card = self.card or Card(self.id, self.title, self.file.name, sha256, "unreadable", unreadable=reason)
        return Leaf(self.index, card, "", "text")


def _in_view(paper: "Paper", view: ViewPolicy) -> Document | None:
    """The document of a Word or PDF file as it is verified against; None for a text, which is taken apart later."""
    made = paper.document
    if made is None or view != "original" or made.other_view is None:
        return made
    other = made.other_view
    return msgspec.structs.replace(other, other_view=msgspec.structs.replace(made, other_view=None))


class RecordPart(msgspec.Struct, frozen=True):
    """Some documents of a record, in order."""

    documents: tuple[UnreadDocument, ...]

    def pass_through(self) -> "Iterator[Leaf]":
        """The text of every document of the part, in order."""
        return (one.read() for one in self.documents)


class Leaf(msgspec.Struct, frozen=True, dict=True):
    """The text of a document, its index in the record and its card; its kind, and what a file of Word or PDF was
    taken apart into, in that `view`. `cache` keeps what is made of it."""

    index: int
    card: Card
    text: str
    kind: Literal["matter", "markdown", "text", "word", "pdf"] = "matter"
    made: Document | None = None
    view: ViewPolicy = "accepted"
    cache: Cache | None = None

    def document(self) -> Document:
        """The document, taken apart into sections: Markdown in the manner of a matter as a matter's, everything
        else with its outline."""
        if self.is_in_the_manner_of_a_matter:
            card = self.card
            return read_markdown(card.id, card.title, self.text, card.sha256, card.name)
        return self.outlined()

    @cached_property
    def is_in_the_manner_of_a_matter(self) -> bool:
        """Whether it is a matter's document, or Markdown most of whose `## ` headings bear numbers, as those of a
        matter do. To a matter a document without any such heading is wholly `full`; its outline has more to cite."""
        if self.kind != "markdown":
            return self.kind == "matter"
        first = _TOKEN.match("\n" + self.text[:200])
        tokens = [*([first.group(1)] if first is not None else []), *_TOKEN.findall(self.text)]
        return bool(tokens) and 2 * sum(token.isdigit() for token in tokens) >= len(tokens)

    @cached_property
    def may_be_marked(self) -> bool:
        """Whether it may hold marks of Markdown other than those of headings."""
        return may_be_marked(self.text)

    def outlined(self) -> Document:
        """The document with its outline."""
        if self.made is not None:
            return self.made
        if self.cache is None:
            return self._taken_apart()
        from .cache.documents import kept_document

        more = ("text", self.kind, self.card.encoding)
        return kept_document(self.cache, self.identity, more, self.text, self._taken_apart)

    def _taken_apart(self) -> Document:
        from ..paper.reading import Paper, as_document

        assert self.kind != "matter"
        paper = Paper(self.kind, self.text, self.card.sha256, self.card.encoding)
        return as_document(paper, self.card.id, self.card.title, self.card.name)

    @cached_property
    def normalized(self) -> bytes:
        """The text as it is compared literally, in UTF-8."""
        return normalized_bytes(self.text)

    @property
    def is_normalized(self) -> bool:
        """Whether `normalized` was asked for, and is kept."""
        return "normalized" in self.__dict__

    def forget_normalized(self) -> None:
        """Let go of `normalized`, which is as long as the text."""
        self.__dict__.pop("normalized", None)

    def speaks_of_amending(self) -> bool:
        """Whether the document may amend another; in a matter nothing is asked of that."""
        if self.kind == "matter":
            return False
        from .amending import speaks_of_amending

        return speaks_of_amending(self.normalized)

    @property
    def opening(self) -> str:
        """The beginning of the text, as much of it as says what paper it is."""
        from ..paper.openings import OPENING

        return self.text[:OPENING]

    @property
    def identity(self) -> "Identity":
        """What the document is called, and the hash of its file."""
        from .cache.documents import Identity

        return Identity(self.card.id, self.card.title, self.card.name, self.card.sha256)
