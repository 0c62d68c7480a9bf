"""Numbers that somebody typed at the beginning of a line: `4.2`, `Section 4.02`, `ARTICLE IV`, `(a)`, `EXHIBIT B`.

`typed_number` says what a line begins with, if it were the heading of a unit. Whether it is one (or a sentence that
happens to break before "Section 4.2", or an amount) only its surroundings can tell: that is `typed_outline`.
"""

import re
from functools import lru_cache

import msgspec

from .number_words import value_in_words
from .outline import UnitKind
from .romans import roman_value

# The words that a number may follow, and the kind of unit they name.
_WORDS: dict[str, UnitKind] = {
    "article": "article", "art": "article", "section": "section", "sec": "section", "clause": "section",
    "paragraph": "section", "§": "section", "§§": "section", "¶": "section", "part": "part", "chapter": "chapter",
    "exhibit": "exhibit", "schedule": "schedule", "annex": "annex", "appendix": "appendix",
    "attachment": "attachment", "addendum": "addendum", "recital": "recital",
}  # fmt: skip

# Every quantity is bounded, so that no line takes more than linear time.
_WORD = re.compile(
    r"(?P<word>(?:ARTICLE|Article|ART|Art|SECTION|Section|SEC|Sec|CLAUSE|Clause|PARAGRAPH|Paragraph|PART|Part|CHAPTER"
    r"|Chapter|EXHIBIT|Exhibit|SCHEDULE|Schedule|ANNEX|Annex|APPENDIX|Appendix|ATTACHMENT|Attachment|ADDENDUM"
    r"|Addendum|RECITAL|Recital)\b|§{1,2}|¶)"
    r"\.?\s{0,40}(?:N[oO]\.\s{0,8})?[\"“'‘]?"
    r"(?P<number>\d{1,3}(?:[.-](?:\d{1,3}|[A-Za-z]))*[A-Z]?(?:\([A-Za-z0-9]{1,4}\))*|[IVXLC]{1,8}\b|[A-Z]{1,2}(?:[-.]?\d{1,3}[A-Z]?|-[IVX]{1,5})?\b"
    r"|[A-Za-z]{3,6}(?:-[A-Za-z]{3,5})?\b)"
    r"[\"”'’]?"
)
_DECIMAL = re.compile(
    r"(?P<number>\d{1,3}(?:\.\d{1,3}){1,5}|\d{1,3}\.[A-Z](?:\.[a-z])?(?=[\s.]))"
    r"(?P<sub>(?:\([A-Za-z0-9]{1,4}\))*)\.?(?=\s|$|[\"“(\[]|[A-Z][a-z])"
)
_LETTER_DECIMAL = re.compile(r"(?P<number>[A-Z](?:\.\d{1,3}){1,3})\.?(?=\s|$)")
_INTEGER = re.compile(
    r"(?P<number>\d{1,3})(?:\s(?=\.\s))?(?P<after>\.(?=\)?)|\))(?:(?<=\.)\))?(?=\s|$|[\"“(\[]|[A-Z])"
)
_BARE = re.compile(r"(?P<number>\d{1,2})(?=\s{2}|\t|\s[A-Z])")
_BRACKETED = re.compile(r"\((?P<number>[a-z]{1,5}|[A-Z]{1,5}|\d{1,2})\)")
_BEFORE_SMALL = re.compile(r"(?P<number>\d{1,2})\s(?=[a-z])")
_NUMERAL = re.compile(r"(?P<number>[IVX]{1,6})(?=\s{2}|\t|\s?$)")
_LETTERED = re.compile(r"(?P<number>[ivxlc]{1,6}|[IVXLC]{1,7}|[a-zA-Z])(?P<after>[.)])(?=\s|$|[\"“(\[])")

_BETWEEN = re.compile(r"[\s.:–—-]*")

# Higher ones are taken for something else: `(l)` and `(c)` are letters.
_MOST_ROMAN, _MOST_SPELT = 49, 30


class TypedNumber(msgspec.Struct, frozen=True, gc=False):
    """What a line begins with. `number` is as printed, without brackets and without a full stop behind it.

    `style` tells apart what is counted apart: `article`, `exhibit`, `Section 1`, `Clause 1`, … after a word,
    `decimal` for `4.2` (with "Section" before it or without), `1.` `1)` `(1)` `1` for integers, `1 a` for one that
    `number_before_small` found, and `A` `a` `I` `i`
    in the place of the 1 for letters and roman numerals. `readings` are the styles it may be of, each with its place
    in the count (0 for a numeral that is none, "ARTICLE VIX"): `(i)` is the ninth letter or the first roman numeral.
    `path` are the steps of a decimal number. `sub` is what stands in brackets right behind a number, `(a)` in
    `4.2(a)`. The words of the line begin at `rest`; `start` is negative where the word before the number stands on the
    line before.
    """

    kind: UnitKind
    number: str
    readings: tuple[tuple[str, int], ...]
    start: int
    rest: int
    path: tuple[int, ...] = ()
    sub: str = ""
    word: str = ""

    @property
    def style(self) -> str:
        """The style of the first reading."""
        return self.readings[0][0]

    @property
    def ordinal(self) -> int:
        """The place in the count, in the first reading."""
        return self.readings[0][1]


def roman(text: str) -> int:
    """The value of a roman numeral below fifty, in one case; 0 when it is none."""
    value = roman_value(text) if text.islower() or text.isupper() else 0
    return value if value <= _MOST_ROMAN else 0


def spelt(text: str) -> int:
    """The value of a number up to thirty in words (`ONE`, `Twenty-One`), 0 when it is none."""
    value = value_in_words(text)
    return value if value <= _MOST_SPELT else 0


def _letter(text: str) -> int:
    """A → 1, z → 26, aa → 27, bb → 28; 0 for anything else."""
    small = text.lower()
    if len(set(small)) != 1 or len(small) > 3 or not ("a" <= small[0] <= "z"):
        return 0
    return ord(small[0]) - 96 + 26 * (len(small) - 1)


@lru_cache(maxsize=1024)
def readings(number: str, frame: str) -> tuple[tuple[str, int], ...]:
    """The styles that `number` may be of within `frame` (`(1)`, `1.`, `1)`), each with its place in the count."""
    if number.isascii() and number.isdigit():
        return ((frame, int(number)),)
    upper = number.isupper()
    found = []
    if letter := _letter(number):
        found.append((frame.replace("1", "A" if upper else "a"), letter))
    if value := roman(number):
        found.append((frame.replace("1", "I" if upper else "i"), value))
    return tuple(found)


_LETTERS = 1000  # the letter A of A.1 is not the 1 of 1.1
_AHEAD = frozenset("0123456789(§¶")
_ILL_FORMED = re.compile(r"[IVXLC]{2,8}$")
_INITIALS = frozenset("ASCPER")


def typed_number(line: str) -> TypedNumber | None:
    """What `line` begins with if it begins with a number, or None."""
    start = len(line) - len(line.lstrip())
    if start == len(line):
        return None
    first = line[start]
    if first in _AHEAD:
        if first == "(":
            return _bracketed(line, start)
        return _after_word(line, start) if first in "§¶" else _numeric(line, start)
    found = _after_word(line, start) if first in _INITIALS else None
    if found is not None:
        return found
    following = line[start + 1 : start + 8]
    if "." in following or ")" in following:
        return _lettered(line, start)
    return _bare_numeral(line, start) if first in "IVX" else None


def number_before_small(line: str) -> TypedNumber | None:
    """The integer that `line` begins with, of the style `1 a`, if nothing but a space and small letters follow: an
    amount, most likely, and a number whose full stop was forgotten where a count wants one."""
    start = len(line) - len(line.lstrip())
    found = _BEFORE_SMALL.match(line, start)
    if found is None:
        return None
    return TypedNumber("section", found["number"], (("1 a", int(found["number"])),), start, found.end())


def _bracketed(line: str, start: int) -> TypedNumber | None:
    found = _BRACKETED.match(line, start)
    if found is None:
        return None
    read = readings(found["number"], "(1)")
    return TypedNumber("section", found["number"], read, start, _rest(line, found.end())) if read else None


def _numeric(line: str, start: int) -> TypedNumber | None:
    found = _DECIMAL.match(line, start) if "." in line[start + 1 : start + 4] else None
    if found is not None:
        return _decimal(found["number"], found["sub"], start, _rest(line, found.end()), "")
    found = _INTEGER.match(line, start)
    if found is not None:
        read = (("1" + found["after"], int(found["number"])),)
        return TypedNumber("section", found["number"], read, start, _rest(line, found.end()))
    found = _BARE.match(line, start)
    if found is not None:
        return TypedNumber(
            "section", found["number"], (("1", int(found["number"])),), start, _rest(line, found.end())
        )
    return None


def _lettered(line: str, start: int) -> TypedNumber | None:
    if line[start + 2 : start + 3].isdigit():
        found = _LETTER_DECIMAL.match(line, start)
        return (
            _decimal(found["number"], "", start, _rest(line, found.end()), "") if found is not None else None
        )
    found = _LETTERED.match(line, start)
    if found is None:
        return None
    read = readings(found["number"], "1" + found["after"])
    return TypedNumber("section", found["number"], read, start, _rest(line, found.end())) if read else None


def _bare_numeral(line: str, start: int) -> TypedNumber | None:
    found = _NUMERAL.match(line, start)
    value = roman(found["number"]) if found is not None else 0
    if found is None or not value:
        return None
    return TypedNumber("section", found["number"], (("I", value),), start, _rest(line, found.end()))


def _after_word(line: str, start: int) -> TypedNumber | None:
    found = _WORD.match(line, start)
    if found is None:
        return None
    word, number = found["word"], found["number"]
    kind = _WORDS[word.lower()]
    rest = found.end()
    if kind == "section":
        plain, _, sub = number.partition("(")
        sub = "(" + sub if sub else ""
        if "." in plain:
            return _decimal(plain, sub, start, _rest(line, rest), word)
        value = _count(plain)
        if not value:
            return None
        style = f"{word.title()} 1" if word.lower() in ("clause", "paragraph") else "Section 1"
        return TypedNumber(kind, plain, ((style, value),), start, _rest(line, rest), (value,), sub, word)
    if kind in ("article", "part", "chapter"):
        value = _count(number)
        if not value and _ILL_FORMED.match(number) is None:
            return None
        path = (value,) if value else ()
        return TypedNumber(kind, number, ((kind, value),), start, _rest(line, rest), path, "", word)
    if (number.isalpha() and number.islower()) or (
        len(number) > 2 and number.isalpha() and not roman(number) and not spelt(number)
    ):
        return None
    return TypedNumber(kind, number, ((kind, _count(number)),), start, _rest(line, rest), (), "", word)


def _count(number: str) -> int:
    """The place in a count of what follows a word: `4`, `IV`, `FOUR`, `4A`, `B`; 0 when it is none."""
    digits = number.rstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    if digits.isascii() and digits.isdigit():
        return int(digits)
    return roman(number) or spelt(number) or (_letter(number) if len(number) == 1 and number.isupper() else 0)


def _decimal(number: str, sub: str, start: int, rest: int, word: str) -> TypedNumber | None:
    steps = [int(step) if step.isdigit() else _letter(step) for step in number.split(".")]
    if number[0].isalpha():
        steps[0] += _LETTERS
    path = tuple(steps)
    if "-" in number or not all(step or at for at, step in enumerate(path)):
        return None
    return TypedNumber("section", number, (("decimal", path[-1]),), start, rest, path, sub, word)


def _rest(line: str, at: int) -> int:
    """Where the words behind a number begin: behind its full stop, dash, colon and white space."""
    found = _BETWEEN.match(line, at)
    return found.end() if found is not None else at


__all__ = ["TypedNumber", "number_before_small", "readings", "roman", "spelt", "typed_number"]
