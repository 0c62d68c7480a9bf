"""The causes in words, for formats that name a rule: a title, what was found, and the verdict it leads to."""

import msgspec

from ..verdicts import REMEDIES, Cause, Verdict


class CauseTold(msgspec.Struct, frozen=True):
    """A cause as a reader is told of it."""

    title: str
    found: str
    verdict: Verdict


_FABRICATED, _UNRESOLVED = Verdict.FABRICATED_QUOTE, Verdict.UNRESOLVED_CITATION
_CAUTION = Verdict.VERIFIED
_CONCESSION, _MISSING = Verdict.PROHIBITED_CONCESSION, Verdict.MISSING_EVIDENCE

TOLD: dict[Cause, CauseTold] = {
    Cause.ELSEWHERE: CauseTold(
        "Quoted from another place",
        "The words stand in the record, in another section than the one cited.",
        _FABRICATED,
    ),
    Cause.TYPOGRAPHY: CauseTold(
        "Other characters",
        "The words stand there with other quotation marks, dashes or characters.",
        _FABRICATED,
    ),
    Cause.ELIDED: CauseTold(
        "Shortened with an ellipsis",
        "The parts around an ellipsis stand there one after the other.",
        _FABRICATED,
    ),
    Cause.WORDS_LEFT_OUT: CauseTold(
        "Words left out",
        "Words of the paper are missing from the quotation, without an ellipsis.",
        _FABRICATED,
    ),
    Cause.PUNCTUATION_CHANGED: CauseTold(
        "Punctuation changed", "The same letters and figures stand there with other punctuation.", _FABRICATED
    ),
    Cause.WORD_CHANGED: CauseTold(
        "Words changed",
        "Words of the quotation are changed, added or missing against the paper.",
        _FABRICATED,
    ),
    Cause.NUMBER_CHANGED: CauseTold(
        "Number changed",
        "A figure or a number word is changed, added or missing against the paper.",
        _FABRICATED,
    ),
    Cause.INVENTED_TAIL: CauseTold(
        "Ends in other words", "The quotation begins as the paper does and goes on otherwise.", _FABRICATED
    ),
    Cause.INVENTED_OPENING: CauseTold(
        "Begins in other words", "The quotation ends as the paper does and begins otherwise.", _FABRICATED
    ),
    Cause.SPLICED: CauseTold(
        "Two passages joined", "The quotation joins two passages that do not stand together.", _FABRICATED
    ),
    Cause.NOT_IN_RECORD: CauseTold(
        "Not in the record", "Nothing in the record is like the quotation.", _FABRICATED
    ),
    Cause.NO_CITATION: CauseTold("No citation", "The quotation is genuine and cites nothing.", _UNRESOLVED),
    Cause.NOT_A_CITATION: CauseTold(
        "Not a citation", "What stands where a citation belongs is none.", _UNRESOLVED
    ),
    Cause.UNKNOWN_DOCUMENT: CauseTold(
        "Unknown document", "The record has no document of the id that is cited.", _UNRESOLVED
    ),
    Cause.UNKNOWN_SECTION: CauseTold(
        "Unknown section", "The document has no section of the number that is cited.", _UNRESOLVED
    ),
    Cause.PROHIBITED_PATTERN: CauseTold(
        "Concedes what the client ruled out",
        "Proposed language matches a pattern of a non-negotiable.",
        _CONCESSION,
    ),
    Cause.UNQUOTED_ISSUE: CauseTold("Nothing quoted", "An issue quotes nothing of the paper.", _MISSING),
    Cause.TOO_SHORT: CauseTold(
        "Quotation too short", "A quotation is too short to prove anything.", _MISSING
    ),
    Cause.EMPTY_RATIONALE: CauseTold("No reason given", "An issue or a redline gives no reason.", _MISSING),
    Cause.THIN_SUMMARY: CauseTold("Summary too short", "The summary is shorter than the floor.", _MISSING),
    Cause.LANGUAGE_NOT_SUPPLIED: CauseTold(
        "Language not supplied", "The language that a point closes on is not in the submission.", _MISSING
    ),
    Cause.REVISION_NOT_TAKEN: CauseTold(
        "Revision not taken", "A revision is incomplete or revises nothing; it replaces nothing.", _MISSING
    ),
    Cause.NEVER_DELIVERED: CauseTold(
        "Never delivered", "It stands behind the end of the work and was not checked.", _MISSING
    ),
    Cause.OTHER_VIEW: CauseTold(
        "Stands in the other view",
        "The words stand in the view of tracked changes that is not verified.",
        _FABRICATED,
    ),
    Cause.UNTRACKED_CHANGE: CauseTold(
        "Changed without tracking",
        "What a redlined Word file shows as the old text is not the text of the record.",
        _FABRICATED,
    ),
    Cause.NOT_SUPPLIED: CauseTold(
        "Annex not supplied",
        "The paper mentions the exhibit, schedule or other paper, and the record lacks it.",
        _UNRESOLVED,
    ),
    Cause.UNREADABLE_DOCUMENT: CauseTold(
        "Document not readable",
        "The document that is cited cannot be read, so nothing was verified.",
        _MISSING,
    ),
    Cause.OMITTED_NEGATION: CauseTold(
        "A negation left out", "What an ellipsis leaves out holds a negation.", _CAUTION
    ),
    Cause.TRUNCATED_CONDITION: CauseTold(
        "Stops before a condition", "The sentence goes on with a condition or an exception.", _CAUTION
    ),
    Cause.TRUNCATED_OPENING: CauseTold(
        "Begins after a negation", "A negation stands just before the quotation.", _CAUTION
    ),
    Cause.SEVERAL_PLACES: CauseTold(
        "Stands in several places", "The same words stand in more places than the one cited.", _CAUTION
    ),
    Cause.SUPERSEDED: CauseTold("Superseded", "An amendment in the record changes the section.", _CAUTION),
    Cause.RESERVED: CauseTold("Reserved section", "The section that is cited says nothing.", _CAUTION),
    Cause.TRACKED_CHANGE: CauseTold(
        "A proposed change", "The words are somebody's tracked change, and not agreed text.", _CAUTION
    ),
    Cause.STALE_REFERENCE: CauseTold(
        "Stale cross-reference", "A cross-reference shows another number than its target has.", _CAUTION
    ),
    Cause.DANGLING_REFERENCE: CauseTold(
        "Reference to nowhere", "A cross-reference names a section that the document does not have.", _CAUTION
    ),
    Cause.WORDS_AND_FIGURES_DISAGREE: CauseTold(
        "Two numbers in one", "Number words and the figure in brackets behind them disagree.", _CAUTION
    ),
    Cause.CUT_SHORT: CauseTold(
        "Cut short", "The quotation begins or ends inside a word or a number of the paper.", _CAUTION
    ),
    Cause.STOCK_PHRASE: CauseTold(
        "Stock phrase", "The quotation is made of phrases that stand in nearly every agreement.", _CAUTION
    ),
    Cause.OTHER_SPEAKER: CauseTold(
        "Another speaker",
        "The record declares the document to be a letter or the other side's markup.",
        _CAUTION,
    ),
}


def title_of(cause: Cause) -> str:
    """The cause as a heading."""
    return TOLD[cause].title


def remedy_of(cause: Cause) -> str:
    """What to do about it."""
    return REMEDIES[cause]
