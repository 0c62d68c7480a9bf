"""What announces a list and what ends one: the paragraph that stands before its first item.

A list whose last item has ended may be followed by a paragraph that belongs to none of the items, "Otherwise it may:",
and by a list of its own. Such a paragraph begins further left than the items; or the items themselves have said which
of them is the last, "…; and".
"""

import re

from .outline import ANNEXED
from .typed_counts import OUTER, Count, Counts, alike
from .typed_lines import Seen, TypedLines

_AHEAD = 80  # numbers looked at for the next of a count
_LAST_COMES = re.compile(r"(?:^|[\s;,])(?:and|or|and/or)$")
_FOLLOWING = re.compile(r"\b(?:following|follows|below)\b")
_SENTENCE = re.compile(r"[.;]\s")


def paragraph_behind(typed: TypedLines, one: Seen, item: int) -> int:
    """The line on which the paragraph right before that line begins, if it is none of the item that begins on line
    `item`, and something has come to an end before it; else -1."""
    begins = typed.paragraph_of(one.before, item)
    end = typed.written_before(begins)
    if begins <= item or not item <= end < begins - 1 or not typed.lines[end].rstrip().endswith((".", ";")):
        return -1
    return begins


def announced_by(typed: TypedLines, one: Seen, item: int) -> bool:
    """Whether the words before that line are of the item that begins on line `item`, all of one paragraph, and announce
    what follows: with a colon, or "the following" or "below" in their last sentence."""
    if one.before < item or typed.paragraph_of(one.before, item) != item:
        return False
    if typed.lines[one.before].rstrip().endswith(":"):
        return True
    words = " ".join([line.strip() for line in typed.lines[item : one.before + 1]])
    return _FOLLOWING.search(_SENTENCE.split(words.rstrip(".; "))[-1]) is not None


def place_outside(counts: Counts, typed: TypedLines, place: int, one: Seen) -> int:
    """How many counts are open where a paragraph that ends with a colon, and belongs to no item of the list before
    it, announces the count that begins at `place`; -1 where the paragraph belongs to the last item, or is none."""
    stack = counts.open
    innermost = stack[-1]
    if innermost.style[0] != "(" or innermost.ordinal < 2 or typed.lines[one.before].rstrip()[-1:] != ":":
        return -1
    begins = paragraph_behind(typed, one, innermost.at)
    if begins < 0:
        return -1
    depth = len(stack)
    margin = _margin(typed.lines[begins])
    while (
        depth > counts.base() + 1
        and stack[depth - 1].style[0] == "("
        and margin < _margin(typed.lines[stack[depth - 1].at])
    ):
        depth -= 1
    if depth == len(stack) and _is_last(typed, innermost):
        depth -= 1
    return depth if depth < len(stack) and not _comes(typed, place, stack) else -1


def begins_anew(counts: Counts, typed: TypedLines, one: Seen, same: int) -> bool:
    """Whether a count of the style that is open at depth `same`, and not innermost, begins anew behind a paragraph
    that belongs to none of the items and announces nothing."""
    innermost = counts.open[-1]
    return (
        counts.base() <= same < len(counts.open) - 1 and innermost.style[0] == "("
        and typed.lines[one.before].rstrip()[-1:] != ":"
        and paragraph_behind(typed, one, innermost.at) >= 0
    )  # fmt: skip


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_last(typed: TypedLines, count: Count) -> bool:
    """Whether the words before an item said that it is the last of its list: "…; and"."""
    before = typed.written_before(count.at)
    return before >= 0 and _LAST_COMES.search(typed.lines[before].rstrip()[-12:]) is not None


def _comes(typed: TypedLines, place: int, stack: list[Count]) -> bool:
    """Whether the next of the innermost count comes behind `place`, before the next of one around it."""
    innermost, around = stack[-1], stack[:-1]
    for later in typed.seen[place + 1 : place + 1 + _AHEAD]:
        if later.number is None:
            continue
        if later.number.kind in ANNEXED or later.number.kind in OUTER:
            return False
        for style, ordinal in later.number.readings:
            if alike(style, innermost.style) and ordinal == innermost.ordinal + 1:
                return True
            if any(alike(style, outer.style) and ordinal == outer.ordinal + 1 for outer in around):
                return False
    return False


__all__ = ["announced_by", "begins_anew", "paragraph_behind", "place_outside"]
