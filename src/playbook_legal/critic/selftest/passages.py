"""True passages: sentences and clauses as a reader of the paper sees them, to be quoted, retyped and falsified.

They are cut without any of what compares quotations, so that the one can be measured against the other: the text of a
section without what only marks it (emphasis, tags) and without what belongs to the page, cut at the ends of sentences.
"""

import hashlib
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator

import msgspec

from ...paper.documents import Document
from ...paper.rendering import BARRIER
from ..record import ClientRecord
from ..verdicts import cited_as
from .given import documents_of

SHORTEST, LONGEST = 40, 400  # characters of a passage
_FEWEST_LETTERS = 0.6  # share of a passage; tables of figures are no sentences
_FEWEST_WORDS = 6
_SENTENCE_END = re.compile(r"(?:(?<=[.;:?!])|(?<=[.;:?!][\"'”’)\]])|(?<=[.;:?!][\"'”’)\]]{2}))\s+(?=\S)")
_FULL = re.compile(r"[^a-z\s].*[.?!][\"'”’)\]]*\Z")
_CLAUSE_END = re.compile(r"(?<=[,;])\s+(?=[^\W\d_])")
_PAGE_END = "\x00"
_AROUND_PAGE_END = re.compile(r"\s*\x00[\s\x00]*")
_BLANK_LINE = re.compile(r"\n\s*\n")


class Passage(msgspec.Struct, frozen=True):
    """A true passage: the folder, the document and its kind, the citation of its section, and its text on one line.
    `whole`: it is a full sentence, and not a part of one."""

    folder: str
    document: str
    kind: str
    citation: str
    text: str
    whole: bool


def passages_of(record: ClientRecord, folder: str) -> Iterator[Passage]:
    """Every passage of the record's documents, in order."""
    for held in documents_of(record):
        document = held.document
        as_read = AsRead(document)
        for section in document.sections:
            citation = cited_as(document.id, section.token)
            for text, whole in _cut(document, as_read(section.start, section.start + len(section.text))):
                yield Passage(folder, document.id, document.kind, citation, text, whole)


def chosen(passages: Iterable[Passage], count: int, seed: str) -> list[Passage]:
    """`count` of the passages, each text of a section once: of every kind of paper the same number as far as it has
    so many. Which ones follows from the seed by a hash."""
    by_kind: dict[str, list[tuple[str, Passage]]] = {}
    for one in {(one.folder, one.citation, one.text): one for one in passages}.values():
        name = f"{seed}\x00{one.folder}\x00{one.citation}\x00{one.text}"
        digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
        by_kind.setdefault(one.kind, []).append((digest, one))
    waiting = [[one for _, one in sorted(found, key=lambda pair: pair[0])] for found in by_kind.values()]
    waiting.sort(key=len)
    taken: list[Passage] = []
    for number, found in enumerate(
        waiting
    ):  # the kinds with the least first: what they lack, the others give
        share = (count - len(taken)) // (len(waiting) - number)
        taken += found[:share]
    return sorted(taken, key=lambda one: (one.folder, one.document, one.citation, one.text))


class AsRead:
    """A document as its reader sees it, in its own capitals and lines: without what only marks the text, and without
    what belongs to the page, unless that is asked for."""

    def __init__(self, document: Document, *, with_furniture: bool = False) -> None:
        self._document = document
        edits = [(start, end, "") for start, end in document.markup]
        edits += document.substitutions
        if not with_furniture:
            # A page may end within a sentence; the number of a Word paragraph stands before one.
            instead = "" if document.kind == "word" else _PAGE_END
            edits += [(start, end, instead) for start, end in document.furniture]
        self._edits = sorted(edits)
        self._longest = max((end - start for start, end, _ in edits), default=0)

    def __call__(self, start: int, end: int) -> str:
        """Characters `[start, end)` of the document's text as read."""
        parts: list[str] = []
        at = start
        for number in range(bisect_left(self._edits, (start - self._longest,)), len(self._edits)):
            first, last, instead = self._edits[number]
            if first >= end:
                break
            if last > at:
                parts += [self._document.text[at : max(at, first)], instead]
                at = last
        parts.append(self._document.text[at:end])
        text = "".join(parts)
        return _AROUND_PAGE_END.sub("\n", text) if _PAGE_END in text else text


def _cut(document: Document, text: str) -> Iterator[tuple[str, bool]]:
    for paragraph in _paragraphs(document, text):
        sentences = [" ".join(one.split()) for one in _SENTENCE_END.split(paragraph)]
        held = ""
        for sentence in sentences:
            held = f"{held} {sentence}".strip()
            if len(held) < SHORTEST:
                continue  # too short by itself
            if len(held) <= LONGEST:
                if _is_prose(held):
                    yield held, _FULL.match(held) is not None
            else:
                yield from ((clause, False) for clause in _clauses(held) if _is_prose(clause))
            held = ""


def _paragraphs(document: Document, text: str) -> Iterator[str]:
    for piece in text.split(BARRIER):
        yield from piece.split("\n") if document.kind == "word" else _BLANK_LINE.split(piece)


def _clauses(sentence: str) -> Iterator[str]:
    """The parts of a long sentence between commas, each as long as may be."""
    held = ""
    for clause in _CLAUSE_END.split(sentence):
        if len(held) + len(clause) + 1 > LONGEST:
            if SHORTEST <= len(held) <= LONGEST:
                yield held
            held = ""
        held = f"{held} {clause}".strip()
    if SHORTEST <= len(held) <= LONGEST:
        yield held


def _is_prose(text: str) -> bool:
    letters = sum(one.isalpha() or one.isspace() for one in text)
    return letters >= _FEWEST_LETTERS * len(text) and len(text.split()) >= _FEWEST_WORDS


__all__ = ["LONGEST", "SHORTEST", "AsRead", "Passage", "chosen", "passages_of"]
