"""A quotation that declares what it changes, taken apart: the parts around its ellipses, its brackets, its remarks.

`[T]he` and `[sic]` and `(emphasis added)` change nothing of what is quoted and stand for nothing. `[Customer]` and
`[...]` stand for something, `(citation omitted)` for a citation; for what, the paper has to say (`alterations`). A
quotation of which too little is left between its brackets and ellipses proves nothing and is not read.
"""

import re

import msgspec

from .folding import Tier, fold_quotation
from .joints import Jointed
from .note_marks import has_note_marks
from .quotations import MINIMUM_QUOTATION

# What a part around an ellipsis must hold word for word: as much as any quotation must, and three words, since shorter
# phrases ("the other party") stand nearly everywhere.
MINIMUM_PART = MINIMUM_QUOTATION
MINIMUM_WORDS = 3
_MOST_PARTS = 12
_WORDS_TO_A_BRACKET = 3  # words that must be verbatim for each bracket
_MOST_BRACKETS = 24
_LONGEST_NOTES = 200  # characters

_DOTS = r"(?:…|(?<!\.)\.(?:\s?\.){2,3}(?!\s?\.)|(?<!\*)\*(?:\s\*){2}(?!\s?\*))"
_ELLIPSIS = rf"\[\s*{_DOTS}\s*\]|\(\s*{_DOTS}\s*\)|{_DOTS}"
_REMARK = (
    r"(?:sic|cleaned up|emphasis (?:added|supplied|mine|ours|in (?:the )?original|omitted)"
    r"|(?:internal )?(?:quotation marks|quotations|quotes|citations?|footnotes?|alterations?|brackets|references?)"
    r"(?:(?:,| and|, and) (?:internal )?(?:quotation marks|citations?|footnotes?|alterations?|brackets))*"
    r" (?:omitted|added|in original))"
)
_NOTE = rf"(?<!\s)\s*[\[(]\s*{_REMARK}(?:\s*(?:;|,|and)\s*{_REMARK})*\.?\s*[\])]"
_TOKEN = re.compile(
    rf"(?P<gap>{_ELLIPSIS})|(?P<note>{_NOTE})|\[(?P<bracket>[^\[\]]{{0,80}})\]", re.IGNORECASE
)
_LAST_NOTES = re.compile(rf"(?:{_NOTE})+\s*\Z", re.IGNORECASE)
_CITATION_OMITTED = re.compile(r"citations?\b[^;)\]]*\bomitted", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_EDGE = " \t\r\n,;:"
_CLOSERS = "\"'”’»"


class Bracket(msgspec.Struct, frozen=True):
    """A bracket between two texts; `glued` tells on which of its sides no space is."""

    written: str
    brings: str
    glued_left: bool
    glued_right: bool


class Part(msgspec.Struct, frozen=True):
    """What stands between two ellipses: texts, and the brackets before, between and behind them. `recased`: it begins
    with a letter in brackets. `behind_citation`: before it only a citation was left out."""

    texts: tuple[Jointed, ...]
    brackets: tuple[Bracket, ...]  # between the texts
    opening: Bracket | None
    closing: Bracket | None
    recased: bool = False
    behind_citation: bool = False


class _Pieces:
    """A part as it is taken apart."""

    def __init__(self, *, behind_citation: bool) -> None:
        self.pieces: list[str | Bracket] = [""]
        self.recased = False
        self.behind_citation = behind_citation

    @property
    def is_empty(self) -> bool:
        return all(isinstance(one, str) and not one.strip() for one in self.pieces)

    @property
    def is_final_mark(self) -> bool:
        """Whether it is what ends a sentence behind an omission, with or without the marks that close the quotation:
        the writer's. Behind an omitted citation also a semicolon."""
        marks = (".", ",", ";") if self.behind_citation else (".", ",")
        return len(self.pieces) == 1 and str(self.pieces[0]).strip().rstrip(_CLOSERS) in marks


class _Reading:
    """A quotation as it is taken apart."""

    def __init__(self) -> None:
        self.parts = [_Pieces(behind_citation=False)]
        self.remarks: list[str] = []
        self.recased: list[tuple[str, str]] = []

    def say(self, text: str) -> None:
        last = self.parts[-1].pieces
        if isinstance(last[-1], str):
            last[-1] += text
        else:
            last.append(text)

    def recase(self, written: str, word: str) -> None:
        pieces = self.parts[-1].pieces
        self.parts[-1].recased |= all(isinstance(one, str) and not _WORD.search(one) for one in pieces)
        self.recased.append((written, word))

    def bracket(self, one: Bracket) -> None:
        self.parts[-1].pieces.append(one)

    def leave_out(self, *, citation: bool) -> None:
        """Begin another part. Where nothing stands between two omissions the wider of them counts."""
        last = self.parts[-1]
        if last.is_empty:
            last.behind_citation = last.behind_citation and citation
        else:
            self.parts.append(_Pieces(behind_citation=citation))


def read_declared(quotation: str) -> tuple[list[Part], list[str], list[tuple[str, str]]] | None:
    """The parts, the remarks, and the words whose first letter is in brackets; None when nothing is declared or too
    little is quoted."""
    reading = _Reading()
    at = 0
    tokens = list(_TOKEN.finditer(quotation))
    if not tokens or len(tokens) > _MOST_BRACKETS + _MOST_PARTS:
        return None
    for found in tokens:
        reading.say(quotation[at : found.start()])
        at = found.end()
        if found.group("gap") is not None:
            reading.leave_out(citation=False)
        elif found.group("note") is not None:
            reading.remarks.append(found.group().strip())
            if _CITATION_OMITTED.search(found.group()):
                reading.leave_out(citation=True)
            elif quotation[at : at + 1].isalnum():
                reading.say(" ")  # it stands for nothing, and welds nothing
        else:
            _read_bracket(found, quotation, reading)
    reading.say(quotation[at:])
    if len(reading.parts) > 1 and reading.parts[-1].is_final_mark:
        reading.parts.pop()
    with_notes = has_note_marks(quotation)
    parts = [_part(one, with_notes=with_notes) for one in reading.parts if not one.is_empty]
    whole = [part for part in parts if part is not None]
    if not whole or len(whole) < len(parts) or len(whole) > _MOST_PARTS:
        return None
    return whole, reading.remarks, reading.recased


def without_last_notes(quotation: str) -> tuple[str, str]:
    """A quotation without the remarks at its end, as `(emphasis added)`, and these."""
    found = _LAST_NOTES.search(quotation, max(0, len(quotation) - _LONGEST_NOTES))
    return (quotation, "") if found is None else (quotation[: found.start()], found.group())


def _read_bracket(found: re.Match[str], quotation: str, reading: _Reading) -> None:
    brings = found.group("bracket")
    before, behind = quotation[: found.start()][-1:], quotation[found.end() : found.end() + 1]
    if brings.isalpha() and behind.isalpha() and not before.isalnum():  # [T]he
        word = re.match(r"\w+", quotation[found.end() :])
        assert word is not None
        reading.recase(found.group() + word.group(), brings + word.group())
        reading.say(brings)
        return
    reading.bracket(
        Bracket(
            found.group(),
            brings,
            bool(before) and not before.isspace(),
            bool(behind) and not behind.isspace(),
        )
    )


def _part(taken: _Pieces, *, with_notes: bool) -> Part | None:
    """A part ready to be looked for; None when it holds too little that is verbatim."""
    texts: list[Jointed] = []
    brackets: list[Bracket] = []
    edges: list[Bracket | None] = [None, None]
    pieces = [one for one in taken.pieces if not isinstance(one, str) or one.strip(_EDGE)]
    for at, one in enumerate(pieces):
        if isinstance(one, str):
            first, last = at == 0, at == len(pieces) - 1
            trimmed = one.lstrip(_EDGE) if first else one
            trimmed = trimmed.rstrip(_EDGE) if last else trimmed
            texts.append(Jointed(fold_quotation(trimmed, Tier.LAYOUT, with_notes=with_notes)))
        elif at in (0, len(pieces) - 1):
            edges[0 if at == 0 else 1] = one
        else:
            brackets.append(one)
    verbatim = " ".join(text.text for text in texts)
    words = len(_WORD.findall(verbatim))
    altered = len(brackets) + sum(one is not None for one in edges)
    if len(texts) != len(brackets) + 1 or not all(text.bare for text in texts):
        return None  # two brackets side by side
    if len(verbatim) < MINIMUM_PART or words < max(MINIMUM_WORDS, _WORDS_TO_A_BRACKET * altered):
        return None
    return Part(tuple(texts), tuple(brackets), edges[0], edges[1], taken.recased, taken.behind_citation)


def flat(text: str) -> str:
    """`text` with white space collapsed."""
    return " ".join(text.split())


__all__ = ["MINIMUM_PART", "MINIMUM_WORDS", "Bracket", "Part", "flat", "read_declared", "without_last_notes"]
