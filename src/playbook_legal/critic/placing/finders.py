"""Finding many passages in a text in one sweep: with `ahocorasick_rs` where it is installed, else by words.

Both find exactly the same, so that a report does not depend on what is installed. The text they search is the
normalized sections of a document, each word between single spaces, with a line feed as a word of its own
between two sections.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate, compress, count
from typing import Protocol

import msgspec

# Words in the key of a passage: rare enough to be telling, short enough to survive beside a changed word.
KEY_WORDS = 3


class Patterns(msgspec.Struct, frozen=True):
    """What to look for: runs of three whole words, and texts too short to hold one, each found anywhere, inside
    words as well."""

    keys: tuple[tuple[str, str, str], ...]
    texts: tuple[str, ...]


class Finder(Protocol):
    """Finds every occurrence of every pattern."""

    def find(self, text: str) -> Iterable[tuple[int, int]]:
        """Number of the pattern (keys first, then texts) and position of each occurrence; of a key, the
        position of its first word."""


class SweepingFinder:
    """One automaton for all patterns (Aho–Corasick)."""

    def __init__(self, patterns: Patterns) -> None:
        from ahocorasick_rs import AhoCorasick

        self._keys = len(patterns.keys)
        self._automaton = AhoCorasick([*(f" {' '.join(key)} " for key in patterns.keys), *patterns.texts])

    def find(self, text: str) -> Iterable[tuple[int, int]]:
        keys = self._keys
        found = self._automaton.find_matches_as_indexes(text, overlapping=True)
        return [(pattern, start + 1 if pattern < keys else start) for pattern, start, _ in found]


class WordFinder:
    """Without an automaton: a table of keys asked at every word, and a search for each of the short texts."""

    def __init__(self, patterns: Patterns) -> None:
        self._keys = {key: number for number, key in enumerate(patterns.keys)}
        self._texts = tuple(enumerate(patterns.texts, len(patterns.keys)))

    def find(self, text: str) -> Iterable[tuple[int, int]]:
        words = text.split(" ")
        runs = list(zip(words, words[1:], words[2:], strict=False))
        at = list(compress(count(), map(self._keys.__contains__, runs)))
        found: list[tuple[int, int]] = []
        if at:
            starts = list(accumulate(map(len, words), lambda start, length: start + length + 1, initial=0))
            found = [(self._keys[runs[index]], starts[index]) for index in at]
        for number, wanted in self._texts:
            position = text.find(wanted)
            while position >= 0:
                found.append((number, position))
                position = text.find(wanted, position + 1)
        return found


def finder_for(patterns: Patterns) -> Finder:
    """The fastest finder that is installed."""
    try:
        return SweepingFinder(patterns)
    except ImportError:
        return WordFinder(patterns)


def key_of(words: Sequence[str], at: int) -> tuple[str, str, str]:
    """The key that begins with the word at `at`."""
    return words[at], words[at + 1], words[at + 2]
