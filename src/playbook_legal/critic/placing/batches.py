"""Documents that are swept together, since an automaton that is given a long text can work while the next are read."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING

import msgspec

from ..leaves import Leaf
from .readings import Swept

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

Sign = tuple[int, int, int]  # its number, and the bytes `[start, end)` where it stands


class Spread(msgspec.Struct, frozen=True):
    """A document in the text of its batch, of which it is the bytes `[start, end)`; `how` it was read."""

    leaf: Leaf
    how: Swept
    start: int
    end: int


class Batch:
    """The texts of documents one behind the other, normalized and in UTF-8, each between spaces and parted from the
    next by a line end, which stands in none of them: nothing that is sought stands in two."""

    __slots__ = ("_documents", "_texts", "size")

    def __init__(self) -> None:
        self._documents: list[Spread] = []
        self._texts: list[bytes] = []
        self.size = 0

    def add(self, leaf: Leaf, how: Swept) -> None:
        """Put a document in, read as `how` says."""
        text = leaf.normalized if how.text is None else how.text.encode()
        end = self.size + len(text) + 2
        self._documents.append(Spread(leaf, how, self.size, end))
        self._texts.append(text)
        self.size = end + 1

    @property
    def text(self) -> bytes:
        """All of it."""
        return b" \n ".join([b" " + self._texts[0], *self._texts[1:], b""])

    def each(self, signs: Sequence[Sign]) -> Iterator[tuple[Spread, Sequence[Sign]]]:
        """The documents, each with those of the `signs` that stand in it; these come in the order of their ends."""
        begin = 0
        for document in self._documents:
            end = bisect_left(signs, document.end + 1, begin, key=itemgetter(2))
            yield document, signs[begin:end]
            begin = end


class Beside:
    """A thread that works beside this one, from when there is something for it to do."""

    __slots__ = ("_pool",)

    def __init__(self) -> None:
        self._pool: ThreadPoolExecutor | None = None

    def call(self, signs: Callable[[bytes], Sequence[Sign]], text: bytes) -> Callable[[], Sequence[Sign]]:
        """Have the signs in `text` looked for; what is returned waits for them."""
        if self._pool is None:
            from concurrent.futures import ThreadPoolExecutor

            self._pool = ThreadPoolExecutor(1)
        return self._pool.submit(signs, text).result

    def close(self) -> None:
        """Let go of the thread; nothing that was asked for is waited for."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
