"""Where a quotation that failed really stands, or what it was made from.

First the sections it cites are looked at: is it there, typed otherwise, shortened, with words changed? Then
one pass over the record looks for all failed quotations together. Whether words stand somewhere is decided by
exact comparison alone; likeness only finds the neighbour that is shown.
"""

from bisect import bisect_right
from collections.abc import Sequence

from ...paper.documents import Section
from ...paper.quotations import MINIMUM_QUOTATION
from ..places import Placement, Unplaced, cut, place_of
from ..record import ClientRecord
from ..verdicts import Cause, Difference, Neighbour, Place
from .likeness import Likeness, Words, likeness, standing_words
from .sweep import Found, Spot, Wanted
from .workers import sweep_record


def placements(unplaced: Sequence[Unplaced], record: ClientRecord, jobs: int = 1) -> list[Placement]:
    """The placement of each quotation, in one pass over the record for all of them."""
    first = [_closest(Words(one.text), one.sections) for one in unplaced]
    asked: dict[Wanted, int] = {}
    for one, near in zip(unplaced, first, strict=True):
        if not _settled(near):
            asked.setdefault(_wanted(one, near), len(asked))
    found = sweep_record(list(asked), record, jobs) if asked else {}
    return [
        _placement(
            one, near, Found() if _settled(near) else found.get(asked[_wanted(one, near)], Found()), record
        )
        for one, near in zip(unplaced, first, strict=True)
    ]


def _settled(near: Likeness | None) -> bool:
    """Whether the cited section says it all: the words stand there, typed otherwise or shortened."""
    return near is not None and near.cause in (Cause.TYPOGRAPHY, Cause.ELIDED)


def _wanted(one: Unplaced, near: Likeness | None) -> Wanted:
    """What to look for. Where the cited section has nearly the same words, only the very words are; where it
    has a good part of them, the other part is."""
    if near is None:
        return Wanted(one.text, one.documents)
    words = one.text.count(" ") + 1
    rest = _rest(Words(one.text), near)
    tail = near.cause is Cause.INVENTED_TAIL
    if len(rest) >= MINIMUM_QUOTATION and 5 * (near.opening if tail else near.closing) >= 2 * words:
        return Wanted(one.text, one.documents, like=False, part=rest, at_end=tail)
    return Wanted(one.text, one.documents, like=bool(rest) or 3 * near.matched < 2 * words)


_ORDER = {Cause.TYPOGRAPHY: 0, Cause.ELIDED: 1}


def _closest(quotation: Words, sections: Sequence[Section]) -> Likeness | None:
    """What is most like the quotation in `sections`; of equals the first."""
    found = [near for section in sections if (near := likeness(quotation, section)) is not None]
    return min(found, key=lambda near: (_ORDER.get(near.cause, 2), -near.matched), default=None)


def _placement(one: Unplaced, near: Likeness | None, found: Found, record: ClientRecord) -> Placement:
    if found.count:
        places = tuple(_spot_place(spot, one.text, record) for spot in found.places)
        return Placement(Cause.ELSEWHERE, places, found.count)
    quotation = Words(one.text)
    elsewhere = _closest(quotation, [_section_at(one.spot, record)[0] for one in found.gatherings])
    if elsewhere is not None and (near is None or elsewhere.matched > near.matched or _settled(elsewhere)):
        near = elsewhere
    if near is None:
        return Placement(Cause.NOT_IN_RECORD)
    rest = _rest(quotation, near)
    if rest:
        spliced = _splice(quotation, near, one.sections, found, record)
        if spliced is not None:
            return spliced
    return Placement(near.cause, nearest=_neighbour(near, record), rest=rest)


def _section_at(spot: Spot, record: ClientRecord) -> tuple[Section, int]:
    """The section of a spot, and which of its words it is."""
    document = record.at(spot.document)
    behind = document.text.split(None, spot.word)[-1]  # the text from the spot's word on
    at = len(document.text) - len(behind)
    section = document.sections[max(bisect_right([one.start for one in document.sections], at) - 1, 0)]
    return section, len(document.text[section.start : at].split())


def _rest(quotation: Words, near: Likeness) -> str:
    """The part of the quotation that is not its neighbour's."""
    if near.cause is Cause.INVENTED_TAIL:
        return " ".join(quotation.words[near.opening :])
    if near.cause is Cause.INVENTED_OPENING:
        return " ".join(quotation.words[: len(quotation.words) - near.closing])
    return ""


def _splice(
    quotation: Words, near: Likeness, cited: tuple[Section, ...], found: Found, record: ClientRecord
) -> Placement | None:
    """The two passages a quotation was joined from, when its other part stands somewhere as well."""
    tail = near.cause is Cause.INVENTED_TAIL
    gathering = found.ending if tail else found.beginning
    spot = found.part or (gathering.spot if gathering is not None else None)
    candidates = [near.section, *cited, *([] if spot is None else [_section_at(spot, record)[0]])]
    size = len(quotation.words)
    own = near.opening if tail else near.closing
    for section in candidates:
        standing = standing_words(quotation.words, section.passage.text, from_end=tail)
        if own + standing >= size:
            rest = quotation.words[own:] if tail else quotation.words[: size - own]
            text = " ".join(rest)
            at = section.passage.text.find(text)
            other = _place(section, at, at + len(text), record)
            own_place = _place(near.section, near.start, near.end, record)
            opening, closing = (own_place, other) if tail else (other, own_place)
            return Placement(Cause.SPLICED, nearest=Neighbour(opening), rest=text, joined=closing)
    return None


# --- places --------------------------------------------------------------------------------------------------


def _spot_place(spot: Spot, quotation: str, record: ClientRecord) -> Place:
    """Where the quotation stands that begins in the word of the spot."""
    section, word = _section_at(spot, record)
    text = section.passage.text
    at = text.find(quotation)
    while at >= 0 and text.count(" ", 0, at) < word:
        at = text.find(quotation, at + 1)
    return _place(section, at, at + len(quotation), record)


def _neighbour(near: Likeness, record: ClientRecord) -> Neighbour:
    shown = tuple(Difference(cut(one.quoted), cut(one.record)) for one in near.differences)
    return Neighbour(_place(near.section, near.start, near.end, record), shown)


def _place(section: Section, start: int, end: int, record: ClientRecord) -> Place:
    """The place of characters `[start, end)` of the section's normalized text."""
    first, last = section.passage.source_span(start, end)
    index = record.index(section.document_id)
    assert index is not None
    return place_of(section, first, last, record.card(index).sha256)


__all__ = ["placements"]
