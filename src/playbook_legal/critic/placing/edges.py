"""Numbers among words, and quotations that begin or end inside a word or a number of the paper."""

from collections.abc import Sequence

from ...paper.note_marks import without_note_marks
from ..verdicts import Difference
from .alignment import Block

# fmt: off
_NUMBER_WORDS = frozenset((
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty",
    "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred", "thousand", "million", "billion",
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "half",
    "twice", "double", "triple",
))
# fmt: on
_AROUND_NUMBERS = ".,;:()[]{}<>\"'“”‘’«»…–—-/\\!?*_`|"
# What goes on with the number before it: `5 %`, `$10 million`.
_GOES_ON = frozenset((
    "%", "‰", "percent", "basis", "bps", "hundred", "thousand", "million", "billion", "trillion", "dozen", "mm", "bn",
))  # fmt: skip


def numbers(words: Sequence[str]) -> list[str]:
    """The figures and number words among `words`, without the punctuation around them and the marks of footnotes."""
    bare = (
        word.lstrip(_AROUND_NUMBERS.replace("-", "")).rstrip(_AROUND_NUMBERS)
        for word in map(without_note_marks, words)
    )
    return [word for word in bare if word in _NUMBER_WORDS or any(c.isdigit() for c in word)]


def edges(quoted: Sequence[str], record: Sequence[str]) -> list[Block]:
    """The first and the last word where the quotation begins or ends inside one of the text: `000` of `1,000`."""
    last, there = len(quoted) - 1, len(record) - 1
    blocks = [Block(0, 1, 0, 1)] if quoted[0] != record[0] else []
    if last > 0 and there > 0 and quoted[last] != record[there]:
        blocks.append(Block(last, last + 1, there, there + 1))
    return blocks


def cut_number(quoted: Sequence[str], text: Sequence[str], start: int, end: int) -> Difference | None:
    """The number that the quotation cuts short which stands as the words `[start, end)` of the text: `$10` of `$10
    million`, `million` of `ten million`; None when it cuts none."""
    # A number of several words, `twenty-five`, is seen by its parts.
    if quoted[-1] == text[end - 1] and _goes_on(text, end) and numbers(quoted[-1].split("-")):
        return Difference(quoted[-1], f"{quoted[-1]} {text[end]}")
    if start and quoted[0] == text[start] and _goes_on(quoted, 0) and numbers(text[start - 1].split("-")):
        return Difference(quoted[0], f"{text[start - 1]} {quoted[0]}")
    return None


def _goes_on(words: Sequence[str], at: int) -> bool:
    """Whether the word at `at` goes on with a number before it."""
    first, second = (word.rstrip(_AROUND_NUMBERS) for word in (*words[at : at + 2], "", "")[:2])
    return first in _GOES_ON or (first, second) == ("per", "cent")
