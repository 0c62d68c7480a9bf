"""Quotations in paper with an outline: on which tier one verifies, where it stands, and whose change it is."""

import re
from collections.abc import Callable

from ...paper.citations import FULL
from ...paper.documents import Change, Document, Section
from ...paper.final_marks import without_final_mark
from ...paper.inline_marks import may_be_marked
from ...paper.tiers import Match, QuotePolicy, default_policy, match_as_written, match_but_for_its_mark
from ..places import cut, place_within
from ..record import ClientRecord
from ..report import VerifiedQuote
from ..resolution import NamedSection, named
from ..submission.items import Quotation
from ..verdicts import Difference, Place
from ..wording import authors_of, code, prose
from .quotations import Found, Verified

Matcher = Callable[[str, Section, Document, QuotePolicy], Match | None]

# A heading within a section, or the end of one that is closed.
_HEADING = re.compile(r"\n[ \t]*#|#[ \t]*(?:\n|\Z)")


def is_as_written(one: NamedSection, policy: QuotePolicy | None) -> bool:
    """Whether the section is compared literally and nothing in it marks the text: then a page shows what is written,
    and its document need not be taken apart to compare again."""
    literal = one.document.outline is None and policy in (None, "literal")
    text = one.section.text
    return literal and not may_be_marked(text) and _HEADING.search(text) is None


def on_paper(one: NamedSection, record: ClientRecord) -> NamedSection:
    """The same section with its document's outline, markup and furniture, when it was found without: the text of
    both is the same."""
    if one.document.outline is not None:
        return one
    return NamedSection(one.index, record.outlined(one.index), one.section)


def matchers(quotation: str) -> tuple[Matcher, ...]:
    """How the quotation is looked for: as it is written in all the sections it cites, before a full stop or comma at
    its end is taken for the writer's in any of them."""
    if without_final_mark(quotation)[0]:
        return match_as_written, match_but_for_its_mark
    return (match_as_written,)


def match_in(
    quotation: str, one: NamedSection, policy: QuotePolicy | None, match: Matcher = match_as_written
) -> Match | None:
    """The quotation in the section, on the tightest tier; None when it does not verify there."""
    return match(quotation, one.section, one.document, policy or default_policy(one.document))


def mark_of_the_writer(quotation: Quotation, record: ClientRecord) -> str:
    """The full stop or comma at the end of a quotation that stands where it is cited but for that mark, as the policy
    `typographic` has it; empty where there is none, and in a matter, which is compared literally."""
    mark = without_final_mark(quotation.text)[1]
    if not mark or record.is_matter:
        return ""
    for cited in quotation.cited:
        for one in named(cited, record).sections:
            if match_in(quotation.text, on_paper(one, record), "typographic", match_but_for_its_mark):
                return mark
    return ""


def place(one: NamedSection, found: Match, record: ClientRecord) -> Place:
    """Where the match stands, from its first word to its last."""
    start, end = one.section.start + found.spans[0][0], one.section.start + found.spans[-1][1]
    return place_within(one.document, start, end, record.card(one.index).sha256)


def in_other_view(
    quotation: str, one: NamedSection, policy: QuotePolicy | None, match: Matcher = match_as_written
) -> Found | None:
    """Where the quotation stands in the other view of the Word file that the section is of: under the same number, or
    somewhere in the document (then its section is `full`)."""
    other = one.document.other_view
    if other is None or other.outline is None:
        return None
    same = [
        Section(other.id, unit.label, unit.title, other.text[unit.start : unit.end], unit.start, 1)
        for unit in other.outline.units
        if unit.label == one.section.token
    ]
    for section in (*same, Section(other.id, FULL, other.title, other.text, 0, 1)):
        there = NamedSection(one.index, other, section)
        found = match_in(quotation, there, policy, match)
        if found is not None:
            return Found(there, found)
    return None


def is_in_view(
    quotation: str, one: NamedSection, policy: QuotePolicy | None, match: Matcher = match_as_written
) -> bool:
    """Whether the quotation stands somewhere in the view of the document that is verified against."""
    document = one.document
    whole = Section(document.id, FULL, document.title, document.text, 0, 1)
    return match_in(quotation, NamedSection(one.index, document, whole), policy, match) is not None


def changes_of(one: NamedSection, found: Match) -> tuple[Change, ...]:
    """The tracked changes that the matched words are part of."""
    spans = [(one.section.start + start, one.section.start + end) for start, end in found.spans]
    return tuple(
        change
        for change in one.document.changes
        if any(change.start < end and start < change.end for start, end in spans)
    )


def struck_or_proposed(quotation: str, found: Found) -> str:
    """What a finding says of words that stand in the other view alone."""
    document: Document = found.where.document
    changes = changes_of(found.where, found.match)
    whose = f" by {prose(authors_of(one.author for one in changes))}" if changes else ""
    what = "struck out" if document.view == "original" else "inserted"
    view = "original" if document.view == "original" else "accepted"
    return f"the quotation {code(quotation)} stands in the {view} view alone; words of it were {what}{whose}"


def verified_quote(one: Verified, found: Found) -> VerifiedQuote:
    """What the report says of a quotation that verifies: the tier, what it alters and leaves out, and in tracked text
    the view and whose change it is."""
    document = found.where.document
    return VerifiedQuote(
        place=one.quotation.place,
        citation=one.cited.written,
        at=one.place,
        tier=found.match.tier.value,
        alterations=tuple(Difference(change.quoted, change.record) for change in found.match.alterations),
        omitted=tuple(cut(" ".join(words.split())) for words in found.match.omitted),
        view=document.view or "" if document.other_view is not None or document.changes else "",
        change_author=authors_of(one.author for one in changes_of(found.where, found.match)),
    )
