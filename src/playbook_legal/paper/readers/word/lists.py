"""The lists of a Word file: what their levels look like and where they begin.

A list (`num`) takes its levels from a definition (`abstractNum`), may replace some of them, and may start some of
them over. A definition may point to a list style instead, which points to a list, which points to a definition.
"""

import re

import msgspec

from .names import ALTERNATE, ILVL, NUM_ID, PPR, RPR, VAL, Element, chosen, is_on, number_of, value_of, w
from .styles import Style, Styles

LEVELS = 9
_ABSTRACT, _NUM, _LVL, _OVERRIDE = w("abstractNum"), w("num"), w("lvl"), w("lvlOverride")
_ABSTRACT_ID, _START, _START_OVERRIDE, _FORMAT = (
    w("abstractNumId"),
    w("start"),
    w("startOverride"),
    w("numFmt"),
)
_PATTERN, _SUFFIX, _LEGAL, _RESTART, _STYLE = (
    w("lvlText"),
    w("suff"),
    w("isLgl"),
    w("lvlRestart"),
    w("pStyle"),
)
_STYLE_LINK, _NUM_STYLE_LINK, _CUSTOM, _INDENT, _LEFT, _BEGIN = (
    w("styleLink"), w("numStyleLink"), w("format"), w("ind"), w("left"), w("start")
)  # fmt: skip
_FONTS, _ASCII = w("rFonts"), w("ascii")
_PLACE = re.compile(r"%([1-9])")
_SUFFIXES = {"tab": "\t", "space": " ", "nothing": ""}
_LONGEST_LINK = 20  # links from list to style to list; more is a loop


class Level(msgspec.Struct, frozen=True):
    """A level of a list. `pattern` is its text taken apart: pieces of text, and numbers for the levels (from 0)
    whose numbers stand there. `restart` is the one-based level that begins this one anew, None for any above."""

    start: int = 1
    format: str = "decimal"
    custom: str = ""
    pattern: tuple[str | int, ...] = ()
    suffix: str = "\t"
    legal: bool = False
    restart: int | None = None
    style: str | None = None
    indent: int | None = None
    symbol_font: bool = False


class Numbering(msgspec.Struct, frozen=True):
    """A numbered list (`num`): its definition, the levels in force, where levels start over."""

    definition: str
    levels: tuple[Level, ...]
    starts_over: dict[int, int]
    outlined: bool


class Lists:
    """The lists of a file."""

    def __init__(self, root: Element | None, styles: Styles) -> None:
        self._definitions: dict[str, tuple[dict[int, Level], str | None]] = {}
        self._by_style_link: dict[str, str] = {}
        self._lists: dict[str, Element] = {}
        self._styles = styles
        self._found: dict[str, Numbering | None] = {}
        self._linked: dict[tuple[str, str], int | None] = {}
        for one in () if root is None else root.iterchildren(_ABSTRACT):
            definition = one.get(_ABSTRACT_ID, "")
            self._definitions.setdefault(definition, (_levels(one), value_of(one, _NUM_STYLE_LINK)))
            link = value_of(one, _STYLE_LINK)
            if link is not None:
                self._by_style_link.setdefault(link, definition)
        for one in () if root is None else root.iterchildren(_NUM):
            self._lists.setdefault(one.get(NUM_ID, ""), one)

    def of(self, num_id: str | None) -> Numbering | None:
        """The list of that id; None where there is none, or where the id says "no number"."""
        if num_id is None or num_id == "0":
            return None
        if num_id not in self._found:
            self._found[num_id] = self._resolved(num_id)
        return self._found[num_id]

    def level_of(self, numbering: Numbering, num_id: str, written: int | None, style: Style) -> int:
        """The level of a paragraph of that style which itself names the level `written`, or none."""
        if written is None:
            key = (num_id, style.chain[0] if style.chain else "")
            if key not in self._linked:
                self._linked[key] = _level_of_style(numbering, style)
            written = self._linked[key]
        return min(max(written or 0, 0), LEVELS - 1)

    def _resolved(self, num_id: str) -> Numbering | None:
        one = self._lists.get(num_id)
        if one is None:
            return None
        definition = self._followed(value_of(one, _ABSTRACT_ID) or "")
        levels = dict(self._definitions.get(definition, ({}, None))[0])
        starts_over: dict[int, int] = {}
        for override in one.iterchildren(_OVERRIDE):
            at = number_of(override.get(ILVL))
            if at is None or not 0 <= at < LEVELS:
                continue
            changed = override.find(_LVL)
            if changed is not None:
                levels[at] = _level(changed)
            start = number_of(value_of(override, _START_OVERRIDE))
            if start is not None:
                starts_over[at] = start
        empty = Level(format="none")
        outlined = any(
            one.style is not None or sum(isinstance(piece, int) for piece in one.pattern) > 1
            for one in levels.values()
        )
        complete = tuple(levels.get(at, empty) for at in range(LEVELS))
        return Numbering(definition, complete, starts_over, outlined)

    def _followed(self, definition: str) -> str:
        """The definition that holds the levels: a definition may point to a list style, which points to another."""
        for _ in range(_LONGEST_LINK):
            levels, link = self._definitions.get(definition, ({}, None))
            if link is None or levels:
                return definition
            through_style = self._lists.get(self._styles.num_id(link) or "")
            further = value_of(through_style, _ABSTRACT_ID) if through_style is not None else None
            if further is None or further == definition:
                further = self._by_style_link.get(link)
            if further is None or further == definition:
                return definition
            definition = further
        return definition


def _level_of_style(numbering: Numbering, style: Style) -> int | None:
    """The level that a list gives to a style, or that the style, or one it is based on, names itself."""
    for style_id, named in zip(style.chain, style.levels, strict=True):
        linked = next((at for at, one in enumerate(numbering.levels) if one.style == style_id), None)
        if linked is not None:
            return linked
        if named is not None:
            return named
    return None


def _levels(definition: Element) -> dict[int, Level]:
    found: dict[int, Level] = {}
    for one in definition.iterchildren(_LVL):
        at = number_of(one.get(ILVL))
        if at is not None and 0 <= at < LEVELS:
            found.setdefault(at, _level(one))
    return found


def _level(one: Element) -> Level:
    format_element = one.find(_FORMAT)
    alternate = one.find(ALTERNATE)
    if alternate is not None:
        inner = chosen(alternate).find(_FORMAT)
        format_element = format_element if inner is None else inner
    paragraph, run = one.find(PPR), one.find(RPR)
    indent = None if paragraph is None else paragraph.find(_INDENT)
    fonts = None if run is None else run.find(_FONTS)
    legal = one.find(_LEGAL)
    pattern = (value_of(one, _PATTERN) or "")[:200]
    start = number_of(value_of(one, _START))
    return Level(
        start=0 if start is None else start,
        format="decimal" if format_element is None else format_element.get(VAL, "decimal"),
        custom="" if format_element is None else format_element.get(_CUSTOM, ""),
        pattern=_taken_apart(pattern),
        suffix=_SUFFIXES.get(value_of(one, _SUFFIX) or "tab", "\t"),
        legal=is_on(legal),
        restart=number_of(value_of(one, _RESTART)),
        style=value_of(one, _STYLE),
        indent=None if indent is None else number_of(indent.get(_LEFT) or indent.get(_BEGIN)),
        symbol_font=fonts is not None
        and fonts.get(_ASCII, "").lower() in ("symbol", "wingdings", "webdings"),
    )


def _taken_apart(pattern: str) -> tuple[str | int, ...]:
    """`(%1.%2)` as `("(", 0, ".", 1, ")")`."""
    pieces = _PLACE.split(pattern)
    return tuple(int(piece) - 1 if at % 2 else piece for at, piece in enumerate(pieces) if at % 2 or piece)


__all__ = ["LEVELS", "Level", "Lists", "Numbering"]
