"""The styles of a Word file, as far as they matter to numbers and headings.

What a style does not say it inherits from the one it is based on, each property for itself: Word's own Heading 2
says only that it stands on the second level and takes its list from Heading 1.
"""

import re

import msgspec

from .blocks import LOWERED, RAISED
from .names import (
    ALIGNMENT,
    BOLD_FACE,
    HIDDEN_TEXT,
    ILVL,
    NAME,
    NUM_ID,
    NUM_PR,
    OUTLINE_LEVEL,
    PPR,
    RPR,
    UNDERLINE,
    VERTICAL,
    Element,
    is_on,
    number_of,
    value_of,
    w,
)  # fmt: skip

_STYLE, _BASED_ON = w("style"), w("basedOn")
_STYLE_ID, _DEFAULT, _TYPE = w("styleId"), w("default"), w("type")
_SHIFTED = {"superscript": RAISED, "subscript": LOWERED}
_HEADING_NAME = re.compile(r"heading ([1-9])", re.IGNORECASE)
_CONTENTS_NAME = re.compile(
    r"(?:toc(?: [1-9]| heading)|table of (?:figures|authorities)|index [1-9])", re.IGNORECASE
)
# Longer chains of styles are loops or an attack.
_LONGEST_CHAIN = 100
BODY_LEVEL = 9


class Style(msgspec.Struct, frozen=True):
    """A style with what it inherits. `chain` is the style's own id and those it is based on; `levels` are the list
    levels that each of these names (None where it names none). `outline` counts from 0; `BODY_LEVEL` is body text.
    `bold`, `underlined` and `hidden` are None where nothing is said, and so is `shifted`, which is `RAISED`, `LOWERED`
    or 0."""

    chain: tuple[str, ...] = ()
    levels: tuple[int | None, ...] = ()
    num_id: str | None = None
    outline: int = BODY_LEVEL
    centered: bool = False
    contents: bool = False
    bold: bool | None = None
    underlined: bool | None = None
    hidden: bool | None = None
    shifted: int | None = None


class _Written(msgspec.Struct, frozen=True):
    """A style as the file has it."""

    name: str
    based_on: str | None
    num_id: str | None
    level: int | None
    outline: int | None
    centered: bool | None
    bold: bool | None
    underlined: bool | None
    hidden: bool | None
    shifted: int | None


class Styles:
    """The styles of a file by id; unknown ids are a style that says nothing."""

    def __init__(self, root: Element | None) -> None:
        self._written: dict[str, _Written] = {}
        self._found: dict[str | None, Style] = {}
        self._default: str | None = None
        for one in () if root is None else root.iterchildren(_STYLE):
            style_id = one.get(_STYLE_ID, "")
            self._written.setdefault(style_id, _written(one))
            if (
                self._default is None
                and one.get(_TYPE) == "paragraph"
                and one.get(_DEFAULT) in ("1", "true", "on")
            ):
                self._default = style_id

    def paragraph(self, style_id: str | None) -> Style:
        """The style of a paragraph; without an id, the file's default."""
        return self.of(style_id if style_id is not None and style_id in self._written else self._default)

    def of(self, style_id: str | None) -> Style:
        """The style of that id."""
        found = self._found.get(style_id)
        if found is None:
            found = self._found[style_id] = self._resolved(style_id)
        return found

    def num_id(self, style_id: str) -> str | None:
        """The list that a list style names."""
        return self.of(style_id).num_id

    def _resolved(self, style_id: str | None) -> Style:
        chain: list[str] = []
        seen: set[str] = set()
        at = style_id
        while at is not None and at in self._written and at not in seen and len(chain) < _LONGEST_CHAIN:
            seen.add(at)
            chain.append(at)
            at = self._written[at].based_on
        written = [self._written[one] for one in chain]
        outline = next((one.outline for one in written if one.outline is not None), None)
        if outline is None:
            named = next((m for m in (_HEADING_NAME.fullmatch(one.name) for one in written) if m), None)
            outline = int(named.group(1)) - 1 if named else BODY_LEVEL
        return Style(
            chain=tuple(chain),
            levels=tuple(one.level for one in written),
            num_id=next((one.num_id for one in written if one.num_id is not None), None),
            outline=min(max(outline, 0), BODY_LEVEL),
            centered=next((one.centered for one in written if one.centered is not None), False),
            contents=any(_CONTENTS_NAME.fullmatch(one.name) for one in written),
            bold=next((one.bold for one in written if one.bold is not None), None),
            underlined=next((one.underlined for one in written if one.underlined is not None), None),
            hidden=next((one.hidden for one in written if one.hidden is not None), None),
            shifted=next((one.shifted for one in written if one.shifted is not None), None),
        )


def _written(one: Element) -> _Written:
    paragraph, run = one.find(PPR), one.find(RPR)
    numbering = None if paragraph is None else paragraph.find(NUM_PR)
    centered = None if paragraph is None else value_of(paragraph, ALIGNMENT)
    return _Written(
        name=value_of(one, NAME) or "",
        based_on=value_of(one, _BASED_ON),
        num_id=None if numbering is None else value_of(numbering, NUM_ID),
        level=None if numbering is None else number_of(value_of(numbering, ILVL)),
        outline=None if paragraph is None else number_of(value_of(paragraph, OUTLINE_LEVEL)),
        centered=None if centered is None else centered == "center",
        bold=_switch(run, BOLD_FACE),
        underlined=_switch(run, UNDERLINE),
        hidden=_switch(run, HIDDEN_TEXT),
        shifted=None if run is None or run.find(VERTICAL) is None else shift_of(value_of(run, VERTICAL)),
    )


def shift_of(written: str | None) -> int:
    """What a run's vertical alignment says: `RAISED`, `LOWERED` or 0."""
    return _SHIFTED.get(written or "", 0)


def _switch(run: Element | None, name: str) -> bool | None:
    found = None if run is None else run.find(name)
    return None if found is None else is_on(found)


__all__ = ["BODY_LEVEL", "Style", "Styles", "shift_of"]
