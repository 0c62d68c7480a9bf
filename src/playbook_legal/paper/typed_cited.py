"""How a paper cites itself: "Section 2(a)(iii)" tells that (a) hangs directly below section 2.

Amendments cite sections of another paper as well, "Section 2(a) of the Credit Agreement"; those tell nothing here.
"""

import re
from collections.abc import Sequence

from .typed_counts import Count

_CITED = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3}){0,5})(?P<brackets>(?:\([A-Za-z0-9]{1,5}\)){1,6})")
_BRACKET = re.compile(r"\([A-Za-z0-9]{1,5}\)")
_WORD = re.compile(r"(?:section|clause|paragraph)s?\s{1,20}$|§\s{1,20}$", re.IGNORECASE)
_BEFORE = 40  # characters that the word before a number is looked for in
# A caption in brackets, and words that say that it is of another paper.
_ELSEWHERE = re.compile(
    r"(?:\s?\([^()]{1,80}\)){0,4}\s{1,9}(?:(?:of|to|in)\s{1,9}(?!th(?:is|ese)\b)|thereof\b)"
)


def self_citations(text: str) -> frozenset[str]:
    """The places that `text` cites as its own, `2(a)(iii)`, and what they stand in, `2(a)`."""
    cited: set[str] = set()
    for found in _CITED.finditer(text):
        at = found.start()
        if (
            text[at - 1 : at].isspace()
            and _WORD.search(text, max(0, at - _BEFORE), at)
            and _ELSEWHERE.match(text, found.end()) is None
        ):
            label = found["number"]
            for bracket in _BRACKET.findall(found["brackets"]):
                label += bracket
                cited.add(label)
    return frozenset(cited)


def label_below(above: Sequence[Count], number: str) -> str:
    """How `number`, in brackets, is cited right below the innermost of the open counts `above`, the outermost of which
    has none."""
    outer = next(at for at in reversed(range(len(above))) if above[at].style[0] != "(")
    brackets = [count.number for count in above[outer + 1 :]]
    return above[outer].number + "".join(f"({one})" for one in (*brackets, number))


__all__ = ["label_below", "self_citations"]
