"""The text of a view while it is written, with the changes that its words are part of, the places where the other view
alone has words, and what of it is furniture."""

from typing import Literal

import msgspec

from ...documents import Change, Gap, View
from .blocks import Piece, Standing, shows


class Writing:
    """What has been written of a view, `length` characters. `furniture`, `changes` and `gaps` are in the order of the
    text."""

    def __init__(self, view: View) -> None:
        self._view: View = view
        self._parts: list[str] = []
        self.length = 0
        self.furniture: list[tuple[int, int]] = []
        self.changes: list[Change] = []
        self.gaps: list[Gap] = []

    @property
    def text(self) -> str:
        """What has been written."""
        return "".join(self._parts)

    @property
    def last(self) -> str:
        """What was written last."""
        return self._parts[-1] if self._parts else ""

    def write(self, text: str, *, furniture: bool = False) -> None:
        """Add text of no standing."""
        self._parts.append(text)
        if furniture:
            self.furniture.append((self.length, self.length + len(text)))
        self.length += len(text)

    def write_tracked(self, text: str, standing: Standing, *, furniture: bool = False) -> None:
        """Add text and the change it is part of."""
        start = self.length
        self.write(text, furniture=furniture)
        revision = standing.inserted if self._view == "accepted" else standing.deleted
        if revision is None:
            return
        kind: Literal["inserted", "deleted", "moved_here", "moved_away"]
        if self._view == "accepted":
            kind = "moved_here" if revision.moved else "inserted"
        else:
            kind = "moved_away" if revision.moved else "deleted"
        change = Change(start, self.length, kind, revision.author, revision.date)
        if self.changes:
            last = self.changes[-1]
            if last.end == start and (last.kind, last.author, last.date) == (
                kind,
                change.author,
                change.date,
            ):
                self.changes[-1] = msgspec.structs.replace(last, end=self.length)
                return
        self.changes.append(change)

    def leave_out(self, piece: Piece) -> None:
        """Note words that the other view alone shows."""
        standing = piece.standing
        revision = standing.deleted if self._view == "accepted" else standing.inserted
        if revision is None or not shows(standing, "original" if self._view == "accepted" else "accepted"):
            return  # what was put in and struck again is in neither
        last = self.gaps[-1] if self.gaps else None
        if last is not None and (last.at, last.author) == (self.length, revision.author):
            self.gaps[-1] = msgspec.structs.replace(last, text=last.text + piece.text)
        else:
            self.gaps.append(Gap(self.length, piece.text, revision.author))

    def take_back_line_feed(self) -> None:
        """Take back the line feed that was written last, if it was one, and the change it is part of."""
        if self._parts and self._parts[-1] == "\n":
            self._parts.pop()
            self.length -= 1
            if self.changes and self.changes[-1].end > self.length:
                last = self.changes.pop()
                if last.start < self.length:
                    self.changes.append(msgspec.structs.replace(last, end=self.length))


__all__ = ["Writing"]
