"""The marks of footnotes behind words: the raised figure of `invoice²,` and `agreement.²`.

Who quotes a sentence leaves them out, as they are the page's way to its notes and nothing the sentence says. A raised
figure behind a figure is an exponent or the like (`10²`), behind a unit of measure a power (`km²`), behind a single
letter a variable's (`x²`), and behind a bracket may be a formula's: those say something, and are never taken for a
mark.
"""

import re
from collections.abc import Iterator

_RAISED = "¹²³⁰⁴-⁹"
_MARK = re.compile(
    rf"(?<![{_RAISED}⁺⁻⁼⁽⁾])[¹²³⁴-⁹][{_RAISED}]{{0,2}}(?:,[¹²³⁴-⁹][{_RAISED}]{{0,2}}){{0,8}}"
    "(?=\\s|\\Z|[.,;:!?)\\]'\"’”»…—\ufdd0│|]|--)"
)
_FIGURE = re.compile("[¹²³⁴-⁹]")
_SIGNS = frozenset(".,;:!?'\"’”»)]")
_CLOSERS = frozenset("'\"’”»")
_POWERS = frozenset("²³⁴")
# Behind these a raised 2, 3 or 4 is a power, or the number of a formula that somebody raised.
_WITH_POWERS = frozenset(
    ("mm", "cm", "dm", "km", "nm", "μm", "µm", "in", "ft", "yd", "mi", "sq", "cu", "ha", "inch", "inches", "foot",
     "feet", "yard", "yards", "mile", "miles", "meter", "meters", "metre", "metres", "kilometer", "kilometers",
     "kilometre", "kilometres", "centimeter", "centimeters", "centimetre", "centimetres", "millimeter", "millimeters",
     "millimetre", "millimetres", "sec", "second", "seconds", "min", "hr", "co", "so", "no", "po", "nh", "log", "ln",
     "sin", "cos", "tan", "pi", "chi")
)  # fmt: skip
_LONGEST_WORD = 14  # characters of which it is told whether a word takes powers
_MOST_SIGNS = 4


def note_marks(text: str) -> Iterator[tuple[int, int]]:
    """The spans of `text` that are marks of footnotes, in order."""
    at = 0
    for one in _FIGURE.finditer(text):  # looked for by a figure alone, which is several times faster
        found = _MARK.match(text, one.start()) if one.start() >= at else None
        if found is not None and _is_behind_a_word(text, found.start(), found.group()):
            at = found.end()
            yield found.span()


def has_note_marks(text: str) -> bool:
    """Whether a mark of a footnote stands in `text`."""
    return not text.isascii() and next(note_marks(text), None) is not None


def without_note_marks(text: str) -> str:
    """`text` without the marks of footnotes."""
    if text.isascii():
        return text
    pieces: list[str] = []
    at = 0
    for start, end in note_marks(text):
        pieces.append(text[at:start])
        at = end
    return "".join((*pieces, text[at:])) if pieces else text


def begins_note_mark(text: str, at: int) -> bool:
    """Whether the mark of a footnote begins at that character."""
    found = _MARK.match(text, at)
    return found is not None and _is_behind_a_word(text, at, found.group())


def _is_behind_a_word(text: str, at: int, mark: str) -> bool:
    """Whether a word ends before `at`, with or without signs behind it, to which the figure is no power."""
    end = at
    while end and text[end - 1] in _SIGNS and at - end < _MOST_SIGNS:
        end -= 1
        if (
            text[end] in ")]" and text[end - 1 : end] not in _CLOSERS
        ):  # of a defined term it closes none of a formula
            return False
    start = end
    while start and text[start - 1].isalpha() and end - start < _LONGEST_WORD:
        start -= 1
    return end - start > 1 and not (mark in _POWERS and text[start:end].lower() in _WITH_POWERS)


__all__ = ["begins_note_mark", "has_note_marks", "note_marks", "without_note_marks"]
