"""Which concepts does a text express, in the agent's own words?

A concept is expressed when one of its phrases stands in the text. Under the instrument's `own_words: n`, a
phrase inside a run of n or more words that stand verbatim in the record proves only that the agent can copy,
and earns nothing; in a redline, only runs copied from another document than the redline's target count as
copied. Words are compared without the punctuation at their ends.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TypeAlias

from ..matter.criteria import Concepts
from ..paper.documents import Record
from ..text import normalize_text

# Says of a span of a normalized text whether it lies in a run copied from the record.
Copied: TypeAlias = Callable[[str, int, int], bool]

_EDGES = "".join(chr(c) for c in range(33, 127) if not chr(c).isalnum()) + "§“”‘’«»–—…•·"


def expressed(concepts: Concepts, text: str, copied: Copied | None = None) -> tuple[bool, ...]:
    """For each concept, whether one of its phrases stands in the normalized `text` and was not merely copied."""
    if copied is None:
        return tuple([any(phrase in text for phrase in phrases) for phrases in concepts.alternatives])
    return tuple([any(_own(phrase, text, copied) for phrase in phrases) for phrases in concepts.alternatives])


def _own(phrase: str, text: str, copied: Copied) -> bool:
    at = text.find(phrase)
    while at >= 0:
        if not copied(text, at, at + len(phrase)):
            return True
        at = text.find(phrase, at + max(len(phrase), 1))
    return False


def words_of(text: str) -> list[str]:
    """The words of a normalized text without the punctuation at their ends; bare punctuation is no word."""
    return [word for raw in text.split() if (word := raw.strip(_EDGES))]


class RecordWords:
    """Every run of `length` words in the record, and the documents it stands in (as bits)."""

    __slots__ = ("_bits", "_pairs", "_runs", "length")

    def __init__(self, record: Record, length: int) -> None:
        self.length = length
        self._bits = {document.id: 1 << index for index, document in enumerate(record.documents)}
        runs: dict[str, int] = {}
        pairs: set[str] = set()
        for document in record.documents:
            bit = self._bits[document.id]
            words = words_of(normalize_text(document.text))
            pairs.update(map(" ".join, pairwise(words)))
            for at in range(len(words) - length + 1):
                run = " ".join(words[at : at + length])
                runs[run] = runs.get(run, 0) | bit
        self._runs = runs
        self._pairs = pairs

    def copied(self, text: str, start: int, end: int) -> bool:
        """Whether `text[start:end]` lies in a run that stands in the record."""
        runs = self._runs
        return any(run in runs for run in self._around(text, start, end))

    def copied_from_elsewhere(self, target: str) -> Copied:
        """Like `copied`, for runs that stand in another document than `target` and not in `target` itself."""
        own = self._bits.get(target, 0)
        runs = self._runs

        def copied(text: str, start: int, end: int) -> bool:
            found = (runs.get(run, 0) for run in self._around(text, start, end))
            return any(bits and not bits & own for bits in found)

        return copied

    def _around(self, text: str, start: int, end: int) -> list[str]:
        """The runs of words that include some of `text[start:end]` and may stand in the record.

        Every pair of neighbours in a run of the record stands in the record. So the words before and after are
        taken only as long as they make such pairs, which in an agent's own words is seldom far.
        """
        left = text.rfind(" ", 0, start) + 1
        right = text.find(" ", end)
        if right < 0:
            right = len(text)
        words = words_of(text[left:right])
        if words:
            before = self._connected(words[0], _backwards(text, left), forwards=False)
            after = self._connected(words[-1], _forwards(text, right), forwards=True)
            words = [*reversed(before), *words, *after]
        length = self.length
        if len(words) < length:
            return []
        return [" ".join(words[at : at + length]) for at in range(len(words) - length + 1)]

    def _connected(self, word: str, neighbours: Iterator[str], *, forwards: bool) -> list[str]:
        """The words next to `word`, at most `length - 1`, as far as each pair of them stands in the record."""
        connected: list[str] = []
        pairs = self._pairs
        for neighbour in neighbours:
            if (f"{word} {neighbour}" if forwards else f"{neighbour} {word}") not in pairs:
                break
            connected.append(neighbour)
            word = neighbour
            if len(connected) == self.length - 1:
                break
        return connected


def _backwards(text: str, end: int) -> Iterator[str]:
    """The words of the normalized `text` before the position `end`, the nearest first."""
    while end > 0:
        start = text.rfind(" ", 0, end - 1) + 1
        word = text[start : end - 1].strip(_EDGES)
        if word:
            yield word
        end = start


def _forwards(text: str, start: int) -> Iterator[str]:
    """The words of the normalized `text` after the space at `start`."""
    length = len(text)
    while start < length:
        end = text.find(" ", start + 1)
        if end < 0:
            end = length
        word = text[start + 1 : end].strip(_EDGES)
        if word:
            yield word
        start = end
