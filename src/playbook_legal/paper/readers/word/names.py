"""The names of Word's XML, as lxml writes them, and how its small values are read."""

from typing import Any, Final

# An element of lxml; the extra is not there for everybody, so its types are not either.
Element = Any

_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_COMPATIBILITY = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
WORD_NAMESPACE: Final = _WORD[1:-1]


def w(name: str) -> str:
    """The full name of an element or attribute of WordprocessingML."""
    return _WORD + name


P: Final = w("p")
R: Final = w("r")
T: Final = w("t")
VAL: Final = w("val")
ID: Final = w("id")
NAME: Final = w("name")
AUTHOR: Final = w("author")
DATE: Final = w("date")
PPR: Final = w("pPr")
RPR: Final = w("rPr")
NUM_PR: Final = w("numPr")
NUM_ID: Final = w("numId")
ILVL: Final = w("ilvl")
OUTLINE_LEVEL: Final = w("outlineLvl")
ALIGNMENT: Final = w("jc")
BOLD_FACE: Final = w("b")
UNDERLINE: Final = w("u")
HIDDEN_TEXT: Final = w("vanish")
VERTICAL: Final = w("vertAlign")
TEXTBOX_CONTENT: Final = w("txbxContent")
MATH_TEXT: Final = _MATH + "t"
MATH_RAISED: Final = frozenset((_MATH + "sup", _MATH + "deg"))
MATH_LOWERED: Final = frozenset((_MATH + "sub",))
MATH_DENOMINATOR: Final = _MATH + "den"
ALTERNATE: Final = _COMPATIBILITY + "AlternateContent"
CHOICE: Final = _COMPATIBILITY + "Choice"
FALLBACK: Final = _COMPATIBILITY + "Fallback"

_OFF = frozenset(("0", "false", "off", "none"))


def value_of(element: Element, child: str) -> str | None:
    """The `w:val` of the child of that name, or None."""
    found = element.find(child)
    return None if found is None else found.get(VAL)


def number_of(written: str | None) -> int | None:
    """A whole number as the file has it, or None when there is none that a document could need."""
    if written is None or len(written) > 12:
        return None
    try:
        return int(written)
    except ValueError:
        return None


def is_on(element: Element | None) -> bool:
    """Whether a property that is there is on: `<w:b/>` is, `<w:b w:val="0"/>` is not."""
    return element is not None and str(element.get(VAL, "1")).lower() not in _OFF


def chosen(alternate: Element) -> Element:
    """Of content that the file holds in several versions the first, which the newest Word shows."""
    first, other = alternate.find(CHOICE), alternate.find(FALLBACK)
    if first is not None and (len(first) or other is None):
        return first
    return alternate if other is None else other


__all__ = [
    "ALIGNMENT",
    "ALTERNATE",
    "AUTHOR",
    "BOLD_FACE",
    "CHOICE",
    "DATE",
    "FALLBACK",
    "HIDDEN_TEXT",
    "ID",
    "ILVL",
    "MATH_DENOMINATOR",
    "MATH_LOWERED",
    "MATH_RAISED",
    "MATH_TEXT",
    "NAME",
    "NUM_ID",
    "NUM_PR",
    "OUTLINE_LEVEL",
    "PPR",
    "RPR",
    "TEXTBOX_CONTENT",
    "UNDERLINE",
    "VAL",
    "VERTICAL",
    "WORD_NAMESPACE",
    "Element",
    "P",
    "R",
    "T",
    "chosen",
    "is_on",
    "number_of",
    "value_of",
    "w",
]
