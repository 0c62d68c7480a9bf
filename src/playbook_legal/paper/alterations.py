"""Where a quotation with declared alterations stands: its parts in order and near, its brackets over fitting words.

What is not declared has to stand in the paper, on the layout tier. The parts around an ellipsis stand one after the
other and near each other in one section, and what is left out is told; where they may stand is said in `omissions`,
what a bracket may bring and cover in `declared_words`, how a quotation is taken apart in `declared_quotations`.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from itertools import pairwise

import msgspec

from .declared_quotations import Bracket, Part, flat, read_declared
from .declared_words import denied_before, denied_behind, may_stand_for, same_word
from .documents import Document
from .folding import Folded, Tier, fold_quotation
from .joints import BREAK, HARD_BREAK, Jointed, is_whole
from .omissions import may_be_left_out
from .rendering import visible

# What an ellipsis may leave out, in characters: a long paragraph of contract prose. Parts further apart are no longer
# one statement.
LONGEST_OMISSION = 1_000
_BRACKET_REACH = 60  # characters that a bracket may cover, with the spaces around them
_MOST_PLACES = 200  # places of one part that are tried


class Alteration(msgspec.Struct, frozen=True):
    """A declared alteration: as the quotation writes it, and what stands in the paper there (empty where the
    quotation adds or remarks)."""

    quoted: str
    record: str


class _Place(msgspec.Struct, frozen=True):
    """Where a part stands in the folded text, and what its brackets cover there, as spans."""

    start: int
    end: int
    covered: tuple[tuple[str, int, int], ...]


Found = tuple[tuple[tuple[int, int], ...], tuple[Alteration, ...], tuple[str, ...]]


def declared(
    quotation: str,
    folded: Folded,
    document: Document,
    begins: int = 0,
    ends: Callable[[Folded, int], bool] | None = None,
) -> Found | None:
    """Where a quotation with declared alterations stands in a passage folded on the layout tier, which begins at that
    character of the document: the spans of its parts in the passage as written, the alterations, and what each
    ellipsis left out. None when it does not stand there, or declares nothing. `ends` tells whether it may end at a
    character of the folded text; without it, wherever a word does."""
    read = read_declared(quotation)
    if read is None or folded.jointed is None:
        return None
    parts, remarks, recased = read
    places = [_places(part, folded.jointed, document) for part in parts]
    if ends is not None:
        places[-1] = [place for place in places[-1] if ends(folded, place.end)]

    def joins(number: int, one: _Place, other: _Place) -> bool:
        left, right = folded.source_span(one.start, one.end)[1], folded.source_span(other.start, other.end)[0]
        return may_be_left_out(
            folded.source[left:right],
            folded.text[one.end : other.start],
            (begins + left, begins + right),
            document,
            citation=parts[number].behind_citation,
        )

    chain = _chain(places, joins)
    if chain is None:
        return None
    spans = tuple(folded.source_span(place.start, place.end) for place in chain)

    def seen(start: int, end: int) -> str:
        return flat(visible(document, begins + start, begins + end))

    alterations = [
        Alteration(written, seen(*folded.source_span(start, end)) if end > start else "")
        for place in chain
        for written, start, end in place.covered
    ]
    alterations += [Alteration(written, _as_written(word, folded.source, spans)) for written, word in recased]
    alterations += [Alteration(written, "") for written in remarks]
    omitted = tuple(seen(one[1], other[0]) for one, other in pairwise(spans))
    return spans, tuple(alterations), omitted


def _places(part: Part, text: Jointed, document: Document) -> list[_Place]:
    """Where the part stands, in order."""
    return _Search(part, text, document).places()


class _Search:
    """The search for one part in a folded text, from its longest text outwards."""

    def __init__(self, part: Part, text: Jointed, document: Document) -> None:
        self._part = part
        self._text = text
        self._written = document.text
        self._memory: dict[tuple[int, int, bool], tuple[int, tuple[tuple[str, int, int], ...]] | None] = {}

    def places(self) -> list[_Place]:
        texts = self._part.texts
        anchor = max(range(len(texts)), key=lambda at: len(texts[at].bare))
        found: list[_Place] = []
        for start, end in self._text.occurrences(texts[anchor]):
            left = self._leftwards(anchor, start)
            right = self._rightwards(anchor, end) if left is not None else None
            if left is None or right is None:
                continue
            if is_whole(self._text.text, left[0], right[0]) and not self._turned(left[0]):
                found.append(_Place(left[0], right[0], (*left[1], *right[1])))
            if len(found) == _MOST_PLACES:
                break
        return found

    def _turned(self, start: int) -> bool:
        """Whether the part begins with a letter in brackets, as a sentence does, right behind a negation."""
        return self._part.recased and denied_before(self._text.text, start, "")

    def _rightwards(self, at: int, end: int) -> tuple[int, tuple[tuple[str, int, int], ...]] | None:
        """From the end of the `at`-th text to the end of the part, and what the brackets on the way cover."""
        key = (at, end, True)
        if key not in self._memory:
            self._memory[key] = self._right(at, end)
        return self._memory[key]

    def _right(self, at: int, end: int) -> tuple[int, tuple[tuple[str, int, int], ...]] | None:
        if at == len(self._part.brackets):
            return self._at_end(end)
        bracket = self._part.brackets[at]
        for start, behind in self._text.occurrences(self._part.texts[at + 1], end):
            if start - end > _BRACKET_REACH:
                return None
            covered = self._covered(bracket, end, start)
            rest = self._rightwards(at + 1, behind) if covered is not None else None
            if covered is not None and rest is not None:
                return rest[0], ((bracket.written, *covered), *rest[1])
        return None

    def _leftwards(self, at: int, start: int) -> tuple[int, tuple[tuple[str, int, int], ...]] | None:
        """From the start of the `at`-th text back to the start of the part."""
        key = (at, start, False)
        if key not in self._memory:
            self._memory[key] = self._left(at, start)
        return self._memory[key]

    def _left(self, at: int, start: int) -> tuple[int, tuple[tuple[str, int, int], ...]] | None:
        if at == 0:
            return self._at_start(start)
        bracket, text = self._part.brackets[at - 1], self._part.texts[at - 1]
        for end in range(start, max(0, start - _BRACKET_REACH) - 1, -1):
            begins = self._text.start_of(text, end)
            covered = self._covered(bracket, end, start) if begins is not None else None
            rest = self._leftwards(at - 1, begins) if begins is not None and covered is not None else None
            if covered is not None and rest is not None:
                return rest[0], (*rest[1], (bracket.written, *covered))
        return None

    def _at_start(self, start: int) -> tuple[int, tuple[tuple[str, int, int], ...]] | None:
        bracket = self._part.opening
        if bracket is None:
            return start, ()
        text = self._text.text
        for begins in self._word_starts(start):
            covered = self._covered(bracket, begins, start, edge=True)
            if covered is not None:
                turned = denied_before(text, covered[0], text[slice(*covered)])
                return None if turned else (covered[0], ((bracket.written, *covered),))
        adds = self._adds(bracket) and not denied_before(text, start, "")
        return (start, ((bracket.written, start, start),)) if adds else None

    def _at_end(self, end: int) -> tuple[int, tuple[tuple[str, int, int], ...]] | None:
        bracket = self._part.closing
        if bracket is None:
            return end, ()
        if bracket.glued_left and self._text.text[end - 1].isalnum():
            span = self._ending(bracket, end)
            return None if span is None else (span[1], ((bracket.written, *span),))
        for ends in self._word_ends(end):
            covered = self._covered(bracket, end, ends, edge=True)
            if covered is not None:
                turned = denied_behind(self._text.text, covered[1])
                return None if turned else (covered[1], ((bracket.written, *covered),))
        adds = self._adds(bracket) and not denied_behind(self._text.text, end)
        return (end, ((bracket.written, end, end),)) if adds else None

    def _adds(self, bracket: Bracket) -> bool:
        return may_stand_for(bracket.brings, "", self._written)

    def _word_starts(self, start: int) -> Iterator[int]:
        text = self._text.text
        for at in range(start - 1, max(0, start - _BRACKET_REACH) - 1, -1):
            if not text[at].isspace() and (at == 0 or text[at - 1].isspace()):
                yield at

    def _word_ends(self, end: int) -> Iterator[int]:
        text = self._text.text
        for at in range(end + 1, min(len(text), end + _BRACKET_REACH) + 1):
            if text[at - 1].isalnum() and (at == len(text) or not text[at].isalnum()):
                yield at

    def _covered(
        self, bracket: Bracket, end: int, start: int, *, edge: bool = False
    ) -> tuple[int, int] | None:
        """What a bracket covers between two texts, as a span of the folded text; None when it may not."""
        text = self._text.text
        between = text[end:start]
        if text[max(0, end - 1) : end].isalnum() and bracket.glued_left and not edge:
            ending = self._ending(bracket, end)
            return None if ending is None or text[ending[1] : start].strip() else ending
        first, last = (
            end + (len(between) - len(between.lstrip())),
            start - (len(between) - len(between.rstrip())),
        )
        if first >= last:
            if between == "" and text[max(0, end - 1) : end].isalnum() and text[start : start + 1].isalnum():
                return None  # inside a word
            return (end, end) if self._adds(bracket) else None
        covered = text[first:last]
        if covered == f"[{fold_quotation(bracket.brings, Tier.LAYOUT)}]":
            return first, last
        plain = covered.replace(BREAK, "").replace(HARD_BREAK, "-")
        whole = is_whole(text, first, last)
        return (first, last) if whole and may_stand_for(bracket.brings, plain, self._written) else None

    def _ending(self, bracket: Bracket, end: int) -> tuple[int, int] | None:
        """The ending of a word in brackets: `obligation[s]`, `terminat[ed]`."""
        text = self._text.text
        stem_start = last = end
        while stem_start and (text[stem_start - 1].isalnum() or text[stem_start - 1] == BREAK):
            stem_start -= 1
        while text[last : last + 1].isalpha():
            last += 1
        stem = text[stem_start:end].replace(BREAK, "")
        if len(stem) < 3 or not stem.isalpha() or text[last : last + 1].isalnum():
            return None
        brings, stands = fold_quotation(bracket.brings, Tier.LAYOUT), text[end:last]
        same = brings == stands or same_word(stem + brings, stem + stands)
        return (end, last) if same else None


def _chain(places: list[list[_Place]], joins: Callable[[int, _Place, _Place], bool]) -> list[_Place] | None:
    """One place of each part, in order, near, and so that what is left out before the part of that number `joins` it to
    the one before; the shortest omissions for the first of the last part's places."""
    best: list[
        list[tuple[_Place, int]]
    ] = []  # the reachable places of each part, and from which of the part before
    for number, found in enumerate(places):
        if number == 0:
            best.append([(place, -1) for place in found])
            continue
        before = sorted((place.end, at) for at, (place, _) in enumerate(best[-1]))
        reached: list[tuple[_Place, int]] = []
        for place in found:
            for near in range(bisect_left(before, (place.start + 1, -1)) - 1, -1, -1):
                end, at = before[near]
                if place.start - end > LONGEST_OMISSION:
                    break
                if joins(number, best[-1][at][0], place):
                    reached.append((place, at))
                    break
        best.append(reached)
    if not best or not best[-1]:
        return None
    chain: list[_Place] = []
    at = 0
    for reached in reversed(best):
        place, at = reached[at]
        chain.append(place)
    return chain[::-1]


def _as_written(word: str, source: str, spans: tuple[tuple[int, int], ...]) -> str:
    """The word with the capitals it has in the paper."""
    for start, end in spans:
        found = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE).search(source, start, end)
        if found is not None:
            return found.group()
    return word


__all__ = ["LONGEST_OMISSION", "Alteration", "declared"]
