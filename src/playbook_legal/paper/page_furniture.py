"""What belongs to the page and not to the sentence: page numbers, running heads and feet, `<PAGE>` marks, form feeds
and the other marks of a filing system.

A sentence that crosses a page reads on behind them. So what is furniture is left out when a quotation is compared;
and because a number wrongly left out would let an altered quotation verify, a number counts as furniture only where it
stands alone on its line *and* goes on counting from page to page, and a line of words only where it comes back at page
after page.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from .typed_numbers import roman, typed_number

# Marks of the filing system, alone on their line or at its beginning: never words of the agreement.
_MARKUP = re.compile(
    r"\s{0,80}<(?:PAGE>\s{0,20}[\w-]{0,12}\s{0,80}$"
    r"|/?(?:TABLE|CAPTION|S|C|FN|TEXT|DOCUMENT|SEC-DOCUMENT|SEC-HEADER|IMS-DOCUMENT|IMS-HEADER)>"
    r"(?:\s|</?[A-Z0-9]{1,8}>)*$"
    r"|F\d{1,3}>\s*$|(?:TYPE|SEQUENCE|FILENAME|DESCRIPTION)>)"
)
_PAGE_MARK = re.compile(r"\s{0,80}<PAGE>\s{0,20}(\w{0,12})")

# A page number as it stands alone on a line, with its dress, which must stay the same: dashes, a word, the letter of an
# exhibit, the number of pages. Brackets are none of it: "(ii)" alone on a line is an item of a list.
_PAGE_NUMBER = re.compile(
    r"(?P<left>[-–—~]?)\s{0,3}(?P<before>(?:[Pp]age|PAGE)\s{0,3}|[A-Z]{1,3}(?:-[A-Z0-9])?[-–]|)"
    r"(?P<number>\d{1,4}|[ivxl]{1,7})(?P<after>(?:\s?/\s?|\s{1,3}of\s{1,3})\d{1,4}|)\s{0,3}(?P<right>[-–—~]?)$"
)
_NUMBER_ENDS = frozenset("0123456789-–—~ivxl \t\r\f\xa0")
_DIGITS = re.compile(r"\d+")
# A number at one end of a head or foot, which may be that of its page.
_ONE_END = re.compile(r"\D*\d{1,4}\D{0,2}$|\D{0,2}\d{1,4}\D*$|\D*\d{1,4}\s(?:of|/)\s\d{1,4}$")
_LETTER = re.compile(r"[^\W\d_]")

# Lines beside a page break that may be its head or foot; the pages that must bear a running line; how far apart,
# in lines, two pages' numbers stand where the pages themselves are not marked.
_BESIDE = 3
_PAGES = 3
_PAGE_LINES = (18, 200)
_EMPTY = 5  # empty lines that only the end of a page leaves


class Furniture(msgspec.Struct, frozen=True):
    """`lines` are the numbers (from 0) of the lines that belong to the page, in order; `spans` their characters
    `[start, end)`, with the empty lines around them, so that what is left reads on with a single line end."""

    lines: tuple[int, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()


def furniture_of(lines: Sequence[str], starts: Sequence[int], pages: Sequence[int] = ()) -> Furniture:
    """What belongs to the page among `lines`, which begin at the characters `starts` of their text. `pages` are
    further characters at which pages begin, as a PDF knows them; the last of them ends with the text."""
    markup, breaks, numbers = _seen(lines)
    if pages:
        breaks = sorted({*breaks, *(bisect_left(starts, page) for page in pages), len(lines)})
    furniture = set(markup)
    beside = _beside(lines, furniture, breaks)
    apart = [one for one in numbers if one[0] in beside or _stands_apart(lines, one[0])]
    counted = _counting(apart, beside, marked=bool(breaks))
    furniture |= counted
    furniture |= _running(lines, furniture, sorted({*breaks, *counted}))
    if not breaks and not counted:
        furniture |= _interrupting(lines)
    ordered = tuple(sorted(furniture))
    return Furniture(ordered, _spans(lines, starts, ordered))


def _seen(lines: Sequence[str]) -> tuple[list[int], list[int], list[tuple[int, re.Match[str]]]]:
    """The lines that are marks of a filing system; those at which a page begins; those that may be page numbers."""
    numbers: list[tuple[int, re.Match[str]]] = []
    for at, line in enumerate(lines):
        if line and line[-1] in _NUMBER_ENDS and len(line) < 100:  # nearly all lines end otherwise
            short = line.strip()
            found = _PAGE_NUMBER.match(short) if 0 < len(short) < 24 else None
            if found is not None:
                numbers.append((at, found))
    markup = [at for at, line in enumerate(lines) if "<" in line and _MARKUP.match(line) is not None]
    breaks = [at for at in markup if _PAGE_MARK.match(lines[at]) is not None]
    feeds = [at for at, line in enumerate(lines) if "\f" in line]
    return markup, sorted({*breaks, *feeds}) if feeds else breaks, numbers


def _stands_apart(lines: Sequence[str], at: int) -> bool:
    """Whether an empty line stands before the line or behind it, or the text ends there."""
    return any(not 0 <= near < len(lines) or not lines[near].strip() for near in (at - 1, at + 1))


def _beside(lines: Sequence[str], furniture: set[int], breaks: Sequence[int]) -> set[int]:
    """The lines that are the last or first words beside a page break."""
    found: set[int] = set()
    near = set(breaks)
    for at in breaks:
        for step in (-1, 1):
            if at + step in near:
                continue
            place, words = at + (step if step < 0 or at in furniture else 0), 0
            while 0 <= place < len(lines) and words < _BESIDE and abs(place - at) < 40:
                if lines[place].strip() and place not in furniture:
                    found.add(place)
                    words += 1
                place += step
    return found


def _counting(numbers: Sequence[tuple[int, re.Match[str]]], beside: set[int], *, marked: bool) -> set[int]:
    """The lines whose numbers count the pages: one more each time, in one dress, beside page breaks or, where none is
    `marked`, at the distance of a page. Of two that claim the same page none does."""
    found: set[int] = set()
    doubtful: set[int] = set()
    chains: dict[tuple[str, ...], list[tuple[int, int]]] = {}

    def close(chain: Sequence[tuple[int, int]]) -> None:
        # Beside marked page breaks two in a row are enough; elsewhere it takes more to be no coincidence.
        if len(chain) >= (2 if marked else _PAGES):
            found.update(at for at, _ in chain)

    for at, match in numbers:
        number = match["number"]
        value = int(number) if number.isdigit() else roman(number)
        if not value or (marked and at not in beside):
            continue
        dress = (*match.group("left", "before", "after", "right"), "i" if number.isalpha() else "1")
        chain = chains.setdefault(dress, [])
        last, before = chain[-1] if chain else (-1, -1)
        near = marked or _PAGE_LINES[0] <= at - last <= _PAGE_LINES[1]
        if value == before + 1 and near and chain:
            chain.append((at, value))
        elif value == before and len(chain) > 1 and at - last <= _PAGE_LINES[1]:
            doubtful.update((last, at))
        elif marked or value == 1 or len(chain) < 2:
            close(chain)
            chains[dress] = [(at, value)]
        # else a number in the text, which does not end the count
    for chain in chains.values():
        close(chain)
    return found - doubtful


def _running(lines: Sequence[str], furniture: set[int], turns: Sequence[int]) -> set[int]:
    """The heads and feet of pages: lines beside page breaks that come back, letter by letter, at page after page, or
    with nothing changed but one number that counts. Nothing but furniture stands between them and the break."""
    sides = _sides(lines, furniture, turns)
    pages: dict[str, set[int]] = {}
    for _, side in sides:
        for at in side:
            pages.setdefault(" ".join(lines[at].split()), set()).add(at)
    often, few = max(5, len(sides) // 6), max(_PAGES, len(sides) // 16)
    regular = {
        words
        for words, places in pages.items()
        if len(words) <= 120 and not words[0].islower() and words[-1] != ":" and "/s/" not in words
        and len(places) >= (few if words[-1] not in ".;," else often)
    }  # fmt: skip
    counting = _counting_heads(pages)
    found: set[int] = set()
    for step, side in sides:
        for at in side:
            words = " ".join(lines[at].split())
            if at not in counting and words not in regular:
                break
            inner = lines[at + step].strip() if 0 <= at + step < len(lines) else ""
            apart = not inner or at + step in counting or " ".join(inner.split()) in regular
            if not apart and len(pages[words]) < often and at not in counting:
                break
            found.add(at)
    return found


def _counting_heads(pages: dict[str, set[int]]) -> set[int]:
    """Of lines beside page breaks (their words, their places) those that differ in one number, which counts."""
    dressed: dict[str, list[tuple[int, tuple[int, ...]]]] = {}
    for words, places in pages.items():
        if len(words) <= 120 and _ONE_END.match(words) and typed_number(words) is None:
            values = tuple(int(digits) for digits in _DIGITS.findall(words) if len(digits) < 9)
            dressed.setdefault(_DIGITS.sub("#", words), []).extend((at, values) for at in places)
    found: set[int] = set()
    for dress, entries in dressed.items():
        if len(entries) < _PAGES or not _LETTER.search(dress):
            continue
        entries.sort()
        steps = Counter(
            tuple(later - earlier for earlier, later in zip(first[1], second[1], strict=False))
            for first, second in pairwise(entries)
        )
        step, times = steps.most_common(1)[0]
        if times == len(entries) - 1 and sorted(step)[-1:] == [1] and sum(step) == 1:
            found.update(at for at, _ in entries)
    return found


def _interrupting(lines: Sequence[str]) -> set[int]:
    """Where no page is marked: short lines that come back, word for word, between long runs of empty lines, and that
    more than once stand in the middle of a sentence."""
    written = [at for at, line in enumerate(lines) if line.strip()]
    places: dict[str, list[int]] = {}
    inside: Counter[str] = Counter()
    for before, at, after in zip(written, written[1:], written[2:], strict=False):
        if max(at - before, after - at) <= _EMPTY or min(at - before, after - at) < 2:
            continue
        running = " ".join(lines[at].split())
        if len(running) <= 60 and running[-1] not in ".;:,":
            places.setdefault(running, []).append(at)
            last, first = lines[before].rstrip()[-1], lines[after].lstrip()[0]
            inside[running] += (last.isalnum() or last == ",") and first.islower()
    return {
        at
        for running, found in places.items()
        if len(found) >= _PAGES and inside[running] > 1
        for at in found
    }


def _sides(lines: Sequence[str], furniture: set[int], turns: Sequence[int]) -> list[tuple[int, list[int]]]:
    """For each page break the lines of words before it (-1), and those behind it (1), nearest first."""
    sides: list[tuple[int, list[int]]] = []
    last = -1
    for at in turns:
        if at <= last:
            continue
        low = high = at  # the whole break: marks, page numbers and empty lines
        while high + 1 < len(lines) and (high + 1 in furniture or not lines[high + 1].strip()):
            high += 1
        while low > 0 and (low - 1 in furniture or not lines[low - 1].strip()):
            low -= 1
        last = high
        behind = high + 1 if at == len(lines) or at in furniture or not lines[at].strip() else at
        for place, step in ((low - 1, -1), (behind, 1)):
            side: list[int] = []
            spot = place
            while 0 <= spot < len(lines) and len(side) < _BESIDE and abs(spot - place) < 12:
                if lines[spot].strip() and spot not in furniture:
                    side.append(spot)
                spot += step
            if side:
                sides.append((step, side))
    return sides


def _spans(
    lines: Sequence[str], starts: Sequence[int], ordered: Sequence[int]
) -> tuple[tuple[int, int], ...]:
    """The characters of those lines, runs of them and the empty lines around them taken together."""
    spans: list[tuple[int, int]] = []
    chosen = set(ordered)
    done = -1
    for at in ordered:
        if at <= done:
            continue
        low = at
        while low - 1 > done and not lines[low - 1].strip():
            low -= 1
        high = at
        while high + 1 < len(lines) and (high + 1 in chosen or not lines[high + 1].strip()):
            high += 1
        done = high
        end = starts[high + 1] if high + 1 < len(starts) else starts[high] + len(lines[high])
        spans.append((starts[low], end))
    return tuple(spans)


__all__ = ["Furniture", "furniture_of"]
