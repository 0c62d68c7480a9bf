"""The units that are open while a typed text is read, and how a line opens one more."""

from functools import cached_property

from .typed_cited import self_citations
from .typed_context import heading_behind, strength
from .typed_counts import Count, Counts, begun
from .typed_lines import Seen, TypedLines
from .typed_numbers import TypedNumber, readings
from .typed_titles import RUN_IN, run_in_title, title_of


class TypedUnits:
    """The lines of a text, the counts that are open in it (`stack`, outermost first) or ever were, and the lines that
    are `headings` and nothing else."""

    def __init__(self, typed: TypedLines) -> None:
        self.typed = typed
        self.counts = Counts()
        self.stack = self.counts.open
        self.headings: set[int] = set()

    @cached_property
    def cited(self) -> frozenset[str]:
        """The places that the paper cites as its own."""
        return self_citations("\n".join(self.typed.lines))

    def strength(self, one: Seen) -> int:
        """How surely something may begin at that line, see `typed_context.strength`."""
        return strength(self.typed, one, self.headings)

    def open(
        self, depth: int, one: Seen, number: TypedNumber, reading: tuple[str, int], place: int = -1
    ) -> None:
        """Open the unit that the line begins, and what a bracketed number right behind its title may open."""
        style = reading[0]
        for open_ in self.stack[depth : depth + 1]:
            if open_.style == style:
                open_.followed = True
        entry = begun(number, reading, self.typed.starts[one.at], one.at)
        entry.title = title_of(self.typed, one, number, self.headings)
        if place >= 0 and self.stack[:depth] and self.stack[depth - 1].style == "recitals":
            entry.kind = "recital"
        elif self.stack[depth:] and self.stack[depth].style == style:
            entry.kind = self.stack[depth].kind
        self.counts.push(depth, entry)
        line = self.typed.lines[one.at]
        found = RUN_IN.match(line, number.rest) if "(" in line else None
        if number.sub:
            self._behind(
                one,
                number.sub[1:-1],
                line.find("(", max(0, number.start)),
                entry.title,
            )
        elif found is not None:
            self._behind(one, found["number"], found.start("number") - 1, run_in_title(line[found.end() :]))

    def _behind(self, one: Seen, number: str, column: int, title: str) -> None:
        """Open the bracketed number that stands behind another on the line, until more is known of it."""
        read = next((read for read in reversed(readings(number, "(1)")) if read[1] == 1), None)
        if read is not None:
            inner = Count("section", number, *read, self.typed.starts[one.at] + column, one.at)
            inner.run_in = True
            inner.title = title
            self.counts.push(len(self.stack), inner)

    def open_within(self, one: Seen, ordinal: int) -> bool:
        """Open the unit whose heading ends the line before that one, if it is the next of the outermost count."""
        number, title, column = heading_behind(self.typed, one)
        depth = next((depth for depth, open_ in enumerate(self.stack) if open_.path), -1)
        if number != str(ordinal) or depth < 0 or self.stack[depth].style != "1.":
            return False
        if self.stack[depth].ordinal + 1 != ordinal:
            return False
        entry = Count("section", number, "1.", ordinal, self.typed.starts[one.before] + column, one.before)
        entry.path, entry.title = (ordinal,), title
        self.counts.push(depth, entry)
        self.headings.add(one.before)
        return True


__all__ = ["TypedUnits"]
