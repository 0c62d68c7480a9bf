"""Figures that a page raises or lowers, in the characters that Unicode has for them.

Read as plain figures they would join what they stand behind: a page shows 10², and the letters of the file are `102`;
it shows "30³ days" with the number of a note that somebody typed. As characters of their own they stay apart. A figure
lowered behind a letter, as in CO₂ or P₁, makes no other number, and everybody writes it plainly; it stays as it is.
"""

_DIGITS = "0123456789"
_RAISED_DIGITS = str.maketrans(_DIGITS, "⁰¹²³⁴⁵⁶⁷⁸⁹")
_LOWERED_DIGITS = str.maketrans(_DIGITS, "₀₁₂₃₄₅₆₇₈₉")
_RAISED_SIGNS = str.maketrans("+-−‐‑=()", "⁺⁻⁻⁻⁻⁼⁽⁾")
_LOWERED_SIGNS = str.maketrans("+-−‐‑=()", "₊₋₋₋₋₌₍₎")


def raised(text: str) -> str:
    """The text with its figures raised, character by character; letters, as in `1st`, stay as they are."""
    return _shifted(text, _RAISED_DIGITS, _RAISED_SIGNS)


def lowered(text: str, before: str) -> str:
    """The text with its figures lowered, character by character, unless it stands behind a letter. `before` is what
    stands before it."""
    return text if before[-1:].isalpha() else _shifted(text, _LOWERED_DIGITS, _LOWERED_SIGNS)


def _shifted(text: str, digits: dict[int, int], signs: dict[int, int]) -> str:
    with_figures = any(one in _DIGITS for one in text)
    with_letters = any(one.isalpha() for one in text)
    return text.translate({**digits, **signs} if with_figures and not with_letters else digits)


__all__ = ["lowered", "raised"]
