"""What the critic can say: five verdict words, the cause behind a finding, and the finding itself.

The verdict word says what kind of fault it is; the cause says which fault, for machines and for the list of
remedies. Every finding is a fact about text: this string is or is not in that section, this pattern does or
does not occur. None is an opinion on the work.
"""

from enum import StrEnum
from typing import Literal

import msgspec


class Verdict(StrEnum):
    """The word an item or a finding bears."""

    VERIFIED = "verified"
    FABRICATED_QUOTE = "FABRICATED_QUOTE"
    UNRESOLVED_CITATION = "UNRESOLVED_CITATION"
    PROHIBITED_CONCESSION = "PROHIBITED_CONCESSION"
    MISSING_EVIDENCE = "MISSING_EVIDENCE"


# In the order of gravity, which is also the order of the counts.
FINDING_VERDICTS = (
    Verdict.FABRICATED_QUOTE,
    Verdict.UNRESOLVED_CITATION,
    Verdict.PROHIBITED_CONCESSION,
    Verdict.MISSING_EVIDENCE,
)

Severity = Literal["critical", "advisory"]


class Cause(StrEnum):
    """Which fault it is."""

    # a quotation that does not stand where it is cited
    ELSEWHERE = "elsewhere"
    TYPOGRAPHY = "typography"
    ELIDED = "elided"
    WORDS_LEFT_OUT = "words_left_out"
    PUNCTUATION_CHANGED = "punctuation_changed"
    WORD_CHANGED = "word_changed"
    NUMBER_CHANGED = "number_changed"
    INVENTED_TAIL = "invented_tail"
    INVENTED_OPENING = "invented_opening"
    SPLICED = "spliced"
    NOT_IN_RECORD = "not_in_record"
    OTHER_VIEW = "other_view"
    UNTRACKED_CHANGE = "untracked_change"
    # a citation that names nothing
    NO_CITATION = "no_citation"
    NOT_A_CITATION = "not_a_citation"
    UNKNOWN_DOCUMENT = "unknown_document"
    UNKNOWN_SECTION = "unknown_section"
    NOT_SUPPLIED = "not_supplied"
    # proposed language the client ruled out
    PROHIBITED_PATTERN = "prohibited_pattern"
    # what could not be verified
    UNQUOTED_ISSUE = "unquoted_issue"
    TOO_SHORT = "too_short"
    EMPTY_RATIONALE = "empty_rationale"
    THIN_SUMMARY = "thin_summary"
    LANGUAGE_NOT_SUPPLIED = "language_not_supplied"
    REVISION_NOT_TAKEN = "revision_not_taken"
    NEVER_DELIVERED = "never_delivered"
    UNREADABLE_DOCUMENT = "unreadable_document"
    # a verified quotation that reads otherwise in its place
    OMITTED_NEGATION = "omitted_negation"
    TRUNCATED_CONDITION = "truncated_condition"
    TRUNCATED_OPENING = "truncated_opening"
    SEVERAL_PLACES = "several_places"
    SUPERSEDED = "superseded"
    RESERVED = "reserved"
    TRACKED_CHANGE = "tracked_change"
    STALE_REFERENCE = "stale_reference"
    DANGLING_REFERENCE = "dangling_reference"
    WORDS_AND_FIGURES_DISAGREE = "words_and_figures_disagree"
    CUT_SHORT = "cut_short"
    STOCK_PHRASE = "stock_phrase"
    OTHER_SPEAKER = "other_speaker"


REMEDIES: dict[Cause, str] = {
    Cause.ELSEWHERE: "The words are genuine and the citation is wrong: cite the section named in the finding.",
    Cause.TYPOGRAPHY: "Copy the passage from the paper instead of retyping it; marks and dashes count.",
    Cause.ELIDED: "Quote each part by itself, or the passage in full; an ellipsis does not verify.",
    Cause.WORDS_LEFT_OUT: "Quote the passage with the words named in the finding, or each part by itself.",
    Cause.PUNCTUATION_CHANGED: "Restore the punctuation of the paper; it can move the meaning of a clause.",
    Cause.WORD_CHANGED: "Restore the words of the paper and ask whether the point still stands with them.",
    Cause.NUMBER_CHANGED: "Restore the figure of the paper and ask whether the point still stands with it.",
    Cause.INVENTED_TAIL: "Cut the quotation where the paper stops saying it; the rest belongs in the analysis.",
    Cause.INVENTED_OPENING: "Begin the quotation where the paper begins to say it; the rest belongs in the analysis.",
    Cause.SPLICED: "Quote the passages one by one, each with its own citation.",
    Cause.OTHER_VIEW: "Quote the text as it now reads, or say that the words were struck out or proposed, and by whom.",
    Cause.UNTRACKED_CHANGE: "Compare the file with the document of the record; have each change tracked or taken back.",
    Cause.NOT_IN_RECORD: "Remove the quotation, or supply the document it comes from.",
    Cause.NO_CITATION: "Give the quotation the citation named in the finding.",
    Cause.NOT_A_CITATION: "Write document id, section sign and section, for instance `dpa §5.1`.",
    Cause.UNKNOWN_DOCUMENT: "Cite a document of the record, or supply the one that is missing.",
    Cause.UNKNOWN_SECTION: "Cite a section that the document has.",
    Cause.NOT_SUPPLIED: "Supply the exhibit, schedule or other paper; the record mentions it and does not hold it.",
    Cause.PROHIBITED_PATTERN: "Take the language out, or have the client lift the limit.",
    Cause.UNQUOTED_ISSUE: "Quote the words of the paper that the issue rests on.",
    Cause.TOO_SHORT: "Quote a longer passage; fewer than 15 characters prove nothing.",
    Cause.EMPTY_RATIONALE: "Say why.",
    Cause.THIN_SUMMARY: "Say what was found, what was decided, what remains open and who has to act.",
    Cause.LANGUAGE_NOT_SUPPLIED: "Supply the language the point closes on, so that it can be checked.",
    Cause.REVISION_NOT_TAKEN: "Complete the revision, under the label of what it revises; both versions were checked.",
    Cause.NEVER_DELIVERED: "Move it before the first submit_final; what follows that is not part of the work.",
    Cause.UNREADABLE_DOCUMENT: "Supply the document in a form that can be read; nothing can be verified in this one.",
    Cause.OMITTED_NEGATION: "Quote the omitted words, or make sure that the passage says the same without them.",
    Cause.TRUNCATED_CONDITION: "Quote on: the sentence goes on with a condition or an exception.",
    Cause.TRUNCATED_OPENING: "Begin earlier: a negation stands just before the quotation.",
    Cause.SEVERAL_PLACES: "Cite the place that is meant; the same words stand in others.",
    Cause.SUPERSEDED: "Quote the section as amended, or say that the original wording is meant.",
    Cause.RESERVED: "Cite a section that says something; this one is reserved or omitted.",
    Cause.TRACKED_CHANGE: "Say that the words are a proposed change, and whose.",
    Cause.STALE_REFERENCE: "Update the fields of the document: the reference shows another number than its target has.",
    Cause.DANGLING_REFERENCE: "Find out which section is meant; the one that is named does not exist.",
    Cause.WORDS_AND_FIGURES_DISAGREE: "Say which of the two numbers is relied on; the paper itself is in doubt.",
    Cause.CUT_SHORT: "Quote the whole word and the whole number.",
    Cause.STOCK_PHRASE: "Quote the words that are this agreement's own.",
    Cause.OTHER_SPEAKER: "Say whose words they are, or quote the agreement itself.",
}


def cited_as(document_id: str, label: str) -> str:
    """How one cites a section: `msa §4.2`; a named unit by its word: `msa Exhibit B §2.1`."""
    named = "§" in label or (
        label[:1].isalpha() and " " in label and label.split(" ", 1)[0].casefold() in _NAMED
    )
    return f"{document_id} {label}" if named else f"{document_id} §{label}"


_NAMED = frozenset(
    ("addendum", "agreement", "annex", "appendix", "article", "attachment", "chapter", "comment", "cover", "endnote",
     "exhibit", "footer", "footnote", "header", "page", "part", "recital", "schedule", "signature", "table", "textbox")
)  # fmt: skip


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where words stand in the record.

    `start` and `end` count characters of the source file's text (after a byte-order mark, if there is one),
    `line` is the line of `start`, from 1, and `sha256` is of the file's bytes. `text` is what a reader sees there,
    with its own capitals, white space collapsed, cut when long. In Word and PDF the characters and lines are those of
    the text read from the file; `page` counts from 1 where there are pages, and is 0 elsewhere.
    """

    document: str
    section: str
    start: int
    end: int
    line: int
    sha256: str
    text: str
    page: int = 0

    @property
    def citation(self) -> str:
        """The section, as one cites it."""
        return cited_as(self.document, self.section)


class Difference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that differ between a quotation and the paper: as quoted, and as the record has them. One of the
    two is empty where words were added or left out."""

    quoted: str
    record: str


class Neighbour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The passage of the record nearest to a quotation that stands nowhere, and what differs."""

    place: Place
    differences: tuple[Difference, ...] = ()


class Finding(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One fault, in one item of the submission.

    `item` and `label` name the item, `place` says where in the submission it stands, `message` is one line of
    Markdown. `citation` is written as the submission has it. `found` lists places where the quoted words
    really stand (the first of them, `found_count` in all), `nearest` is the neighbour of words that stand
    nowhere, and `joined` the passage a splice was joined to.
    """

    verdict: Verdict
    cause: Cause
    severity: Severity
    item: str
    label: str
    place: str
    message: str
    citation: str = ""
    quoted: str = ""
    found: tuple[Place, ...] = ()
    found_count: int = 0
    nearest: Neighbour | None = None
    joined: Place | None = None
    rule: str = ""
    pattern: str = ""

    @property
    def critical(self) -> bool:
        """Whether it fails the work."""
        return self.severity == "critical"


class Permitted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Language that matches an approved fallback: the rule, the pattern, and where in the submission."""

    rule: str
    pattern: str
    place: str


class Silenced(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match that a negator ahead of it turned around: nothing was reported for it."""

    rule: str
    pattern: str
    place: str
    negator: str
