"""Headings without a number, as a reader sees them: lines set larger than the text, or bold, and alone.

A PDF does not say what is a heading. What stands out and cannot be one is left out: running heads and other furniture,
entries of a table of contents, lines that end like a sentence or in the midst of one, cells beside other cells, bold
paragraphs, bold beginnings of paragraphs, signature lines. Lines with a typed number are the affair of
`paper.typed_outline`.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import NamedTuple

from ...page_furniture import Furniture
from ...typed_numbers import typed_number
from .page_text import Style

_LARGER = 1.08  # of the size of the text: 12 points above 11
_SMALLEST = 0.9
_LINES = 3  # of a heading
_LONGEST = 160  # characters of a heading
_LEADING = (
    1.3  # lines of one heading stand no further apart, in shares of their size, or as the text's lines do
)
_GAP = 1.2  # more than a usual distance between lines
_FULL_PAGE = 12  # lines; a title page has fewer
_SAME_HEIGHT = 2  # points
_SAME_SIZE = 0.97
_FULL_LINE = 0.9
_MOST_HEADINGS = 10_000  # headings; where more lines stand out, no line does
_RANKS = 12

_ENDS_A_SENTENCE = re.compile(r"[.;,](?:[\"”’)\]]*)$")
_ABBREVIATED = re.compile(r"\b(?:Inc|Ltd|Co|Corp|L\.?P|LLC|N\.?V|S\.?A|B\.?V|No)\.$")
_CLOSED = re.compile(r"[.:;?!_—*][\"”’)\]]*$|\b(?:and|or)$")
_NO_WORDS = re.compile(r"_{3}|\.{4}|(?:\. ){3}|…|://|\S@\S|^/s/")
# What stands below a title: in brackets, a date, a version.
_STATED = re.compile(
    r"\(.*\)$|(?:Last|Effective|Updated|Revised|Dated|As of|Version)\b.{0,60}\d$", re.IGNORECASE
)
_PAGE_NUMBER = re.compile(r"\s\d{1,4}$")
_WORD = re.compile(r"[^\W\d_]{2}")


class Heading(NamedTuple):
    """A heading on the lines `[first, last]`; of two ranks the smaller one is the outer one."""

    first: int
    last: int
    title: str
    rank: int


class _Seen(NamedTuple):
    first: int
    last: int
    title: str
    style: Style


class _Page(NamedTuple):
    """The lines of a page that hold words and no furniture, in order; size and weight of most of its text, (0, 0) on a
    page of few lines."""

    lines: tuple[int, ...]
    usual: tuple[float, int]


class _Setting(NamedTuple):
    """The lines of a document, how they are set, and which of them have a number. Of its text: size and weight, how
    far its lines stand apart, and how many characters a full line has."""

    lines: Sequence[str]
    styles: Sequence[Style]
    numbered: AbstractSet[int]
    body: tuple[float, int]
    leading: float
    full: int

    def stands_out(self, at: int, usual: tuple[float, int]) -> bool:
        """Whether a line is set larger than the text, or bold among text that is not, and unlike most of its page."""
        size, bold = self.styles[at][:2]
        if not size or (size, bold) == usual:
            return False
        return self.is_larger(at) or (bold > self.body[1] and size >= _SMALLEST * self.body[0])

    def is_larger(self, at: int) -> bool:
        return self.styles[at][0] >= _LARGER * self.body[0]

    def is_gap(self, one: int, other: int) -> bool:
        """Whether more room than usual is between two lines of a page, or a column ends there."""
        first, second = self.styles[one], self.styles[other]
        step = first[2] - second[2]
        known = bool(first[0] and second[0] and self.leading)
        return known and (step < -_SAME_HEIGHT or step > _GAP * max(self.leading, second[0]))

    def goes_on(self, one: int, other: int) -> bool:
        """Whether the next line belongs to the same heading: set alike, and close below."""
        first, second = self.styles[one], self.styles[other]
        most = max(_LEADING, 1.1 * self.leading / self.body[0]) * first[0]
        close = other == one + 1 and first[:2] == second[:2] and 0 < first[2] - second[2] <= most
        return close and (self.lines[other].isupper() or not self.lines[one].isupper())


def headings_of(
    lines: Sequence[str], styles: Sequence[Style], furniture: Furniture, numbered: AbstractSet[int]
) -> list[Heading]:
    """The unnumbered headings among `lines`, set in `styles`. Lines of the `furniture` and those that are `numbered`
    are none."""
    pages = _pages(lines, styles, frozenset(furniture.lines))
    body = _most(lines, styles, [at for page in pages for at in page.lines])
    if not body[0]:
        return []
    text = [[at for at in page.lines if styles[at][:2] == body] for page in pages]
    widths = sorted(len(lines[at]) for words in text for at in words)
    full = widths[len(widths) * 9 // 10]
    setting = _Setting(lines, styles, numbered, body, _leading(styles, text), full)
    found: list[_Seen] = []
    before = -1  # the last line of words before a page
    for page in pages:
        found += _on_page(setting, page, before)
        before = page.lines[-1] if page.lines else before
    found = _without_contents(_without_running_heads(found, pages), pages)
    return _ranked(found) if len(found) <= _MOST_HEADINGS else []


def _pages(lines: Sequence[str], styles: Sequence[Style], furniture: AbstractSet[int]) -> list[_Page]:
    pages: list[_Page] = []
    words: list[int] = []
    for at in range(len(lines) + 1):
        if at == len(lines) or lines[at] == "\f":
            usual = _most(lines, styles, words) if len(words) >= _FULL_PAGE else (0.0, 0)
            pages.append(_Page(tuple(words), usual))
            words = []
        elif at not in furniture and lines[at].strip():
            words.append(at)
    return pages


def _most(lines: Sequence[str], styles: Sequence[Style], words: Sequence[int]) -> tuple[float, int]:
    """Size and weight of most of the text on the lines `words`."""
    weights: Counter[tuple[float, int]] = Counter()
    for at in words:
        weights[styles[at][:2]] += len(lines[at])
    weights.pop((0.0, 0), None)
    return max(weights, key=lambda one: (weights[one], one), default=(0.0, 0))


def _leading(styles: Sequence[Style], text: Sequence[Sequence[int]]) -> float:
    """How far most lines of the text stand below the line before them."""
    steps: Counter[float] = Counter()
    for words in text:
        steps.update(
            round(styles[one][2] - styles[other][2], 0)
            for one, other in pairwise(words)
            if other == one + 1 and styles[one][2] - styles[other][2] > _SAME_HEIGHT
        )
    return max(steps, key=lambda step: (steps[step], -step), default=0.0)


def _on_page(setting: _Setting, page: _Page, before: int) -> list[_Seen]:
    """The headings of a page; `before` is the last line of words before it."""
    lines, numbered, words = setting.lines, setting.numbered, page.lines
    found: list[_Seen] = []
    place = 0
    while place < len(words):
        first = words[place]
        if first in numbered or not setting.stands_out(first, page.usual):
            place += 1
            continue
        end = place + 1
        while end < len(words) and words[end] not in numbered and setting.goes_on(words[end - 1], words[end]):
            end += 1
        larger = setting.is_larger(first)
        title = " ".join(" ".join(lines[at] for at in words[place:end]).split())
        if (
            end - place <= _LINES
            and _is_title(title, lines[first], larger=larger)
            and _is_alone(setting.styles, words, place, end)
            and (larger or _begins_apart(setting, page, place, words[place - 1] if place else before))
            and _ends_apart(setting, words, end, larger=larger)
        ):
            found.append(_Seen(first, words[end - 1], title.rstrip(" .:"), setting.styles[first]))
        place = end
    return found


def _is_title(title: str, line: str, *, larger: bool) -> bool:
    first = next((letter for letter in title if letter.isalnum()), "")
    if len(title) > _LONGEST or _WORD.search(title) is None or first.islower() or not title[0].isprintable():
        return False
    if _ENDS_A_SENTENCE.search(title) and not (larger and _ABBREVIATED.search(title)):
        return False
    if _STATED.match(title) is not None:
        return False
    return _NO_WORDS.search(title) is None and title[0] not in "•·▪◦*-–—" and typed_number(line) is None


def _is_alone(styles: Sequence[Style], words: Sequence[int], start: int, end: int) -> bool:
    """Whether nothing stands at the same height right before or behind it, as the next cell of a row does."""
    beside = [words[near] for near in (start - 1, end) if 0 <= near < len(words) and styles[words[near]][0]]
    return all(
        abs(styles[at][2] - styles[near][2]) > _SAME_HEIGHT for near in beside for at in words[start:end]
    )


def _begins_apart(setting: _Setting, page: _Page, place: int, above: int) -> bool:
    """Whether the line `above` has come to an end: by its words, by its being a heading, by a gap."""
    if above < 0 or _CLOSED.search(setting.lines[above]) or setting.stands_out(above, page.usual):
        return True
    return place > 0 and setting.is_gap(above, page.lines[place])


def _ends_apart(setting: _Setting, words: Sequence[int], end: int, *, larger: bool) -> bool:
    """Whether no sentence goes on behind it."""
    if end == len(words):
        return True
    gap = setting.is_gap(words[end - 1], words[end])
    if setting.lines[words[end]].lstrip()[0].islower() and not gap:
        return False
    return larger or gap or len(setting.lines[words[end - 1]]) < _FULL_LINE * setting.full


def _without_running_heads(found: Sequence[_Seen], pages: Sequence[_Page]) -> list[_Seen]:
    """Without what comes back, word for word, at one height at the edge of two pages or more."""
    edges = {at for page in pages for at in (*page.lines[:2], *page.lines[-2:])}
    seen: defaultdict[tuple[str, float], int] = defaultdict(int)
    for one in found:
        seen[one.title, one.style[2]] += one.first in edges
    return [one for one in found if one.first not in edges or seen[one.title, one.style[2]] < 2]


def _without_contents(found: Sequence[_Seen], pages: Sequence[_Page]) -> list[_Seen]:
    """Without entries of a table of contents: nothing stands below them, or a page number behind, and the same words
    come again further down."""
    words = [at for page in pages for at in page.lines]
    after = dict(pairwise(words))
    begins = {one.first for one in found}
    last = {_key(one.title): one.first for one in found}
    kept: list[_Seen] = []
    for one in found:
        following = after.get(one.last, -1)
        paged = _PAGE_NUMBER.search(one.title) is not None
        again = last[_key(one.title)] > one.first or (
            paged and last.get(_key(_PAGE_NUMBER.sub("", one.title)), -1) > one.first
        )
        if following >= 0 and not (again and (paged or following in begins)):
            kept.append(one)
    return kept


def _key(title: str) -> str:
    return " ".join(title.casefold().split())


def _ranked(found: Sequence[_Seen]) -> list[Heading]:
    """Larger ones are outer, then bold ones, then those in capitals."""
    ranks: dict[tuple[float, int, int], int] = {}
    before = (0.0, 0, 0)
    for key in sorted({_rank_key(one) for one in found}, reverse=True):
        alike = key[1:] == before[1:] and key[0] >= _SAME_SIZE * before[0]
        ranks[key] = ranks[before] if alike else min(len(set(ranks.values())), _RANKS - 1)
        before = key
    return [Heading(one.first, one.last, one.title, ranks[_rank_key(one)]) for one in found]


def _rank_key(one: _Seen) -> tuple[float, int, int]:
    capitals = one.title.isupper() and len(one.title) >= 6
    return (one.style[0], one.style[1], int(capitals))


__all__ = ["Heading", "headings_of"]
