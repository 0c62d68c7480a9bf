"""The blocks of a memo while it is read: what a clause, a row or a heading holds, piece by piece."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

ABOVE = "above"  # a citation in the heading that the block stands under


class Piece(NamedTuple):
    """A piece of the memo: what it is, the line it begins on, and its Markdown."""

    meaning: str
    line: int
    lines: list[str]


class Block:
    """The block of the memo being read. A memo may be one block of thousands of pieces: what kinds it has is known
    without a look at each."""

    def __init__(self, label: str, line: int, *, heading: bool, level: int = 0) -> None:
        self.label, self.line, self.heading, self.level = label, line, heading, level
        self.pieces: list[Piece] = []
        self._meanings: Counter[str] = Counter()

    @property
    def last(self) -> Piece | None:
        """The piece that is being read."""
        return self.pieces[-1] if self.pieces else None

    def add(self, *pieces: Piece) -> None:
        """Put pieces behind the others."""
        self.pieces.extend(pieces)
        self._meanings.update(piece.meaning for piece in pieces)

    def pop(self) -> Piece:
        """Take the last piece out."""
        piece = self.pieces.pop()
        self._meanings[piece.meaning] -= 1
        return piece

    def has(self, *meanings: str) -> bool:
        """Whether a piece of one of these kinds is among them."""
        return any(self._meanings[meaning] for meaning in meanings)

    def of(self, meanings: Iterable[str]) -> list[Piece]:
        """The pieces of these kinds."""
        wanted = frozenset(meanings)
        return [piece for piece in self.pieces if piece.meaning in wanted]
