"""From the numbers typed at line beginnings to the units of a document.

A number opens a unit when it goes on counting (`4.2` after `4.1`, `(b)` after `(a)`, `ii` after `i`) or begins a count
below what is open, and when the words before it have come to an end. So a reference that happens to begin a line, an
amount, a year, or a section quoted from another agreement opens nothing. Numbers of exhibits, and those behind a
signature, begin anew; a number used twice keeps both its places.
"""

from collections.abc import Sequence

import msgspec

from .outline import ANNEXED, Mark
from .page_furniture import Furniture
from .typed_context import (
    filed_type,
    goes_on,
    is_listed,
)
from .typed_counts import OUTER, RECITALS, Count, begun
from .typed_lines import Seen, TypedLines, typed_lines
from .typed_lists import counted
from .typed_numbers import TypedNumber, readings
from .typed_titles import (
    begins_with_title,
    names_a_unit,
    names_an_annex,
    stands_alone,
    title_of,
    titled_by_colon,
)
from .typed_units import TypedUnits

# What follows an amount, a rate or a ratio.
_OF_AMOUNTS = frozenset(
    ("to", "per", "percent", "million", "billion", "times", "x", "of", "and", "or", "basis")
)


def typed_marks(lines: Sequence[str], starts: Sequence[int], furniture: Furniture) -> list[Mark]:
    """Where the units of a typed text begin. `lines` and `starts` as `typed_lines.lines_of` gives them; the lines of
    `furniture` are passed over."""
    return _Reading(typed_lines(lines, starts, furniture)).marks()


class _Reading(TypedUnits):
    """One passage through a text, from the first line to the last."""

    def __init__(self, typed: TypedLines) -> None:
        super().__init__(typed)
        self.filed_as = ""  # the exhibit number under which the whole file was filed
        self.documents = 0

    def marks(self) -> list[Mark]:
        for place, one in enumerate(self.typed.seen):
            if one.number is None:
                self._unnumbered(one)
            elif one.number.kind in ANNEXED:
                self._annexed(place, one, one.number)
            elif one.number.kind in OUTER or one.number.kind == "recital":
                self._outer(one, one.number)
            elif one.number.style == "decimal":
                self._decimal(place, one, one.number)
            elif one.number.word:
                self._section(one, one.number)
            else:
                counted(self, place, one, one.number)
        return self.counts.marks(self.typed.lines)

    # --- each kind of number --------------------------------------------------------------------------------

    def _unnumbered(self, one: Seen) -> None:
        start = self.typed.starts[one.at]
        start += len(self.typed.lines[one.at]) - len(self.typed.lines[one.at].lstrip())
        base = self.counts.base()
        begun = len(self.stack) > base
        if one.role == "document":
            self.documents += 1
            if self.documents > 1:
                entry = Count(
                    "exhibit",
                    filed_type(self.typed, one.at) or str(self.documents),
                    "document",
                    0,
                    start,
                    one.at,
                )
                self.counts.push(0, entry)
        elif one.role in RECITALS:
            if not begun and self.strength(one):
                entry = Count("recital", "", one.role, 0, start, one.at)
                entry.title = "Recitals"
                self.counts.push(base, entry)
                self.headings.add(one.at)
            elif one.role == "whereas" and self.stack and self.stack[-1].style == "recitals":
                self.stack[-1].style = "whereas"
        elif one.role in ("agreed", "follows"):
            before = " ".join(self.typed.lines[max(0, one.at - 1) : one.at + 1])
            if one.role == "agreed" or "agree" in before.lower():
                self.counts.end_recitals()
        elif self.strength(one) and self.counts.all:
            if self.counts.all[-1].kind != "signature":
                self.counts.push(base, Count("signature", "", "signature", 0, start, one.at))
            del self.stack[base:]

    def _annexed(self, place: int, one: Seen, number: TypedNumber) -> None:
        words = self.typed.words(one)
        line = self.typed.lines[one.at].strip()
        tight = self.typed.full and line.isupper() and not self.typed.left_open(one)
        titled = titled_by_colon(self.typed.lines[one.at], number)
        headed = titled and self._is_under_heads(one, number)
        apart = one.gap or one.paged or one.before in self.headings or tight or headed
        if not apart or not names_an_annex(line, words):
            return
        if not self.counts.all and number.kind == "exhibit" and number.number[:1].isdigit():
            self.filed_as = number.number
            return
        if number.kind == "exhibit" and number.number == self.filed_as:
            return
        if any(open_.kind == number.kind and open_.number == number.number for open_ in self.stack[:1]):
            return
        if is_listed(self.typed, place, one, number) or (
            self.typed.left_open(one) and not line.isupper() and not headed
        ):
            return
        entry = begun(number, number.readings[0], self.typed.starts[one.at], one.at)
        entry.title = words if titled else title_of(self.typed, one, number, self.headings)
        self.counts.push(0, entry)

    def _is_under_heads(self, one: Seen, number: TypedNumber) -> bool:
        """Whether the words before an annexed paper have ended, or are the heading over its kind, "Schedules"."""
        before = self.typed.lines[one.before].strip() if one.before >= 0 and self.counts.all else ""
        return before.endswith(".") or before.lower() == number.word.lower() + "s"

    def _outer(self, one: Seen, number: TypedNumber) -> None:
        words = self.typed.words(one)
        strength = self.strength(one)
        before = next((open_.ordinal for open_ in self.stack if open_.kind == number.kind), 0)
        if not number.ordinal:  # "ARTICLE VIX"
            if not before or not one.gap or not self.typed.lines[one.at].strip().isupper():
                return
            number = msgspec.structs.replace(
                number, readings=((number.kind, before + 1),), path=(before + 1,)
            )
        next_one = one.gap and number.ordinal == before + 1 and len(words) < 100
        if not names_a_unit(words) or (strength < 2 and words and not (next_one or stands_alone(words))):
            return
        if not strength and not (
            (next_one and not self.typed.left_open(one)) or self._in_capitals(one, words)
        ):
            return
        kinds = () if number.kind not in OUTER else OUTER[: OUTER.index(number.kind)]
        self.open(self.counts.base(kinds), one, number, number.readings[0])

    def _in_capitals(self, one: Seen, words: str) -> bool:
        """Whether the line is nothing but word and number in capitals, "ARTICLE IV", and apart."""
        return one.gap and not words and self.typed.lines[one.at].strip().isupper()

    def _section(self, one: Seen, number: TypedNumber) -> None:
        words = self.typed.words(one)
        strength = self.strength(one) or 0.5 * goes_on(self.typed, one, words)
        if not strength or number.sub or not names_a_unit(words):
            return
        style, ordinal = number.readings[0]
        depth = self.counts.place_of_worded(style)
        before = self.stack[depth] if self.stack[depth:] and self.stack[depth].style == style else None
        if before is None:
            article = next((open_.ordinal for open_ in self.stack if open_.kind == "article"), 0)
            begins = ordinal in (1, self.counts.last.get(style, 0) + 1) or (
                ordinal >= 100 and ordinal % 100 < 2 and (not article or ordinal // 100 == article)
            )
            if strength >= 1 and (begins or (strength == 3 and not self.stack)):
                self.open(depth, one, number, number.readings[0])
        elif ordinal == before.ordinal + 1 or (
            strength == 3
            and (0 < ordinal - before.ordinal <= 3 or ordinal in (1, 100 * (before.ordinal // 100 + 1) + 1))
        ):
            self.open(depth, one, number, number.readings[0])

    def _decimal(self, place: int, one: Seen, number: TypedNumber) -> None:
        path, words = number.path, self.typed.words(one)
        strength = self.strength(one) or 0.5 * goes_on(self.typed, one, words)
        small = words[:1].islower()
        if not strength or not (names_a_unit(words) or (small and not number.word and strength == 3)):
            return
        if len(path) == 2 and number.number.endswith(".0") and not small:
            counted(self, place, one, TypedNumber(
                "section", number.number, (("1.0", path[0]),), number.start, number.rest, path[:1]))  # fmt: skip
            return
        if number.sub and any(open_.path == path for open_ in self.stack):
            self._below_itself(place, one, number)
            return
        depth, expected = self.counts.place_of(path)
        exact = path[-1] == expected or (path[-1] == 0 and expected == 1)
        if (strength < 1 and not exact) or (small and (not exact or words.split(None, 1)[0] in _OF_AMOUNTS)):
            return
        if depth < 0 and path[1:] == (1,) and self.open_within(one, path[0]):
            depth = len(self.stack)
        elif depth < 0:
            depth = self.counts.place_of_orphan(
                path, surely=strength >= 2, titled=bool(number.word) and strength == 3
            )
            if depth < 0:
                return
        elif not exact and not (
            (strength == 3 and (number.word or begins_with_title(words))) or 0 < path[-1] - expected < 3
        ):
            return
        self.open(depth, one, number, number.readings[0])

    def _below_itself(self, place: int, one: Seen, number: TypedNumber) -> None:
        """A number that repeats the one it stands in, `4.2(b)` below `4.2`, with a title behind it."""
        read = readings(number.sub[1:-1], "(1)")
        words = self.typed.words(one)
        if read and words and not words[0].islower():
            column = self.typed.lines[one.at].find("(", number.start)
            counted(self, place, one, TypedNumber("section", number.sub[1:-1], read, column, number.rest))


__all__ = ["typed_marks"]
