"""The outline of a document as people have it: units within units, each with its number, title and extent.

A reader of paper (Markdown, plain text, Word, PDF) says where units begin: `Mark`s, in order, each with a level.
`outline_of` makes the tree from them. A unit reaches to the next mark of its own level or above, so that a parent
contains its children; what stands before its first child is its own text, and the own texts are the partition of
the document into sections.

A unit's *label* is how one cites it within the document: `4.2(a)(ii)`, `Article IV`, `Article IV(a)`,
`Exhibit B §2.1`, `footnote 3`. Its *atoms* are what a number consists of, `("4", "2", "a", "ii")`: numbers are
compared atom by atom, so that `4.2` is neither `14.2` nor `4.20` nor `4.02`. Articles, exhibits and the like are
*named* units: numbers below them begin anew, and whoever cites them names them.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Literal

import msgspec

# Named kinds are cited by their word; a "section" is cited by its number, a "heading" (a title without any
# number) by its title.
UnitKind = Literal[
    "section", "heading", "article", "part", "chapter", "exhibit", "schedule", "annex", "appendix", "attachment",
    "addendum", "agreement", "recital", "preamble", "signature", "cover", "table", "footnote", "endnote", "comment",
    "header", "footer", "textbox", "page",
]  # fmt: skip

# Units that are papers of their own within a document: numbers below them begin anew and are cited with them.
ANNEXED = frozenset(
    ("exhibit", "schedule", "annex", "appendix", "attachment", "addendum", "agreement", "cover", "table",
     "footnote", "endnote", "comment", "header", "footer", "textbox")
)  # fmt: skip
_CITED_BY_NUMBER = frozenset(("section", "heading"))
# Units whose items, which have but a letter, are cited with them: "Article XX(a)".
_OUTER = frozenset(("article", "part", "chapter"))

_ATOM = re.compile(r"[^\W_]+(?:['’*-][^\W_]+)*", re.UNICODE)


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """Where a unit begins, as a reader saw it.

    `start` is the character of the document's text at which it begins, its number and title included. `level`
    counts from 0 (outermost); levels may be skipped. `number` is as printed, without a final full stop and without
    brackets around it: `4.2`, `4.02`, `a`, `IV`, `B`; empty where there is none. `relative`: the number is only the
    last step of the citation and continues that of the parent, as `(a)` below `4.2` does; else it is complete.
    `title` is one line, without the number and without a full stop at its end.
    """

    start: int
    level: int
    kind: UnitKind = "section"
    number: str = ""
    title: str = ""
    relative: bool = False


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of a document: characters `[start, end)` of its text, children included; its own text ends at
    `own_end`. `parent` is the index of the unit it stands in, -1 for none. `named` lists the named units it is or
    stands in, outermost first, as (kind, number)."""

    kind: UnitKind
    number: str
    title: str
    label: str
    atoms: tuple[str, ...]
    named: tuple[tuple[str, str], ...]
    start: int
    end: int
    own_end: int
    parent: int


class Outline(msgspec.Struct, frozen=True, dict=True):
    """The units of a document, in the order in which they begin."""

    units: tuple[Unit, ...] = ()

    @cached_property
    def by_atoms(self) -> dict[tuple[str, ...], list[Unit]]:
        """The units that bear each number."""
        found: dict[tuple[str, ...], list[Unit]] = {}
        for unit in self.units:
            if unit.atoms:
                found.setdefault(unit.atoms, []).append(unit)
        return found

    @cached_property
    def by_label(self) -> dict[str, list[Unit]]:
        """The units under each label."""
        found: dict[str, list[Unit]] = {}
        for unit in self.units:
            found.setdefault(unit.label, []).append(unit)
        return found

    def innermost(self, position: int) -> Unit | None:
        """The innermost unit that the character at `position` stands in, or None before the first."""
        # The last that begins there or before: none ends before the next one begins.
        at = bisect_right(self.units, position, key=lambda unit: unit.start) - 1
        return self.units[at] if at >= 0 and position < self.units[at].end else None

    def ancestry(self, unit: Unit) -> Iterator[Unit]:
        """The unit and all it stands in, innermost first."""
        while True:
            yield unit
            if unit.parent < 0:
                return
            unit = self.units[unit.parent]


def atoms_of(number: str) -> tuple[str, ...]:
    """What a number or pin cite consists of: `4.2(a)(ii)` → `("4", "2", "a", "ii")`. Zeros in front count: `4.02`
    is not `4.2`."""
    return tuple(_ATOM.findall(number))


def outline_of(marks: Sequence[Mark], length: int) -> Outline:
    """The outline that `marks` make of a text of `length` characters. Marks are in order of `start`; of several
    at one place, the outer one comes first."""
    ends = [length] * len(marks)
    own_ends = [length] * len(marks)
    parents = [-1] * len(marks)
    open_units: list[int] = []
    for index, mark in enumerate(marks):
        while open_units and marks[open_units[-1]].level >= mark.level:
            ends[open_units.pop()] = mark.start
        if index:
            own_ends[index - 1] = mark.start
        if open_units:
            parents[index] = open_units[-1]
        open_units.append(index)
    units: list[Unit] = []
    for index, mark in enumerate(marks):
        parent = units[parents[index]] if parents[index] >= 0 else None
        label, atoms, named = _cited_as(mark, parent)
        units.append(
            Unit(
                kind=mark.kind, number=mark.number, title=mark.title, label=label, atoms=atoms, named=named,
                start=mark.start, end=ends[index], own_end=min(own_ends[index], ends[index]), parent=parents[index],
            )
        )  # fmt: skip
    return Outline(tuple(units))


def _cited_as(mark: Mark, parent: Unit | None) -> tuple[str, tuple[str, ...], tuple[tuple[str, str], ...]]:
    """Label, atoms and named units of what `mark` begins below `parent`."""
    above = parent.named if parent is not None else ()
    if mark.kind not in _CITED_BY_NUMBER:
        return _name(mark.kind, mark.number, above), (), (*above, (mark.kind, mark.number))
    prefix = next(
        (f"{kind.title()} {number}".strip() for kind, number in reversed(above) if kind in ANNEXED), ""
    )
    if not mark.number:
        own = mark.title or "untitled"
        return (f"{prefix} §{own}" if prefix else own), (), above
    atoms = atoms_of(mark.number)
    shown = mark.number
    named = [number.casefold() for kind, number in above if kind in ANNEXED]
    if atoms and atoms[0].isalpha() and len(atoms) > 1 and atoms[0].casefold() in named:
        prefix = ""  # "A.1" of Exhibit A says where it stands
    if mark.relative:
        shown = f"({mark.number})"
        if parent is not None and parent.kind in _CITED_BY_NUMBER and parent.atoms:
            atoms = (*parent.atoms, *atoms)
            shown = parent.label.rpartition("§")[2] + shown
            prefix = prefix if "§" in parent.label else ""
        elif above and above[-1][0] in _OUTER and above[-1][1]:
            shown, prefix = f"{_name(*above[-1], above[:-1])}{shown}", ""
    return (f"{prefix} §{shown}" if prefix else shown), atoms, above


def _name(kind: str, number: str, above: tuple[tuple[str, str], ...]) -> str:
    """How a named unit below `above` is cited: `Article IV`, `Exhibit B Article IV`."""
    name = f"{kind.title() if kind not in _LOWER else kind} {number}".strip()
    outer = next((one for one in reversed(above) if one[0] in ANNEXED), None)
    return f"{outer[0].title()} {outer[1]} {name}".strip() if outer is not None and name else name


# Cited in small letters: "footnote 3", not "Footnote 3".
_LOWER = frozenset(
    ("footnote", "endnote", "comment", "header", "footer", "table", "textbox", "signature", "cover")
)


__all__ = ["ANNEXED", "Mark", "Outline", "Unit", "UnitKind", "atoms_of", "outline_of"]
