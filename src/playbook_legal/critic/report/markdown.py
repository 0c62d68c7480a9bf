"""The report as Markdown: what a partner reads.

Everything that comes from the submission or the paper is shown in code spans on one line, so that no text can
end its line, begin a heading or forge a verdict.
"""

from collections.abc import Iterator

from ..verdicts import REMEDIES, Finding, Place
from ..wording import code, counted, prose
from . import ItemReport, Report

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
    return f"{code(place.citation)} (line {place.line}, characters {place.start}–{place.end})"


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
            yield f"- {item.kind} {code(item.label)}: {_place(quote.at)}, {code(quote.at.text)}"


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
        f"- {counted(coverage.quotations, 'quotation')}, {coverage.quotations_verified} verified: compared literally, "
        f"from {report.policy.minimum_quotation} characters on"
    )
    yield f"- {_language(report)}"
    if report.authority is not None:
        for idle in report.authority.cannot_fire:
            where = code(idle.citation)
            yield f"- the rule '{prose(idle.rule)}' cannot fire in {where}, which the record does not have"
    if report.submission.revised:
        yield f"- {counted(report.submission.revised, 'revision')} replaced an earlier version"
    yield f"- submission: {report.submission.format}, SHA-256 {report.submission.sha256}"
    if report.submission.not_read:
        keys = ", ".join(code(key) for key in report.submission.not_read)
        yield f"- keys of the submission that were not read: {keys}"
    if report.record.not_read:
        names = ", ".join(code(name) for name in report.record.not_read)
        yield f"- files of the folder that were not read: {names}"
    for card in report.record.documents[:_DOCUMENTS_TOLD]:
        yield f"- document {code(card.id)}: {code(card.name)}, SHA-256 {card.sha256}"
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
    return f"proposed language was scanned for {rules}, authority file SHA-256 {authority.sha256}"
