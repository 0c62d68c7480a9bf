"""Which unit stands in which, and what its whole number is.

Headings nest by their depth, items of lists by their lists, typed numbers by how they count: `4.2(a)` continues `4.2`;
`(b)` continues the row of `(a)`; `(i)` behind `(b)` begins a row within it.

The steps of a number are joined as agreements cite themselves:

* A number that is complete as printed (`4.2`, `A1-4`) stays as it is.
* Below a unit with one step, figures and capitals are joined by a full stop: item 2 of section 4 is `4.2`, heading
  `### 8.` below `## D.` is `D.8`. Below two steps or more, and wherever a number is typed in brackets or as a small
  letter, it is a step in brackets: `4.2(1)`, `4.2(a)`, `4.2(a)(ii)`.
* Ordered lists within lists count as agreements print them, whatever Markdown's page would show: figure, figure,
  letter, Roman number (`4`, `4.2`, `4.2(a)`, `4.2(a)(ii)`).
* Below an exhibit or an article numbers begin anew.

An exhibit's heading stands above the headings of its own depth that follow, until the next exhibit, or until a heading
goes on counting where the body stopped.
"""

import re
from collections.abc import Sequence

from ...outline import ANNEXED, Mark, UnitKind, atoms_of
from .blocks import Block
from .content import Text
from .inline import FOOTNOTE_BRACKET, FOOTNOTE_END
from .numbers import Style, Typed, heading_number, letter_of, line_number, paragraph_number, roman_of
from .titles import title_within, titled

_DIVISIONS = frozenset(("article", "part", "chapter"))
_FOOTNOTE = re.compile(rf"{FOOTNOTE_BRACKET}\^([^\]\s]{{1,60}}?){FOOTNOTE_END}:")
_ENDS = re.compile(r"(?<=[.:;,—–])\Z|(?:\band|\bor)\Z")


class _Open:
    """A unit that is open. `depth` is that of its heading, 0 for other units; `lists` the number of lists around it,
    its own included. `number` is its whole number, empty without one; the rest tells how its step counts."""

    __slots__ = ("depth", "form", "item", "kind", "lists", "number", "readings")

    def __init__(
        self, kind: UnitKind, number: str, *, depth: int = 0, lists: int = 0, item: bool = False,
        form: str = "", readings: Sequence[tuple[Style, int]] = (),
    ) -> None:  # fmt: skip
        self.kind, self.number, self.depth, self.lists, self.item = kind, number, depth, lists, item
        self.form, self.readings = form, tuple(readings)

    @property
    def annexed(self) -> bool:
        return self.kind in ANNEXED


def marks_of(blocks: Sequence[Block]) -> list[Mark]:
    """The units of a page, in order."""
    nesting = _Nesting(_own_title(blocks))
    for block in blocks:
        match block.kind:
            case "heading":
                nesting.heading(block)
            case "item":
                nesting.item(block)
            case _:
                nesting.paragraph(block)
    return nesting.finished()


def _own_title(blocks: Sequence[Block]) -> Block | None:
    """The heading by which a document calls itself an exhibit: it comes first, and no other exhibit follows. Numbers
    need not be cited with it; the document's name says it."""
    headings = [block for block in blocks if block.kind == "heading"]
    if not headings or headings[0] is not blocks[0]:
        return None
    annexed = [
        (typed := heading_number(block.text.value.strip())) is not None and typed.kind in ANNEXED
        for block in headings
    ]
    return headings[0] if annexed[0] and not any(annexed[1:]) else None


class _Nesting:
    def __init__(self, own_title: Block | None) -> None:
        self._own_title = own_title
        self._marks: list[Mark] = []
        self._open: list[_Open] = []
        self._untitled = False  # the unit begun last is an item of a list whose text comes next
        self._counted = 0  # the last heading of the body, when an exhibit began
        self._last_figure = 0

    def finished(self) -> list[Mark]:
        """The marks; footnotes at the end of the page stand in no unit."""
        at = len(self._marks)
        while at and self._marks[at - 1].kind == "footnote":
            at -= 1
            mark = self._marks[at]
            self._marks[at] = Mark(start=mark.start, level=0, kind=mark.kind, number=mark.number)
        return self._marks

    # --- headings ------------------------------------------------------------------------------------------------

    def heading(self, block: Block) -> None:
        text, depth = block.text, block.depth
        value = text.value.strip()
        text = text.part(text.value.index(value[0]))
        typed = heading_number(value) if block is not self._own_title else None
        self._close_for_heading(depth, typed)
        if typed is None:
            self._begin(_Open("heading", "", depth=depth), text.line_place(0), title=titled(value))
            return
        title = titled(value[typed.end :])
        if typed.kind != "section":
            if typed.kind in ANNEXED:
                self._counted = self._last_figure
            self._begin(
                _Open(typed.kind, typed.number, depth=depth),
                text.line_place(0),
                number=typed.number,
                title=title,
            )
            return
        if typed.readings and typed.readings[0][0] == "figure" and not any(one.annexed for one in self._open):
            self._last_figure = typed.readings[0][1]
        self._begin_numbered(
            typed, _Open("section", "", depth=depth, form=typed.form, readings=typed.readings), text, title
        )

    def _close_for_heading(self, depth: int, typed: Typed | None) -> None:
        """Close what a heading of that depth ends."""
        section = typed is not None and typed.kind == "section"
        for at, one in enumerate(self._open):
            if not one.depth:
                # What was typed ends with the next heading, except an exhibit, which ends with the next one.
                ends = not one.annexed or (typed is not None and typed.kind in ANNEXED)
            elif one.depth != depth:
                ends = one.depth > depth
            elif one.annexed:
                ends = typed is not None and (typed.kind in ANNEXED or self._goes_on(typed))
            elif one.kind in _DIVISIONS:
                ends = not section
            else:
                ends = typed is None or typed.readings != () or not _continues(typed.number, one.number)
            if ends:
                del self._open[at:]
                return

    def _goes_on(self, typed: Typed) -> bool:
        """Whether the body goes on counting behind an exhibit in its midst."""
        return bool(
            self._counted > 1
            and typed.readings
            and typed.readings[0] == ("figure", self._counted + 1)
            and self._counted == self._last_figure
        )

    # --- items of lists, typed numbers -----------------------------------------------------------------------------

    def item(self, block: Block) -> None:
        """An item of an ordered list begins."""
        at = next((i for i, one in enumerate(self._open) if one.item and one.lists >= block.lists), None)
        if at is None:  # it may go on where typed numbers stopped: "10.Notices", then a list from 11
            before = ("figure", block.number - 1)
            at = next(
                (
                    i
                    for i, one in enumerate(self._open)
                    if not one.depth and one.form == "1." and before in one.readings
                ),
                None,
            )
        if at is not None:
            del self._open[at:]
        opened = _Open(
            "section", "", lists=block.lists, item=True,
            form=f"1{block.delimiter}", readings=(("figure", block.number),),
        )  # fmt: skip
        above = self._above()
        number, relative = str(block.number), False
        if above is not None and above.item and len(atoms_of(above.number)) > 1:
            steps = len(atoms_of(above.number))
            number = (
                letter_of(block.number)
                if steps == 2
                else roman_of(block.number)
                if steps == 3
                else str(block.number)
            )
            relative = True
        self._join(opened, number, relative=relative, start=block.start, title="")
        self._untitled = True

    def paragraph(self, block: Block) -> None:
        text = block.text
        if self._untitled:
            self._untitled = False
            last = self._marks[-1]
            title = title_within(text, whole=block.whole)
            if title:
                self._marks[-1] = Mark(
                    start=last.start,
                    level=last.level,
                    kind=last.kind,
                    number=last.number,
                    title=title,
                    relative=last.relative,
                )
        at = 0
        before = ""
        for line in text.value.split("\n"):
            bare = line.strip()
            if bare:
                if not before:
                    self._first_line(text, at + line.index(bare[0]), at + len(line), block)
                elif _ENDS.search(before):
                    typed = line_number(bare)
                    if typed is not None:
                        part = text.part(at + line.index(bare[0]), at + len(line))
                        self._numbered(typed, part, block, alone=False)
                before = bare
            at += len(line) + 1

    def _first_line(self, text: Text, start: int, end: int, block: Block) -> None:
        """The first line of a paragraph, characters `[start, end)` of it: does a unit begin here?"""
        part = text.part(start, end)
        note = _FOOTNOTE.match(part.value)
        if note is not None:
            self._begin(_Open("footnote", note.group(1)), part.line_place(0), number=note.group(1))
            self._open.pop()
            return
        typed = paragraph_number(part.value, part.lead)
        if typed is not None:
            self._numbered(typed, part, block, alone=block.whole and not text.value[end:].strip())

    def _numbered(self, typed: Typed, line: Text, block: Block, *, alone: bool) -> None:
        """A line begins with a number; `alone`: the paragraph has no other."""
        title = title_within(line.part(typed.end), whole=alone)
        if typed.kind != "section":
            self._division(typed, line)
        elif not typed.readings:
            self._complete(typed, line, title, block)
        else:
            self._row(typed, line, title, block)

    def _division(self, typed: Typed, text: Text) -> None:
        """A paragraph that names an exhibit or an article."""
        annexed = typed.kind in ANNEXED
        at = next(
            (
                i
                for i, one in enumerate(self._open)
                if one.annexed
                or (not annexed and one.kind in _DIVISIONS)
                or (one.kind == "section" and not one.depth)
                or (annexed and one.depth)
            ),
            None,
        )
        if at is not None and not (not annexed and self._open[at].annexed):
            del self._open[at:]
        elif at is not None:
            del self._open[at + 1 :]
        self._begin(
            _Open(typed.kind, typed.number),
            text.line_place(0),
            number=typed.number,
            title=titled(text.value[typed.end :]),
        )

    def _complete(self, typed: Typed, text: Text, title: str, block: Block) -> None:
        """A paragraph with a number that is complete in itself."""
        atoms = atoms_of(typed.number)
        at = next(
            (
                i
                for i, one in enumerate(self._open)
                if one.number
                and one.kind == "section"
                and not _continues(typed.number, one.number)
                and (not one.depth or len(atoms_of(one.number)) >= len(atoms))
            ),
            None,
        )
        if not typed.sure and not any(_continues(typed.number, one.number) for one in self._open):
            return
        if at is not None:
            del self._open[at:]
        opened = _Open("section", "", lists=block.lists)
        self._begin_numbered(typed, opened, text, title)

    def _row(self, typed: Typed, text: Text, title: str, block: Block) -> None:
        """A paragraph with a single step: the next of an open row, or the first of a new one."""
        at, readings = self._row_of(typed, block.lists)
        if at is None and not typed.sure and all(value != 1 for _, value in typed.readings):
            return
        if at is not None:
            del self._open[at:]
        else:
            readings = tuple(reading for reading in typed.readings if reading[1] == 1) or typed.readings
        opened = _Open("section", "", lists=block.lists, form=typed.form, readings=readings[:1])
        self._begin_numbered(typed, opened, text, title)

    def _row_of(self, typed: Typed, lists: int) -> tuple[int | None, tuple[tuple[Style, int], ...]]:
        """The open unit that the number follows, and as what it counts; rows further out than the paragraph stands
        are not continued in it."""
        restarts: int | None = None
        follows: int | None = None
        for at in range(len(self._open) - 1, -1, -1):
            one = self._open[at]
            if one.depth or one.annexed or one.kind != "section":
                break
            if (
                one.form != typed.form
                or (one.lists < lists and not one.item)
                or (one.item and one.lists <= lists - 1)
            ):
                continue
            for reading in typed.readings:
                style, value = reading
                if (style, value - 1) in one.readings:
                    return at, (reading,)
                if one.item or all(style != other for other, _ in one.readings):
                    continue
                if value == 1 and one.lists == lists and restarts is None:
                    restarts = at
                if follows is None:
                    follows = at
        if restarts is not None:
            return restarts, tuple(reading for reading in typed.readings if reading[1] == 1)
        if all(value != 1 for _, value in typed.readings) and follows is not None:
            style = self._open[follows].readings[0][0]
            return follows, tuple(reading for reading in typed.readings if reading[0] == style)
        return None, ()

    # --- joining ---------------------------------------------------------------------------------------------------

    def _above(self) -> _Open | None:
        """The innermost open unit with a number that numbers below it continue."""
        for one in reversed(self._open):
            if one.kind not in ("section", "heading"):
                return None
            if one.number:
                return one
        return None

    def _begin_numbered(self, typed: Typed, opened: _Open, text: Text, title: str) -> None:
        if not typed.readings:
            opened.number = typed.number
            self._begin(opened, text.line_place(0), number=typed.number, title=title)
            return
        bracketed = typed.form[0] == "(" or typed.number.islower()
        self._join(opened, typed.number, relative=bracketed, start=text.line_place(0), title=title)

    def _join(self, opened: _Open, number: str, *, relative: bool, start: int, title: str) -> None:
        """Begin a unit whose number is a single step below what is open."""
        above = self._above()
        if above is None:
            opened.number = number
            brackets = relative and opened.form.startswith("(")
            self._begin(opened, start, number=number, title=title, relative=brackets)
            return
        if not relative and len(atoms_of(above.number)) == 1:
            opened.number = f"{above.number}.{number}"
            self._begin(opened, start, number=opened.number, title=title)
            return
        opened.number = f"{above.number}({number})"
        direct = self._open[-1] is above
        self._begin(opened, start, number=number if direct else opened.number, title=title, relative=direct)

    def _begin(
        self, opened: _Open, start: int, *, number: str = "", title: str = "", relative: bool = False
    ) -> None:
        self._untitled = False
        self._marks.append(
            Mark(
                start=start,
                level=len(self._open),
                kind=opened.kind,
                number=number,
                title=title,
                relative=relative,
            )
        )
        self._open.append(opened)


def _continues(number: str, above: str) -> bool:
    """Whether `number` has all the steps of `above` and more."""
    inner, outer = atoms_of(number), atoms_of(above)
    return bool(outer) and len(inner) > len(outer) and inner[: len(outer)] == outer


__all__ = ["marks_of"]
