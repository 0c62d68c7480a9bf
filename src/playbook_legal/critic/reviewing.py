"""From the record and a submission to the report: the order of the checks."""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, assert_never

import msgspec

from ..paper.firewall import Firewall
from ..paper.quotations import MINIMUM_QUOTATION
from .checks import citations, evidence, quotations
from .checks.quotations import Failed, Outcome, TooShort, Uncheckable, Verified
from .leaves import Card, ViewPolicy
from .places import Placement
from .record import ClientRecord
from .report import (
    AuthoritySummary,
    Checked,
    Coverage,
    IdleRule,
    ItemReport,
    Policy,
    QuotePolicy,
    RecordCard,
    RecordSummary,
    Report,
    SubmissionSummary,
    VerifiedQuote,
    counted_verdicts,
)
from .submission import Item, Submission, load_submission
from .submission.items import Cited
from .verdicts import FINDING_VERDICTS, Cause, Finding, Verdict

if TYPE_CHECKING:  # the rooms of the authority file and of failed quotations are entered when there are any
    from ..paper.amendments import Supersession
    from ..sources.cache_folder import CacheFolder
    from .authority import Authority
    from .base_text import Compared
    from .checks.concessions import Scan

MINIMUM_SUMMARY = 80  # characters; the engine's floor


def critique(  # noqa: PLR0913 - all but the paths are named
    directory: str | os.PathLike[str],
    submission_path: str | os.PathLike[str],
    authority_path: str | os.PathLike[str] | None = None,
    *,
    min_summary_chars: int = MINIMUM_SUMMARY,
    jobs: int = 1,
    quotes: QuotePolicy | None = None,
    view: ViewPolicy = "accepted",
    cache: str | os.PathLike[str] | None = None,
    authors: Sequence[str] = (),
    base: str | None = None,
    told: Callable[[int, int], None] | None = None,
) -> Report:
    """The report on the submission at `submission_path`, verified against the matter or folder at `directory`.

    Raises `CriticError` when anything given is unusable, and `AnswerKeyError` when a path leads to an answer
    key. `jobs` is the number of processes for a large record; the report does not depend on it. `quotes` is the
    loosest tier on which quotations verify; None: `literal` in texts, `layout` in Word and PDF files. A matter is
    always compared literally. `view` is the text of Word files with tracked changes that is verified against. `cache`
    is a folder in which what was read is kept for later runs; without it nothing is written anywhere. Of a redlined
    Word file only the changes of the `authors` count, when any are named, and `base` is the id of the document that it
    is a redline of, where that has to be said. `told` is called for each document that is read, with how many are
    done and how many there are.
    """
    wall = Firewall()
    wall.protect(directory)
    record = ClientRecord.opened(directory, wall, view, _folder(cache, directory))
    record.told = told
    record.refuse_as_submission(submission_path)
    submission = load_submission(submission_path, wall, authors=authors, base=base)
    authority = None
    if authority_path is not None:
        from .authority import load_authority

        authority = load_authority(authority_path, wall)
    return review(
        record, submission, authority, min_summary_chars=min_summary_chars, jobs=jobs, quotes=quotes
    )


def review(
    record: ClientRecord,
    submission: Submission,
    authority: "Authority | None" = None,
    *,
    min_summary_chars: int = MINIMUM_SUMMARY,
    jobs: int = 1,
    quotes: QuotePolicy | None = None,
) -> Report:
    """The report on `submission`, verified against `record`; raises `CriticError` when `authority` is for
    another matter. A record can be loaded once and serve many submissions. `quotes` as in `critique`."""
    if authority is not None:
        authority.check_matter(record)
    if record.cache.folder is None:
        return _reviewed(record, submission, authority, min_summary_chars, jobs, quotes)
    from .cache.reports import kept_report

    return kept_report(
        record,
        submission,
        authority,
        (min_summary_chars, quotes),
        lambda: _reviewed(record, submission, authority, min_summary_chars, jobs, quotes),
    )


def _folder(cache: str | os.PathLike[str] | None, directory: str | os.PathLike[str]) -> "CacheFolder | None":
    if cache is None:
        return None
    from ..sources.cache_folder import cache_folder

    return cache_folder(cache, directory)


def _reviewed(
    record: ClientRecord,
    submission: Submission,
    authority: "Authority | None",
    min_summary_chars: int,
    jobs: int,
    quotes: QuotePolicy | None,
) -> Report:
    compared = _compared(submission, record)
    if compared is not None:
        submission = compared.submission
        quotes = quotes or "layout"  # what Word made of quotation marks and dashes was typed by nobody
    drafts = _drafts(submission.items, record, quotes)
    failed = [one for draft in drafts for one in draft.failed]
    placed = _placed(failed, record, jobs, quotes)
    superseded = _superseded(drafts, record)
    items = tuple(
        _item_report(draft, placed, superseded, record, authority, min_summary_chars) for draft in drafts
    )
    if compared is not None:
        items = (compared.report, *items)
    findings = tuple(finding for item in items for finding in item.findings)
    return Report(
        matter_id=record.id,
        passed=not any(finding.critical for finding in findings),
        verdict_counts=counted_verdicts(findings),
        record=RecordSummary(
            title=record.title,
            documents=tuple(_card(card) for card in record.cards),
            not_read=record.not_read,
        ),
        submission=SubmissionSummary(
            format=submission.format,
            sha256=submission.sha256,
            revised=submission.revised,
            not_read=submission.not_read,
            base="" if compared is None else compared.base,
            authors=() if submission.redline is None else submission.redline.authors,
        ),
        authority=None if authority is None else _authority_summary(authority, record),
        policy=_policy(record, quotes, min_summary_chars),
        coverage=_coverage(items, authority),
        items=items,
    )


def _drafts(items: Sequence[Item], record: ClientRecord, quotes: QuotePolicy | None) -> "list[_Draft]":
    """What is to be said of each item by itself. Those that quote the same document are looked at one after the other,
    so that it is taken apart once."""
    order = list(range(len(items)))
    if not record.is_matter:
        order.sort(key=lambda at: _first_document(items[at], record))
    drafts = {at: _Draft(items[at], record, quotes) for at in order}
    return [drafts[at] for at in range(len(items))]


def _first_document(item: Item, record: ClientRecord) -> int:
    """Which document the first quotation of an item cites; behind all others where that is not plain to see."""
    for quotation in item.quotations:
        for one in quotation.cited:
            index = None if one.citation is None else record.index(one.citation.document_id)
            if index is not None:
                return index
    return len(record.ids)


def _compared(submission: Submission, record: ClientRecord) -> "Compared | None":
    """A redlined Word file beside the document it is a redline of; None for other work."""
    if submission.redline is None:
        return None
    from .base_text import with_base

    return with_base(submission, record)


def _card(card: Card) -> RecordCard:
    return msgspec.convert(msgspec.structs.asdict(card), RecordCard)


def _policy(record: ClientRecord, quotes: QuotePolicy | None, minimum_summary: int) -> Policy:
    """The rules in force; a matter knows no tiers and no views."""
    kinds = {card.kind for card in record.cards}
    pages = not record.is_matter and not kinds.isdisjoint(("word", "pdf"))
    return Policy(
        quotes="literal" if record.is_matter else quotes or "literal",
        minimum_quotation=MINIMUM_QUOTATION,
        minimum_summary_chars=minimum_summary,
        quotes_of_word_and_pdf=(quotes or "layout") if pages else None,
        view=record.view if "word" in kinds else None,
    )


def _placed(
    failed: list[Failed], record: ClientRecord, jobs: int, quotes: QuotePolicy | None
) -> Iterator[Placement]:
    """The placement of each failed quotation, in order."""
    if not failed:
        return iter(())
    from .placing import placements

    return iter(placements([one.unplaced for one in failed], record, jobs, quotes))


class _Draft:
    """An item with its quotations verified, before the failed ones are placed.

    What is to be said of those that verify is said here, while their documents are at hand; no document is held.
    """

    def __init__(self, item: Item, record: ClientRecord, quotes: QuotePolicy | None) -> None:
        self.item = item
        self._quotes = quotes
        delivered = item.standing is None or item.standing.cause != "never_delivered"
        self.delivered = delivered
        self.outcomes: list[Outcome] = []
        self.verified: list[VerifiedQuote] = []
        self.cautions: list[list[Finding]] = []
        self.stands_in: list[int] = []
        for quotation in item.quotations if delivered else ():
            self._take(quotations.verify(quotation, record, quotes), record)
        self.cited = (
            [(one, citations.fault(one, record)) for one in citations.all_cited(item)] if delivered else []
        )
        self.failed = [one for one in self.outcomes if isinstance(one, Failed)]

    def _take(self, one: Outcome, record: ClientRecord) -> None:
        if isinstance(one, Verified):
            self.verified.append(_verified(one))
            if one.found is not None:
                self.stands_in.append(one.found.where.index)
            self.cautions.append(_cautions(self.item, one, (), record))
            one = msgspec.structs.replace(one, found=None)
        self.outcomes.append(one)

    def all_cautions(self, superseded: "tuple[Supersession, ...]", record: ClientRecord) -> list[Finding]:
        """What is to be kept in mind of the quotations that verify, also that a section is superseded."""
        amended = {one.document_id for one in superseded}
        verified = [one for one in self.outcomes if isinstance(one, Verified)]
        for number, one in enumerate(verified):
            if one.place.document in amended:
                again = quotations.verify(one.quotation, record, self._quotes)
                assert isinstance(again, Verified)  # no document has changed, or reading it were an error
                self.cautions[number] = _cautions(self.item, again, superseded, record)
        return [caution for cautions in self.cautions for caution in cautions]


def _item_report(
    draft: _Draft,
    placed: Iterator[Placement],
    superseded: "tuple[Supersession, ...]",
    record: ClientRecord,
    authority: "Authority | None",
    minimum_summary: int,
) -> ItemReport:
    item = draft.item
    quoted = [_quotation_finding(item, one, placed, record) for one in draft.outcomes]
    findings = [*_citation_findings(draft, quoted, record), *(one for one in quoted if one is not None)]
    findings += draft.all_cautions(superseded, record)
    scan = _scan(draft, authority, record)
    findings += scan.findings if scan is not None else []
    findings += evidence.missing(item, minimum_summary)
    checked = Checked(
        citations=len(draft.cited),
        quotations=sum(isinstance(one, Verified | Failed) for one in draft.outcomes),
        rules=scan.rules if scan is not None else 0,
    )
    critical = any(finding.critical for finding in findings)
    return ItemReport(
        kind=item.kind,
        label=item.label,
        place=item.place,
        verdict=_verdict(findings),
        critical=critical,
        nothing_to_check=not findings and item.kind != "summary" and checked == Checked(),
        checked=checked,
        findings=tuple(findings),
        verified=tuple(draft.verified),
        within_authority=tuple(scan.permitted) if scan is not None else (),
        silenced=tuple(scan.silenced) if scan is not None else (),
    )


def _scan(draft: _Draft, authority: "Authority | None", record: ClientRecord) -> "Scan | None":
    """What the client's rules find in the item's language; None where there are no rules, or none apply."""
    if authority is None or not draft.delivered:
        return None
    from .checks import concessions

    return concessions.scan(draft.item, authority, record)


def _quotation_finding(
    item: Item, one: Outcome, placed: Iterator[Placement], record: ClientRecord
) -> Finding | None:
    match one:
        case Verified():
            return None
        case TooShort():
            return quotations.too_short(item, one)
        case Uncheckable():
            return quotations.uncheckable(item, one, record)
        case Failed():
            return quotations.failed(item, one, next(placed), record)
        case _:
            assert_never(one)


def _citation_findings(draft: _Draft, quoted: list[Finding | None], record: ClientRecord) -> list[Finding]:
    """A finding for each citation that names nothing, unless that of a quotation says it already."""
    said = {
        one.citation
        for one in quoted
        if one is not None
        and (one.verdict is Verdict.UNRESOLVED_CITATION or one.cause is Cause.UNREADABLE_DOCUMENT)
    }
    found: list[Finding] = []
    for cited, cause in draft.cited:
        if cause is not None and cited.written not in said:
            found.append(citations.unresolved(draft.item, cited, cause, record))
    return found


def _verified(one: Verified) -> VerifiedQuote:
    if one.found is None:
        return VerifiedQuote(place=one.quotation.place, citation=one.cited.written, at=one.place)
    from .checks import tiered

    return tiered.verified_quote(one, one.found)


def _superseded(drafts: list[_Draft], record: ClientRecord) -> "tuple[Supersession, ...]":
    """What later documents supersede of those that verified quotations stand in; nothing in a matter."""
    cited = sorted({index for draft in drafts for index in draft.stands_in})
    if not cited or len(record.ids) < 2:
        return ()
    from .superseding import supersessions

    return supersessions(record, cited)


def _cautions(
    item: Item, one: Verified, superseded: "tuple[Supersession, ...]", record: ClientRecord
) -> list[Finding]:
    """What is to be kept in mind of a quotation that verifies. In a matter nothing: there the engine's rule is all."""
    if record.is_matter:
        return []
    from .checks import reading_on

    return list(reading_on.cautions(item, one, record, superseded))


def _verdict(findings: list[Finding]) -> Verdict:
    """The gravest word: critical findings first, then in the order of the words; a caution on a quotation that
    verifies leaves it verified."""
    found = [one for one in findings if one.verdict is not Verdict.VERIFIED]
    if not found:
        return Verdict.VERIFIED
    return min(found, key=lambda one: (not one.critical, FINDING_VERDICTS.index(one.verdict))).verdict


def _authority_summary(authority: "Authority", record: ClientRecord) -> AuthoritySummary:
    idle = [
        IdleRule(rule.id, str(citation))
        for rule in authority.rules
        for citation in rule.applies_to or ()
        if citations.fault(Cited(str(citation), citation, ""), record) is not None
    ]
    return AuthoritySummary(
        sha256=authority.sha256,
        source=authority.source,
        limits=len(authority.limits),
        fallbacks=len(authority.fallbacks),
        cannot_fire=tuple(idle),
    )


def _coverage(items: tuple[ItemReport, ...], authority: "Authority | None") -> Coverage:
    return Coverage(
        items=len(items),
        items_with_verified_quotes=sum(bool(item.verified) for item in items),
        items_with_nothing_to_check=sum(item.nothing_to_check for item in items),
        items_with_findings=sum(bool(item.findings) for item in items),
        quotations=sum(item.checked.quotations for item in items),
        quotations_verified=sum(len(item.verified) for item in items),
        language_scanned=authority is not None,
    )


__all__ = ["MINIMUM_SUMMARY", "critique", "review"]
