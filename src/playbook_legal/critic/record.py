"""The client's record: the paper that work is verified against.

A matter folder (its `matter.yaml` lists the documents) or any folder of documents becomes a `ClientRecord`. It
knows its documents and no folder: there is no way back from it to what else lies beside the paper. Every document
is read once before there is a report, also one that nothing cites, so that an unreadable one is found and not passed
over; the texts of a large data room are not kept, and read again where needed.

The paper of a matter means what it means to the engine. That of a deal folder is read as what it is: Markdown, plain
text, Word or PDF, with its outline.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ..paper.documents import Document, Record
from ..paper.firewall import Admitted, Firewall, file_identity
from ..paper.suffixes import MARKDOWN_SUFFIXES
from ..problems import Problem, UnusableInputError, one_line, shown
from .cache import Cache, Facts
from .deal_folder import check_folder, declared_record, folder_documents
from .leaves import Card, Leaf, RecordPart, UnreadDocument, ViewPolicy
from .shelf import Documents, Leaves
from .verdicts import Cause

if TYPE_CHECKING:
    from ..paper.record_file import RecordFile
    from ..sources.cache_folder import CacheFolder
    from .papers_named import Papers
    from .resolution import Named  # a matter needs none of them
    from .unread_files import UnreadFile

# Of a record of up to so many documents it is asked which one a citation means that does not say so.
FEW_DOCUMENTS = 12
_UNPACKED, _PACKED = (".txt", *MARKDOWN_SUFFIXES), 4


class ClientRecord:
    """The documents of a matter or a deal folder.

    `id` is the matter's id or the folder's name; `declared_id` is the id that `matter.yaml` declares, None
    where there is none. `ids` lists the documents in the order of the manifest, or by name. `not_read` names
    files of the folder that look like paper and are not read. `is_matter`: its paper means what it means to the
    engine. `view` is the text of Word files with tracked changes that is verified against. `faults` remembers of
    each citation, as written, why it names nothing; `named` keeps what the latest ones name, `papers` the names of its
    documents, and `unread_names` those of files that could not be read. `declared` is what a `record.yaml` says of the
    folder's papers.
    `cache` keeps what was taken apart. `told` is told of each document that is read: how many are done, of how many.
    """

    __slots__ = (
        "_amending",
        "_built",
        "_bytes",
        "_cards",
        "_files",
        "_leaves",
        "_openings",
        "_outlined",
        "_places",
        "_titles",
        "_unreadable",
        "cache",
        "declared",
        "declared_id",
        "faults",
        "id",
        "ids",
        "is_matter",
        "named",
        "not_read",
        "papers",
        "title",
        "told",
        "unread_names",
        "view",
    )

    def __init__(
        self,
        id: str,  # noqa: A002 - the record's own word for it
        title: str,
        declared_id: str | None,
        documents: Sequence[tuple[str, str, Admitted]],
        not_read: tuple[str, ...] = (),
        *,
        is_matter: bool = True,
        view: ViewPolicy = "accepted",
    ) -> None:
        self.id = id
        self.cache = Cache()
        self.declared: RecordFile | None = None
        self.is_matter = is_matter
        self.view = view
        self.title = title
        self.declared_id = declared_id
        self.not_read = not_read
        self.ids = tuple(document_id for document_id, _, _ in documents)
        self._titles = tuple(title for _, title, _ in documents)
        self._files = tuple(admitted for _, _, admitted in documents)
        self._places = {document_id: index for index, document_id in enumerate(self.ids)}
        self._cards: dict[int, Card] = {}  # of the documents read so far
        self._unreadable: tuple[Card, ...] | None = None
        self._amending: dict[int, bool] = {}
        self._openings: dict[int, str] = {}  # of the amending documents of a record that is not kept
        self._bytes = sum(map(_weight, self._files))
        self._leaves = Leaves(self._bytes)
        self._built = Documents()
        self._outlined = Documents()
        self.faults: dict[str, Cause | None] = {}
        self.named: dict[str, Named] = {}
        self.unread_names: dict[str, UnreadFile] | None = None
        self.papers: Papers | None = None
        self.told: Callable[[int, int], None] | None = None

    @classmethod
    def from_directory(
        cls,
        path: str | os.PathLike[str],
        view: ViewPolicy = "accepted",
        cache: "CacheFolder | None" = None,
    ) -> "ClientRecord":
        """The record in the folder at `path`: a matter, or a folder of documents whose ids are their file stems.
        Every document is read, so that the record can serve any number of submissions. `view` is the text of Word
        files with tracked changes that is verified against; `cache` keeps what was read for later runs.

        Raises `CriticError` when the folder or a document is unusable, and `AnswerKeyError` when a document
        leads to an answer key or is one.
        """
        record = cls.opened(path, Firewall(), view, cache)
        record.read_all()
        return record

    @classmethod
    def opened(
        cls,
        path: str | os.PathLike[str],
        wall: Firewall,
        view: ViewPolicy = "accepted",
        cache: "CacheFolder | None" = None,
    ) -> "ClientRecord":
        """The same record with its documents admitted and not yet read; `wall` is the firewall of the whole
        review. Each is read when it is needed, and all of them before `cards` can be told."""
        from ..paper.manifest import MANIFEST_NAME

        folder = Path(path)
        called = folder.as_posix()
        check_folder(folder, called)
        wall.protect(folder)
        manifest = folder / MANIFEST_NAME
        if manifest.exists() or manifest.is_symlink():
            record = cls._from_matter(folder, called, wall)
            record.cache = Cache(cache)
            return record
        documents, others = folder_documents(folder, called, wall)
        declared, documents = declared_record(folder, called, wall, documents)
        name = one_line(folder.resolve().name, 120) or "record"
        record = cls(name, name, None, documents, others, is_matter=False, view=view)
        record.cache = Cache(cache)
        record.declared = declared
        return record

    @classmethod
    def of(cls, record: Record) -> "ClientRecord":
        """The same paper as a `Record` that is already in memory."""
        self = cls(record.id, record.title, record.id, ())
        self.ids = tuple(document.id for document in record.documents)
        self._places = {document_id: index for index, document_id in enumerate(self.ids)}
        self._cards = {
            index: Card(d.id, d.title, d.name, d.sha256) for index, d in enumerate(record.documents)
        }
        for index, document in enumerate(record.documents):
            self._leaves.put(Leaf(index, self._cards[index], document.text))
        self.is_matter = all(document.outline is None for document in record.documents)
        self._built.fill(dict(enumerate(record.documents)))
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

    def refuse_as_submission(self, path: str | os.PathLike[str]) -> None:
        """Raises `UnusableInputError` when the file at `path` is a document of the record: work that is part of the
        paper would verify itself."""
        identity = file_identity(path)
        for document_id, file in zip(self.ids, self._files, strict=False):
            if file.is_file(identity):
                message = f"this is the document {shown(document_id)} of the record; keep the work apart from the paper"
                raise UnusableInputError([Problem(Path(path).as_posix(), 0, 0, "submission", message)])

    # --- reading ---------------------------------------------------------------------------------------

    @property
    def cards(self) -> tuple[Card, ...]:
        """The card of every document, in order; reads those that nobody has read yet."""
        self.read_all()
        return tuple(self._cards[index] for index in range(len(self.ids)))

    def card(self, index: int) -> Card:
        """The card of a document, which is read if nobody has read it yet."""
        if index not in self._cards:
            self.leaf(index)
        return self._cards[index]

    @property
    def is_kept(self) -> bool:
        """Whether the documents are kept in memory once they are read, as many as there is room for."""
        return self._leaves.are_kept

    @property
    def is_read(self) -> bool:
        """Whether every document was read, so that whatever is read again must be the same."""
        return len(self._cards) == len(self.ids)

    def read_all(self) -> None:
        """Read the documents that nobody has read yet: each must be text, and none an answer key."""
        for index in range(len(self.ids)):
            if index not in self._cards:
                self.leaf(index)

    def leaf(self, index: int) -> "Leaf":
        """The text of the `index`-th document, from memory or from its file."""
        kept = self._leaves.get(index)
        if kept is not None:
            return kept
        built = self._built.peek(index)
        if built is not None:
            return _leaf_of(index, self._cards[index], built, self)
        leaf = self._unread(index).read()
        if self.told is not None:
            self.told(index + 1, len(self.ids))
        self._cards[index] = leaf.card
        self._leaves.put(leaf)
        return leaf

    def at(self, index: int) -> Document:
        """The `index`-th document."""
        document = self._built.get(index)
        if document is None:
            document = self.leaf(index).document()
            self._built.put(index, document)
        return document

    def normalized(self, index: int, document: Document) -> bytes:
        """The text of the `index`-th document, which is at hand (in a view of it), as it is compared literally."""
        return self._leaves.normalized(index, document)

    def may_be_marked(self, index: int, document: Document) -> bool:
        """Whether the `index`-th document, which is at hand, may hold marks other than those of headings."""
        return self._leaves.may_be_marked(index, document)

    def pass_through(self, indexes: Sequence[int] | None = None) -> "Iterator[Leaf]":
        """The text of every document, or of those `indexes`, in order."""
        self._leaves.begin_pass()
        for index in range(len(self.ids)) if indexes is None else indexes:
            leaf = self.leaf(index)
            yield leaf
            if index not in self._amending:  # now, since whoever passed through it has mostly normalized it
                amends = self._amending[index] = leaf.speaks_of_amending()
                if amends and not self._leaves.are_kept:
                    self._openings[index] = leaf.opening
            self._leaves.passed(leaf)

    def parts(self, number: int) -> "list[RecordPart]":
        """The documents in at most `number` parts of about the same size, in order, to be read by other
        processes; none when the record is small."""
        if self._leaves.are_kept and self._leaves.is_small:
            return []
        share = self._bytes / number
        parts: list[list[UnreadDocument]] = [[]]
        filled = 0
        for index, admitted in enumerate(self._files):
            if filled >= share * len(parts) and len(parts) < number:
                parts.append([])
            parts[-1].append(self._unread(index))
            filled += _weight(admitted)
        return [RecordPart(tuple(part)) for part in parts]

    def _unread(self, index: int) -> "UnreadDocument":
        return UnreadDocument(
            index, self.ids[index], self._titles[index], self._files[index], self._cards.get(index), self.is_matter,
            self.view, self.cache,
        )  # fmt: skip

    def outlined(self, index: int) -> Document:
        """The `index`-th document with its outline; of a matter, and of a document in the manner of one, `at` gives
        it without. Not for a matter."""
        document = self.at(index)
        if document.outline is not None:
            return document
        kept = self._outlined.get(index)
        if kept is None:
            kept = self.leaf(index).outlined()
            self._outlined.put(index, kept)
        return kept

    def opening(self, index: int) -> str:
        """The beginning of the `index`-th document, as much as says what paper it is."""
        return self._openings.get(index) or self.leaf(index).opening

    @property
    def unreadable(self) -> tuple[Card, ...]:
        """The cards of the documents that nothing can be verified against."""
        if self._unreadable is None:
            self.read_all()
            self._unreadable = tuple(card for card in self._cards.values() if card.unreadable)
        return self._unreadable

    def amending(self) -> list[int]:
        """The documents of a deal folder that speak of amending others, in order."""
        for index in range(len(self.ids)):
            if index not in self._amending:
                self._amending[index] = self.leaf(index).speaks_of_amending()
        return [index for index in range(len(self.ids)) if self._amending[index]]

    def hashes(self) -> tuple[str, ...]:
        """The SHA-256 of every file, in order: of those that nobody has read yet, as they are now."""
        import hashlib

        return tuple(
            self._cards[index].sha256
            if index in self._cards
            else hashlib.sha256(self._files[index].read_bytes()).hexdigest()
            for index in range(len(self.ids))
        )

    def facts(self, hashes: Sequence[str]) -> Facts:
        """What a report says or may follow from the record, when its files have these `hashes`."""
        names = (one.name for one in self._files)
        documents = tuple(zip(self.ids, self._titles, names, hashes, strict=True))
        declared = msgspec.to_builtins(self.declared)
        of_record = (
            self.id,
            self.title,
            self.declared_id,
            self.is_matter,
            self.view,
            self.not_read,
            declared,
        )
        return (*of_record, documents)

    def take_cards(self, cards: "dict[int, Card]", amending: "dict[int, bool] | None" = None) -> None:
        """Take over what other processes read of the documents."""
        self._cards.update(cards)
        self._unreadable = None
        self._amending.update(amending or {})

    def index(self, document_id: str) -> int | None:
        """Which of the documents bears the id, or None."""
        return self._places.get(document_id)

    @property
    def titles(self) -> dict[str, str]:
        """The ids of the documents that are declared under a title of their own, by that title."""
        pairs = zip(self._titles, self.ids, strict=False) if self.declared is not None else ()
        return {title: document_id for title, document_id in pairs if title and title not in self._places}

    def document(self, document_id: str) -> Document | None:
        """The document of that id, or None."""
        index = self._places.get(document_id)
        return None if index is None else self.at(index)


def _weight(file: Admitted) -> int:
    """The bytes that a document takes when it is read, about: those of a text, and more where they are packed."""
    return file.size if file.name.lower().endswith(_UNPACKED) else _PACKED * file.size


def _leaf_of(index: int, card: Card, document: Document, record: ClientRecord) -> "Leaf":
    """The leaf that `document` was made from."""
    if card.kind == "unreadable":
        return Leaf(index, card, "", "text")
    made = document if document.outline is not None else None
    return Leaf(index, card, document.text, card.kind, made, record.view, record.cache)
