"""Which paragraphs of a Word file begin a unit, with which number, and inside which other one.

Automatic numbers know their place in their own list. Where one list stands inside another (`(a)` of a second list
below `4.2` of the first) its numbers continue those of the unit it stands in. A list stands on its own when its
levels repeat one another (`%1.%2`), when it is tied to styles, or when its paragraphs are headings; a simple list
below a numbered unit belongs to that unit.

Lines of a table of contents begin nothing.
"""

import re
from collections.abc import Sequence

import msgspec

from ...outline import ANNEXED, Mark, UnitKind, atoms_of
from .body import Line
from .labels import named_unit, pin_of, readings
from .numbering import Number
from .styles import BODY_LEVEL
from .titles import LONGEST_HEADING, LONGEST_TITLE, is_heading, title_of
from .titles import title as title_at
from .typed import TypedNumber, typed_number

_DEEPEST = 40  # units inside one another; the tenth list inside a list is a mistake already
_CONTAINERS = frozenset(("part", "chapter", "article"))
_SAME_INDENT = 200  # twentieths of a point
_SIGNATURES = re.compile(r"in witness whereof\b", re.IGNORECASE)
_RECITALS = re.compile(
    r"(?:recitals?|background|preliminary statements?|w\s*i\s*t\s*n\s*e\s*s\s*s\s*e\s*t\s*h)\s*[:.]?",
    re.IGNORECASE,
)


class _Open(msgspec.Struct, frozen=True):
    """A unit that has begun: its mark's level and kind, its complete number, the list it belongs to, the number that
    its list continues, its form, its heading level and its indentation."""

    level: int
    kind: UnitKind
    pin: str = ""
    definition: str | None = None
    list_level: int = 0
    base: str = ""
    form: tuple[object, ...] = ()
    outline: int = BODY_LEVEL
    indent: int = 0


class _Placing:
    """The units open at a paragraph, outermost first."""

    def __init__(self, text: str, base: int) -> None:
        self.text, self.base = text, base
        self.marks: list[Mark] = []
        self._open: list[_Open] = []

    def begin(self, line: Line, unit: _Open, keep: int, number: str, title: str) -> None:
        """A unit begins at `line`, inside the outermost `keep` open ones."""
        del self._open[min(keep, _DEEPEST) :]
        level = self._open[-1].level + 1 if self._open else self.base
        self._open.append(msgspec.structs.replace(unit, level=level))
        self.marks.append(Mark(start=line.start, level=level, kind=unit.kind, number=number, title=title))

    def automatic(self, line: Line, number: Number) -> None:
        named = named_unit(number)
        title = title_at(self.text, line)
        if named is not None:
            kind, written = named
            unit = _Open(0, kind, "", number.definition, number.level, outline=line.outline)
            kept = 0 if kind in ANNEXED else self._keep_of_list(number)
            keep = self._keep_named(kind) if kept is None else kept
            self.begin(line, unit, keep, written, title)
            return
        indent = line.indent if line.indent is not None else number.indent or 0
        form = (number.format, tuple(one for one in number.pattern if isinstance(one, str)))
        keep, base = self._place(line, number, form, indent)
        pin = pin_of(base, [step.text for step in number.steps])
        unit = _Open(
            0, "section", pin, number.definition, number.level, base, form, line.outline, indent,
        )  # fmt: skip
        self.begin(line, unit, keep, pin, title)

    def _place(self, line: Line, number: Number, form: tuple[object, ...], indent: int) -> tuple[int, str]:
        """How many open units remain open, and the number that the list's own numbers continue."""
        own = atoms_of(pin_of("", [step.text for step in number.steps])) if number.outlined else ()
        kept = self._keep_of_list(number)
        if kept is not None:
            base = next(one.base for one in self._open if one.definition == number.definition)
            return min(kept, self._keep_for_atoms(own)) if own and not base else kept, base
        if line.outline < BODY_LEVEL:
            return self._keep_headings(line.outline), ""
        if own:
            return self._keep_for_atoms(own), ""
        floor = self._floor()
        for at in range(len(self._open) - 1, floor - 1, -1):
            one = self._open[at]
            if one.form == form and abs(one.indent - indent) < _SAME_INDENT:
                return at, one.base
        return len(self._open), self._pin_above()

    def _keep_of_list(self, number: Number) -> int | None:
        """Where the number's own list is open: what stays open when its next number comes."""
        kept = None
        for at in range(self._floor(), len(self._open)):
            one = self._open[at]
            if one.definition == number.definition:
                if one.list_level >= number.level:
                    return at
                kept = at + 1
        return kept

    def _floor(self) -> int:
        """Numbers below an exhibit begin anew: the open units up to the innermost exhibit are out of reach."""
        return max((at + 1 for at, one in enumerate(self._open) if one.kind in ANNEXED), default=0)

    def _keep_headings(self, outline: int) -> int:
        """What stays open when a heading of that level comes: headings above it, and articles that are none."""
        keep = self._floor()
        for at in range(keep, len(self._open)):
            one = self._open[at]
            if one.outline >= outline and not (one.kind in _CONTAINERS and one.outline == BODY_LEVEL):
                break
            keep = at + 1
        return keep

    def _keep_named(self, kind: UnitKind) -> int:
        """What stays open when an article, part or chapter begins."""
        floor = self._floor()
        if kind == "part" or len(self._open) <= floor or self._open[floor].kind != "part":
            return floor
        return floor + 1

    def _pin_above(self) -> str:
        """The complete number that a list inside the innermost open unit continues."""
        return next((one.pin for one in reversed(self._open[self._floor() : _DEEPEST]) if one.pin), "")

    def typed(self, line: Line, typed: TypedNumber) -> None:
        """A typed number, when it is plausible where it stands."""
        title = title_of(self.text[line.begins + typed.end : line.end], 0)
        if typed.form == "named":
            if not is_heading(self.text, line, typed):
                return
            keep = 0 if typed.kind in ANNEXED else self._keep_named(typed.kind)
            self.begin(line, _Open(0, typed.kind, outline=line.outline), keep, typed.number, title)
        elif typed.form in ("worded", "dotted"):
            if typed.form == "worded" and not is_heading(self.text, line, typed):
                return
            keep = self._keep_for_atoms(atoms_of(typed.number))
            self.begin(
                line, _Open(0, "section", typed.number, outline=line.outline), keep, typed.number, title
            )
        elif typed.form == "simple":
            if is_heading(self.text, line, typed):
                body = line.outline == BODY_LEVEL
                keep = self._keep_for_atoms((typed.number,)) if body else self._keep_headings(line.outline)
                self.begin(
                    line, _Open(0, "section", typed.number, outline=line.outline), keep, typed.number, title
                )
        else:
            self._bracketed(line, typed, title)

    def _keep_for_atoms(self, atoms: tuple[str, ...]) -> int:
        """What stays open when a number with these atoms comes: what is not numbered, and what it continues."""
        keep = self._floor()
        for at in range(keep, len(self._open)):
            one = self._open[at]
            above = atoms_of(one.pin)
            if (one.kind == "section" and above != atoms[: len(above)]) or above == atoms:
                break
            keep = at + 1
        return keep

    def _bracketed(self, line: Line, typed: TypedNumber, title: str) -> None:
        """`(b)` follows an open `(a)`; `(a)` and `(i)` begin a row below what is open."""
        floor = self._floor()
        for at in range(len(self._open) - 1, floor - 1, -1):
            one = self._open[at]
            if one.form[:1] != ("typed",):
                continue
            for system, value in readings(typed.number):
                if one.form == ("typed", system, value - 1):
                    unit = _Open(
                        0,
                        "section",
                        pin_of(one.base, [typed.number]),
                        base=one.base,
                        form=("typed", system, value),
                    )
                    self.begin(line, unit, at, unit.pin, title)
                    return
        base = self._pin_above()
        for system, value in reversed(readings(typed.number)):
            if value == 1 and base:
                unit = _Open(0, "section", pin_of(base, [typed.number]), base=base, form=("typed", system, 1))
                self.begin(line, unit, len(self._open), unit.pin, title)
                return

    def heading(self, line: Line) -> None:
        """A heading without a number."""
        title = title_of(self.text[line.begins : line.end], 0) or self.text[line.begins : line.end].strip()
        self.begin(
            line,
            _Open(0, "heading", outline=line.outline),
            self._keep_headings(line.outline),
            "",
            title[:LONGEST_TITLE],
        )

    def part(self, line: Line, kind: UnitKind) -> None:
        """Recitals or signatures: they end what is open, up to an exhibit."""
        self.begin(line, _Open(0, kind, outline=0), self._floor(), "", title_at(self.text, line))


def marks_of(lines: Sequence[Line], text: str, base: int = 0) -> list[Mark]:
    """The marks of the units that `lines` of `text` begin; the outermost stand on level `base`."""
    placing = _Placing(text, base)
    listed = _listed_exhibits(lines, text)
    for at, line in enumerate(lines):
        if line.contents:
            continue
        number = line.number
        if number is not None and number.steps:
            placing.automatic(line, number)
            continue
        written = text[line.begins : line.end]
        bare = written.strip()
        if not bare:
            continue
        typed = typed_number(written) if at not in listed else None
        before = len(placing.marks)
        if typed is not None and not (typed.form in ("simple", "bracketed", "named") and line.in_cell):
            placing.typed(line, typed)
        if len(placing.marks) > before or line.in_cell:
            continue
        if _RECITALS.fullmatch(bare) and bare[:1].isupper():
            placing.part(line, "recital")
        elif _SIGNATURES.match(bare):
            placing.part(line, "signature")
        elif line.outline < BODY_LEVEL and len(bare) <= LONGEST_HEADING and at not in listed:
            placing.heading(line)
    return placing.marks


def _listed_exhibits(lines: Sequence[Line], text: str) -> frozenset[int]:
    """Lines that only list exhibits: those whose exhibit has a heading of its own further down."""
    later: set[tuple[str, str]] = set()
    listed: set[int] = set()
    for at in range(len(lines) - 1, -1, -1):
        line = lines[at]
        if line.contents or line.end - line.begins > LONGEST_HEADING or line.begins == line.end:
            continue
        typed = typed_number(text[line.begins : line.end])
        if typed is None or typed.kind not in ANNEXED or not is_heading(text, line, typed):
            continue
        key = (typed.kind, typed.number.upper())
        if key in later:
            listed.add(at)
        later.add(key)
    return frozenset(listed)


__all__ = ["marks_of"]
