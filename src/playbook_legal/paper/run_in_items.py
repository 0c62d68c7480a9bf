"""Items of an enumeration that runs on within a sentence: `the fees are (a) due at once; (b) payable in euro`.

A bracket in running text is an item when it counts: it is the first of its kind, or the one before it (or the first)
stands there as well. `(4)` alone is a reference, and so are `clause (c)`, `4.2(a)` and `(a) and (b) above`.
"""

import re
from bisect import bisect_left

import msgspec

from .documents import Document
from .number_words import value_in_words
from .romans import in_roman, roman_value

_BRACKET = re.compile(r"\(([^\W\d_]{1,2}|[ivxlc]{1,7}|[0-9]{1,3})\)", re.IGNORECASE)
# What makes the bracket behind it a reference: "clause (c)", "Section 4.2 (a)".
_REFERS = re.compile(
    r"(?:sub-?)?(?:(?:section|clause|paragraph|item|article|exhibit|schedule|annex|appendix)(?:s|es)?)|subparts?"
    r"|sec\.|para\.|art\.|§§?",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[0-9][\w.]{0,11}|[IVXLC]{1,7}|[A-Z]")
_BACK = re.compile(
    r"(?:\s?\([^\s()]{1,4}\)){0,4}\s{1,3}(?:above|below|hereof|thereof|of\s{1,3}(?:this|the\s{1,3}definition|section))\b",
    re.IGNORECASE,
)
# What joins brackets that nothing is said of: "(a) and (b)", "(i) through (iv)".
_JOINS = re.compile(
    r"\s{0,3}(?:,|;|&|–|-|,?\s{0,3}\b(?:and|or|and/or|to|through|thru)\b)\s{0,3}", re.IGNORECASE
)
_LONGEST_REFERENCE = 40  # characters before a bracket that may make it a reference
_ROMANS = 50  # how far small Roman numbers are counted
# A paragraph that ends, and the marks of a list in Markdown before the words of the next.
_LAST_WORD = re.compile(r"([a-z]+(?:-[a-z]+)?)\s{0,3}$", re.IGNORECASE)
_SENTENCE_ENDS = re.compile(r"[.;!?][\"”’')\]*_]{0,4}$|(?:^|[\s;,])(?:and|or)$")
_EMPTY_LINES = re.compile(r"\n(?:[^\S\n]*\n)+")
_NEXT_LINE = re.compile(r"\n")
_LIST_MARKS = re.compile(r"[\s>*+-]*")


class RunIn(msgspec.Struct, frozen=True):
    """A bracketed number in running text: what stands in the brackets, and where it begins and ends."""

    atom: str
    start: int
    end: int


def run_in_item(
    document: Document, start: int, end: int, atom: str, behind: str = ""
) -> tuple[int, int] | None:
    """Where item `atom` of an enumeration stands between those characters of the document's text, None where it is
    none: from its bracket to the next one of its enumeration, to the end of its paragraph, or to `end`. `behind`: the
    text is of the item of that number, and only what goes on counting from it is sought."""
    text = document.text
    if text.find(f"({atom})", start, end) < 0:
        return None
    items = _items(text, start, end)
    counted = {behind} if behind else set[str]()
    within = _firsts(behind) if behind else ()
    pairs = {one.atom for one in items}
    found: RunIn | None = None
    for one in items:
        if one.atom in within:
            break  # a list within the item: what counts on is of that
        follows = any(earlier in counted for earlier in _before(one.atom))
        begins = _is_first(one.atom) or any(first in counted for first in _firsts(one.atom))
        if one.atom in ("x", "X"):  # "the sum of (x) the rate plus (y) half of it"
            begins = begins or chr(ord(one.atom) + 1) in pairs
        if not (follows or (begins and not behind)):
            continue
        counted.add(one.atom)
        if one.atom == atom and (found is None or (follows and _is_first(atom) and _is_first(found.atom))):
            found = one
            if follows or not _before(atom):
                break
    if found is None:
        return None
    after = _after(atom)
    stop = next((one.start for one in items if one.start > found.start and one.atom in after), end)
    return found.start, _paragraph_end(document, found, stop)


def _items(text: str, start: int, end: int) -> list[RunIn]:
    """The brackets in `text[start:end]` that are no references. "System(s)" and "ten (10) days" have none."""
    brackets = [
        RunIn(one[1], one.start(), one.end())
        for one in _BRACKET.finditer(text, start, end)
        if one.start() == start
        or not (text[one.start() - 1].islower() or _is_said_before(text, start, one.start(), one[1]))
    ]
    kept: list[RunIn] = []
    refers = False  # whether the bracket before is a reference
    for one, before, behind in zip(brackets, (None, *brackets), (*brackets[1:], None), strict=False):
        if before is not None and not text[before.end : one.start].strip():
            pass  # "4(a)(i)" refers as its first bracket does, "(a)(i) fees" counts as it does
        elif before is not None and _joined(text, before, one):
            refers = True
        else:
            refers = (
                (one.start > start and text[one.start - 1].isalnum())
                or _is_referred_to(text[max(start, one.start - _LONGEST_REFERENCE) : one.start])
                or _BACK.match(text, one.end) is not None
                or (behind is not None and _joined(text, one, behind))
            )
        if not refers:
            kept.append(one)
    return kept


def _is_referred_to(before: str) -> bool:
    """Whether the words before a bracket make it a reference: "clause", "Section 4.2"."""
    words = before.rsplit(None, 2)[-2:]
    if not words:
        return False
    if len(words) > 1 and _NUMBER.fullmatch(words[-1]) is not None:
        words.pop()
    return _REFERS.fullmatch(words[-1].lstrip('(“"')) is not None


def _joined(text: str, one: RunIn, other: RunIn) -> bool:
    """Whether nothing is said between two brackets of a kind: "(a) and (b)"."""
    alike = one.atom.isdecimal() == other.atom.isdecimal() and (
        len(one.atom) == len(other.atom) == 1 or bool(roman_value(one.atom) and roman_value(other.atom))
    )
    return alike and other.start - one.end < 20 and _JOINS.fullmatch(text, one.end, other.start) is not None


def _is_said_before(text: str, start: int, at: int, atom: str) -> bool:
    """Whether a figure says the number word before it once more: "ten (10) days"."""
    if not atom.isdecimal():
        return False
    word = _LAST_WORD.search(text, max(start, at - _LONGEST_REFERENCE), at)
    return word is not None and (
        value_in_words(word[1]) == int(atom) or word[1].casefold() in ("hundred", "percent")
    )


def _paragraph_end(document: Document, item: RunIn, end: int) -> int:
    """Where the paragraph of `item` ends, not behind `end`. A page may turn within a sentence, and an item of its own
    that a bracket begins belongs to the one it stands in."""
    text = document.text
    by_lines = document.kind == "word"
    for gap in (_NEXT_LINE if by_lines else _EMPTY_LINES).finditer(text, item.end, end):
        last = _last_words(document, item.end, gap.start())
        if (
            not by_lines
            and _SENTENCE_ENDS.search(text, max(item.end, last - _LONGEST_REFERENCE), last) is None
        ):
            continue
        marks = _LIST_MARKS.match(text, gap.end(), end)
        bracket = _BRACKET.match(text, marks.end() if marks is not None else gap.end(), end)
        if bracket is None or bracket[1] == item.atom:
            return last
    return end


def _last_words(document: Document, start: int, at: int) -> int:
    """Where the words before `at` end, what belongs to the page left out; not before `start`."""
    furniture = document.furniture
    place = bisect_left(furniture, (at, 0)) - 1
    while True:
        while at > start and document.text[at - 1].isspace():
            at -= 1
        while place >= 0 and furniture[place][0] >= at:
            place -= 1
        if place < 0 or at <= start or furniture[place][1] < at:
            return at
        at = max(start, furniture[place][0])


def _is_first(atom: str) -> bool:
    return atom in ("1", "01", "a", "A", "i", "I", "aa", "AA")


def _firsts(atom: str) -> tuple[str, ...]:
    """With what an enumeration begins that has `atom` in it."""
    if atom.isdecimal():
        return ("1",)
    small = atom.islower()
    firsts: list[str] = []
    if len(atom) == 1:
        firsts.append("a" if small else "A")
    if 0 < roman_value(atom) < _ROMANS:
        firsts.append("i" if small else "I")
    return tuple(firsts)


def _before(atom: str) -> tuple[str, ...]:
    """What may come before an item: the letter, number or Roman number before it."""
    if atom.isascii() and atom.isdigit():
        return (str(int(atom) - 1),) if int(atom) > 1 else ()
    return _beside(atom, -1)


def _after(atom: str) -> tuple[str, ...]:
    """What may come after an item."""
    if atom.isascii() and atom.isdigit():
        return (str(int(atom) + 1),)
    return _beside(atom, 1)


def _beside(atom: str, step: int) -> tuple[str, ...]:
    if not (atom.isascii() and atom.isalpha()):
        return ()
    found: list[str] = []
    if (
        len(set(atom.casefold())) == 1
        and len(atom) <= 2
        and atom.casefold()[0] not in ("z" if step > 0 else "a")
    ):
        found.append(chr(ord(atom[0]) + step) * len(atom))
    value = roman_value(atom)
    if value + step > 0 and 0 < value < _ROMANS:
        beside = in_roman(value + step)
        found.append(beside if atom.islower() else beside.upper())
    return tuple(found)


__all__ = ["run_in_item"]
