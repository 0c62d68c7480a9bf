"""What typing and printing do to a passage, taken back: folded text, and the way back to the passage as written.

Two people who copy the same sentence write other quotation marks, dashes and spaces; a printer breaks lines,
hyphenates words at their ends and puts page numbers between them. Folding makes such writings alike and nothing
else: whatever letters, digits and signs a reader would tell apart stay apart. Therefore only the safe part of
Unicode's compatibility forms is folded (other widths, ligatures): `½` is not `1/2`, `10²` is not `102`, and neither
`№` nor `㎡` is its letters. A raised figure behind a word is the mark of a footnote and left out (`note_marks`). All
quotation marks are one, save behind a digit, where they may be feet and inches.

Hyphens and dashes stay in the folded text; how they are compared is said in `joints`.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from ..text import normalized_bytes
from .joints import BREAK, EM, HARD_BREAK, Jointed, behind_dash, is_whole, without_last_dash
from .note_marks import note_marks

Spans = Sequence[tuple[int, int]]
Substitutions = Sequence[tuple[int, int, str]]  # characters `[start, end)` stand for the text


class Tier(StrEnum):
    """How closely a quotation stands in the paper, the closest first."""

    EXACT = "exact"
    TYPOGRAPHIC = "typographic"
    LAYOUT = "layout"
    DECLARED = "declared"


# --- characters ----------------------------------------------------------------------------------------------

_ALIKE = {
    **dict.fromkeys("‘’‚‛‹›′´`ʼʹ\u1fef\u1ffd", "'"),
    **dict.fromkeys("“”„‟″«»〝〞ʺ", '"'),
    **dict.fromkeys("‐‑‒–−﹣", "-"),
    **dict.fromkeys("―⸺⸻﹘", EM),
    "ſ": "s",
    "µ": "μ",
}
# Full-width and half-width forms are the same characters in another width. (The full-width macron is left out: it
# would become two characters.)
for _code in (*range(0xFF01, 0xFF9E), *range(0xFFE0, 0xFFE3), *range(0xFFE4, 0xFFE7)):
    _usual = unicodedata.normalize("NFKC", chr(_code))
    _ALIKE[chr(_code)] = _ALIKE.get(_usual, _usual)
_ASCII = bytes(range(128))

# Soft hyphen, zero-width characters, marks of direction, word joiner, byte-order mark, selectors of a glyph.
_INVISIBLE = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff"
_LONGER = {
    "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "ĳ": "ij", "Ĳ": "ij",
    "İ": "i\u0307",  # the one capital whose small letter is two characters
}  # fmt: skip
_UNEVEN = re.compile(f"[{_INVISIBLE}{''.join(_LONGER)}]")
_LINE_END_HYPHEN = re.compile(rf"[-‐\u00ad][^\S\n]*\n\s*|[{BREAK}{HARD_BREAK}]\s*")
_LINE_END_HYPHEN_IN_ASCII = re.compile(r"-[^\S\n]*\n\s*")
_MARKED = re.compile(rf"[\n{BREAK}{HARD_BREAK}]")
# Where the marks of a line-end hyphen mean nothing they are other noncharacters.
_NO_MARK = str.maketrans({BREAK: "\ufdd2", HARD_BREAK: "\ufdd3"})
# "pre- and post-closing" is two words however the line falls, and so is "day-to-day".
_SUSPENDED = re.compile(r"(?:and|or|nor|to|through|but|versus|vs)\b", re.IGNORECASE)
_MARK_ON_LETTER = re.compile("[\u0300-\u034e\u0350-\u036f]")
_NOT_ASCII = re.compile(r"[\x00-\x7f]?[^\x00-\x7f]+")
_RAISED = re.compile("[¹²³⁴-⁹]")
_LONG_RUN = 200
_LONGEST_CLUSTER = 32  # marks on one letter; composing costs the square of their number

# --- spaces, dashes, ellipses, quotation marks ---------------------------------------------------------------

# A run of white space that is not one space or stands before a dash; a dash; an ellipsis; several quotation marks.
_EDITS = re.compile(
    r"(?:(?: \s|[^\S ])\s*| (?=—|-[—-]))(?P<after>—[—-]*|-[—-]+)?(?(after)\s*)"
    r"|(?P<dash>—[—-]*|-[—-]+)\s*"
    r"|(?P<dots>(?:(?:\.\s*){0,2}…|\.\s*\.\s*\.)(?:\s*[.…])*)"
    r"|(?P<marks>['\"]{2,}|(?<![0-9])\")"
)
_SPACE_RUN = re.compile(r"(?: \s|[^\S ])\s*")


class _Map:
    """The way back from a text to the one it was edited from: where each piece of it came from."""

    __slots__ = ("copied", "ends", "places", "starts")

    def __init__(self) -> None:
        self.places: list[int] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.copied: list[bool] = []

    def add(self, place: int, start: int, end: int, copied: bool) -> None:  # noqa: FBT001 - a column
        self.places.append(place)
        self.starts.append(start)
        self.ends.append(end)
        self.copied.append(copied)

    def back(self, start: int, end: int) -> tuple[int, int]:
        """What the characters `[start, end)` came from."""
        first = bisect_right(self.places, start) - 1
        last = bisect_right(self.places, end - 1) - 1
        begins = self.starts[first] + (start - self.places[first] if self.copied[first] else 0)
        ends = self.starts[last] + end - self.places[last] if self.copied[last] else self.ends[last]
        return begins, ends


def _edited(text: str, edits: Iterable[tuple[int, int, str]], maps: list[_Map] | None) -> str:
    """`text` with the `edits` made, which are in order and do not overlap; the way back is added to `maps`, unless
    that is None."""
    if maps is None:
        return _rewritten(text, edits)
    pieces: list[str] = []
    way = _Map()
    at = length = 0
    for start, end, instead in edits:
        if start > at:
            way.add(length, at, start, copied=True)
            pieces.append(text[at:start])
            length += start - at
        if instead:
            way.add(length, start, end, copied=False)
            pieces.append(instead)
            length += len(instead)
        at = end
    if at == 0:
        return text
    if at < len(text):
        way.add(length, at, len(text), copied=True)
        pieces.append(text[at:])
    maps.append(way)
    return "".join(pieces)


def _rewritten(text: str, edits: Iterable[tuple[int, int, str]]) -> str:
    pieces: list[str] = []
    at = 0
    for start, end, instead in edits:
        pieces += (text[at:start], instead)
        at = end
    return "".join((*pieces, text[at:])) if pieces else text


class Folded:
    """A passage folded for a tier: `source` as written, `text` as it is compared."""

    __slots__ = ("_maps", "jointed", "source", "text")

    def __init__(self, source: str, text: str, maps: Sequence[_Map], *, jointed: bool) -> None:
        self.source = source
        self.text = text
        self.jointed = Jointed(text) if jointed else None
        self._maps = tuple(reversed(maps))

    def source_span(self, start: int, end: int) -> tuple[int, int]:
        """Characters of `source` that `text[start:end]` came from, as `(start, end)`; needs `start < end`."""
        for way in self._maps:
            start, end = way.back(start, end)
        return start, end

    def find(self, folded: str) -> tuple[int, int] | None:
        """Where the passage, folded for the same tier, first stands, as a span of `source`; None when it does not.
        On every tier but the exact one it stands there as whole words and figures."""
        return next(self.places(folded), None)

    def places(self, folded: str) -> Iterator[tuple[int, int]]:
        """Everywhere the passage stands, as `find` has it, in order."""
        if self.jointed is None:
            at = self.text.find(folded) if folded else -1
            while at >= 0:
                yield self.source_span(at, at + len(folded))
                at = self.text.find(folded, at + 1)
            return
        words, dash = without_last_dash(folded)
        for start, end in self.jointed.occurrences(Jointed(words)):
            behind = behind_dash(self.text, end, dash) if dash else end
            if behind is not None and is_whole(self.text, start, behind):
                yield self.source_span(start, behind)


def fold(
    text: str,
    tier: Tier,
    furniture: Spans = (),
    markup: Spans = (),
    substitutions: Substitutions = (),
    *,
    with_notes: bool = False,
) -> Folded:
    """`text` folded for `tier`.

    `markup` are characters of the text that are not text, left out on every tier; `substitutions` are replaced on
    every tier by what they stand for. `furniture` belongs to the page and is left out from the layout tier on. The
    spans count characters of `text` and may overlap. `with_notes` keeps the marks of footnotes, which are otherwise
    left out on every tier but the exact one.
    """
    maps: list[_Map] = []
    folded = _folded(text, tier, (furniture, markup, substitutions), maps, with_notes=with_notes)
    return Folded(text, folded, maps, jointed=tier is not Tier.EXACT)


def folded_text(
    text: str,
    tier: Tier,
    furniture: Spans = (),
    markup: Spans = (),
    substitutions: Substitutions = (),
) -> str:
    """The text that `fold` makes, without the way back: several times faster, for texts that are only searched.
    `text` holds no lone surrogate."""
    return _folded(text, tier, (furniture, markup, substitutions), None)


def _folded(
    text: str,
    tier: Tier,
    spans: tuple[Spans, Spans, Substitutions],
    maps: list[_Map] | None,
    *,
    with_notes: bool = False,
) -> str:
    """The folded text; the way back is added to `maps`, unless that is None."""
    furniture, markup, substitutions = spans
    loose = tier in (Tier.LAYOUT, Tier.DECLARED)
    folded = text
    if markup or substitutions or (furniture and loose):
        folded = _edited(folded, _dropped(furniture if loose else (), markup, substitutions), maps)
    if tier is Tier.EXACT:
        if "İ" in folded:
            folded = _edited(
                folded, ((at.start(), at.end(), "i\u0307") for at in re.finditer("İ", folded)), maps
            )
        if maps is None:
            return normalized_bytes(folded).decode()
        folded = folded.lower()
        return _edited(folded, _spaces(folded), maps)
    if not loose:
        folded = folded if folded.isascii() else folded.translate(_NO_MARK)
    elif folded.isascii():
        folded = _edited(folded, _line_ends(folded, _LINE_END_HYPHEN_IN_ASCII), maps)
    elif _MARKED.search(folded):
        folded = _edited(folded, _line_ends(folded, _LINE_END_HYPHEN), maps)
    if not folded.isascii():
        folded = _edited(
            folded,
            ((at.start(), at.end(), _LONGER.get(at.group(), "")) for at in _UNEVEN.finditer(folded)),
            maps,
        )
        folded = _alike(folded)
    folded = folded.replace("`", "'")  # the only one alike in ASCII
    folded = folded.lower() if maps is not None else normalized_bytes(folded).decode()
    folded = folded.replace("ς", "σ")  # the final form depends on what follows, which a cut changes
    if not folded.isascii() and not unicodedata.is_normalized("NFC", folded):
        folded = _edited(folded, _composed(folded), maps)
    if not with_notes and not folded.isascii() and _RAISED.search(folded) is not None:
        folded = _edited(folded, ((start, end, "") for start, end in note_marks(folded)), maps)
    return _edited(folded, _typed(folded), maps) if maps is not None else _typed_on_one_line(folded)


def fold_quotation(text: str, tier: Tier, *, with_notes: bool = False) -> str:
    """A quotation folded for `tier`, as `Folded.find` takes it."""
    return fold(text, tier, with_notes=with_notes).text


def _alike(text: str) -> str:
    """`text` with the characters that are alike made the same; only those that it has are looked for."""
    others = text.encode("utf-8", "surrogatepass").translate(None, _ASCII)
    for one in sorted(set(others.decode("utf-8", "surrogatepass"))):
        instead = _ALIKE.get(one)
        if instead is not None:
            text = text.replace(one, instead)
    return text


# --- the edits -----------------------------------------------------------------------------------------------


def _dropped(furniture: Spans, markup: Spans, substitutions: Substitutions) -> Iterator[tuple[int, int, str]]:
    """What is not text, in order; of spans that overlap the first one counts, and the rest of the other."""
    spans = [(start, end, "\n") for start, end in furniture]
    spans += [(start, end, "") for start, end in markup]
    spans += substitutions
    at = 0
    for start, end, instead in sorted(spans):
        if end > at:
            yield max(start, at), end, instead
            at = end


def _line_ends(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, int, str]]:
    """Hyphens at line ends within a word, as `pattern` finds them. None that precedes a figure, a capital behind a
    small letter, or "and" is the printer's."""
    for found in pattern.finditer(text):
        start, end = found.span()
        left, right = text[start - 1 : start], text[end : end + 1]
        if _MARK_ON_LETTER.match(left):  # what it stands on is part of the word
            left = "a"
        if left.isalnum() and right.isalnum():
            hard = text[start] == HARD_BREAK or not (left.isalpha() and right.isalpha())
            hard = hard or (left.islower() and right.isupper()) or _SUSPENDED.match(text, end) is not None
            yield start, end, HARD_BREAK if hard else BREAK
        elif text[start] in (BREAK, HARD_BREAK):
            yield start, start + 1, text[start].translate(_NO_MARK)


def _composed(text: str) -> Iterator[tuple[int, int, str]]:
    """Letters and the marks upon them that Unicode also has as one character."""
    for found in _NOT_ASCII.finditer(text):
        run = found.group()
        if len(run) <= _LONG_RUN and unicodedata.is_normalized("NFC", run):
            continue
        at = found.start()
        starts = [place for place, one in enumerate(run) if place == 0 or not _joins_the_one_before(one)]
        for start, end in zip(starts, [*starts[1:], len(run)], strict=True):
            cluster = run[start:end]
            if end - start <= _LONGEST_CLUSTER:
                composed = unicodedata.normalize("NFC", cluster)
                if composed != cluster:
                    yield at + start, at + end, composed


def _joins_the_one_before(character: str) -> bool:
    return (
        unicodedata.category(character)[0] == "M"
        or "\u1161" <= character <= "\u1175"
        or "\u11a8" <= character <= "\u11c2"
    )


def _spaces(text: str) -> Iterator[tuple[int, int, str]]:
    first, last = _inner(text)
    if first:
        yield 0, first, ""
    for found in _SPACE_RUN.finditer(text, first, last):
        yield found.start(), found.end(), " "
    if last < len(text):
        yield last, len(text), ""


def _typed(text: str) -> Iterator[tuple[int, int, str]]:
    """Runs of white space, dashes, ellipses and quotation marks in the one form that is compared."""
    first, last = _inner(text)
    if first:
        yield 0, first, ""
    for found in _EDITS.finditer(text, first, last):
        start, end = found.span()
        kind = found.lastgroup
        if kind is None:
            yield start, end, " "
        elif kind == "dots":
            yield start, end, "..."
        elif kind == "marks":
            inches = start > 0 and text[start - 1] in "0123456789"
            yield start, end, '"' if inches else "'"
        else:
            yield start, end, _dash(text, start, end, (first, last))
    if last < len(text):
        yield last, len(text), ""


_DASHES = re.compile("[-—]+")
_DOTS = re.compile(r"[.…](?:\s*[.…])+|…")
_QUOTES = re.compile("['\"]+")
_PAIRS = ("''", '""', "'\"", "\"'")
_INCHES = tuple(f'{digit}"' for digit in range(10))


def _typed_on_one_line(text: str) -> str:
    """What `_typed` makes of a text whose white space is single spaces between words. Each kind is looked for by the
    characters it begins with, which is much faster than all of them together."""
    if "--" in text or "—" in text:
        text = _rewritten(text, _dashes(text))
    if "…" in text or ".." in text or ". ." in text:
        text = _DOTS.sub(_ellipsis, text)
    if not any(marks in text for marks in _PAIRS) and not any(inches in text for inches in _INCHES):
        return text.replace('"', "'")
    return _QUOTES.sub(_mark, text)


def _dashes(text: str) -> Iterator[tuple[int, int, str]]:
    at = 0
    for found in _DASHES.finditer(text):
        start, end = found.span()
        if found.group() == "-":
            continue
        start -= start > at and text[start - 1] == " "
        end += text.startswith(" ", end)
        at = end
        yield start, end, _dash(text, start, end, (0, len(text)))


def _ellipsis(found: re.Match[str]) -> str:
    written = found.group()
    return "..." if "…" in written or written.count(".") >= 3 else written


def _mark(found: re.Match[str]) -> str:
    written, start = found.group(), found.start()
    inches = written != "'" and start > 0 and found.string[start - 1] in "0123456789"
    return '"' if inches else "'"


def _dash(text: str, start: int, end: int, within: tuple[int, int]) -> str:
    """A dash: without the spaces around it, since some set them and some do not; between figures they count."""
    first, last = within
    left, right = (text[start - 1] if start > first else " "), (text[end] if end < last else " ")
    if left in "-—" or left.isspace() or right in "-— " or (left.isdigit() and right.isdigit()):
        return (" " if text[start].isspace() else "") + "-" + (" " if text[end - 1].isspace() else "")
    return EM


def _inner(text: str) -> tuple[int, int]:
    """Where the text begins and ends without the white space around it."""
    last = len(text.rstrip())
    return (len(text) - len(text.lstrip()) if last else len(text)), last or len(text)
