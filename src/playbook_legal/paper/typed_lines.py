"""A typed text as lines: which of them might open a unit, and what stands around each of those.

Whether "Section 4.2" at the beginning of a line is a heading or a sentence that breaks there, the line itself often
does not say. What comes before it does: an empty line, the end of a sentence, or neither.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

import msgspec

from .contents_pages import contents_lines
from .page_furniture import Furniture
from .typed_numbers import TypedNumber, typed_number

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
# What a line must begin with (or end with) to be looked at more closely. Most lines are told apart here.
_PROMISING = re.compile(
    r"\s*(?:[0-9(§¶]|[A-Za-z]{1,7}[.)]|[IVX]{1,6}(?:\s{2}|\t|\s?$)|ART|Art|SEC|Sec|CLA|Cla|PAR|Par|CHA|Cha|EXH|Exh|SCH|Sch|ANN|Ann|APP|App|ATT|Att"
    r"|ADD|Add|REC|Rec|WHEREAS|Whereas|W\s?I\s?T|BACK|Back|PRELIM|Prelim|STATEMENT|NOW|Now|IT\sIS|AGREE|IN\s|\[|SIG|Sig"
    r"|EXECUTED)"
)
_LINES_TO_MEASURE = 40  # lines that a text must have for its full lines to be known
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


class Seen(msgspec.Struct, frozen=True):
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
    characters a full line has where no empty lines stand between paragraphs, as in a PDF; else 0."""

    lines: Sequence[str]
    starts: Sequence[int]
    seen: tuple[Seen, ...]
    following: dict[int, int]
    paragraphs: bool
    full: int

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

    def after(self, at: int) -> int:
        """The next line of words behind a line that may open a unit, -1 for none."""
        return self.following.get(at, -1)


def lines_of(text: str) -> tuple[list[str], list[int]]:
    """The lines of `text`, without their ends, and the character at which each begins."""
    end = "\n" if "\n" in text or "\r" not in text else "\r"
    lines = text.split(end)
    starts: list[int] = []
    at = 0
    for line in lines:
        starts.append(at)
        at += len(line) + 1
    return lines, starts


def typed_lines(lines: Sequence[str], starts: Sequence[int], furniture: Furniture) -> TypedLines:
    """What in `lines` may open a unit; tables of contents left out."""
    skipped = frozenset(furniture.lines)
    written = [at for at, line in enumerate(lines) if line and not line.isspace()]
    if skipped:
        written = [at for at in written if at not in skipped]
    promising = _PROMISING.match
    ends = _ENDS
    places = [
        place
        for place, at in enumerate(written)
        if promising(lines[at]) is not None or lines[at][-8:] in ends
    ]
    tables = _tables(lines, furniture)
    seen: list[Seen] = []
    following: dict[int, int] = {}
    passed = -1
    for place in places:
        at = written[place]
        if at == passed:
            continue
        line = lines[at]
        stripped = line.strip()
        number = typed_number(line)
        after = place + 1
        if number is None and stripped in _ALONE and at + 1 < len(lines) and _NUMERAL.match(lines[at + 1]):
            number = _over_two_lines(line, lines[at + 1])
            passed = at + 1 if number is not None else passed
            after += number is not None
        role: Role | None = "number" if number is not None else _role(stripped)
        if role is None or (
            number is not None and not number.word and len(stripped) < 100 and _within(at, tables)
        ):
            continue
        before = written[place - 1] if place else -1
        gap = at - before > 1
        paged = gap and bisect_left(furniture.lines, before) < bisect_left(furniture.lines, at)
        seen.append(Seen(at, role, number, before, gap or not place, paged))
        following[at] = written[after] if after < len(written) else -1
    documents = [
        Seen(at=at, role="document", number=None, before=-1, gap=True, paged=True)
        for at in furniture.lines
        if "<DOCUMENT>" in lines[at]
    ]
    if documents:
        seen = sorted([*seen, *documents], key=lambda one: one.at)
    contents = contents_lines(
        lines, [(one.at, one.number) for one in seen if one.number is not None], written
    )
    kept = tuple([one for one in seen if one.at not in contents])
    return TypedLines(
        lines, starts, kept, following, _marks_paragraphs(lines, written), _full(lines, written)
    )


def _over_two_lines(word: str, number: str) -> TypedNumber | None:
    """The number of a heading whose word and number stand on two lines, "ARTICLE" and "IV"."""
    found = typed_number(f"{word.strip()} {number.strip()}")
    if found is None:
        return None
    return msgspec.structs.replace(found, start=len(word) - len(word.lstrip()), rest=len(word))


def _tables(lines: Sequence[str], furniture: Furniture) -> list[int]:
    """The lines at which tables begin and end, by turns."""
    turns: list[int] = []
    for at in furniture.lines:
        if "TABLE>" in lines[at] and ("/" in lines[at]) == (len(turns) % 2 == 1):
            turns.append(at)
    return turns


def _within(at: int, tables: Sequence[int]) -> bool:
    return bisect_left(tables, at) % 2 == 1


def _marks_paragraphs(lines: Sequence[str], written: Sequence[int]) -> bool:
    """Whether hardly a sentence goes on, in small letters, behind an empty line."""
    apart = [at for before, at in pairwise(written) if at - before > 1]
    inside = sum(lines[at].lstrip()[0].islower() for at in apart)
    return 8 * inside <= len(apart)


def _full(lines: Sequence[str], written: Sequence[int]) -> int:
    """How many characters a line must have at least to be full; 0 where empty lines stand between paragraphs."""
    apart = sum(at - before > 1 for before, at in pairwise(written))
    if len(written) < _LINES_TO_MEASURE or _SELDOM * apart > len(written):
        return 0
    widths = sorted(len(lines[at].strip()) for at in written)
    return widths[len(widths) * 9 // 10] * 2 // 3


def _role(stripped: str) -> Role | None:
    if stripped[0] in _ROLE_INITIALS:
        for role, pattern in _ROLES:
            if pattern.match(stripped) is not None:
                return role
    return "follows" if stripped[-8:] in _ENDS else None


__all__ = ["Role", "Seen", "TypedLines", "lines_of", "typed_lines"]
