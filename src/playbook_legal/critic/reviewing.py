"""From the record and a submission to the report: the order of the checks."""

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from ..paper.firewall import Firewall
from ..paper.quotations import MINIMUM_QUOTATION
from .checks import citations, evidence, quotations
from .checks.quotations import Failed, TooShort, Verified
from .places import Placement
from .record import ClientRecord
from .report import (
    AuthoritySummary,
    Checked,
    Coverage,
    IdleRule,
    ItemReport,
    Policy,
    RecordCard,
    RecordSummary,
    Report,
    SubmissionSummary,
    VerifiedQuote,
    counted_verdicts,
)
from .submission import Item, Submission, load_submission
from .verdicts import FINDING_VERDICTS, Finding, Verdict

if TYPE_CHECKING:  # the rooms of the authority file and of failed quotations are entered when there are any
    from .authority import Authority
    from .checks.concessions import Scan

MINIMUM_SUMMARY = 80  # characters; the engine's floor


def critique(
    directory: str | os.PathLike[str],
    submission_path: str | os.PathLike[str],
    authority_path: str | os.PathLike[str] | None = None,
    *,
    min_summary_chars: int = MINIMUM_SUMMARY,
    jobs: int = 1,
) -> Report:
    """The report on the submission at `submission_path`, verified against the matter or folder at `directory`.

    Raises `CriticError` when anything given is unusable, and `AnswerKeyError` when a path leads to an answer
    key. `jobs` is the number of processes for a large record; the report does not depend on it.
    """
    wall = Firewall()
    wall.protect(directory)
    record = ClientRecord.opened(directory, wall)
    submission = load_submission(submission_path, wall)
    authority = None
    if authority_path is not None:
        from .authority import load_authority

        authority = load_authority(authority_path, wall)
    return review(record, submission, authority, min_summary_chars=min_summary_chars, jobs=jobs)


def review(
    record: ClientRecord,
    submission: Submission,
    authority: "Authority | None" = None,
    *,
    min_summary_chars: int = MINIMUM_SUMMARY,
    jobs: int = 1,
) -> Report:
    """The report on `submission`, verified against `record`; raises `CriticError` when `authority` is for
    another matter. A record can be loaded once and serve many submissions."""
    if authority is not None:
        authority.check_matter(record)
    drafts = [_Draft(item, record) for item in submission.items]
    failed = [one for draft in drafts for one in draft.failed]
    placed = _placed(failed, record, jobs)
    items = tuple(_item_report(draft, placed, record, authority, min_summary_chars) for draft in drafts)
    findings = tuple(finding for item in items for finding in item.findings)
    return Report(
        matter_id=record.id,
        passed=not any(finding.critical for finding in findings),
        verdict_counts=counted_verdicts(findings),
        record=RecordSummary(
            title=record.title,
            documents=tuple(RecordCard(card.id, card.title, card.name, card.sha256) for card in record.cards),
            not_read=record.not_read,
        ),
        submission=SubmissionSummary(
            format=submission.format,
            sha256=submission.sha256,
            revised=submission.revised,
            not_read=submission.not_read,
        ),
        authority=None if authority is None else _authority_summary(authority, record),
        policy=Policy(minimum_quotation=MINIMUM_QUOTATION, minimum_summary_chars=min_summary_chars),
        coverage=_coverage(items, authority),
        items=items,
    )


def _placed(failed: list[Failed], record: ClientRecord, jobs: int) -> Iterator[Placement]:
    """The placement of each failed quotation, in order."""
    if not failed:
        return iter(())
    from .placing import placements

    return iter(placements([one.unplaced for one in failed], record, jobs))


class _Draft:
    """An item with its quotations verified, before the failed ones are placed."""

    def __init__(self, item: Item, record: ClientRecord) -> None:
        self.item = item
        delivered = item.standing is None or item.standing.cause != "never_delivered"
        self.delivered = delivered
        self.outcomes = [quotations.verify(one, record) for one in item.quotations] if delivered else []
        # Here and not later, while the documents that the quotations cite are at hand.
        self.cited = (
            [(one, citations.fault(one, record)) for one in citations.all_cited(item)] if delivered else []
        )
        self.failed = [one for one in self.outcomes if isinstance(one, Failed)]


def _item_report(
    draft: _Draft,
    placed: Iterator[Placement],
    record: ClientRecord,
    authority: "Authority | None",
    minimum_summary: int,
) -> ItemReport:
    item = draft.item
    quoted = [_quotation_finding(item, one, placed, record) for one in draft.outcomes]
    findings = [*_citation_findings(draft, quoted, record), *(one for one in quoted if one is not None)]
    scan = _scan(draft, authority, record)
    findings += scan.findings if scan is not None else []
    findings += evidence.missing(item, minimum_summary)
    checked = Checked(
        citations=len(draft.cited),
        quotations=sum(not isinstance(one, TooShort) for one in draft.outcomes),
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
        verified=tuple(
            VerifiedQuote(place=one.quotation.place, citation=one.cited.written, at=one.place)
            for one in draft.outcomes
            if isinstance(one, Verified)
        ),
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
    item: Item, one: Verified | TooShort | Failed, placed: Iterator[Placement], record: ClientRecord
) -> Finding | None:
    match one:
        case Verified():
            return None
        case TooShort():
            return quotations.too_short(item, one)
        case Failed():
            return quotations.failed(item, one, next(placed), record)
        case _:
            assert_never(one)


def _citation_findings(draft: _Draft, quoted: list[Finding | None], record: ClientRecord) -> list[Finding]:
    """A finding for each citation that names nothing, unless that of a quotation says it already."""
    said = {one.citation for one in quoted if one is not None and one.verdict is Verdict.UNRESOLVED_CITATION}
    found: list[Finding] = []
    for cited, cause in draft.cited:
        if cause is not None and cited.written not in said:
            found.append(citations.unresolved(draft.item, cited, cause, record))
    return found


def _verdict(findings: list[Finding]) -> Verdict:
    """The gravest word: critical findings first, then in the order of the words."""
    if not findings:
        return Verdict.VERIFIED
    return min(findings, key=lambda one: (not one.critical, FINDING_VERDICTS.index(one.verdict))).verdict


def _authority_summary(authority: "Authority", record: ClientRecord) -> AuthoritySummary:
    idle = [
        IdleRule(rule.id, str(citation))
        for rule in authority.rules
        for citation in rule.applies_to or ()
        if not record.resolves(citation)
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
