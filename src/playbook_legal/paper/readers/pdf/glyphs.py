"""How the characters of a page are set: their size, the place they stand on, the direction they run in, their weight.

Places in a page's text are counted in characters of Python; PDFium counts in units of UTF-16, and its own list of
characters may differ from its text by those it has taken away. What is asked of PDFium costs time, so only characters
that matter are looked at, and each of them once.
"""

import ctypes
import math
import re
from itertools import accumulate
from typing import Any, NamedTuple

# Names of bold faces: the word, TeX's bold extended, the abbreviations of old foundries.
_BOLD = re.compile(rb"bold|black|heavy|demi|medi(?:um)?\b|cmbx|sfbx|-bd\b", re.IGNORECASE)
_FORCED_BOLD = 1 << 18
_HEAVY = 700


class Glyph(NamedTuple):
    """A character as set: its size in points across its line, where it stands, and the direction of its line."""

    size: float
    x: float
    y: float
    right: float
    up: float

    def along(self, other: "Glyph") -> float:
        """How far `other` stands behind this one in the direction of its line, in points."""
        return (other.x - self.x) * self.right + (other.y - self.y) * self.up

    def above(self, other: "Glyph") -> float:
        """How far `other` stands above the line that this one stands on, in points."""
        return (other.y - self.y) * self.right - (other.x - self.x) * self.up

    def runs_with(self, other: "Glyph") -> bool:
        """Whether both run in one direction."""
        return self.right * other.right + self.up * other.up > 0.99


class Glyphs:
    """The characters of a page's text, as set."""

    def __init__(self, paper: Any, text: str) -> None:
        import pypdfium2.raw as pdfium

        self._paper, self._raw = paper, pdfium
        self._units: list[int] | None = None
        length = len(text)
        if not text.isascii() and max(text) > "\uffff":
            self._units = [0, *accumulate(1 + (letter > "\uffff") for letter in text)]
            length = self._units[-1]
        self._alike = paper.count_chars() == length
        self._seen: dict[int, Glyph | None] = {}
        self._fonts: dict[tuple[bytes, int], bool] = {}
        self._matrix, self._box = pdfium.FS_MATRIX(), pdfium.FS_RECTF()
        self._x, self._y = ctypes.c_double(), ctypes.c_double()
        self._name, self._flags = ctypes.create_string_buffer(128), ctypes.c_int()

    def index(self, place: int) -> int:
        """PDFium's number of the character at `place` of the text."""
        units = place if self._units is None else self._units[place]
        if self._alike:
            return units
        return int(self._raw.FPDFText_GetCharIndexFromTextIndex(self._paper, units))

    def at(self, place: int) -> Glyph | None:
        """The character at `place` of the text; None where PDFium put it there itself, or does not know."""
        if place not in self._seen:
            self._seen[place] = self._glyph(self.index(place))
        return self._seen[place]

    def _glyph(self, index: int) -> Glyph | None:
        raw, paper, matrix = self._raw, self._paper, self._matrix
        size = raw.FPDFText_GetFontSize(paper, index)
        if not (size and raw.FPDFText_GetMatrix(paper, index, matrix)):
            return None
        raw.FPDFText_GetCharOrigin(paper, index, self._x, self._y)
        a, b = matrix.a, matrix.b
        width = math.hypot(a, b)
        size *= abs(a * matrix.d - b * matrix.c) / width if width else 0.0
        if not 0.1 < size < 10_000:
            return None
        return Glyph(size, self._x.value, self._y.value, a / width, b / width)

    def extent(self, place: int) -> tuple[float, float]:
        """The lower and upper edge of the character's space on the page: alike for characters of one font and size on
        one line."""
        box = self._box
        self._raw.FPDFText_GetLooseCharBox(self._paper, self.index(place), box)
        return round(box.bottom, 2), round(box.top, 2)

    def right_edge(self, place: int) -> float:
        """Where the shape of the character ends to the right."""
        edges = [ctypes.c_double() for _ in range(4)]
        found = self._raw.FPDFText_GetCharBox(self._paper, self.index(place), *edges)
        return edges[1].value if found else math.inf

    def bold(self, place: int) -> bool:
        """Whether the character is set in a bold font, as its name, its description or its weight says."""
        raw, index = self._raw, self.index(place)
        length = raw.FPDFText_GetFontInfo(self._paper, index, self._name, len(self._name), self._flags)
        key = (self._name.value if 0 < length <= len(self._name) else b"", self._flags.value)
        bold = self._fonts.get(key)
        if bold is None:
            named = _BOLD.search(key[0].rpartition(b"+")[2]) is not None
            heavy = raw.FPDFText_GetFontWeight(self._paper, index) >= _HEAVY
            bold = self._fonts[key] = named or heavy or bool(key[1] & _FORCED_BOLD)
        return bold


__all__ = ["Glyph", "Glyphs"]
