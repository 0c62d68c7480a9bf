"""What the properties of a paragraph and of a run say by themselves, before its style is asked."""

from .blocks import BOLD, HIDDEN, LOWERED, RAISED, SHOWN, UNDERLINED, Shape
from .names import (
    ALIGNMENT,
    BOLD_FACE,
    HIDDEN_TEXT,
    ILVL,
    NUM_ID,
    NUM_PR,
    OUTLINE_LEVEL,
    UNDERLINE,
    VAL,
    VERTICAL,
    Element,
    is_on,
    number_of,
    value_of,
    w,
)
from .styles import Styles, shift_of

_STYLE, _INDENT, _LEFT, _BEGIN, _RUN_STYLE = map(w, ("pStyle", "ind", "left", "start", "rStyle"))


def shape_of(properties: Element) -> Shape:
    """What a paragraph's properties say."""
    style = num_id = level = outline = centered = indent = None
    for one in properties:
        tag = one.tag
        if tag == _STYLE:
            style = one.get(VAL)
        elif tag == NUM_PR:
            num_id, level = value_of(one, NUM_ID), number_of(value_of(one, ILVL))
        elif tag == OUTLINE_LEVEL:
            outline = number_of(one.get(VAL))
        elif tag == ALIGNMENT:
            centered = one.get(VAL) == "center"
        elif tag == _INDENT:
            indent = number_of(one.get(_LEFT) or one.get(_BEGIN))
    return Shape(style, num_id, level, outline, centered, indent)


def emphasis_of(properties: Element, styles: Styles) -> int:
    """The emphasis (`BOLD`, `HIDDEN` and so on) of a run with these properties, that of its own style included."""
    emphasis = 0
    for one in properties:
        tag = one.tag
        if tag == _RUN_STYLE:  # it comes first, and what follows overrules it
            named = styles.of(one.get(VAL))
            emphasis = (named.bold or False) * BOLD | (named.underlined or False) * UNDERLINED
            if named.hidden is not None:
                emphasis |= HIDDEN if named.hidden else SHOWN
            emphasis |= named.shifted or 0
        elif tag == BOLD_FACE:
            emphasis = emphasis | BOLD if is_on(one) else emphasis & ~BOLD
        elif tag == UNDERLINE:
            emphasis = emphasis | UNDERLINED if is_on(one) else emphasis & ~UNDERLINED
        elif tag == HIDDEN_TEXT:
            emphasis = emphasis & ~(HIDDEN | SHOWN) | (HIDDEN if is_on(one) else SHOWN)
        elif tag == VERTICAL:
            emphasis = emphasis & ~(RAISED | LOWERED) | shift_of(one.get(VAL))
    return emphasis


__all__ = ["emphasis_of", "shape_of"]
