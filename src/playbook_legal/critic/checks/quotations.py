"""Does every quotation stand, word for word, in the section it cites?

Why: invented words in quotation marks survive a fast human read. A quotation of fewer than 15 characters proves
nothing either way. One that cites nothing, or nothing that exists, cannot be checked where it cites; when the
words stand somewhere in the record, the citation is at fault, and when they stand nowhere, the quotation is.
Source: docs/critic.md, "Verdicts"; docs/scoring.md, "Quote verification".
"""

import msgspec

from ...paper.documents import Section
from ...paper.quotations import is_too_short
from ...text import negators, normalize_text
from ..places import Placement, Unplaced, place_of
from ..record import ClientRecord
from ..submission.items import Cited, Item, Quotation
from ..verdicts import Cause, Difference, Finding, Place, Verdict
from ..wording import code, counted
from .citations import fault, reason, resolved

CATCHES = (
    '{"issues": [{"id": "a", "citation": "dpa §5.1", "rationale": "Too late.", '
    '"quote": "no later than 27 hours after discovery"}]}'
)
SPARES = (
    '{"issues": [{"id": "a", "citation": "dpa §5.1", "rationale": "Too late.", '
    '"quote": "No later than\\n72 hours after discovery"}]}'
)

_DIFFERENCES_TOLD = 3


class Verified(msgspec.Struct, frozen=True):
    """A quotation that stands where it is cited."""

    quotation: Quotation
    cited: Cited
    place: Place


class TooShort(msgspec.Struct, frozen=True):
    """A quotation too short to prove anything."""

    quotation: Quotation
    characters: int


class Failed(msgspec.Struct, frozen=True):
    """A quotation that does not stand where it is cited; `resolves` tells whether it cites any section."""

    quotation: Quotation
    unplaced: Unplaced
    resolves: bool


def verify(quotation: Quotation, record: ClientRecord) -> Verified | TooShort | Failed:
    """Whether a quotation stands in one of the sections it cites."""
    text = normalize_text(quotation.text)
    if is_too_short(text):
        return TooShort(quotation, len(text))
    for cited in quotation.cited:
        for section in resolved((cited,), record):
            span = section.passage.find(text)
            if span is not None:
                return Verified(quotation, cited, _place(section, *span, record))
    sections = resolved(quotation.cited, record)
    named = (record.index(one.citation.document_id) for one in quotation.cited if one.citation is not None)
    documents = tuple(dict.fromkeys(index for index in named if index is not None))
    return Failed(quotation, Unplaced(text, sections, documents), bool(sections))


def _place(section: Section, start: int, end: int, record: ClientRecord) -> Place:
    index = record.index(section.document_id)
    assert index is not None
    return place_of(section, start, end, record.card(index).sha256)


def too_short(item: Item, short: TooShort) -> Finding:
    """The advisory on a quotation that proves nothing."""
    quotation = short.quotation
    length = counted(short.characters, "character")
    return _finding(
        item,
        quotation,
        Verdict.MISSING_EVIDENCE,
        Cause.TOO_SHORT,
        f"the quotation {code(quotation.text)} has {length}; fewer than 15 prove nothing, and it was not checked",
    )


def failed(item: Item, one: Failed, placement: Placement, record: ClientRecord) -> Finding:
    """The finding on a quotation that does not stand where it is cited."""
    quotation = one.quotation
    if placement.cause is Cause.ELSEWHERE and not one.resolves:
        verdict, cause = Verdict.UNRESOLVED_CITATION, Cause.NO_CITATION
        if quotation.cited:
            cause = fault(quotation.cited[0], record) or Cause.UNKNOWN_SECTION
    else:
        verdict, cause = Verdict.FABRICATED_QUOTE, placement.cause
    return _finding(item, quotation, verdict, cause, _message(one, cause, placement, record), placement)


def _finding(
    item: Item,
    quotation: Quotation,
    verdict: Verdict,
    cause: Cause,
    message: str,
    placement: Placement | None = None,
) -> Finding:
    return Finding(
        verdict=verdict,
        cause=cause,
        severity="advisory" if verdict is Verdict.MISSING_EVIDENCE else "critical",
        item=item.kind,
        label=item.label,
        place=quotation.place,
        message=message,
        citation=_cites(quotation),
        quoted=" ".join(quotation.text.split()),
        found=placement.places if placement is not None else (),
        found_count=placement.count if placement is not None else 0,
        nearest=placement.nearest if placement is not None else None,
        joined=placement.joined if placement is not None else None,
    )


def _cites(quotation: Quotation) -> str:
    return "; ".join(one.written for one in quotation.cited)


# --- what the finding says -----------------------------------------------------------------------------------


def _message(one: Failed, cause: Cause, placement: Placement, record: ClientRecord) -> str:
    quotation = one.quotation
    said = f"the quotation {code(quotation.text)} "
    if cause is Cause.NO_CITATION:
        return f"{said}carries no citation; {_stands(placement)}"
    if placement.cause is Cause.ELSEWHERE and not one.resolves:
        return f"{reason(quotation.cited[0], cause, record)}; the quotation {code(quotation.text)} {_where(placement)}"
    if not quotation.cited:
        return f"{said}carries no citation and stands nowhere in the record; {_like(one, placement)}"
    if not one.resolves:
        return f"{said}cites nothing that exists and stands nowhere in the record; {_like(one, placement)}"
    cited = " or ".join(code(cited.written) for cited in quotation.cited)
    if cause is Cause.ELSEWHERE:
        return f"{said}does not stand in {cited}; {_stands(placement)}"
    return f"{said}does not stand in {cited}; {_like(one, placement)}"


def _stands(placement: Placement) -> str:
    return f"it {_where(placement)}"


def _where(placement: Placement) -> str:
    places = dict.fromkeys(code(place.citation) for place in placement.places)
    more = placement.count - len(placement.places)
    others = f" and {more} more {'place' if more == 1 else 'places'}" if more > 0 else ""
    return f"stands word for word in {', '.join(places)}{others}"


def _like(one: Failed, placement: Placement) -> str:
    """What was made of which passage."""
    near = placement.nearest
    if near is None:
        return "nothing in the record is like it"
    where = code(near.place.citation)
    match placement.cause:
        case Cause.TYPOGRAPHY:
            return (
                f"the same words stand in {where}, typed with other characters{_characters(near.differences)}"
            )
        case Cause.ELIDED:
            return (
                f"its parts stand in {where} one after the other, and an ellipsis hides what is between them"
            )
        case Cause.WORDS_LEFT_OUT:
            return f"it leaves out words of {where}: {_changes(near.differences)}"
        case Cause.INVENTED_TAIL:
            return f"it begins as {where} does and goes on in words that do not stand there: {code(placement.rest)}"
        case Cause.INVENTED_OPENING:
            return f"it ends as {where} does, after words that do not stand there: {code(placement.rest)}"
        case Cause.SPLICED:
            joined = code(placement.joined.citation) if placement.joined is not None else where
            return f"it joins words of {where} to words of {joined}"
        case _:
            cited = [section.citation for section in one.unplaced.sections]
            there = (
                "" if str(near.place.citation) in map(str, cited) else f"the nearest passage is in {where}: "
            )
            return there + _changes(near.differences)


def _characters(differences: tuple[Difference, ...]) -> str:
    told = [f"{code(one.quoted)} for {code(one.record)}" for one in differences[:_DIFFERENCES_TOLD]]
    return f": {', '.join(told)}" if told else ""


def _changes(differences: tuple[Difference, ...]) -> str:
    """Which words differ, the first few of them."""
    told = [_change(one) for one in differences[:_DIFFERENCES_TOLD]]
    more = len(differences) - len(told)
    return "; ".join(told) + (f"; and {counted(more, 'difference')} more" if more else "")


def _change(one: Difference) -> str:
    turned = negators(one.quoted)[2] != negators(one.record)[2]
    negation = ", a negation" if turned else ""
    if not one.quoted:
        return f"it leaves out {code(one.record)}{negation}"
    if not one.record:
        return f"it adds {code(one.quoted)}{negation}"
    return f"where it has {code(one.quoted)}, the paper has {code(one.record)}{negation}"
