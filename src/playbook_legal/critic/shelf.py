"""What a record keeps in memory: the texts of its documents once they are read, as many as there is room for, and the
documents that were taken apart last."""

from functools import lru_cache

from ..paper.documents import Document
from ..paper.inline_marks import may_be_marked
from ..text import normalized_bytes
from .leaves import Leaf

# The texts of a record up to this size are kept; those of a larger one are read again when they are needed, which costs
# less than the memory. Those of a small one are kept as they are compared as well, for the next review; of others as
# many as there is room for, until they are passed through.
_KEPT_BYTES = 128 * 1024 * 1024
_SMALL_BYTES = 32 * 1024 * 1024
_KEPT_NORMALIZED = 64 * 1024 * 1024
# Documents taken apart, as long as they have together no more characters than that.
_KEPT_DOCUMENTS = 64
_KEPT_CHARACTERS = 16 * 1024 * 1024

_UNPACKED = 4  # times as much memory as its text takes what a Word or PDF file was taken apart into

_normalized = lru_cache(maxsize=4)(normalized_bytes)  # quotations are looked at document by document


class Leaves:
    """The texts of the documents of a record whose files have `size` bytes."""

    __slots__ = ("_held", "_leaves", "_normalized", "are_kept", "is_small")

    def __init__(self, size: int) -> None:
        self.are_kept = size <= _KEPT_BYTES
        self.is_small = size <= _SMALL_BYTES
        self._leaves: dict[int, Leaf] = {}
        self._held = 0  # characters of these; those of a file that was taken apart count several times
        self._normalized = 0  # … of those that were normalized before they were passed through

    def get(self, index: int) -> Leaf | None:
        """The text of the `index`-th document, None when it is not kept."""
        return self._leaves.get(index)

    def put(self, leaf: Leaf) -> None:
        """Keep a text, if there is room for it: a small Word file may unpack to a long one."""
        held = len(leaf.text) if leaf.made is None else _UNPACKED * len(leaf.text)
        if self.are_kept and self._held + held <= _KEPT_BYTES:
            self._held += held
            self._leaves[leaf.index] = leaf

    def normalized(self, index: int, document: Document) -> bytes:
        """The text of the `index`-th document, which is at hand (in a view of it), as it is compared literally. It is
        kept for the pass over the record, as far as there is room."""
        leaf = self._leaves.get(index)
        if leaf is None or leaf.text != document.text:
            return _normalized(document.text)
        if not leaf.is_normalized:
            if self._normalized + len(leaf.text) > _KEPT_NORMALIZED:
                return _normalized(leaf.text)
            self._normalized += len(leaf.text)
        return leaf.normalized

    def may_be_marked(self, index: int, document: Document) -> bool:
        """Whether the `index`-th document, which is at hand, may hold marks other than those of headings."""
        leaf = self._leaves.get(index)
        return may_be_marked(document.text) if leaf is None else leaf.may_be_marked

    def begin_pass(self) -> None:
        """Whoever passes through the record needs none of the normalized texts behind it."""
        self._normalized = 0

    def passed(self, leaf: Leaf) -> None:
        """A text was passed through."""
        if not self.is_small:
            leaf.forget_normalized()


class Documents:
    """The documents of a record that were taken apart and asked for last."""

    __slots__ = ("_characters", "_documents")

    def __init__(self) -> None:
        self._documents: dict[int, Document] = {}
        self._characters = 0

    def get(self, index: int) -> Document | None:
        """The `index`-th document, None when it is not at hand."""
        document = self._documents.pop(index, None)
        if document is not None:
            self._documents[index] = document  # the last that was asked for
        return document

    def peek(self, index: int) -> Document | None:
        """The same without a claim to stay."""
        return self._documents.get(index)

    def put(self, index: int, document: Document) -> None:
        """Have a document at hand in the place of those that were not asked for for longest."""
        self._characters += len(document.text)
        while self._documents and (
            len(self._documents) >= _KEPT_DOCUMENTS or self._characters > _KEPT_CHARACTERS
        ):
            self._characters -= len(self._documents.pop(next(iter(self._documents))).text)
        self._documents[index] = document

    def fill(self, documents: dict[int, Document]) -> None:
        """Have these at hand, however many they are."""
        self._documents = dict(documents)
        self._characters = sum(len(one.text) for one in documents.values())


__all__ = ["Documents", "Leaves"]
