"""What a printed label says: which kind of unit it opens, and what it adds to a complete number."""

import re

from ...outline import UnitKind
from ...romans import worth_of
from ...unit_words import kind_of_word
from .numbering import Number

_WORD_BEFORE = re.compile(r"^(?P<word>[^\W\d_]{2,})\.?\s+(?=\S)|^§+\s*(?=\S)")
_BRACKETS_ALREADY = re.compile(r"(?:\([^()\s]+\))+")
_TRAILING = " \t.:;,)]|-–—"
_ROMAN = re.compile(r"[ivxl]+", re.IGNORECASE)


def named_unit(number: Number) -> tuple[UnitKind, str] | None:
    """Kind and number of an automatic `Article IV` or `Exhibit B`."""
    found = _WORD_BEFORE.match(number.printed.strip())
    if found is None or found["word"] is None:
        return None
    kind = kind_of_word(found["word"])
    if kind is None:
        return None
    return kind, number.printed.strip()[found.end() :].strip(_TRAILING)


def _bare(text: str) -> str:
    """The number in a label: `Section 1.01.` is `1.01`, `(a)` is `a`, `(a)(i)` stays."""
    text = text.strip()
    found = _WORD_BEFORE.match(text)
    if found is not None:
        text = text[found.end() :]
    if _BRACKETS_ALREADY.fullmatch(text) and text.count("(") > 1:
        return text
    return text.strip(_TRAILING + "([")


def pin_of(base: str, labels: list[str]) -> str:
    """A complete number: `1.2` and the labels `(c)`, `(iv)` make `1.2(c)(iv)`. Articles and the like are no part of
    it, they are cited by their own name."""
    pin = base
    for label in labels:
        found = _WORD_BEFORE.match(label.strip())
        if found is not None and found["word"] is not None and kind_of_word(found["word"]) is not None:
            continue
        bare = _bare(label)
        if not bare:
            continue
        pin = bare if not pin else pin + (bare if bare.startswith("(") else f"({bare})")
    return pin


def readings(number: str) -> list[tuple[str, int]]:
    """What `(i)` may mean: the ninth letter or the first Roman number."""
    found: list[tuple[str, int]] = []
    case = "upper" if number.isupper() else "lower"
    if number.isdecimal():
        return [("decimal", int(number))]
    if len(set(number)) == 1 and len(number) <= 2:
        found.append((f"{case} letter", ord(number[0].lower()) - 96 + 26 * (len(number) - 1)))
    if _ROMAN.fullmatch(number):
        found.append((f"{case} roman", worth_of(number)))
    return found


__all__ = ["named_unit", "pin_of", "readings"]
