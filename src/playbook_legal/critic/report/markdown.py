"""The report as Markdown: what a partner reads.

Everything that comes from the submission or the paper is shown in code spans on one line, so that no text can
end its line, begin a heading or forge a verdict.
"""

from collections.abc import Iterator

from ..submission.items import ChangeAuthor
from ..verdicts import REMEDIES, Finding, Place, Verdict
from ..wording import code, counted, prose
from . import ItemReport, Policy, Report, VerifiedQuote

_DOCUMENTS_TOLD = 50


def report_markdown(report: Report) -> str:
    """The report as Markdown."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    yield f"# Critic report — {prose(report.matter_id)}"
    yield ""
    yield f"**{_headline(report)}**"
    for item in report.items:
        if item.kind != "summary" or item.findings:
            yield ""
            yield from _item(item)
    yield from _remedies(report)
    yield from _evidence(report)
    yield from _coverage(report)


def _headline(report: Report) -> str:
    critical = len(report.critical_findings)
    advisory = len(report.advisory_findings)
    if critical:
        return f"{counted(critical, 'critical finding')} — this work product does not verify."
    if advisory:
        return f"No critical findings, {counted(advisory, 'advisory', 'advisories')} — nothing here is provably wrong."
    return "No findings — nothing here is provably wrong."


def _item(item: ItemReport) -> Iterator[str]:
    yield f"### {item.kind} {code(item.label)} — {item.verdict}"
    for finding in item.findings:
        yield from _finding(finding)
    if not item.findings:
        yield "- nothing to check" if item.nothing_to_check else "- nothing to report"
    for permitted in item.within_authority:
        yield f"- within authority: '{prose(permitted.rule)}' permits {code(permitted.pattern)}"
    for silenced in item.silenced:
        yield (
            f"- not counted: {code(silenced.pattern)} of '{prose(silenced.rule)}' stands behind the negator "
            f"{code(silenced.negator)}"
        )


def _finding(finding: Finding) -> Iterator[str]:
    if finding.verdict is Verdict.VERIFIED:
        yield f"- caution: {finding.message}"
    else:
        advisory = " (advisory)" if finding.rule and not finding.critical else ""
        yield f"- **{finding.verdict}**{advisory}: {finding.message}"
    for place in finding.found:
        yield f"  - it stands in {_place(place)}"
    if finding.nearest is not None:
        yield f"  - the paper, {_passage(finding.nearest.place)}"
    if finding.joined is not None:
        yield f"  - the paper, {_passage(finding.joined)}"


def _passage(place: Place) -> str:
    return f"{_place(place)}: {code(place.text, 280)}"


def _place(place: Place) -> str:
    page = f"page {place.page}, " if place.page else ""
    return f"{code(place.citation)} ({page}line {place.line}, characters {place.start}–{place.end})"


def _how(quote: VerifiedQuote) -> str:
    """What a reader has to know of a quotation that verifies: the tier, what it alters, and whose change it is."""
    told = [] if quote.tier == "exact" else [f"{quote.tier} tier"]
    told += [f"{code(one.quoted)} for {code(one.record)}" for one in quote.alterations]
    told += [f"leaves out {code(words)}" for words in quote.omitted]
    if quote.view:
        told.append(f"{quote.view} view")
    if quote.change_author:
        told.append(f"a tracked change by {prose(quote.change_author)}")
    return f" — {'; '.join(told)}" if told else ""


_TIERS = {
    "literal": "compared literally",
    "typographic": "compared up to typography",
    "layout": "compared up to typography and page layout",
    "declared": "compared up to typography, page layout and declared alterations",
}


def _policy(policy: Policy) -> str:
    """The policy in force, of texts and of Word and PDF files where that is another."""
    said = _TIERS[policy.quotes]
    if policy.quotes_of_word_and_pdf not in (None, policy.quotes):
        said += f" in texts and {_TIERS[policy.quotes_of_word_and_pdf]} in Word and PDF files"
    return said + (f", in the {policy.view} view of tracked changes" if policy.view is not None else "")


def _changed_by(authors: tuple[ChangeAuthor, ...]) -> str:
    """Who changed how many paragraphs of a redlined file."""
    told = (
        f"{prose(one.name)} changed {counted(one.changes, 'paragraph')}"
        + ("" if one.reviewed else ", not reviewed")
        for one in authors
    )
    return "; ".join(told) or "nobody changed it, and its comments were reviewed"


def _remedies(report: Report) -> Iterator[str]:
    causes = sorted({finding.cause for finding in report.findings}, key=list(REMEDIES).index)
    if causes:
        yield ""
        yield "## What to do"
        yield ""
        for cause in causes:
            yield f"- {cause}: {REMEDIES[cause]}"


def _evidence(report: Report) -> Iterator[str]:
    verified = [(item, quote) for item in report.items for quote in item.verified]
    if verified:
        yield ""
        yield "## Verified quotations"
        yield ""
        for item, quote in verified:
            yield f"- {item.kind} {code(item.label)}: {_place(quote.at)}, {code(quote.at.text)}{_how(quote)}"


def _coverage(report: Report) -> Iterator[str]:
    coverage = report.coverage
    yield ""
    yield "## What was checked"
    yield ""
    yield (
        f"- {counted(coverage.items, 'item')}: {coverage.items_with_verified_quotes} with a verified quotation, "
        f"{coverage.items_with_nothing_to_check} with nothing to check, {coverage.items_with_findings} with findings"
    )
    yield (
        f"- {counted(coverage.quotations, 'quotation')}, {coverage.quotations_verified} verified: "
        f"{_policy(report.policy)}, from {report.policy.minimum_quotation} characters on"
    )
    yield f"- {_language(report)}"
    if report.authority is not None:
        for idle in report.authority.cannot_fire:
            where = code(idle.citation)
            yield f"- the rule '{prose(idle.rule)}' cannot fire in {where}, which the record does not have"
    if report.submission.revised:
        yield f"- {counted(report.submission.revised, 'revision')} replaced an earlier version"
    yield f"- submission: {report.submission.format}, SHA-256 {report.submission.sha256}"
    if report.submission.base:
        yield f"- it is a redline of {code(report.submission.base)}; {_changed_by(report.submission.authors)}"
    if report.submission.not_read:
        keys = ", ".join(code(key) for key in report.submission.not_read)
        in_parts = report.submission.base or report.submission.format == "memo-markdown"
        what = "parts" if in_parts else "keys"
        yield f"- {what} of the submission that were not read: {keys}"
    if report.record.not_read:
        names = ", ".join(code(name) for name in report.record.not_read)
        yield f"- files of the folder that were not read: {names}"
    for card in report.record.documents:
        if card.unreadable:
            yield f"- **not readable**, so that nothing was verified in it: {code(card.id)} ({prose(card.unreadable)})"
    for card in report.record.documents[:_DOCUMENTS_TOLD]:
        remarks = [f"read as {card.encoding}"] if card.encoding else []
        remarks += [prose(note) for note in card.notes]
        said = f"; {'; '.join(remarks)}" if remarks else ""
        yield f"- document {code(card.id)}: {code(card.name)}, SHA-256 {card.sha256}{said}"
    more = len(report.record.documents) - _DOCUMENTS_TOLD
    if more > 0:
        yield f"- and {counted(more, 'more document', 'more documents')}, listed in the JSON report"
    yield ""
    yield "A clean report means that nothing here is provably wrong. It does not say that the work is good or complete."


def _language(report: Report) -> str:
    authority = report.authority
    if authority is None:
        return "proposed language was not scanned: there is no authority file"
    rules = f"{counted(authority.limits, 'limit')} and {counted(authority.fallbacks, 'fallback')}"
    if not any(item.checked.rules for item in report.items):
        none = f"no proposed language was scanned: none is in the scope of {rules}"
        return f"{none}, authority file SHA-256 {authority.sha256}"
    return f"proposed language was scanned for {rules}, authority file SHA-256 {authority.sha256}"
