"""Roman numerals: what one is worth, and how one is written.

What on a page is taken for a numeral is for its reader to say: `(i)` may be the ninth letter as well.
"""

import re

_SIGNS = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
    (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_WORTH = {sign: worth for worth, sign in _SIGNS if len(sign) == 1}
_WELL_FORMED = re.compile(r"(?=[ivxlc])c{0,3}(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})", re.IGNORECASE | re.ASCII)


def roman_value(text: str) -> int:
    """The value of the Roman numeral `text`, from 1 to 399, in capitals or small letters; 0 when it is none, or is not
    written as one is: `iiii`, `vx`."""
    return worth_of(text) if _WELL_FORMED.fullmatch(text) is not None else 0


def worth_of(letters: str) -> int:
    """What Roman letters (i, v, x, l, c, d, m, in any case) add up to, each before a greater one taken away: `iv` 4,
    and `vv` 10, whether or not a numeral is written so. 0 without letters, and when another sign is among them."""
    worths = [_WORTH.get(letter, 0) for letter in letters.lower()]
    if not worths or not all(worths):
        return 0
    return sum(
        -worth if worth < after else worth for worth, after in zip(worths, [*worths[1:], 0], strict=True)
    )


def in_roman(value: int) -> str:
    """`value`, from 1 to 32,767, in small Roman numerals; in figures when it is below or above, where they would be a
    row of nothing but m."""
    if not 0 < value < 32_768:
        return str(value)
    written = ""
    for worth, sign in _SIGNS:
        count, value = divmod(value, worth)
        written += sign * count
    return written


__all__ = ["in_roman", "roman_value", "worth_of"]
