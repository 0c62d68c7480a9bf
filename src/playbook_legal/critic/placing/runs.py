"""The runs of words by which a quotation is looked for: three of its inner words each, since its outer ones may be
broken off. What a run finds is compared, or tells where a passage stands that is like the quotation."""

from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from .finders import KEY_WORDS, Key, key_of
from .found import Found, Gathering, Wanted

_MAXIMUM_RUNS = 6  # of one quotation


class Run(msgspec.Struct, frozen=True):
    """A run of a quotation: its words, or the whole of a text that is too short for a run; the how-manieth it is, at
    which byte of the quotation, and whether the quotation is compared where it is found."""

    pattern: Key | bytes
    number: int
    offset: int
    probe: bool


class Sought(msgspec.Struct, frozen=True):
    """A quotation in UTF-8, with its part, the runs it is looked for by, and the number of the last of them (-1 where
    a text too short for one is looked for itself)."""

    text: bytes
    part: bytes
    shift: int  # bytes of the text before the part
    documents: tuple[int, ...]
    like: bool
    runs: tuple[Run, ...]
    last: int

    def may_tell_more(self, found: Found, bits: int) -> bool:
        """Whether those of its runs that have their `bits` can gather more of them than is noted."""
        row = in_a_row(bits)
        back = in_a_row(bits_of(self.last - one for one in range(self.last + 1) if bits >> one & 1))
        count = bits.bit_count()
        return (
            (self.tells(count, 3) and count > _runs(found.most))
            or (self.tells(row, 5) and row > _runs(found.beginning))
            or (self.tells(back, 5) and back > _runs(found.ending))
        )

    def tells(self, gathered: int, short: int) -> bool:
        """Whether so many of its runs together tell anything: a single one of a long quotation is chance, three
        words."""
        return gathered >= 2 or (gathered > 0 and self.last < short)


def sought(one: Wanted) -> Sought:
    """The quotation as it is looked for."""
    text, part = one.text.encode(), one.part.encode()
    shift = len(text) - len(part) if part and one.at_end else 0
    words = (part or text).split(b" ")
    starts = _starts(words, like=one.like)
    probe = _longest(words, starts) if starts else -1
    runs = [
        Run(key_of(words, at), number, shift + sum(map(len, words[:at])) + at, at == probe)
        for number, at in enumerate(starts)
    ]
    last = len(runs) - 1
    if not runs and text:  # of characters that nobody sees nothing may be left to look for
        runs = [Run(part or text, 0, shift, probe=True)]
    return Sought(text, part, shift, one.documents, one.like, tuple(runs), last)


def bits_of(numbers: Iterable[int]) -> int:
    """Numbers as the bits of one."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def in_a_row(bits: int) -> int:
    """How many of 0, 1, 2 … are among the numbers without a gap."""
    return (~bits & bits + 1).bit_length() - 1


def _runs(noted: Gathering | None) -> int:
    return 0 if noted is None else noted.runs


def _longest(words: Sequence[bytes], starts: Sequence[int]) -> int:
    """The run with the most letters, which is likely to be the rarest; of equals the first."""
    return max(starts, key=lambda at: sum(map(len, key_of(words, at))))


def _starts(words: Sequence[bytes], *, like: bool) -> list[int]:
    """Where the runs of a quotation begin by which it is looked for: its longest run alone, or runs all along
    it, the last of them at the very end of its inner words."""
    first, end = 1, len(words) - 1
    if end - first < KEY_WORDS:
        return []
    starts = list(range(first, end - KEY_WORDS + 1, KEY_WORDS))
    if starts[-1] != end - KEY_WORDS:
        starts.append(end - KEY_WORDS)
    if not like:
        return [_longest(words, starts)]
    inner = starts[1:-1]
    slices = _MAXIMUM_RUNS - 2
    if len(inner) > slices:  # from each part of it the longest, so that no part goes unsought
        bounds = [len(inner) * part // slices for part in range(slices + 1)]
        inner = [_longest(words, inner[start:stop]) for start, stop in pairwise(bounds)]
    return sorted({starts[0], *inner, starts[-1]})
