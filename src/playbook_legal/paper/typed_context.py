"""What the lines around a number say about it: how surely something may begin there, whether it quotes another paper
or is an item of a list, and whether the count that it begins is a short one within another."""

import re

from .outline import ANNEXED
from .typed_counts import OUTER, Count, alike
from .typed_lines import Seen, TypedLines
from .typed_numbers import TypedNumber, typed_number
from .typed_titles import begins_with_title, run_in_title, stands_alone, titled_by_colon

_QUOTES = re.compile(
    r"\b(?:reads?|restated|inserted|added|replaced|substituted|amended)\b[^.;]{0,80}:[\"“”']?$"
)
_AMENDS = re.compile(
    r"\b(?:is|are|be)\s(?:hereby\s|further\s){0,2}(?:amended|deleted|restated|replaced|modified|inserted|added)\b"
)
# Words behind which a number in brackets is a reference.
_REFERS = re.compile(r"(?:sub-?)?(?:clauses?|sections?|paragraphs?|items?)$|.*\d$", re.IGNORECASE)
_AHEAD = 40  # numbers looked at to tell the letter i from the numeral
_TITLE = 4  # words that a line of a title may have and still end with a full stop
_NEAR = 4  # lines between two entries of a list of exhibits
# A heading that stands in the middle of a line: the end of a sentence, a number, capitals up to the end of the line.
_HEADING_BEHIND = re.compile(
    r"[.;:]\s{1,3}(?P<number>\d{1,2})\.\s{1,9}(?P<title>[A-Z][A-Z ,;&'’/-]{2,80})\.?\s*$"
)


def strength(typed: TypedLines, one: Seen, headings: set[int]) -> int:
    """How surely something may begin at that line: 0 not at all, 1 where a paragraph begins, 2 after the end of a
    sentence or one of the `headings`, 3 after both."""
    if one.before in headings or typed.closed(one):
        return 3 if one.gap else 2
    begins = one.gap and not one.paged and typed.paragraphs
    return 1 if (begins or typed.ends_short(one)) and not typed.left_open(one) else 0


def goes_on(typed: TypedLines, one: Seen, words: str) -> bool:
    """Whether a title, which is the next of its count, may begin at that line though the words before it have no
    end: a list of names, a line of a signature, the foot of a page."""
    if not one.gap:
        return bool(run_in_title(words)) and _breaks_off(typed, one) and not typed.left_open(one)
    if not begins_with_title(words):
        return False
    return not typed.left_open(one) or (not one.paged and typed.lines[one.before].rstrip()[-1:] == ",")


def _breaks_off(typed: TypedLines, one: Seen) -> bool:
    """Whether the line right before that one is not half as long as the one before it, as the last of a paragraph."""
    if one.before < 1:
        return False
    return 2 * len(typed.lines[one.before].strip()) < len(typed.lines[one.before - 1].strip())


def is_headed(typed: TypedLines, one: Seen, headings: set[int], last: int) -> bool:
    """Whether a heading in capitals, that has no number and is none of those `headings` that have, stands apart right
    before the line, and is not the title of the unit that begins on line `last`."""
    words = typed.lines[one.before].strip() if one.before > 0 else ""
    latest = typed.lines[last].strip()
    says_all = latest[-1:] in (".", ";") and len(latest.split(None, 1)) > 1
    return (
        words.isupper()
        and stands_alone(words)
        and one.before not in headings
        and not typed.lines[one.before - 1].strip()
        and typed_number(words) is None
        and (says_all or typed.after(last) != one.before)
    )


def heading_behind(typed: TypedLines, one: Seen) -> tuple[str, str, int]:
    """Number and title of a heading that stands within and ends the line of words before that one, and its column:
    "of the DOCUMENTATION. 11. LIMITATION OF LIABILITY."; empty where there is none."""
    found = _HEADING_BEHIND.search(typed.lines[one.before][-120:]) if one.before >= 0 else None
    if found is None:
        return "", "", 0
    column = found.start("number") + max(0, len(typed.lines[one.before]) - 120)
    return found["number"], found["title"].strip(), column


def titled_in_capitals(words: str) -> bool:
    """Whether words behind a number begin with a title in capitals."""
    title = run_in_title(words)
    return title.isupper() if title else words.isupper() and stands_alone(words)


def amends(typed: TypedLines, one: Seen) -> bool:
    """Whether the paragraph that begins on that line says that something is amended or deleted."""
    end = one.at + 1
    while end < min(len(typed.lines), one.at + _NEAR) and typed.lines[end].strip():
        end += 1
    return _AMENDS.search(" ".join(line.strip() for line in typed.lines[one.at : end])) is not None


def amid_sentence(typed: TypedLines, one: Seen, count: Count) -> bool:
    """Whether the number there goes on with an enumeration that began in the middle of a line, in a sentence of the
    same paragraph that has not ended, "for (i) the one and" on one line and "(ii) the other" on the next, and not with
    `count`, which began before that paragraph."""
    if one.gap or one.before < 0 or typed.lines[one.before].rstrip()[-1:] in (".", ":"):
        return False
    begins = typed.paragraph_of(one.before)
    if count.at >= begins or not typed.paragraph_begins(begins) or run_in_title(typed.words(one)):
        return False
    within = re.compile(rf"(?<!\S)(?P<word>\S{{1,40}}) {re.escape(f'({count.number})')}")
    words = " ".join([line.strip() for line in typed.lines[begins : one.before + 1]])
    return any(_REFERS.match(found["word"]) is None for found in within.finditer(words))


def quotes(typed: TypedLines, one: Seen) -> bool:
    """Whether the words before that line announce the words of another paper: "is amended to read as follows:"."""
    if one.before < 0 or ":" not in typed.lines[one.before].rstrip()[-2:]:
        return False
    before = " ".join(line.strip() for line in typed.lines[max(0, one.before - 1) : one.before + 1])
    return _QUOTES.search(before[-200:]) is not None


def is_item(typed: TypedLines, one: Seen) -> bool:
    """Whether the line stands apart from one that ends with a comma, as items of a list do."""
    apart = one.gap and not one.paged and one.before >= 0
    return apart and typed.lines[one.before].rstrip()[-1:] == ","


def second_follows(typed: TypedLines, place: int, number: TypedNumber) -> bool:
    """Whether the very next line that may open a unit is the second of the count, and stands apart as well."""
    for later in typed.seen[place + 1 : place + 2]:
        if later.gap and later.number is not None:
            firsts = [style for style, ordinal in number.readings if ordinal == 1]
            return any((style, 2) in later.number.readings for style in firsts)
    return False


def numeral_follows(typed: TypedLines, place: int, number: TypedNumber) -> bool:
    """Whether ii comes before j: then i is a numeral."""
    double, letter = ("ii", "j") if number.number == "i" else ("II", "J")
    for later in typed.seen[place + 1 : place + 1 + _AHEAD]:
        if later.number is not None and later.number.style[0] == number.style[0]:
            if later.number.number == double:
                return True
            if later.number.number == letter:
                return False
    return False


def is_letter(typed: TypedLines, place: int) -> bool:
    """Whether the "(1)" there, behind "(k)", is the letter l typed so: no (2) follows it."""
    for later in typed.seen[place + 1 : place + 1 + _AHEAD]:
        if later.number is not None and later.number.style[0] == "(":
            return later.number.number != "2"
    return True


def second_comes(typed: TypedLines, place: int, style: str) -> bool:
    """Whether the second of the count in `style` comes before an article or an annexed paper."""
    for later in typed.seen[place + 1 : place + 1 + 2 * _AHEAD]:
        if later.number is None:
            continue
        if later.number.kind in ANNEXED or later.number.kind in OUTER:
            return False
        if any(ordinal == 2 and alike(read, style) for read, ordinal in later.number.readings):
            return True
    return False


def next_follows(typed: TypedLines, place: int, style: str, ordinal: int) -> bool:
    """Whether the next of the count in `style` comes behind the one with that ordinal at `place`, before it begins anew
    and before an article or an annexed paper."""
    for later in typed.seen[place + 1 : place + 1 + _AHEAD]:
        if later.number is None:
            continue
        if later.number.kind in ANNEXED or later.number.kind in OUTER:
            return False
        for read, count in later.number.readings:
            if alike(read, style) and count <= ordinal + 1:
                return count == ordinal + 1
    return False


def resumes(typed: TypedLines, place: int, style: str, following: int) -> bool:
    """Whether a count in `style` goes on with `following` behind the one that begins at `place`, and before anything
    greater: then that one stands within it."""
    count = 1
    for later in typed.seen[place + 1 : place + 1 + 2 * _AHEAD]:
        if later.role == "signature":
            return False
        if later.number is None:
            continue
        if later.number.kind in ANNEXED or later.number.kind in OUTER:
            return False
        ordinal = next((read[1] for read in later.number.readings if alike(read[0], style)), 0)
        if ordinal == count + 1:
            count = ordinal
        elif ordinal == following:
            return True
        elif ordinal == 1:
            count = 1
    return False


def is_listed(typed: TypedLines, place: int, one: Seen, number: TypedNumber) -> bool:
    """Whether the line is one of a list of annexed papers, and not the head of one."""
    for other in (place - 1, place + 1):
        if not 0 <= other < len(typed.seen):
            continue
        beside = typed.seen[other]
        paged = beside.paged if other > place else one.paged
        if (
            beside.number is not None and beside.number.kind in ANNEXED and not paged
            and beside.number.number != number.number and abs(beside.at - one.at) <= _NEAR
            and not (
                titled_by_colon(typed.lines[one.at], number)
                and titled_by_colon(typed.lines[beside.at], beside.number)
                and _says(typed, min(beside.at, one.at), max(beside.at, one.at))
            )
        ):  # fmt: skip
            return True
    return False


def _says(typed: TypedLines, head: int, end: int) -> bool:
    """Whether a sentence stands between the head of an annexed paper and line `end`: then it is no list of heads."""
    between = [typed.lines[at].strip() for at in range(head + 1, end)]
    return any(
        line.endswith(".") and len(line.split()) > _TITLE and not stands_alone(line) for line in between
    )


def filed_type(typed: TypedLines, at: int) -> str:
    """The number under which a further document of the file was filed: `10.2` of `<TYPE>EX-10.2`; else nothing."""
    for line in typed.lines[at + 1 : at + 4]:
        if line.lstrip().startswith("<TYPE>"):
            return line.strip()[6:26].strip().removeprefix("EX-")
    return ""


__all__ = [
    "amends",
    "amid_sentence",
    "filed_type",
    "goes_on",
    "heading_behind",
    "is_headed",
    "is_item",
    "is_letter",
    "is_listed",
    "next_follows",
    "numeral_follows",
    "quotes",
    "resumes",
    "second_comes",
    "second_follows",
    "strength",
    "titled_in_capitals",
]
