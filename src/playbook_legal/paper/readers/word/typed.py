"""Numbers that somebody typed: `4.2 Fees`, `Section 4.2`, `ARTICLE IV`, `(a)`, `Exhibit B – Pricing`.

Many contracts mix typed and automatic numbers. This is a modest recognition for paragraphs of a Word file, where the
line is known to be a paragraph; `typed_number` is the one place to put a better one.
"""

import re
from typing import Literal

import msgspec

from ...outline import UnitKind
from ...unit_words import ANNEX_WORDS, DIVISION_WORDS, kind_of_word

# A dotted number, its full stop or bracket, then the text. "30 days" is none: a number of one part needs a full
# stop or bracket, and of two parts no more than three digits each.
_DOTTED = re.compile(r"(?P<number>\d{1,3}(?:\.\d{1,3}[A-Za-z]?){1,6})(?P<end>[.)]?)(?=[\s\u2002-\u200b]|$)")
_SIMPLE = re.compile(r"(?P<number>\d{1,3}|[IVXL]{1,6}|[A-Z])\.(?=\s|$)")
_WORDED = re.compile(
    r"(?:section|sec\.|clause|paragraph|§{1,2})\s*(?P<number>\d{1,3}(?:\.\d{1,3})*(?:\([A-Za-z0-9]{1,5}\))*)"
    r"(?=[.:\s–—-]|$)",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"\((?P<number>[a-z]{1,2}|[ivxl]{1,6}|[A-Z]{1,2}|[IVXL]{1,6}|\d{1,3})\)(?=\s|$)")
_NAMED = re.compile(
    rf"(?P<word>{'|'.join((*DIVISION_WORDS, *ANNEX_WORDS))})\s+"
    r"(?:no\.?\s*)?(?P<number>[A-Z]{1,2}|[IVXLC]{1,7}|\d{1,3}[A-Z]?)(?P<more>(?:[-.]\d{1,3}|-[A-Z])*)"
    r"(?=[\s:.–—-]|$)",
    re.IGNORECASE,
)
_AFTER = re.compile(r"[\s:.–—-]*")

Form = Literal["dotted", "simple", "worded", "bracketed", "named"]


class TypedNumber(msgspec.Struct, frozen=True):
    """A number at the beginning of a paragraph: what kind of unit it opens, the number as typed without full stop
    and brackets around it, in which form it stands, and where the text behind it begins."""

    kind: UnitKind
    number: str
    form: Form
    end: int


def typed_number(text: str) -> TypedNumber | None:
    """The number that the paragraph `text` begins with, or None."""
    lead = len(text) - len(text.lstrip())
    named = _NAMED.match(text, lead)
    if named is not None:
        number = named["number"] + named["more"]
        if named["number"][0].isalpha() and not named["number"].isupper():
            return None  # "part of", "schedule is"
        return TypedNumber(kind_of_word(named["word"]) or "section", number, "named", _end(text, named.end()))
    forms: tuple[tuple[Form, re.Pattern[str]], ...] = (
        ("worded", _WORDED), ("dotted", _DOTTED), ("simple", _SIMPLE), ("bracketed", _BRACKETED),
    )  # fmt: skip
    for form, pattern in forms:
        found = pattern.match(text, lead)
        if found is not None:
            return TypedNumber("section", found["number"], form, _end(text, found.end()))
    return None


def _end(text: str, at: int) -> int:
    found = _AFTER.match(text, at)
    return at if found is None else found.end()


__all__ = ["TypedNumber", "typed_number"]
