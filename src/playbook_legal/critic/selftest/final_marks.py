"""Where a passage may be cut so that a full stop or comma stands behind it that the paper does not have there.

American style puts the mark inside the closing quotation mark. Behind a whole word it is typing, and behind half a word
it falsifies. A number is not cut, since it may go on in the next word, and nothing before a negation.
"""

import re
from collections.abc import Callable

Pick = Callable[[int], int]  # a number below another

_FEWEST_BEFORE = 20  # characters before a final mark
_END = re.compile(r"[^\W\d_]{2,}(?=,? [^\W\d_])")
_NUMBER = re.compile(
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+(?:teen|ty)|hundred|(?:thous|mill|bill)\w+"
    r"|half|third|quarter",
    re.IGNORECASE,
)
_NEGATION = re.compile(r",? (?:not|never)\b", re.IGNORECASE)
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")


def word_ends(text: str, after: int = 0) -> list[int]:
    """Where the text may be cut behind a word that another follows, at `after` or later."""
    return [
        one.end()
        for one in _END.finditer(text)
        if one.end() >= max(after, _FEWEST_BEFORE)
        and _NUMBER.fullmatch(one.group()) is None
        and _NEGATION.match(text, one.end()) is None
    ]


def middles(text: str) -> list[int]:
    """The middles of its words of four letters and more."""
    return [
        one.start() + len(one.group()) // 2
        for one in _LONG_WORD.finditer(text)
        if one.start() >= _FEWEST_BEFORE
    ]


def stopped(text: str, ends: list[int], pick: Pick) -> str | None:
    """The text up to one of the `ends`, with a full stop or comma that it does not have there; None where there is no
    end."""
    if not ends:
        return None
    at = ends[pick(len(ends))]
    marks = [mark for mark in ".," if text[at : at + 1] != mark]
    return text[:at] + marks[pick(len(marks))]
