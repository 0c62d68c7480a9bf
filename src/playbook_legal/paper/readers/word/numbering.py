"""Word's automatic numbers, counted as Word counts them.

A paragraph belongs to a list (`numId`) on one of nine levels (`ilvl`). The two are inherited through styles apart
from one another. Lists that share one definition share its counters. A level begins at its start; a list may say
that a level starts over, which holds for the first paragraph of that very list on that very level, and whenever the
level begins anew below a higher one. The printed label is made from a pattern such as `%1.%2` or `(%3)`.

The complete number is found by climbing: `(A)` below `(iv)` below `(c)` below `1.2`, whose pattern contains the
level above it already, is `1.2(c)(iv)(A)`.
"""

import re

import msgspec

from .formats import formatted
from .lists import LEVELS, Level, Numbering

_OLD_NUMBER = re.compile(r"%[1-9]:(\d{1,6}):(\d{1,3}):([^%]*)")
_OLD_FORMATS = {"1": "upperRoman", "2": "lowerRoman", "3": "upperLetter", "4": "lowerLetter", "5": "ordinal"}
# Bullets of the symbol fonts stand in a private range of characters; any of them is printed as a bullet here.
_BULLET = "•"


class Step(msgspec.Struct, frozen=True, gc=False):
    """A level of a complete number: its place in the list, what is printed for it, and how it is written."""

    level: int
    value: int
    text: str
    format: str


class Number(msgspec.Struct, frozen=True, gc=False):
    """An automatic number. `printed` stands at the paragraph's start, `suffix` between it and the text. `steps`
    lead from the outermost level to the paragraph's own; empty for a bullet and where nothing is printed.
    `definition` names the shared counters. `outlined`: the list is an outline of its own, because its levels repeat
    one another or are tied to styles."""

    definition: str
    num_id: str
    level: int
    printed: str
    suffix: str
    steps: tuple[Step, ...]
    pattern: tuple[str | int, ...]
    format: str
    indent: int | None
    outlined: bool


class Counters:
    """The counters of one pass through a document."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._values: dict[str, list[int | None]] = {}
        self._used: dict[str, list[bool]] = {}
        self._started: set[tuple[str, int]] = set()
        self.unknown_formats: dict[str, None] = {}

    def next(self, numbering: Numbering, num_id: str, at: int) -> Number:
        """The number of the next paragraph on level `at` of the list."""
        values = self._values.setdefault(numbering.definition, [None] * LEVELS)
        used = self._used.setdefault(numbering.definition, [False] * LEVELS)
        for above in range(at):
            if values[above] is None:
                values[above] = self._start(numbering, above)
        first_here = (num_id, at) not in self._started
        self._started.add((num_id, at))
        before = values[at]
        if before is None or (first_here and at in numbering.starts_over):
            values[at] = self._start(numbering, at)
        else:
            values[at] = before + 1
        used[at] = True
        for below in range(at + 1, LEVELS):
            restart = numbering.levels[below].restart
            if restart is None or at < restart:
                values[below], used[below] = None, False
        return self._number(numbering, num_id, at, values, used)

    @staticmethod
    def _start(numbering: Numbering, at: int) -> int:
        return numbering.starts_over.get(at, numbering.levels[at].start)

    def _number(
        self, numbering: Numbering, num_id: str, at: int, values: list[int | None], used: list[bool]
    ) -> Number:
        level = numbering.levels[at]
        printed = self._printed(numbering, level, values)
        steps: list[Step] = []
        climbed = at if printed and level.format != "bullet" else -1
        while climbed >= 0:
            here = numbering.levels[climbed]
            text = printed if climbed == at else self._printed(numbering, here, values)
            if text and here.format != "bullet" and used[climbed]:
                steps.append(Step(climbed, values[climbed] or 0, text, here.format))
            contained = [one for one in here.pattern if isinstance(one, int) and one < climbed]
            climbed = min(contained, default=climbed) - 1
        return Number(
            numbering.definition, num_id, at, printed, level.suffix if printed else "", tuple(reversed(steps)),
            level.pattern, level.format, level.indent, numbering.outlined,
        )  # fmt: skip

    def _printed(self, numbering: Numbering, level: Level, values: list[int | None]) -> str:
        if level.format == "bullet":
            text = "".join(one for one in level.pattern if isinstance(one, str))
            return (
                _BULLET if level.symbol_font or any("\ue000" <= sign <= "\uf8ff" for sign in text) else text
            )
        return "".join(
            one
            if isinstance(one, str)
            else self._written(numbering.levels[one], values[one], legal=level.legal)
            for one in level.pattern
        )

    def _written(self, level: Level, value: int | None, *, legal: bool) -> str:
        value = level.start if value is None else value
        if legal:
            return str(value)
        text = formatted(value, level.format, self._language, level.custom)
        if text is None:
            self.unknown_formats[level.format] = None
            return str(value)
        return text


def as_written(number: Number, written: str) -> Number:
    """The number that an old file keeps as text for the time before a change: `%1:4:0:.` is level 1, the value 4, in
    decimals, with a full stop behind it."""
    printed = "".join(
        (formatted(int(value), _OLD_FORMATS.get(form, "decimal")) or value) + behind
        for value, form, behind in _OLD_NUMBER.findall(written[:200])
    )
    if not printed:
        return number
    steps = number.steps and (*number.steps[:-1], msgspec.structs.replace(number.steps[-1], text=printed))
    return msgspec.structs.replace(number, printed=printed, steps=steps)


__all__ = ["Counters", "Number", "Step", "as_written"]
