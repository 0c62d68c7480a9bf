"""The client's record: the paper that work is verified against.

A matter folder (its `matter.yaml` lists the documents) or any folder of Markdown documents becomes a
`ClientRecord`. It knows its documents and no folder: there is no way back from it to what else lies beside the
paper. Every document is read once before there is a report, also one that nothing cites, so that an unreadable
one is found and not passed over; the texts of a large data room are not kept, and read again where needed.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from ..paper.citations import Citation
from ..paper.documents import Document, Record, Section
from ..paper.firewall import Admitted, Firewall
from ..paper.readers.markdown import read_markdown
from ..problems import Problem, UnusableInputError, one_line
from .deal_folder import check_folder, folder_documents

# A record up to this size is kept in memory once it is read; the documents of a larger one are read again when
# they are needed, which costs less than the memory.
_KEPT_BYTES = 32 * 1024 * 1024
_KEPT_DOCUMENTS = 64  # documents kept taken apart into sections, as long as they have together no more than
_KEPT_CHARACTERS = 16 * 1024 * 1024


class Card(msgspec.Struct, frozen=True):
    """What a report says of a document: its id and title, its file's name within the record, and the SHA-256 of
    the file's bytes."""

    id: str
    title: str
    name: str
    sha256: str


class ClientRecord:
    """The documents of a matter or a deal folder.

    `id` is the matter's id or the folder's name; `declared_id` is the id that `matter.yaml` declares, None
    where there is none. `ids` lists the documents in the order of the manifest, or by name. `not_read` names
    files of the folder that look like paper and are not read.
    """

    __slots__ = (
        "_built",
        "_cards",
        "_files",
        "_kept",
        "_places",
        "_resolved",
        "_titles",
        "declared_id",
        "id",
        "ids",
        "not_read",
        "title",
    )

    def __init__(
        self,
        id: str,  # noqa: A002 - the record's own word for it
        title: str,
        declared_id: str | None,
        documents: Sequence[tuple[str, str, Admitted]],
        not_read: tuple[str, ...] = (),
    ) -> None:
        self.id = id
        self.title = title
        self.declared_id = declared_id
        self.not_read = not_read
        self.ids = tuple(document_id for document_id, _, _ in documents)
        self._titles = tuple(title for _, title, _ in documents)
        self._files = tuple(admitted for _, _, admitted in documents)
        self._places = {document_id: index for index, document_id in enumerate(self.ids)}
        self._cards: dict[int, Card] = {}  # of the documents read so far
        self._kept: dict[int, Leaf] | None = (
            {} if sum(one.size for one in self._files) <= _KEPT_BYTES else None
        )
        self._built: dict[int, Document] = {}
        self._resolved: dict[Citation, bool] = {}

    @classmethod
    def from_directory(cls, path: str | os.PathLike[str]) -> "ClientRecord":
        """The record in the folder at `path`: a matter, or a folder of `*.md` documents whose ids are their
        file stems. Every document is read, so that the record can serve any number of submissions.

        Raises `CriticError` when the folder or a document is unusable, and `AnswerKeyError` when a document
        leads to an answer key or is one.
        """
        record = cls.opened(path, Firewall())
        record.read_all()
        return record

    @classmethod
    def opened(cls, path: str | os.PathLike[str], wall: Firewall) -> "ClientRecord":
        """The same record with its documents admitted and not yet read; `wall` is the firewall of the whole
        review. Each is read when it is needed, and all of them before `cards` can be told."""
        from ..paper.manifest import MANIFEST_NAME

        folder = Path(path)
        called = folder.as_posix()
        check_folder(folder, called)
        wall.protect(folder)
        manifest = folder / MANIFEST_NAME
        if manifest.exists() or manifest.is_symlink():
            return cls._from_matter(folder, called, wall)
        documents, others = folder_documents(folder, called, wall)
        name = one_line(folder.resolve().name, 120) or "record"
        return cls(name, name, None, documents, others)

    @classmethod
    def of(cls, record: Record) -> "ClientRecord":
        """The same paper as a `Record` that is already in memory."""
        self = cls(record.id, record.title, record.id, ())
        self.ids = tuple(document.id for document in record.documents)
        self._places = {document_id: index for index, document_id in enumerate(self.ids)}
        self._cards = {
            index: Card(d.id, d.title, d.name, d.sha256) for index, d in enumerate(record.documents)
        }
        self._kept = {
            index: Leaf(index, self._cards[index], d.text) for index, d in enumerate(record.documents)
        }
        self._built = dict(enumerate(record.documents))
        return self

    @classmethod
    def _from_matter(cls, folder: Path, called: str, wall: Firewall) -> "ClientRecord":
        from ..paper.manifest import admitted_documents, read_manifest

        manifest, file = read_manifest(folder, called, wall)
        files = admitted_documents(folder, manifest, file, wall)
        documents = [
            (entry.id, entry.title, admitted)
            for entry, admitted in zip(manifest.documents, files, strict=True)
        ]
        return cls(manifest.matter_id, manifest.title, manifest.matter_id, documents)

    # --- reading ---------------------------------------------------------------------------------------

    @property
    def cards(self) -> tuple[Card, ...]:
        """The card of every document, in order; reads those that nobody has read yet."""
        self.read_all()
        return tuple(self._cards[index] for index in range(len(self.ids)))

    def card(self, index: int) -> Card:
        """The card of a document that has been read."""
        return self._cards[index]

    def read_all(self) -> None:
        """Read the documents that nobody has read yet: each must be text, and none an answer key."""
        for index in range(len(self.ids)):
            if index not in self._cards:
                self.leaf(index)

    def leaf(self, index: int) -> "Leaf":
        """The text of the `index`-th document, from memory or from its file."""
        if self._kept is not None and index in self._kept:
            return self._kept[index]
        built = self._built.get(index)
        if built is not None:
            return Leaf(index, self._cards[index], built.text)
        unread = UnreadDocument(
            index, self.ids[index], self._titles[index], self._files[index], self._cards.get(index)
        )
        leaf = unread.read()
        self._cards[index] = leaf.card
        if self._kept is not None:
            self._kept[index] = leaf
        return leaf

    def at(self, index: int) -> Document:
        """The `index`-th document."""
        document = self._built.pop(index, None)
        if document is None:
            document = self.leaf(index).document()
            self._make_room(len(document.text))
        self._built[index] = document
        return document

    def _make_room(self, characters: int) -> None:
        """Let go of the documents that were not used for longest."""
        held = sum(len(document.text) for document in self._built.values())
        while self._built:
            if len(self._built) < _KEPT_DOCUMENTS and held + characters <= _KEPT_CHARACTERS:
                return
            held -= len(self._built.pop(next(iter(self._built))).text)

    def pass_through(self) -> "Iterator[Leaf]":
        """The text of every document, in order."""
        return map(self.leaf, range(len(self.ids)))

    def parts(self, number: int) -> "list[RecordPart]":
        """The documents in at most `number` parts of about the same size, in order, to be read by other
        processes; none when the record is kept in memory."""
        if self._kept is not None:
            return []
        share = sum(one.size for one in self._files) / number
        parts: list[list[UnreadDocument]] = [[]]
        filled = 0
        for index, admitted in enumerate(self._files):
            if filled >= share * len(parts) and len(parts) < number:
                parts.append([])
            unread = UnreadDocument(
                index, self.ids[index], self._titles[index], admitted, self._cards.get(index)
            )
            parts[-1].append(unread)
            filled += admitted.size
        return [RecordPart(tuple(part)) for part in parts]

    def take_cards(self, cards: "dict[int, Card]") -> None:
        """Take over what other processes read of the documents."""
        self._cards.update(cards)

    def index(self, document_id: str) -> int | None:
        """Which of the documents bears the id, or None."""
        return self._places.get(document_id)

    def document(self, document_id: str) -> Document | None:
        """The document of that id, or None."""
        index = self._places.get(document_id)
        return None if index is None else self.at(index)

    def resolves(self, citation: Citation) -> bool:
        """Whether `citation` names a section; remembered, so that its document need not be at hand again."""
        known = self._resolved.get(citation)
        if known is None:
            known = self._resolved[citation] = bool(self.sections(citation))
        return known

    def sections(self, citation: Citation) -> tuple[Section, ...]:
        """What `citation` names: usually one section, none when it does not resolve, several when the number is
        used twice."""
        document = self.document(citation.document_id)
        return () if document is None else document.places(citation.token)


class UnreadDocument(msgspec.Struct, frozen=True):
    """A document before it is read, or before it is read again: then `card` is that of the first reading."""

    index: int
    id: str
    title: str
    file: Admitted
    card: Card | None

    def read(self) -> "Leaf":
        """The text of the document; a second reading must be of the very text of the first."""
        source = self.file.read(suspicious=self.card is None)
        if self.card is not None and source.sha256 != self.card.sha256:
            message = "the document changed while it was being verified"
            raise UnusableInputError([Problem(source.name, 0, 0, "file", message)])
        card = self.card or Card(self.id, self.title, source.name, source.sha256)
        return Leaf(self.index, card, source.text)


class RecordPart(msgspec.Struct, frozen=True):
    """Some documents of a record, in order."""

    documents: tuple[UnreadDocument, ...]

    def pass_through(self) -> "Iterator[Leaf]":
        """The text of every document of the part, in order."""
        return (one.read() for one in self.documents)


class Leaf(msgspec.Struct, frozen=True):
    """The text of a document, its index in the record and its card."""

    index: int
    card: Card
    text: str

    def document(self) -> Document:
        """The document, taken apart into sections."""
        return read_markdown(self.card.id, self.card.title, self.text, self.card.sha256, self.card.name)
