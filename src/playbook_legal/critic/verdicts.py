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
    # a citation that names nothing
    NO_CITATION = "no_citation"
    NOT_A_CITATION = "not_a_citation"
    UNKNOWN_DOCUMENT = "unknown_document"
    UNKNOWN_SECTION = "unknown_section"
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
    Cause.NOT_IN_RECORD: "Remove the quotation, or supply the document it comes from.",
    Cause.NO_CITATION: "Give the quotation the citation named in the finding.",
    Cause.NOT_A_CITATION: "Write document id, section sign and section, for instance `dpa §5.1`.",
    Cause.UNKNOWN_DOCUMENT: "Cite a document of the record, or supply the one that is missing.",
    Cause.UNKNOWN_SECTION: "Cite a section that the document has.",
    Cause.PROHIBITED_PATTERN: "Take the language out, or have the client lift the limit.",
    Cause.UNQUOTED_ISSUE: "Quote the words of the paper that the issue rests on.",
    Cause.TOO_SHORT: "Quote a longer passage; fewer than 15 characters prove nothing.",
    Cause.EMPTY_RATIONALE: "Say why.",
    Cause.THIN_SUMMARY: "Say what was found, what was decided, what remains open and who has to act.",
    Cause.LANGUAGE_NOT_SUPPLIED: "Supply the language the point closes on, so that it can be checked.",
    Cause.REVISION_NOT_TAKEN: "Complete the revision, under the label of what it revises; both versions were checked.",
    Cause.NEVER_DELIVERED: "Move it before the first submit_final; what follows that is not part of the work.",
}


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where words stand in the record.

    `start` and `end` count characters of the source file's text (after a byte-order mark, if there is one),
    `line` is the line of `start`, from 1, and `sha256` is of the file's bytes. `text` is what stands there,
    with its own capitals, white space collapsed, cut when long.
    """

    document: str
    section: str
    start: int
    end: int
    line: int
    sha256: str
    text: str

    @property
    def citation(self) -> str:
        """The section, as one cites it."""
        return f"{self.document} §{self.section}"


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
