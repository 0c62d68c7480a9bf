"""What the words of a quotation that verifies are themselves: two numbers in one, a phrase of every contract, a
reference to nowhere, half a number, the words of somebody who does not speak for the agreement.

Why: each is true to the paper and proves less than it seems to. None is an error by itself.
Source: docs/situations.md, 33, 37, 48 and 51.
"""

import re
from collections.abc import Iterator
from itertools import islice

from ...paper.documents import Document
from ...paper.joints import is_whole
from ...paper.outline import atoms_of
from ...paper.rendering import visible
from ..numerals import disagreements
from ..verdicts import Cause
from ..wording import code
from .surroundings import Caution

# Phrases that stand in nearly every agreement. A quotation that is made of them alone proves nothing about this one.
_STOCK = (
    "including without limitation", "including but not limited to", "without limitation", "for the avoidance of doubt",
    "without limiting the generality of the foregoing", "without limiting the foregoing",
    "as set forth in this agreement", "as set forth herein", "as provided herein", "as provided in this agreement",
    "except as otherwise provided herein", "except as otherwise provided in this agreement",
    "except as otherwise expressly provided herein", "except as otherwise set forth herein",
    "subject to the terms and conditions of this agreement", "subject to the terms of this agreement",
    "in accordance with the terms of this agreement", "the terms and conditions of this agreement",
    "under this agreement", "pursuant to this agreement", "in connection with this agreement", "this agreement",
    "arising out of or in connection with this agreement", "arising out of or relating to this agreement",
    "to the extent permitted by law", "to the fullest extent permitted by law",
    "to the maximum extent permitted by applicable law", "the parties hereto", "each of the parties hereto",
    "the parties agree as follows", "the parties hereto agree as follows", "now therefore the parties agree as follows",
    "in witness whereof", "notwithstanding the foregoing", "notwithstanding anything to the contrary",
    "notwithstanding anything to the contrary in this agreement", "from time to time", "as the case may be",
    "shall have the meaning set forth", "have the meaning set forth", "have the meanings set forth",
    "its successors and assigns", "their successors and assigns", "successors and permitted assigns",
)  # fmt: skip
_PHRASES = frozenset(tuple(phrase.split()) for phrase in _STOCK)
_LONGEST_PHRASE = max(len(phrase) for phrase in _PHRASES)
_JOINING = frozenset(("and", "or", "but"))

_REFERENCE = re.compile(
    r"(?<![^\W_])(?:sections?|clauses?|paragraphs?)\s+(?P<number>[0-9]{1,3}(?:\.[0-9]{1,3}){1,4})"
    r"(?![0-9.]*[0-9A-Za-z])",
    re.IGNORECASE,
)
# Then another paper, or a law, is meant.
_OF_ANOTHER = re.compile(
    r"(?!\s*(?:\([^()]{1,5}\)\s*)*(?:hereof|hereunder|above|below|of\s+this)\b)"
    r"[^.;]{0,50}?\b(?:of|to|in|under)\s+(?!this\b)(?:the|that|such|said|its|any|[A-Z0-9])"
)
_OF_A_LAW = re.compile(r"(?:\b[A-Z][A-Z.]{1,7}|\b(?:Code|Act|Rules?|Regulations?|this))[,\s]+\Z")
_SPACE = re.compile(r"\s")
_MOST_REFERENCES = 100  # in one quotation that are looked for
_AROUND = 40  # characters beside a quotation that show whether it cuts a word or a number
_SPEAKS = {
    "correspondence": "correspondence, not the agreement",
    "markup": "the other side's markup, not the agreement",
}


def cautions(
    quotation: str, document: Document, spans: list[tuple[int, int]], role: str | None
) -> Iterator[Caution]:
    """What is to be kept in mind of `quotation`, whose words are the characters `spans` of `document`; `role` is what
    the record declares the document to be."""
    words = " ".join(visible(document, start, end) for start, end in spans)
    for two in disagreements(words):
        yield Caution(
            Cause.WORDS_AND_FIGURES_DISAGREE, f"its words and its figure say two numbers: {code(two)}", two
        )
    fields = [
        one for one in document.references if any(one.start < end and start < one.end for start, end in spans)
    ]
    for lost in _dangling(words, document) if not fields else ():  # of a field more is known
        message = f"it refers to {code(lost)}, which {code(document.id)} does not have"
        yield Caution(Cause.DANGLING_REFERENCE, message, lost)
    if _is_stock(quotation):
        yield Caution(Cause.STOCK_PHRASE, "such words stand in nearly every agreement", quotation)
    half = _half(spans[0][0], spans[-1][1], document)
    if half:
        yield Caution(Cause.CUT_SHORT, f"it begins or ends inside {code(half)}", half)
    if role in _SPEAKS:
        yield Caution(
            Cause.OTHER_SPEAKER, f"the record declares {code(document.id)} to be {_SPEAKS[role]}", ""
        )


def _half(start: int, end: int, document: Document) -> str:
    """The word or number of the document that a quotation of its characters `[start, end)` begins or ends inside;
    empty when it does not. The literal rule lets `$1` stand in `$1,000,000`; a reader has to know."""
    before = visible(document, max(0, start - _AROUND), start)
    inside = visible(document, start, end)
    text = before + inside + visible(document, end, min(end + _AROUND, len(document.text)))
    window = _SPACE.sub(" ", text)
    small = window.lower()
    window = small if len(small) == len(window) else "".join(one.lower()[:1] for one in window)
    here, there = len(before), len(before) + len(inside)
    if is_whole(window, here, there):
        return ""
    if is_whole(window, here, len(window)):  # it begins well
        first = window.rfind(" ", 0, there) + 1
        last = window.find(" ", there + 1)
    else:
        first = window.rfind(" ", 0, max(0, here - 1)) + 1
        last = window.find(" ", here)
    return " ".join(text[first : len(text) if last < 0 else last].split())


def _is_stock(quotation: str) -> bool:
    """Whether a quotation consists of stock phrases alone."""
    words = tuple(re.sub(r"[^\w\s]+", " ", quotation.casefold()).split())
    at = 0
    while at < len(words):
        longest = next(
            (size for size in range(_LONGEST_PHRASE, 1, -1) if words[at : at + size] in _PHRASES), 0
        )
        if not longest and not (at and words[at] in _JOINING):
            return False
        at += longest or 1
    return bool(words)


def _dangling(words: str, document: Document) -> Iterator[str]:
    """References to a section whose siblings the document has, and not the section itself. Where it has none of them,
    another paper may be meant, or the outline may be incomplete."""
    outline = document.outline
    if outline is None:
        return
    told: set[str] = set()
    for found in islice(_REFERENCE.finditer(words), _MOST_REFERENCES):
        number = found.group("number")
        atoms = atoms_of(number)
        elsewhere = _OF_ANOTHER.match(words, found.end()) or _OF_A_LAW.search(words[: found.start()][-20:])
        siblings = any(
            len(other) == len(atoms) and other[:-1] == atoms[:-1] and other[-1].isdigit()
            for other in outline.by_atoms
        )
        if number in told or elsewhere or not siblings:
            continue
        if any(other[: len(atoms)] == atoms for other in outline.by_atoms) or _begins_a_line(
            number, document
        ):
            continue
        told.add(number)
        yield " ".join(found.group().split())


def _begins_a_line(number: str, document: Document) -> bool:
    """Whether a line of the document begins with the number: a heading that the outline has not."""
    heading = rf"^[^\S\n]*(?:section|clause|§)?[^\S\n]*{re.escape(number)}(?![0-9])"
    return re.search(heading, document.text, re.IGNORECASE | re.MULTILINE) is not None


__all__ = ["cautions"]
