"""Two texts compared word by word: which words both have, in the same order, and where each has others.

Words that stand in each of the two texts once are the fixed points between which the rest is compared, again and again.
The effort is bounded: what is left when it is spent counts as different.
"""

import difflib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

_EFFORT = 60  # words looked at, for each word of the two texts
_SMALL = 250_000  # pairs of words that are compared one by one
_TINY = 2_500  # … without looking for fixed points first
_PAIRS = 20_000_000  # of them in all


class Hunk(msgspec.Struct, frozen=True):
    """Words `[start, end)` of the first text stand where the second has its words `[other_start, other_end)`."""

    start: int
    end: int
    other_start: int
    other_end: int


def matching(one: Sequence[str], other: Sequence[str]) -> list[tuple[int, int, int]]:
    """What both texts have: from which word of each, and how many words, in order."""
    effort = _EFFORT * (len(one) + len(other) + 100)
    pairs = _PAIRS
    found: list[tuple[int, int, int]] = []
    waiting = [(0, len(one), 0, len(other))]
    while waiting:
        begin, end, there, there_end = waiting.pop()
        same = 0
        while begin + same < end and there + same < there_end and one[begin + same] == other[there + same]:
            same += 1
        if same:
            found.append((begin, there, same))
            begin, there = begin + same, there + same
        same = 0
        while (
            same < end - begin
            and same < there_end - there
            and one[end - same - 1] == other[there_end - same - 1]
        ):
            same += 1
        if same:
            found.append((end - same, there_end - same, same))
            end, there_end = end - same, there_end - same
        if begin == end or there == there_end:
            continue
        effort -= end - begin + there_end - there
        size = (end - begin) * (there_end - there)
        points = (
            _fixed_points(one, other, (begin, end, there, there_end)) if effort > 0 and size > _TINY else []
        )
        if points:
            at, at_there = begin, there
            for point, point_there in points:
                waiting.append((at, point, at_there, point_there))
                found.append((point, point_there, 1))
                at, at_there = point + 1, point_there + 1
            waiting.append((at, end, at_there, there_end))
        elif size <= _SMALL and pairs > 0:
            pairs -= size
            matcher = difflib.SequenceMatcher(None, one[begin:end], other[there:there_end], autojunk=False)
            found += ((begin + a, there + b, n) for a, b, n in matcher.get_matching_blocks() if n)
    found.sort()
    return found


def _fixed_points(
    one: Sequence[str], other: Sequence[str], within: tuple[int, int, int, int]
) -> list[tuple[int, int]]:
    """Words that stand once in each text, in an order that both have."""
    begin, end, there, there_end = within
    count, count_there = Counter(one[begin:end]), Counter(other[there:there_end])
    place_there = {
        word: at for at, word in enumerate(other[there:there_end], there) if count_there[word] == 1
    }
    pairs = [
        (at, place_there[word])
        for at, word in enumerate(one[begin:end], begin)
        if count[word] == 1 and word in place_there
    ]
    return [pairs[at] for at in _longest_rising([place for _, place in pairs])]


def _longest_rising(numbers: Sequence[int]) -> list[int]:
    """Which of the numbers make the longest rising row."""
    lasts: list[int] = []
    places: list[int] = []
    before: list[int] = []
    for at, number in enumerate(numbers):
        length = bisect_left(lasts, number)
        before.append(places[length - 1] if length else -1)
        if length == len(lasts):
            lasts.append(number)
            places.append(at)
        else:
            lasts[length] = number
            places[length] = at
    row: list[int] = []
    at = places[-1] if places else -1
    while at >= 0:
        row.append(at)
        at = before[at]
    return row[::-1]


def hunks(matches: Sequence[tuple[int, int, int]], length: int, other_length: int) -> Iterator[Hunk]:
    """Where the texts differ, given what they have in common."""
    at = at_there = 0
    for begin, there, count in (*matches, (length, other_length, 0)):
        if begin > at or there > at_there:
            yield Hunk(at, begin, at_there, there)
        at, at_there = begin + count, there + count


__all__ = ["Hunk", "hunks", "matching"]
