"""What can be asked of a record: each question is a function of the paper, the limits and the words it is given.

Quotations and language are put into a submission of one item and reviewed like any other, so that an answer here and
a report from the command line never differ.
"""

import hashlib
import json
from bisect import bisect_right
from typing import Any

import msgspec

from ...critic.authority import Authority
from ...critic.checks.citations import reason
from ...critic.leaves import ViewPolicy
from ...critic.record import ClientRecord
from ...critic.report import ItemReport, QuotePolicy, Report
from ...critic.resolution import Named, NamedSection, named
from ...critic.reviewing import MINIMUM_SUMMARY, review
from ...critic.submission import Cited, read_submission
from ...critic.verdicts import Cause, cited_as
from ...paper.citations import parse_citation
from ...paper.rendering import visible
from ...problems import PlaybookError, shown
from ...sources.files import Source
from . import answers

MAXIMUM_CHARACTERS = 20_000  # of a section in one answer; of a quotation, of language
MAXIMUM_SUBMISSION = 4_000_000  # characters
_MOST_SECTIONS = 2_000
_SHOWN = 240


class Desk(msgspec.Struct, frozen=True):
    """What a server was started with: the record, the client's limits if there are any, and how far a quotation may
    differ from the paper in its typing (None: as it goes with the kind of paper)."""

    record: ClientRecord
    authority: Authority | None = None
    quotes: QuotePolicy | None = None


class NothingToAnswerError(PlaybookError):
    """A question that cannot be answered; the message says why, and what to ask instead."""


def desk(
    record: str,
    authority: str | None = None,
    quotes: QuotePolicy | None = None,
    view: ViewPolicy = "accepted",
) -> Desk:
    """The record in the folder `record`, every document read, and the authority file, both behind one firewall.

    Raises `CriticError` when something cannot be used, and `AnswerKeyError` when it is an answer key.
    """
    from ...critic.authority import load_authority
    from ...paper.firewall import Firewall

    wall = Firewall()
    wall.protect(record)
    opened = ClientRecord.opened(record, wall, view)
    opened.read_all()
    limits = None if authority is None else load_authority(authority, wall)
    if limits is not None:
        limits.check_matter(opened)
    return Desk(opened, limits, quotes)


def documents(at: Desk, document: str = "") -> answers.RecordAnswer:
    """The documents of the record; with the id of one of them also its sections."""
    record = at.record
    cards = tuple(answers.document_card(card) for card in record.cards)
    sections: tuple[answers.SectionCard, ...] = ()
    if document:
        chosen = record.document(document)
        if chosen is None:
            raise NothingToAnswerError(
                f"there is no document {shown(document)}; the record has {_ids(record)}"
            )
        index = record.index(document)
        assert index is not None
        sections = tuple(
            answers.SectionCard(
                cited_as(one.document_id, one.token),
                one.title,
                len(_seen(at, NamedSection(index, chosen, one))),
            )
            for one in chosen.sections[:_MOST_SECTIONS]
        )
    return answers.RecordAnswer(record.id, record.title, cards, record.not_read, sections)


def section(at: Desk, citation: str, offset: int = 0) -> answers.SectionsAnswer:
    """The text of what `citation` names, from the character `offset` on."""
    found = _named(at, citation)
    if found.cause is not None:
        raise NothingToAnswerError(_reason(at, citation, found.cause))
    return answers.SectionsAnswer(
        citation,
        tuple(
            answers.section_text(one.section, _seen(at, one), max(0, offset), MAXIMUM_CHARACTERS, _page(one))
            for one in found.sections
        ),
    )


def whole_text(at: Desk, document: str, label: str) -> str:
    """The whole text of a section, by its document and its label; of several that bear it, one after the other."""
    citation = cited_as(document, label)
    found = _named(at, citation)
    if found.cause is not None:
        raise NothingToAnswerError(_reason(at, citation, found.cause))
    return "\n\n".join(_seen(at, one) for one in found.sections)


def resolved(at: Desk, citation: str) -> answers.CitationAnswer:
    """What `citation` names, or why it names nothing."""
    found = _named(at, citation)
    cause = found.cause
    message = "" if cause is None else _reason(at, citation, cause)
    return answers.CitationAnswer(
        citation, cause is None, tuple(_place(at, one) for one in found.sections), str(cause or ""), message
    )


def quotation(at: Desk, quote: str, citation: str) -> answers.QuoteAnswer:
    """Whether `quote` stands where `citation` says."""
    _check(quote, "quotation")
    return answers.quote_answer(_reviewed(at, _issue(quote, citation)))


def occurrences(at: Desk, quote: str) -> answers.FoundAnswer:
    """Where `quote` stands in the record, wherever that is."""
    _check(quote, "quotation")
    return answers.found_answer(_reviewed(at, _issue(quote, "")))


def language(at: Desk, text: str, citation: str = "") -> answers.LanguageAnswer:
    """Whether proposed language is within the client's authority; `citation` is the provision it is meant for."""
    if at.authority is None:
        raise NothingToAnswerError("the server has no authority file; start it with --authority FILE")
    _check(text, "language")
    settlement = {
        "issue": "language",
        "closing_text": text,
        **({"citation": citation} if citation.strip() else {}),
    }
    return answers.language_answer(_reviewed(at, {"settlements": [settlement]}))


def submission(at: Desk, text: str, minimum_summary: int = MINIMUM_SUMMARY) -> dict[str, Any]:
    """The report on a whole submission, as `playbook-critic --format json` prints it."""
    if len(text) > MAXIMUM_SUBMISSION:
        raise NothingToAnswerError(
            f"the submission has {len(text)} characters; more than {MAXIMUM_SUBMISSION} are not read in one call"
        )
    return _report(at, text, minimum_summary).to_dict()


# --- in between --------------------------------------------------------------------------------------------------


def _issue(quote: str, citation: str) -> dict[str, Any]:
    issue = {"id": "quotation", "quote": quote, "rationale": "asked by itself"}
    return {"issues": [{**issue, **({"citation": citation} if citation.strip() else {})}]}


def _reviewed(at: Desk, value: dict[str, Any]) -> ItemReport:
    """The report on the one item of a review."""
    return _report(at, json.dumps(value), 0).items[0]


def _report(at: Desk, text: str, minimum_summary: int) -> Report:
    data = text.encode("utf-8", "surrogatepass")
    source = Source("submission", text, hashlib.sha256(data).hexdigest())
    return review(
        at.record, read_submission(source), at.authority, min_summary_chars=minimum_summary, quotes=at.quotes
    )


def _check(text: str, what: str) -> None:
    if not text.strip():
        raise NothingToAnswerError(f"the {what} is empty")
    if len(text) > MAXIMUM_CHARACTERS:
        raise NothingToAnswerError(f"the {what} has {len(text)} characters; the most is {MAXIMUM_CHARACTERS}")


def _cited(citation: str) -> Cited:
    return Cited(citation, parse_citation(citation), "citation")


def _named(at: Desk, citation: str) -> Named:
    if len(citation) > _SHOWN or not citation.strip():
        raise NothingToAnswerError(f"{shown(citation)} is no citation; one is written `dpa §5.1`")
    return named(_cited(citation), at.record)


def _reason(at: Desk, citation: str, cause: Cause) -> str:
    return reason(_cited(citation), cause, at.record)


def _seen(at: Desk, one: NamedSection) -> str:
    """The text of a section as a reader of the paper sees it; that of a matter as its file has it."""
    section, document = one.section, one.document
    if document.outline is None and not at.record.is_matter:
        document = at.record.outlined(one.index)
    return visible(document, section.start, section.start + len(section.text))


def _place(at: Desk, one: NamedSection) -> answers.Place:
    found = one.section
    words = " ".join(_seen(at, one)[: 4 * _SHOWN].split())
    return answers.Place(
        citation=cited_as(found.document_id, found.token),
        document=found.document_id,
        section=found.token,
        start=found.start,
        end=found.start + len(found.text),
        line=found.line,
        page=_page(one),
        text=words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…",
    )


def _page(one: NamedSection) -> int:
    return bisect_right(one.document.pages, one.section.start)


def _ids(record: ClientRecord) -> str:
    shown_ids = ", ".join(record.ids[:20])
    return shown_ids if len(record.ids) <= 20 else f"{shown_ids} and {len(record.ids) - 20} more"


__all__ = [
    "MAXIMUM_CHARACTERS",
    "Desk",
    "NothingToAnswerError",
    "desk",
    "documents",
    "language",
    "occurrences",
    "quotation",
    "resolved",
    "section",
    "submission",
    "whole_text",
]
