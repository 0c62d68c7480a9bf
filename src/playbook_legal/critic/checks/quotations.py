"""Does every quotation stand, word for word, in the section it cites?

Why: invented words in quotation marks survive a fast human read. A quotation of fewer than 15 characters proves
nothing either way. One that cites nothing, or nothing that exists, cannot be checked where it cites; when the
words stand somewhere in the record, the citation is at fault, and when they stand nowhere, the quotation is.

In a matter the comparison is literal. On paper of other kinds a quotation may verify on a looser tier as far as the
policy in force allows; the report says on which.
Source: docs/critic.md, "Verdicts"; docs/scoring.md, "Quote verification".
"""

from typing import TYPE_CHECKING

import msgspec

from ...paper.documents import Section
from ...paper.quotations import is_too_short
from ...paper.rendering import BARRIER
from ...text import negators, normalize_text
from ..places import Placement, Unplaced, place_of
from ..record import ClientRecord
from ..report import QuotePolicy
from ..resolution import NamedSection, named, names_its_document
from ..submission.items import Cited, Item, Quotation
from ..verdicts import Cause, Difference, Finding, Place, Verdict
from ..wording import code, counted
from .citations import fault, reason

if TYPE_CHECKING:  # a matter needs no tiers
    from ...paper.tiers import Match

CATCHES = (
    '{"issues": [{"id": "a", "citation": "dpa §5.1", "rationale": "Too late.", '
    '"quote": "no later than 27 hours after discovery"}]}'
)
SPARES = (
    '{"issues": [{"id": "a", "citation": "dpa §5.1", "rationale": "Too late.", '
    '"quote": "No later than\\n72 hours after discovery"}]}'
)

_DIFFERENCES_TOLD = 3
_UNREADABLE_TOLD = 3
# The words stand in the record, in these or in other characters.
_STANDS = (Cause.ELSEWHERE, Cause.TYPOGRAPHY, Cause.ELIDED, Cause.PUNCTUATION_CHANGED)
_CELL_EDGES = (BARRIER, "│", "|")  # between the cells of a table


class Verified(msgspec.Struct, frozen=True):
    """A quotation that stands where it is cited; in paper with an outline also on which tier, and where exactly."""

    quotation: Quotation
    cited: Cited
    place: Place
    found: "Found | None" = None


class Found(msgspec.Struct, frozen=True):
    """A quotation found in paper with an outline: the section, and the match in its text."""

    where: NamedSection
    match: "Match"


class TooShort(msgspec.Struct, frozen=True):
    """A quotation too short to prove anything."""

    quotation: Quotation
    characters: int


class Uncheckable(msgspec.Struct, frozen=True):
    """A quotation that cites a document that cannot be read."""

    quotation: Quotation
    cited: Cited


class Failed(msgspec.Struct, frozen=True):
    """A quotation that does not stand where it is cited; `resolves` tells whether it cites any section. `elsewhere` is
    where it stands in the view of a document that is not verified against."""

    quotation: Quotation
    unplaced: Unplaced
    resolves: bool
    elsewhere: Found | None = None


Outcome = Verified | TooShort | Uncheckable | Failed


def verify(quotation: Quotation, record: ClientRecord, policy: QuotePolicy | None = None) -> Outcome:
    """Whether a quotation stands in one of the sections it cites. `policy` is the loosest tier on which it may; None:
    the one that goes with the kind of paper."""
    text = normalize_text(quotation.text)
    if is_too_short(text):
        return TooShort(quotation, len(text))
    places: list[tuple[Cited, NamedSection]] = []
    for cited in quotation.cited:
        of_cited = named(cited, record)
        if of_cited.cause is Cause.UNREADABLE_DOCUMENT:
            return Uncheckable(quotation, cited)
        for one in of_cited.sections:
            places.append((cited, one))
            span = one.section.passage.find(text) if one.document.outline is None else None
            if span is not None:
                return _verified_literally(quotation, cited, one, span, record)
    hidden = None
    if not record.is_matter:
        from . import tiered

        looked_at = [pair for pair in places if not tiered.is_as_written(pair[1], policy)]
        for matcher in tiered.matchers(quotation.text):
            struck = False
            for cited, one in looked_at:
                on_paper = tiered.on_paper(one, record)
                match = tiered.match_in(quotation.text, on_paper, policy, matcher)
                if match is not None:
                    return Verified(
                        quotation, cited, tiered.place(on_paper, match, record), Found(on_paper, match)
                    )
                other = tiered.in_other_view(quotation.text, on_paper, policy, matcher)
                meant = other is not None and other.where.section.token == on_paper.section.token
                if other is not None and meant and record.view == "both":
                    return Verified(quotation, cited, tiered.place(other.where, other.match, record), other)
                if other is not None and not tiered.is_in_view(quotation.text, on_paper, policy, matcher):
                    hidden = hidden or other
                struck = struck or meant
            if struck:  # with its full stop it stands in the text that does not count
                break
    sections = tuple(_as_read(one, record, policy) for _, one in places)
    documents = tuple(dict.fromkeys(one.index for _, one in places)) or _documents(quotation, record)
    return Failed(quotation, Unplaced(text, sections, documents, quotation.text), bool(sections), hidden)


def _verified_literally(
    quotation: Quotation, cited: Cited, one: NamedSection, span: tuple[int, int], record: ClientRecord
) -> Verified:
    place = _place(one, *span, record)
    if record.is_matter:
        return Verified(quotation, cited, place)
    from ...paper.tiers import Match, Tier

    return Verified(quotation, cited, place, Found(one, Match(Tier.EXACT, (span,))))


def _as_read(one: NamedSection, record: ClientRecord, policy: QuotePolicy | None) -> Section:
    """The section as likeness is to see it."""
    if record.is_matter:
        return one.section
    from ..placing.readings import as_swept, section_read

    document = one.document if one.document.outline is not None else as_swept(record, one.index, policy)
    return section_read(one.section, document, policy)


def _documents(quotation: Quotation, record: ClientRecord) -> tuple[int, ...]:
    named_ids = (
        record.index(one.citation.document_id) for one in quotation.cited if one.citation is not None
    )
    return tuple(dict.fromkeys(index for index in named_ids if index is not None))


def _place(one: NamedSection, start: int, end: int, record: ClientRecord) -> Place:
    return place_of(one.section, start, end, record.card(one.index).sha256)


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


def uncheckable(item: Item, one: Uncheckable, record: ClientRecord) -> Finding:
    """The advisory on a quotation whose document cannot be read: it is not proved, and not called invented."""
    said = reason(one.cited, Cause.UNREADABLE_DOCUMENT, record)
    message = f"the quotation {code(one.quotation.text)}: {said}"
    return _finding(item, one.quotation, Verdict.MISSING_EVIDENCE, Cause.UNREADABLE_DOCUMENT, message)


def failed(item: Item, one: Failed, placement: Placement, record: ClientRecord) -> Finding:
    """The finding on a quotation that does not stand where it is cited."""
    quotation = one.quotation
    if one.elsewhere is not None:
        from . import tiered

        there = tiered.place(one.elsewhere.where, one.elsewhere.match, record)
        said = tiered.struck_or_proposed(quotation.text, one.elsewhere)
        found = Placement(Cause.OTHER_VIEW, (there,), 1)
        return _finding(item, quotation, Verdict.FABRICATED_QUOTE, Cause.OTHER_VIEW, said, found)
    if placement.cause is Cause.ELSEWHERE and not one.resolves:
        verdict, cause = Verdict.UNRESOLVED_CITATION, Cause.NO_CITATION
        if quotation.cited:
            cause = fault(quotation.cited[0], record) or Cause.UNKNOWN_SECTION
    else:
        verdict, cause = Verdict.FABRICATED_QUOTE, placement.cause
    if not one.resolves and placement.cause is not Cause.ELSEWHERE and quotation.cited:
        missing = fault(quotation.cited[0], record)
        if missing is Cause.NOT_SUPPLIED:  # it may well stand in the paper that is not here
            why = reason(quotation.cited[0], missing, record)
            said = f"{why}; the quotation {code(quotation.text)} was not checked"
            return _finding(item, quotation, Verdict.UNRESOLVED_CITATION, missing, said)
    if placement.cause not in _STANDS and _may_be_unread(quotation, record):
        said = _unread(quotation, record)
        return _finding(item, quotation, Verdict.MISSING_EVIDENCE, Cause.UNREADABLE_DOCUMENT, said)
    message = _message(one, cause, placement, record)
    if cause is Cause.PUNCTUATION_CHANGED:
        message += _typing(quotation, record)
    if cause is Cause.NOT_IN_RECORD and record.unreadable:
        message += f" ({counted(len(record.unreadable), 'document')} of it cannot be read)"
    return _finding(item, quotation, verdict, cause, message, placement)


def _typing(quotation: Quotation, record: ClientRecord) -> str:
    """What is said of a full stop or comma at the end of a quotation that a looser policy takes for the writer's."""
    from . import tiered

    mark = tiered.mark_of_the_writer(quotation, record)
    if not mark:
        return ""
    what = "full stop" if mark == "." else "comma"
    return (
        f"; the {what} at its end is not the paper's, and nothing else differs but typing: under the policy "
        "`typographic` it verifies"
    )


def _may_be_unread(quotation: Quotation, record: ClientRecord) -> bool:
    """Whether the quotation may stand in a document that cannot be read: it does not say which document it is from."""
    return bool(record.unreadable) and not any(names_its_document(one, record) for one in quotation.cited)


def _unread(quotation: Quotation, record: ClientRecord) -> str:
    unread = [code(card.id) for card in record.unreadable]
    more = f" and {len(unread) - _UNREADABLE_TOLD} more" if len(unread) > _UNREADABLE_TOLD else ""
    names = ", ".join(unread[:_UNREADABLE_TOLD])
    return (
        f"the quotation {code(quotation.text)} does not stand in the documents that can be read, and does not say "
        f"that it is from one of them; {names}{more} cannot be read, so that it is not refuted"
    )


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
    places = dict.fromkeys(
        code(place.citation) + (f" (page {place.page})" if place.page else "") for place in placement.places
    )
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
        case Cause.PUNCTUATION_CHANGED if not near.differences:
            return f"its words stand in {where}, with other signs among them, as at the end of a page"
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
        if one.record in _CELL_EDGES:
            return "it runs from one cell of a table into another"
        return f"it leaves out {code(one.record)}{negation}"
    if not one.record:
        return f"it adds {code(one.quoted)}{negation}"
    return f"where it has {code(one.quoted)}, the paper has {code(one.record)}{negation}"
