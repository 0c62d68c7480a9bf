"""The fields of a view while it is written: which are open, and what the ended ones refer to.

A field is first told what to show; that is no text. Then comes its result, which is. A table of contents is such a
result, and so is a reference to a numbered paragraph.
"""

from collections.abc import Sequence

from ...documents import CrossReference
from .blocks import Anchor
from .fields import Instruction, instruction_of, number_shown
from .numbering import Number

_CONTENTS = frozenset(("TOC", "TOA", "INDEX"))
_COUNTING = frozenset(("LISTNUM", "AUTONUM", "AUTONUMLGL", "AUTONUMOUT"))
_NUMBERS_MISSING = "numbers that fields count (LISTNUM, AUTONUM) are not kept in the file and are missing"


class _Field:
    """A field that has begun and not ended."""

    __slots__ = ("instruction", "parts", "start")

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.instruction: Instruction | None = None  # while it is still being told what to show
        self.start = 0


class OpenFields:
    """The open fields, and the bookmarks and references met so far. What cannot be shown is added to `notes`."""

    def __init__(self, notes: dict[str, None]) -> None:
        self._notes = notes
        self._open: list[_Field] = []
        self._told = 0  # how many of them are still being told what to show
        self._contents_from: int | None = None
        self._bookmarks: dict[str, int] = {}
        self._references: list[tuple[int, int, Instruction, int]] = []

    @property
    def telling(self) -> bool:
        """Whether what stands here tells a field what to show, and is no text."""
        return self._told > 0

    @property
    def in_contents(self) -> bool:
        """Whether a table of contents is open."""
        return self._contents_from is not None

    def mark(self, anchor: Anchor, line: int, place: int) -> None:
        """Take a bookmark or the mark of a field, which stands in the `line`-th line at character `place`."""
        match anchor.kind:
            case "bookmark":
                self._bookmarks.setdefault(anchor.value, line)
            case "field":
                self._open.append(_Field())
                self._told += 1
            case "instruction":
                if self._open:
                    self._open[-1].parts.append(anchor.value)
            case "result":
                self._result(line, place)
            case _:
                self._end(line, place)

    def _result(self, line: int, place: int) -> None:
        if not self._open:
            return
        field = self._open[-1]
        self._told -= field.instruction is None
        field.instruction = instruction_of("".join(field.parts))
        field.start = place
        if field.instruction.name in _CONTENTS and self._contents_from is None:
            self._contents_from = line

    def _end(self, line: int, place: int) -> None:
        if not self._open:
            return
        field = self._open.pop()
        self._told -= field.instruction is None
        if field.instruction is None:
            if instruction_of("".join(field.parts)).name in _COUNTING:
                self._notes[_NUMBERS_MISSING] = None
            return
        if field.instruction.name in _CONTENTS:
            self._contents_from = None
        elif field.instruction.target is not None and field.start < place:
            self._references.append((field.start, place, field.instruction, line))

    def end_line(self) -> None:
        """A line ends: a field that was never told where its result begins must not hide the rest of the document."""
        while self._open and self._open[-1].instruction is None:
            self._open.pop()
            self._told -= 1

    def end_part(self) -> int | None:
        """A part of the file ends, and every field with it. Answers the first line of a table of contents that has no
        end, which must not swallow the document; None when there is none."""
        unfinished, self._contents_from = self._contents_from, None
        self._open.clear()
        self._told = 0
        return unfinished

    def references(self, text: str, numbers: Sequence[Number | None]) -> tuple[CrossReference, ...]:
        """The ended fields that refer to a numbered paragraph, or to a bookmark that is gone, in order. `text` is what
        was written, `numbers` the automatic number of each line."""
        found = []
        for start, end, instruction, line in sorted(self._references, key=lambda one: one[:2]):
            target = self._bookmarks.get(instruction.target or "")
            shown = text[start:end]
            if target is None:
                found.append(CrossReference(start, end, shown, ""))
            elif instruction.wants_number:
                here = numbers[line] if line < len(numbers) else None
                computed = number_shown(instruction, numbers[target], here, shown)
                found.append(CrossReference(start, end, shown, computed))
        return tuple(found)


__all__ = ["OpenFields"]
