"""Whole numbers in English words: how one is written, and which one is said.

Words for amounts, with `hundred` and `million`, are read where amounts are compared; here are the numbers by which
units are counted: `ARTICLE FOUR`, `Section Twenty`.
"""

UNITS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SCALES = ((1_000_000, "million"), (1000, "thousand"), (100, "hundred"))


def in_words(value: int) -> str:
    """`value`, which is not negative, in small letters: `twenty-one`, `three hundred four`."""
    if value < 20:
        return UNITS[value]
    if value < 100:
        tens, rest = divmod(value, 10)
        return TENS[tens - 2] + (f"-{UNITS[rest]}" if rest else "")
    worth, word = next(one for one in _SCALES if value >= one[0])
    count, rest = divmod(value, worth)
    return f"{in_words(count)} {word}" + (f" {in_words(rest)}" if rest else "")


_SAID = {in_words(value): value for value in range(1, 100)}


def value_in_words(text: str) -> int:
    """The number from 1 to 99 that `text` says and nothing else, in any case: `ONE`, `Twenty-One`; 0 when it says
    none."""
    return _SAID.get(text.casefold(), 0)


__all__ = ["TENS", "UNITS", "in_words", "value_in_words"]
