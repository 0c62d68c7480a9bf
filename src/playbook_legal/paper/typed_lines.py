"""A typed text as lines: which of them might open a unit, and what stands around each of those.

Whether "Section 4.2" at the beginning of a line is a heading or a sentence that breaks there, the line itself often
does not say. What comes before it does: an empty line, the end of a sentence, or neither.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Literal

import msgspec

from .contents_pages import contents_lines
from .page_furniture import Furniture
from .typed_numbers import TypedNumber, number_before_small, typed_number

Role = Literal["number", "recitals", "whereas", "agreed", "follows", "signature", "document"]

_ROLES: tuple[tuple[Role, re.Pattern[str]], ...] = (
    ("whereas", re.compile(r"WHEREAS\b|Whereas,")),
    (
        "recitals",
        re.compile(
            r"(?:RECITALS?|Recitals?|W\s?I\s?T\s?N\s?E\s?S\s?S\s?E\s?T\s?H|BACKGROUND|Background|PRELIMINARY\s+STATEMENTS?"
            r"|Preliminary\s+Statements?|STATEMENT\s+OF\s+FACTS)\s{0,9}[:;,.]?\s*$"
        ),
    ),
    ("agreed", re.compile(r"NOW\b,?\s{0,9}(?:THEREFORE|$)|Now,? therefore|IT IS (?:HEREBY )?AGREED|AGREEMENTS?:?\s*$")),
    (
        "signature",
        re.compile(
            r"IN\s{1,9}WITNESS\b|\[?\s?(?:SIGNATURE|Signature)\s(?:PAGES?|Pages?)\b.{0,60}$"
            r"|EXECUTED\s(?:as|AS|this|THIS|by|BY|on|ON)\b"
        ),
    ),
)  # fmt: skip
# A word that its number may follow on the next line, and such a number.
_ALONE = frozenset(("ARTICLE", "Article", "SECTION", "Section", "EXHIBIT", "Exhibit", "SCHEDULE", "Schedule"))
_NUMERAL = re.compile(r"\s{0,40}(?:\d{1,2}(?:\.\d{1,2})?|[IVXL]{1,7}|[A-Z])\.?\s*$")
# A decimal number behind which the words of its heading begin.
_HEADED = re.compile(r"\s{0,40}\d{1,2}\.\d{1,2}\.?\s{1,9}[A-Z]")
# What a line must begin with (or end with) to be looked at more closely. Most lines are told apart here.
_PROMISING = re.compile(
    r"(?:[0-9(§¶]|[A-Za-z]{1,7}[.)]|[IVX]{1,6}(?:\s{2}|\t|\s?$)|ART|Art|SEC|Sec|CLA|Cla|PAR|Par|CHA|Cha|EXH|Exh|SCH|Sch|ANN|Ann|APP|App|ATT|Att"
    r"|ADD|Add|REC|Rec|WHEREAS|Whereas|W\s?I\s?T|BACK|Back|PRELIM|Prelim|STATEMENT|NOW|Now|IT\sIS|AGREE|IN\s|\[|SIG|Sig"
    r"|EXECUTED)"
)
# What such a line begins with, unless it is a number with a mark right behind it.
_INITIALS = frozenset("0123456789(§¶[ABCEINPRSVWX")
_LINES_TO_MEASURE = 40  # lines that a text must have for its full lines to be known
_PARAGRAPH = 40  # lines of a paragraph that are looked through for its beginning
_SELDOM = 20  # one empty line in so many is the end of a page
_ENDS = frozenset(("follows:", "follows."))
_ROLE_INITIALS = frozenset("WRBPSNIAE[")

# How a sentence, a heading with a mark behind it, or an item of a list ends.
_CLOSED = re.compile(
    r"(?:[.;:!?—_=*|][\"”’')\]]*-?|(?:^|[\s;,])(?:and|or|and/or)|provided(?:,? that)?:?|<[^<>]{1,20}>)$"
)
_OPEN_CAPITALS = re.compile(r"(?:,|\b(?:AND|OR|OF|IN|TO|BY|WITH|UNDER|THE|THIS|SECTIONS?|ARTICLES?))$")
_STOPS = frozenset(".;:!?")
_OPEN = re.compile(
    r"(?:[,(&$-]|\b(?:[Ss]ections?|[Aa]rticles?|[Ee]xhibits?|[Ss]chedules?|[Cc]lauses?|[Pp]aragraphs?|No\.|[Ss]ec\."
    r"|the|of|in|to|by|with|under|from|than|a|an|for|at|that|which|this|its))$"
)


class Seen(msgspec.Struct, frozen=True, gc=False):
    """A line that may open a unit: its place among the lines, its number (or the role of a line without), the last
    line of words before it (-1 for none), whether an empty line stands between, and whether a page ended there."""

    at: int
    role: Role
    number: TypedNumber | None
    before: int
    gap: bool
    paged: bool


class TypedLines(msgspec.Struct, frozen=True):
    """The lines of a text (`starts`: the character at which each begins), those that may open a unit, and whether
    empty lines mark paragraphs here (in a text typed with one between all lines they do not). `full` is how many
    characters a full line has where no empty lines stand between paragraphs, as in a PDF; else 0. `written` are the
    lines that hold words, those of the page left out."""

    lines: Sequence[str]
    starts: Sequence[int]
    seen: tuple[Seen, ...]
    following: dict[int, int]
    paragraphs: bool
    full: int
    written: Sequence[int]

    def closed(self, one: Seen) -> bool:
        """Whether the words before that line end a sentence, an item or a heading in capitals."""
        if one.before < 0:
            return True
        words = self.lines[one.before].strip()
        if words[-1:] in _STOPS or not words.strip("-=_*~ "):
            return True
        if _CLOSED.search(words[-24:]) is not None:
            return True
        above = self.lines[one.before - 1].strip() if one.before else ""
        return (
            len(words) <= 70 and words.isupper() and _OPEN_CAPITALS.search(words) is None
            and (not above or len(above) < 50)
        )  # fmt: skip

    def left_open(self, one: Seen) -> bool:
        """Whether the words before that line cannot be the end of anything."""
        return one.before >= 0 and _OPEN.search(self.lines[one.before].rstrip()[-16:]) is not None

    def ends_short(self, one: Seen) -> bool:
        """Whether the line of words before that one is so short that a paragraph ends with it."""
        return one.before >= 0 and len(self.lines[one.before].strip()) < self.full

    def words(self, one: Seen) -> str:
        """The words of the line behind its number."""
        return self.lines[one.at][one.number.rest if one.number else 0 :].rstrip()

    def written_before(self, at: int) -> int:
        """The last line of words before line `at`, -1 for none."""
        place = bisect_left(self.written, at)
        return self.written[place - 1] if place else -1

    def paragraph_of(self, at: int, since: int = 0) -> int:
        """The line on which the paragraph of line `at` begins, not before line `since`. A page may end within it."""
        place = bisect_left(self.written, at)
        for earlier in range(place - 1, max(-1, place - 1 - _PARAGRAPH), -1):
            line = self.written[earlier]
            if line < since or (at - line > 1 and not self._turns_page(line, at)):
                break
            at = line
        return at

    def paragraph_begins(self, at: int) -> bool:
        """Whether a paragraph is seen to begin on line `at`: behind an empty line, or at the beginning."""
        return at - self.written_before(at) > 1 or at == 0

    def _turns_page(self, earlier: int, later: int) -> bool:
        """Whether what stands between two lines of words is of the page, and the sentence goes on behind it."""
        return self.lines[earlier].rstrip()[-1:] not in _STOPS and any(
            self.lines[at].strip() for at in range(earlier + 1, later)
        )

    def after(self, at: int) -> int:
        """The next line of words behind a line that may open a unit, -1 for none."""
        return self.following.get(at, -1)


def lines_of(text: str) -> tuple[list[str], list[int]]:
    """The lines of `text`, without their ends, and the character at which each begins."""
    end = "\n" if "\n" in text or "\r" not in text else "\r"
    lines = text.split(end)
    starts = list(accumulate(map((1).__add__, map(len, lines)), initial=0))
    starts.pop()
    return lines, starts


def typed_lines(lines: Sequence[str], starts: Sequence[int], furniture: Furniture) -> TypedLines:
    """What in `lines` may open a unit; tables of contents left out."""
    stripped = list(map(str.strip, lines))
    skipped = frozenset(furniture.lines)
    written = [at for at, words in enumerate(stripped) if words]
    if skipped:
        written = [at for at in written if at not in skipped]
    tables = _tables(lines, furniture)
    seen: list[Seen] = []
    following: dict[int, int] = {}
    passed = -1
    for place in _promising(lines, stripped, written):
        at = written[place]
        if at == passed:
            continue
        number, words_at, taken = _number_at(lines, stripped, written, place)
        if taken > 1:
            passed = at + 1
        words = stripped[words_at]
        role: Role | None = "number" if number is not None else _role(words)
        if role is None or (
            number is not None and not number.word and len(words) < 100 and _within(at, tables)
        ):
            continue
        before = written[place - 1] if place else -1
        gap = at - before > 1
        if number is not None and number.style == "1 a" and not gap:
            continue
        paged = gap and bisect_left(furniture.lines, before) < bisect_left(furniture.lines, at)
        seen.append(Seen(words_at, role, number, before, gap or not place, paged))
        after = place + taken
        following[words_at] = written[after] if after < len(written) else -1
    documents = [
        Seen(at=at, role="document", number=None, before=-1, gap=True, paged=True)
        for at in furniture.lines
        if "<DOCUMENT>" in lines[at]
    ]
    if documents:
        seen = sorted([*seen, *documents], key=lambda one: one.at)
    numbered = [(one.at, one.number) for one in seen if one.number is not None and one.number.style != "1 a"]
    contents = contents_lines(lines, stripped, numbered, written)
    kept = tuple([one for one in seen if one.at not in contents])
    apart = [at for before, at in pairwise(written) if at - before > 1]
    return TypedLines(
        lines,
        starts,
        kept,
        following,
        _marks_paragraphs(stripped, apart),
        _full(stripped, written, apart),
        written,
    )


def _promising(lines: Sequence[str], stripped: Sequence[str], written: Sequence[int]) -> list[int]:
    """The places among the `written` lines of those to be looked at more closely."""
    promising, initials, ends = _PROMISING.match, _INITIALS, _ENDS
    return [
        place
        for place, at in enumerate(written)
        if (
            ((words := stripped[at])[0] in initials or "." in (head := words[1:8]) or ")" in head)
            and promising(words) is not None
        )
        or lines[at][-8:] in ends
    ]


def _number_at(
    lines: Sequence[str], stripped: Sequence[str], written: Sequence[int], place: int
) -> tuple[TypedNumber | None, int, int]:
    """The number that the line begins with, the line on which its words stand, and how many lines of words it takes:
    two where the word of a heading stands alone on its line."""
    at = written[place]
    line, words = lines[at], stripped[at]
    number = typed_number(line)
    if number is None and words in _ALONE and at + 1 < len(lines):
        below = lines[at + 1]
        if _NUMERAL.match(below):
            number = _over_two_lines(line, below)
            return number, at, 1 if number is None else 2
        if place + 1 < len(written) and written[place + 1] == at + 1:
            number = _headed_below(line, below)
            return number, at if number is None else at + 1, 1 if number is None else 2
    elif number is None and words[0].isdigit():
        number = number_before_small(line)
    return number, at, 1


def _over_two_lines(word: str, number: str) -> TypedNumber | None:
    """The number of a heading whose word and number stand on two lines, "ARTICLE" and "IV"."""
    found = typed_number(f"{word.strip()} {number.strip()}")
    if found is None:
        return None
    return msgspec.structs.replace(found, start=len(word) - len(word.lstrip()), rest=len(word))


def _headed_below(word: str, line: str) -> TypedNumber | None:
    """The number of a heading whose word stands alone on the line before: "SECTION" and "7.2 NOTICES." It begins, as
    seen from its own line, where the word does."""
    found = typed_number(f"{word.strip()} {line.strip()}") if _HEADED.match(line) is not None else None
    own = typed_number(line)
    if found is None or own is None or found.path != own.path:
        return None
    return msgspec.structs.replace(
        own, kind=found.kind, word=found.word, start=len(word) - len(word.lstrip()) - len(word) - 1
    )


def _tables(lines: Sequence[str], furniture: Furniture) -> list[int]:
    """The lines at which tables begin and end, by turns."""
    turns: list[int] = []
    for at in furniture.lines:
        if "TABLE>" in lines[at] and ("/" in lines[at]) == (len(turns) % 2 == 1):
            turns.append(at)
    return turns


def _within(at: int, tables: Sequence[int]) -> bool:
    return bisect_left(tables, at) % 2 == 1


def _marks_paragraphs(stripped: Sequence[str], apart: Sequence[int]) -> bool:
    """Whether hardly a sentence goes on, in small letters, behind an empty line. The lines `apart` stand there."""
    inside = sum([stripped[at][0].islower() for at in apart])
    return 8 * inside <= len(apart)


def _full(stripped: Sequence[str], written: Sequence[int], apart: Sequence[int]) -> int:
    """How many characters a line must have at least to be full; 0 where empty lines stand between paragraphs."""
    if len(written) < _LINES_TO_MEASURE or _SELDOM * len(apart) > len(written):
        return 0
    widths = sorted([len(stripped[at]) for at in written])
    return widths[len(widths) * 9 // 10] * 2 // 3


def _role(stripped: str) -> Role | None:
    if stripped[0] in _ROLE_INITIALS:
        for role, pattern in _ROLES:
            if pattern.match(stripped) is not None:
                return role
    return "follows" if stripped[-8:] in _ENDS else None


__all__ = ["Role", "Seen", "TypedLines", "lines_of", "typed_lines"]
