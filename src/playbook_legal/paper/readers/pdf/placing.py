"""Where headings stand among numbered units.

Numbers are surer than looks. So every numbered unit keeps its number, its place and what stands around it, and a
heading within numbers stands inside the one it is found in, up to the next number. Only lists, whose items have no
titles or that begin anew below each heading, are ended by the next heading of that kind. Exhibits and the like contain
what stands in them.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from ...outline import ANNEXED, Mark, Outline, Unit, atoms_of, outline_of
from ...page_furniture import Furniture
from ...typed_numbers import typed_number
from ...typed_outline import typed_marks
from .headings import Heading

_LINES_OF_TITLE = 3
_LINES_OF_OPENING = 12  # between a heading and the list below it
_FIRST = (("1",), ("01",), ("a",), ("A",), ("i",), ("I",))


class _Open(NamedTuple):
    """A unit that is open: the number of a numbered one among these, -1 for a heading; the rank of a heading."""

    unit: int
    rank: int = -1


def numbers_below(
    headings: Sequence[Heading],
    marks: Sequence[Mark],
    lines: Sequence[str],
    starts: Sequence[int],
    furniture: Furniture,
) -> list[Mark]:
    """The marks of the numbers, counted anew below each heading where the document does so. Read from end to end, the
    list below the second heading would be part of the last item of the list below the first."""
    if not marks or not _begin_anew(headings, marks, lines, starts):
        return list(marks)
    found: list[Mark] = []
    for begins, ends in pairwise([0, *(one.first for one in headings), len(lines)]):
        low, high = bisect_left(furniture.lines, begins), bisect_left(furniture.lines, ends)
        inside = Furniture(tuple(at - begins for at in furniture.lines[low:high]))
        found += typed_marks(lines[begins:ends], starts[begins:ends], inside)
    return found


def _begin_anew(
    headings: Sequence[Heading], marks: Sequence[Mark], lines: Sequence[str], starts: Sequence[int]
) -> bool:
    """Whether numbers begin anew behind a heading, in the form of those before it, and none goes on behind one."""
    units = outline_of(marks, starts[-1] + len(lines[-1])).units
    begins = [starts[one.first] for one in headings]
    before: dict[int, int] = {}  # the last child so far of each unit
    anew = False
    for at, unit in enumerate(units):
        if unit.kind != "section":
            return False
        first = atoms_of(marks[at].number)[-1:] in _FIRST
        other = unit.parent if first else before.get(unit.parent, -1)
        before[unit.parent] = at
        if other >= 0 and bisect_left(begins, units[other].start) != bisect_left(begins, unit.start):
            if not first:
                return False
            heading = headings[bisect_left(begins, unit.start) - 1]
            near = bisect_right(starts, unit.start) - 1 - heading.last <= _LINES_OF_OPENING
            anew = anew or (near and _form(marks[other], lines, starts) == _form(marks[at], lines, starts))
    return anew


def _form(mark: Mark, lines: Sequence[str], starts: Sequence[int]) -> str:
    """How the number of a unit is printed: `1.`, `(a)`."""
    at = bisect_right(starts, mark.start) - 1
    number = typed_number(lines[at][mark.start - starts[at] :])
    return number.style if number is not None else ""


def with_headings(
    marks: Sequence[Mark], headings: Sequence[Heading], lines: Sequence[str], starts: Sequence[int]
) -> list[Mark]:
    """The numbered units that begin at `marks` and the `headings`, nested."""
    length = starts[-1] + len(lines[-1])
    outline = outline_of(marks, length)
    marks, headings = _titled(marks, headings, lines, starts)
    return _merged(marks, _Ground(outline, headings, starts, length).kept(lines), outline)


def _titled(
    marks: Sequence[Mark], headings: Sequence[Heading], lines: Sequence[str], starts: Sequence[int]
) -> tuple[list[Mark], list[Heading]]:
    """A heading right below a line that holds nothing but a number is the title of that unit."""
    by_line = {bisect_right(starts, mark.start) - 1: at for at, mark in enumerate(marks)}
    titled = list(marks)
    kept: list[Heading] = []
    for heading in headings:
        at = by_line.get(heading.first - 1)
        bare = typed_number(lines[heading.first - 1]) if at is not None else None
        if (
            at is None
            or titled[at].title
            or bare is None
            or lines[heading.first - 1][bare.rest :].strip(" .:")
        ):
            kept.append(heading)
        else:
            titled[at] = msgspec.structs.replace(titled[at], title=heading.title)
    return titled, kept


class _Placed(NamedTuple):
    """A heading, where it begins, and the numbered units that stay open around it."""

    heading: Heading
    start: int
    around: tuple[int, ...]


class _Row(NamedTuple):
    """The numbers beside a unit that count up to it: the first of them, how many there are and how many have a title;
    whether the next goes on counting, or begins anew; and where the last unit within it begins."""

    first: int
    numbers: int
    titled: int
    goes_on: bool = False
    begins_anew: bool = False
    last_within: int = -1


def _rows(outline: Outline) -> list[_Row]:
    rows: list[_Row] = []
    before: dict[int, int] = {}  # the last unit so far within each
    for at, unit in enumerate(outline.units):
        other = before.get(unit.parent, -1)
        before[unit.parent] = at
        titled = int(bool(unit.title))
        row = _Row(at, 1, titled)
        if other >= 0 and outline.units[other].kind == unit.kind:
            follows = atoms_of(unit.number)[-1:] not in _FIRST
            if follows:
                row = _Row(rows[other].first, rows[other].numbers + 1, rows[other].titled + titled)
            rows[other] = rows[other]._replace(goes_on=follows, begins_anew=not follows)
        rows.append(row)
        outer = unit.parent
        while outer >= 0:
            rows[outer] = rows[outer]._replace(last_within=unit.start)
            outer = outline.units[outer].parent
    return rows


class _Ground:
    """The numbered units among which headings find their place."""

    def __init__(
        self, outline: Outline, headings: Sequence[Heading], starts: Sequence[int], length: int
    ) -> None:
        self.units, self.starts, self.length = outline.units, starts, length
        self.headings = headings
        self._begins = [unit.start for unit in outline.units]
        self._rows = _rows(outline)
        self._of_rank: dict[int, list[int]] = {}
        for one in headings:
            self._of_rank.setdefault(one.rank, []).append(starts[one.first])

    def kept(self, lines: Sequence[str]) -> list[_Placed]:
        """The headings that have a place, in order. Those before the first number have one where the document goes by
        its headings; in other documents they belong to its cover or preamble."""
        front: list[_Placed] = []
        found: list[_Placed] = []
        by_headings = not self.units or 3 * self._begins[0] > self.length
        for heading in self.headings:
            start = self.starts[heading.first]
            chain = self._chain(start)
            if not chain:
                front.append(_Placed(heading, start, ()))
                continue
            around = self._around(chain, start, heading.rank)
            inner = self.units[chain[-1]]
            if any(self.units[at].kind == "signature" for at in chain) or self._repeats(heading, inner):
                continue
            if len(around) == len(chain) and inner.kind not in ANNEXED:
                if self._number_follows(lines, heading.last):
                    continue
            elif not around:
                by_headings = True
            found.append(_Placed(heading, start, around))
        return [*front, *found] if by_headings else found

    def _chain(self, position: int) -> tuple[int, ...]:
        """The units that the character at `position` stands in, outermost first."""
        at = bisect_right(self._begins, position) - 1
        chain: list[int] = []
        while at >= 0:
            chain.append(at)
            at = self.units[at].parent
        return tuple(reversed(chain))

    def _around(self, chain: tuple[int, ...], position: int, rank: int) -> tuple[int, ...]:
        """Which units of `chain` stay open when a heading of that rank comes: exhibits, and all but lists."""
        annexed = next(
            (depth for depth, at in enumerate(chain) if self.units[at].kind not in ANNEXED), len(chain)
        )
        if annexed == len(chain):
            return chain
        row = chain[annexed]
        if self._rows[row].last_within > position:
            return chain
        return chain[:annexed] if self._is_list(row, rank) else chain

    def _is_list(self, at: int, rank: int) -> bool:
        """Whether a heading of that rank ends the row of numbers that the unit `at` belongs to: it does not go on,
        stands below such a heading, and its numbers have no titles or begin anew behind it."""
        row, parent = self._rows[at], self.units[at].parent
        if row.goes_on or (not row.begins_anew and 2 * row.titled > row.numbers):
            return False
        above = bisect_right(self._of_rank[rank], self._begins[parent] if parent >= 0 else -1)
        return above < bisect_left(self._of_rank[rank], self._begins[row.first])

    def _repeats(self, heading: Heading, unit: Unit) -> bool:
        """Whether the heading is the title that the unit has, or the end of it."""
        near = heading.first - bisect_right(self.starts, unit.start) <= _LINES_OF_TITLE
        return unit.title.endswith(heading.title) and (near or unit.title == heading.title)

    def _number_follows(self, lines: Sequence[str], last: int) -> bool:
        """Whether a numbered unit begins on the next line of words."""
        after = next((at for at in range(last + 1, len(lines)) if lines[at].strip("\f \t")), -1)
        at = bisect_right(self._begins, self.starts[last])
        return 0 <= at < len(self.units) and bisect_right(self.starts, self._begins[at]) - 1 == after


def _merged(marks: Sequence[Mark], placed: Sequence[_Placed], outline: Outline) -> list[Mark]:
    merged: list[Mark] = []
    stack: list[_Open] = []
    events: list[tuple[int, _Placed | int]] = [
        *((one.start, one) for one in placed),
        *((mark.start, at) for at, mark in enumerate(marks)),
    ]
    for start, event in sorted(events, key=lambda event: event[0]):
        if isinstance(event, int):
            del stack[_kept_for_number(stack, event, outline.units) :]
            merged.append(msgspec.structs.replace(marks[event], level=len(stack)))
            stack.append(_Open(event))
        else:
            del stack[_kept_for_heading(stack, event) :]
            merged.append(Mark(start=start, level=len(stack), kind="heading", title=event.heading.title))
            stack.append(_Open(-1, event.heading.rank))
    return merged


def _kept_for_heading(stack: Sequence[_Open], placed: _Placed) -> int:
    """How many open units stay open: those around the heading, and outer headings within them."""
    kept = max((at + 1 for at, one in enumerate(stack) if one.unit in placed.around), default=0)
    while kept < len(stack) and stack[kept].unit < 0 and stack[kept].rank < placed.heading.rank:
        kept += 1
    return kept


def _kept_for_number(stack: Sequence[_Open], unit: int, units: Sequence[Unit]) -> int:
    """How many open units stay open: the unit that the number stands in, and where that is none or an exhibit, the
    headings above its row."""
    parent = units[unit].parent
    kept = next((at + 1 for at, one in enumerate(stack) if one.unit == parent and parent >= 0), 0)
    if units[unit].kind == "section" and (parent < 0 or units[parent].kind in ANNEXED):
        while kept < len(stack) and stack[kept].unit < 0:
            kept += 1
    return kept


__all__ = ["numbers_below", "with_headings"]
