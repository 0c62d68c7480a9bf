"""A text as words: how passages are compared once it is known that they differ."""

from functools import cached_property
from itertools import accumulate, pairwise

from .typography import fold_word


def _as_typed(written: str, words: list[str]) -> list[str]:
    """What of `written` each of the folded words came from; the words themselves where it cannot be told."""
    from ...paper.folding import Tier, fold  # no matter needs it

    for tier in (Tier.TYPOGRAPHIC, Tier.LAYOUT):
        folded = fold(written, tier)
        ends = list(
            accumulate(map(len, folded.text.split(" ")), lambda end, size: end + 1 + size, initial=-1)
        )
        if len(ends) == len(words) + 1 and all(one + 1 < other for one, other in pairwise(ends)):
            spans = (folded.source_span(one + 1, other) for one, other in pairwise(ends))
            return [written[start:end] for start, end in spans]
    return words


class Words:
    """A normalized text as words, with what is derived from them, each on first use. `written` is the same before
    it was folded, where it was."""

    def __init__(self, text: str, written: str = "") -> None:
        self.text = text
        self._written = written

    @cached_property
    def words(self) -> list[str]:
        """The words, in order."""
        return self.text.split(" ")

    @cached_property
    def shown(self) -> list[str]:
        """The words as they are told: with their own quotation marks and dashes."""
        own = self._written.split(" ")
        if not self._written or len(own) == len(self.words):
            return own if self._written else self.words
        return _as_typed(self._written, self.words)

    @cached_property
    def ends(self) -> list[int]:
        """Where each word ends in `text`, and -1 for the end before the first."""
        return list(accumulate(self.words, lambda end, word: end + 1 + len(word), initial=-1))

    @cached_property
    def folded(self) -> list[str]:
        """The words as every way of typing them looks alike."""
        return [fold_word(word) for word in self.words]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Characters of the words `[start, end)`."""
        return self.ends[start] + 1, self.ends[end]

    def at(self, position: int) -> int:
        """Which word the character at `position` belongs to."""
        return self.text.count(" ", 0, position)
