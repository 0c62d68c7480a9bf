"""Where a quotation that failed really stands, or what it was made from.

First the sections it cites are looked at: is it there, typed otherwise, shortened, with words changed? Then
one pass over the record looks for all failed quotations together. Whether words stand somewhere is decided by
exact comparison alone; likeness only finds the neighbour that is shown.
"""

from collections.abc import Sequence

import msgspec

from ...paper.citations import FULL
from ...paper.documents import Comparable, Document, Section
from ...paper.quotations import MINIMUM_QUOTATION
from ..places import Placement, Unplaced, cut, place_of, place_within
from ..record import ClientRecord
from ..report import QuotePolicy
from ..verdicts import Cause, Difference, Neighbour, Place
from .found import Found, Spot, Wanted
from .likeness import Likeness, likeness
from .readings import (
    as_swept,
    default_for,
    form_of,
    is_plain,
    quotation_beside,
    quotation_in,
    reading_of,
    section_read,
)
from .typography import without_ellipses
from .words import Words
from .workers import sweep_record


def placements(
    unplaced: Sequence[Unplaced], record: ClientRecord, jobs: int = 1, policy: QuotePolicy | None = None
) -> list[Placement]:
    """The placement of each quotation, in one pass over the record for all of them. `policy` is the loosest tier in
    force; None: the one that goes with each kind of paper."""
    first = [_closest(one, one.sections) for one in unplaced]
    asked: dict[Wanted, int] = {}
    for one, near in zip(unplaced, first, strict=True):
        if not _settled(near):
            asked.setdefault(_wanted(one, near), len(asked))
    found = sweep_record(list(asked), record, jobs, policy) if asked else {}
    paper = _Paper(record, policy)
    return [
        _placement(
            one,
            near,
            Found() if _settled(near) else found.get(asked[_wanted(one, near)], Found()),
            paper,
        )
        for one, near in zip(unplaced, first, strict=True)
    ]


class _Paper:
    """The record as the sweep read it."""

    def __init__(self, record: ClientRecord, policy: QuotePolicy | None) -> None:
        self.record = record
        self.policy = policy
        self._readings: dict[int, Comparable] = {}
        self._held = 0  # characters of these

    def _reading(self, index: int, document: Document) -> Comparable:
        reading = self._readings.get(index)
        if reading is None:
            reading = reading_of(document, self.policy or default_for(document))
            self._held += len(reading.text)
            self._readings[index] = reading
            while self._held > _CHARACTERS_KEPT and len(self._readings) > 1:
                self._held -= len(self._readings.pop(next(iter(self._readings))).text)
        return reading

    def section_at(self, spot: Spot) -> Section:
        """The section that the spot is in, ready to be compared."""
        document = as_swept(self.record, spot.document, self.policy)
        if document.outline is None or is_plain(document, self.policy or default_for(document)):
            at = _start_of_word(document.text, spot.word)
        else:
            reading = self._reading(spot.document, document)
            at = reading.source_span(*_word_at(reading.text, spot.word))[0]
        return section_read(document.section_at(at), document, self.policy)

    def place_at(self, spot: Spot, one: Unplaced) -> Place | None:
        """Where the quotation stands that begins in the word of the spot; None when, compared again on its tier, it
        does not stand there."""
        document = as_swept(self.record, spot.document, self.policy)
        if document.outline is None:
            return self._place_of_literal(spot, one.text, document)
        policy = self.policy or default_for(document)
        if is_plain(document, policy):
            start, end = _words_at(document.text, spot.word, one.text.count(" ") + 1)
        else:
            reading = self._reading(spot.document, document)
            begins = _word_at(reading.text, spot.word)[0]
            wanted = quotation_in(form_of(policy), one.text)
            at = reading.text.find(wanted, begins)
            assert at >= 0  # the sweep found it in the same text
            start, end = reading.source_span(at, at + len(wanted))
        first = max(0, start - _AROUND)
        around = Section(document.id, FULL, "", document.text[first : end + _AROUND], first, 1)
        from ...paper.tiers import match

        found = match(one.quotation or one.text, around, document, policy)
        if found is None:
            return None
        start, end = first + found.spans[0][0], first + found.spans[-1][1]
        return place_within(document, start, end, self.record.card(spot.document).sha256)

    def _place_of_literal(self, spot: Spot, quotation: str, document: Document) -> Place:
        start = _start_of_word(document.text, spot.word)
        section = document.section_at(start)
        word = len(document.text[section.start : start].split())
        text = section.passage.text
        at = text.find(quotation)
        while at >= 0 and text.count(" ", 0, at) < word:
            at = text.find(quotation, at + 1)
        return self.place(section, at, at + len(quotation))

    def place(self, section: Section, start: int, end: int) -> Place:
        """The place of characters `[start, end)` of the section's text as it is compared."""
        first, last = section.passage.source_span(start, end)
        index = self.record.index(section.document_id)
        assert index is not None
        sha256 = self.record.card(index).sha256
        if section.reading is not None:  # of a document with an outline
            document = self.record.outlined(index)
            return place_within(document, section.start + first, section.start + last, sha256)
        return place_of(section, first, last, sha256)


_CHARACTERS_KEPT = 4 * 1024 * 1024  # of documents that were read again
# Characters around a passage that is compared again, so that its ends are seen to be ends of words.
_AROUND = 40


def _start_of_word(text: str, number: int) -> int:
    return len(text) - len(text.split(None, number)[-1])


def _words_at(text: str, number: int, words: int) -> tuple[int, int]:
    """Characters of so many words of a text, the word of that number first."""
    rest = text.split(None, number)[-1]
    start = len(text) - len(rest)
    behind = rest.split(None, words)[words:]
    return start, len(text) - (len(behind[0]) if behind else 0)


def _word_at(text: str, number: int) -> tuple[int, int]:
    """Characters of the word of that number in a text whose words are parted by one space each."""
    start = _start_of_word(text, number)
    end = text.find(" ", start)
    return start, len(text) if end < 0 else end


def _settled(near: Likeness | None) -> bool:
    """Whether the cited section says it all: the words stand there, typed otherwise or shortened."""
    return near is not None and near.cause in (Cause.TYPOGRAPHY, Cause.ELIDED)


def _wanted(one: Unplaced, near: Likeness | None) -> Wanted:
    """What to look for. Where the cited section has nearly the same words, only the very words are; where it
    has a good part of them, the other part is."""
    if near is None:
        return Wanted(one.text, one.documents)
    quotation = _words(one, near.section)
    words = len(quotation.words)
    rest = _rest(quotation, near)
    tail = near.cause is Cause.INVENTED_TAIL
    if len(rest) >= MINIMUM_QUOTATION and 5 * (near.opening if tail else near.closing) >= 2 * words:
        return Wanted(one.text, one.documents, like=False, part=rest, at_end=tail)
    return Wanted(one.text, one.documents, like=bool(rest) or 3 * near.matched < 2 * words)


_ORDER = {Cause.TYPOGRAPHY: 0, Cause.ELIDED: 1}


def _words(one: Unplaced, section: Section) -> Words:
    """The quotation in words as `section` is read."""
    if section.reading is None:
        return Words(one.text)
    return Words(quotation_beside(section, one.quotation or one.text), one.text)


def _closest(one: Unplaced, sections: Sequence[Section]) -> Likeness | None:
    """What is most like the quotation in `sections`; of equals the first."""
    found = [near for section in sections if (near := likeness(_words(one, section), section)) is not None]
    return min(found, key=lambda near: (_ORDER.get(near.cause, 2), -near.matched), default=None)


def _placement(one: Unplaced, near: Likeness | None, found: Found, paper: _Paper) -> Placement:
    if found.count:
        places = [paper.place_at(spot, one) for spot in found.places]
        there = tuple(place for place in places if place is not None)
        if there:
            return Placement(Cause.ELSEWHERE, there, found.count - len(places) + len(there))
        # What stands in a place, and not as whole words, is like it at least. What gathers elsewhere was noted only in
        # documents that were read before.
        found = msgspec.structs.replace(found, most=None, beginning=None, ending=None)
    spots = found.places or [one.spot for one in found.gatherings]
    elsewhere = _closest(one, [paper.section_at(spot) for spot in spots])
    if elsewhere is not None and (near is None or elsewhere.matched > near.matched or _settled(elsewhere)):
        near = elsewhere
    if near is None:
        return Placement(Cause.NOT_IN_RECORD)
    rest = _rest(_words(one, near.section), near)
    if rest:
        spliced = _splice(rest, near, one.sections, found, paper)
        if spliced is not None:
            return spliced
    return Placement(near.cause, nearest=_neighbour(near, paper), rest=rest)


def _rest(quotation: Words, near: Likeness) -> str:
    """The part of the quotation that is not its neighbour's, without an ellipsis between the two."""
    if near.cause is Cause.INVENTED_TAIL:
        return without_ellipses(" ".join(quotation.words[near.opening :]))
    if near.cause is Cause.INVENTED_OPENING:
        return without_ellipses(" ".join(quotation.words[: len(quotation.words) - near.closing]))
    return ""


def _splice(
    rest: str, near: Likeness, cited: tuple[Section, ...], found: Found, paper: _Paper
) -> Placement | None:
    """The two passages a quotation was joined from, when the `rest` of it stands somewhere as well."""
    tail = near.cause is Cause.INVENTED_TAIL
    gathering = found.ending if tail else found.beginning
    spot = found.part or (gathering.spot if gathering is not None else None)
    candidates = [near.section, *cited, *([] if spot is None else [paper.section_at(spot)])]
    for section in candidates:
        text = quotation_beside(section, rest)
        at = section.passage.text.find(text)
        if at >= 0:
            other = paper.place(section, at, at + len(text))
            own_place = paper.place(near.section, near.start, near.end)
            opening, closing = (own_place, other) if tail else (other, own_place)
            return Placement(Cause.SPLICED, nearest=Neighbour(opening), rest=text, joined=closing)
    return None


# --- places --------------------------------------------------------------------------------------------------


def _neighbour(near: Likeness, paper: _Paper) -> Neighbour:
    shown = tuple(Difference(cut(one.quoted), cut(one.record)) for one in near.differences)
    return Neighbour(paper.place(near.section, near.start, near.end), shown)


__all__ = ["placements"]
