"""Titles: what stands behind a number, on its own line or run into the text ("4.2 Fees. Customer shall …")."""

import re

from .typed_lines import Seen, TypedLines
from .typed_numbers import TypedNumber, typed_number

RUN_IN = re.compile(r"(?:(?P<title>[^.(]{1,100})\.[\s—–-]{0,9})?\((?P<number>a|A|i|I|1)\)\s{0,9}(?=\S)")
_RESERVED = re.compile(r"[(\[]\s?(?:intentionally|reserved|deleted|omitted|not used|\*)", re.IGNORECASE)
_LINES_OF_TITLE = 3
# The mark stands first, so that the search goes from one to the next.
_SENTENCE_END = re.compile(r"[.:](?=\s|$|[—–-])(?<=\w\w.)")


def title_of(typed: TypedLines, one: Seen, number: TypedNumber, headings: set[int]) -> str:
    """The title behind a number, on its line or below. Lines that hold nothing else are added to `headings`."""
    words = typed.words(one)
    if not words:
        titled = number.kind != "section" or number.word or number.style in ("decimal", "1.")
        return _title_below(typed, one.at, headings) if titled else ""
    after = typed.after(one.at)
    wraps = after == one.at + 1 and words[-1] not in ".:" and typed.lines[after].lstrip()[:1].isalpha()
    if stands_alone(words) and (words.isupper() or not wraps):
        headings.add(one.at)
        if wraps and number.kind == "section":
            return run_in_title(f"{words} {typed.lines[after].strip()}") or words.rstrip(".: ")
        if words.isupper() and number.kind != "section":
            more = _title_below(typed, one.at, headings, capitals=True)
            return f"{words} {more}".strip().rstrip(".:")
        return words.rstrip(".: ")
    if number.word and not wraps and len(words) < 90:
        headings.add(one.at)
    if number.style[0] != "(" and after == one.at + 1 and _SENTENCE_END.search(words, 0, 400) is None:
        return run_in_title(f"{words} {typed.lines[after].strip()}")
    return run_in_title(words)


def _title_below(typed: TypedLines, at: int, headings: set[int], *, capitals: bool = False) -> str:
    """The title on the lines below a number that stands alone; with `capitals`, what of it goes on there."""
    headings.add(at)
    title: list[str] = []
    spot = typed.after(at)
    if capitals and spot != at + 1:
        return ""
    while 0 <= spot < len(typed.lines) and len(title) < _LINES_OF_TITLE:
        words = typed.lines[spot].strip()
        if not stands_alone(words) or ((title or capitals) and not words.isupper()) or words[0] == "<":
            break
        number = typed_number(words)
        if number is not None and number.word:
            break  # "SECTION I" below "SCHEDULE 4" is no title
        title.append(words)
        headings.add(spot)
        if not words.isupper():
            break
        spot += 1
    return " ".join(title).rstrip(".: ")


def names_a_unit(words: str) -> bool:
    """Whether words behind a number may open a unit: nothing, a capital, a mark of quotation, "[Reserved]"."""
    if not words:
        return True
    first = words[0]
    if first in "([":
        return _RESERVED.match(words) is not None or (
            first == "(" and RUN_IN.match(words) is not None and words[3:].strip()[:1].isupper()
        )
    return not first.islower() and first not in ",;)%$/"


def names_an_annex(line: str, words: str) -> bool:
    """Whether a line names an annexed paper and says nothing about it."""
    if len(line) > (240 if words.startswith("to ") else 140) or words.endswith((",", ";")):
        return False
    if not words:
        return True
    if words.startswith("to "):
        return True
    between = (
        line[: len(line) - len(words)].rstrip()[-1:] in ":-–—."
        or line[-len(words) - 2 : -len(words)].isspace()
    )
    return names_a_unit(words) and (words.isupper() or (stands_alone(words) and (between or len(words) < 50)))


def titled_by_colon(line: str, number: TypedNumber) -> bool:
    """Whether a colon parts a number from the title behind it, all of it on that line: "Schedule 2.6: Taxes"."""
    words = line[number.rest :].rstrip()
    return (
        line[: number.rest].rstrip().endswith(":") and stands_alone(words) and not words.split()[-1].islower()
    )


def stands_alone(words: str) -> bool:
    """Whether words on a line look like a title that stands alone: short, and most long words with a capital."""
    if not words or len(words) > 110:
        return False
    inside = words.rstrip(".: ").replace("\xa0", " ")
    if ". " in inside and not inside.endswith(("Inc", "Co", "Ltd")):
        return False
    if words.isupper():
        return True
    if words.endswith((",", ";")):
        return False
    return _titled_words(inside)


def _titled_words(words: str) -> bool:
    if not words.lstrip('[("“')[:1].isupper():
        return False
    first = [word[0] for word in words.split() if len(word) > 3]
    capitals = sum([letter.isupper() for letter in first])
    return 10 * capitals >= 7 * sum([letter.isalpha() for letter in first])


def begins_with_title(words: str) -> bool:
    """Whether words begin with a title: alone, or run in with a full stop behind it."""
    return bool(words) and (stands_alone(words) or bool(run_in_title(words)))


def run_in_title(words: str) -> str:
    """The title that runs into its text ("Fees. Customer shall…"), or nothing."""
    found = _SENTENCE_END.search(words, 0, 130)
    if found is None:
        return ""
    title = words[: found.start()].strip().strip('"“”')
    return title if title and len(title.split()) <= 14 and (title.isupper() or _titled_words(title)) else ""


__all__ = [
    "RUN_IN",
    "begins_with_title",
    "names_a_unit",
    "names_an_annex",
    "run_in_title",
    "stands_alone",
    "title_of",
    "titled_by_colon",
]
