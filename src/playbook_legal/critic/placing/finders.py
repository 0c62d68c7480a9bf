"""Finding many passages in a text in one sweep: with `ahocorasick_rs` where it is installed, else by words.

Both find exactly the same, so that a report does not depend on what is installed. What they search is the
normalized text of a document in UTF-8, each word between single spaces, the first and the last as well.

A sweep finds signs. Where a sign stands, one of the patterns may stand that it is the sign of; whether it does is a
comparison, which is left to whoever has a use for it: in a room of many like papers most of what is found tells nothing
new.
"""

from collections.abc import Sequence
from itertools import accumulate, compress, count
from operator import itemgetter
from typing import Protocol

import msgspec

# Words in the key of a passage: rare enough to be telling, short enough to survive beside a changed word.
KEY_WORDS = 3


_EDGE = 2  # bytes of the first word of a run that the automaton looks for
_TABLE_BYTES = 100_000
_AT_ONCE = 1024 * 1024
_LONGEST = 64  # bytes of a pattern: one of a hundred thousand dashes would take minutes to build

Key = tuple[bytes, bytes, bytes]


class Patterns(msgspec.Struct, frozen=True):
    """What to look for: runs of three whole words, and texts too short to hold one, each found anywhere, inside
    words as well."""

    keys: tuple[Key, ...]
    texts: tuple[bytes, ...]


class Whole(msgspec.Struct, frozen=True):
    """A pattern as it must stand in the text: its number (keys first, then texts), its bytes, `lead` of them before its
    sign, and `space` bytes before its first word."""

    number: int
    text: bytes
    lead: int = 0
    space: int = 0

    def stands(self, text: bytes, sign_at: int) -> bool:
        """Whether the pattern stands in `text` where its sign was found."""
        return sign_at >= self.lead and text.startswith(self.text, sign_at - self.lead)

    def position(self, sign_at: int) -> int:
        """Where it begins: of a key, its first word."""
        return sign_at - self.lead + self.space


class Finder(Protocol):
    """Finds every occurrence of every pattern. `wholes` are the patterns that each sign may stand for. `at_once` is how
    many bytes it is best given at once, and then it lets other threads work; 0: any number, and it does not."""

    wholes: Sequence[Sequence[Whole]]
    at_once: int

    def signs(self, text: bytes) -> Sequence[tuple[int, int, int]]:
        """Number of the sign, and the bytes `[start, end)` of the text where it stands; in the order of the ends."""


class SweepingFinder:
    """One automaton for all patterns (Aho–Corasick)."""

    at_once = _AT_ONCE

    def __init__(self, patterns: Patterns) -> None:
        from ahocorasick_rs import BytesAhoCorasick, Implementation

        # The sign of a run is the run without the beginning of its first word: the fewer bytes, the smaller the
        # automaton, and the more of it stays near the processor.
        sought: dict[bytes, list[Whole]] = {}
        for number, (first, second, third) in enumerate(patterns.keys):
            edge = first[-_EDGE:]
            bulk = b"%b %b %b " % (edge, second, third)
            whole = Whole(number, b" %b %b %b " % (first, second, third), 1 + len(first) - len(edge), 1)
            sought.setdefault(bulk[:_LONGEST], []).append(whole)
        for number, text in enumerate(patterns.texts, len(patterns.keys)):
            sought.setdefault(text[:_LONGEST], []).append(Whole(number, text))
        self.wholes: Sequence[Sequence[Whole]] = list(sought.values())
        # A table of states is twice as fast as links between them, as long as it is small.
        small = sum(map(len, sought)) <= _TABLE_BYTES
        self._automaton = BytesAhoCorasick(list(sought), implementation=Implementation.DFA if small else None)

    def signs(self, text: bytes) -> Sequence[tuple[int, int, int]]:
        """See `Finder.signs`."""
        return self._automaton.find_matches_as_indexes(text, overlapping=True)


class WordFinder:
    """Without an automaton: a table of keys asked at every word, and a search for each of the short texts. A pattern
    is its own sign."""

    at_once = 0

    def __init__(self, patterns: Patterns) -> None:
        self._keys = {key: number for number, key in enumerate(patterns.keys)}
        self._texts = tuple(enumerate(patterns.texts, len(patterns.keys)))
        numbers = range(len(patterns.keys) + len(patterns.texts))
        self.wholes: Sequence[Sequence[Whole]] = [(Whole(number, b""),) for number in numbers]

    def signs(self, text: bytes) -> Sequence[tuple[int, int, int]]:
        """See `Finder.signs`."""
        words = text.split(b" ")
        runs = list(zip(words, words[1:], words[2:], strict=False))
        at = list(compress(count(), map(self._keys.__contains__, runs)))
        found: list[tuple[int, int, int]] = []
        if at:
            starts = list(accumulate(map(len, words), lambda start, length: start + length + 1, initial=0))
            found = [(self._keys[runs[index]], starts[index], starts[index + KEY_WORDS]) for index in at]
        for number, wanted in self._texts:
            position = text.find(wanted)
            while position >= 0:
                found.append((number, position, position + len(wanted)))
                position = text.find(wanted, position + 1)
        return sorted(found, key=itemgetter(2))


def finder_for(patterns: Patterns) -> Finder:
    """The fastest finder that is installed."""
    try:
        return SweepingFinder(patterns)
    except ImportError:
        return WordFinder(patterns)


def key_of(words: Sequence[bytes], at: int) -> Key:
    """The key that begins with the word at `at`."""
    return words[at], words[at + 1], words[at + 2]
