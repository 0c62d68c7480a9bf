"""The report: the verdict on every item, with its evidence. One file for each format.

A report depends on the paper, the submission, the authority file and the options, and on nothing else: not on
the clock, the machine, or how a path was spelled.
"""

from typing import Any, Literal

import msgspec

from ..submission.items import ChangeAuthor, Format
from ..verdicts import FINDING_VERDICTS, Cause, Difference, Finding, Permitted, Place, Silenced, Verdict

QuotePolicy = Literal["literal", "typographic", "layout", "declared"]

SCHEMA: Literal["playbook.critic-report.v1"] = "playbook.critic-report.v1"


class RecordCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A document the work was verified against. Of a deal folder also its kind, the encoding of a text other than
    UTF-8, remarks on how it was read, and why nothing can be verified against it where that is so."""

    id: str
    title: str
    name: str
    sha256: str
    kind: Literal["matter", "markdown", "text", "word", "pdf", "unreadable"] = "matter"
    encoding: str = ""
    notes: tuple[str, ...] = ()
    unreadable: str = ""


class RecordSummary(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The record: `not_read` names files of the folder that look like paper and are of a kind not read."""

    title: str
    documents: tuple[RecordCard, ...]
    not_read: tuple[str, ...]


class SubmissionSummary(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True
):
    """The submission: `not_read` names keys that were passed over, `revised` counts replaced versions. Of a redlined
    Word file also the document it is a redline of, and who changed it."""

    format: Format
    sha256: str
    revised: int
    not_read: tuple[str, ...]
    base: str = ""
    authors: tuple[ChangeAuthor, ...] = ()


class IdleRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A provision that a rule applies to and the record does not have: there it cannot fire."""

    rule: str
    citation: str


class AuthoritySummary(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The authority file."""

    sha256: str
    source: str
    limits: int
    fallbacks: int
    cannot_fire: tuple[IdleRule, ...]


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The rules in force: the loosest tier on which quotations verify (of texts, and of Word and PDF files where there
    are any), from which length on, the view of tracked changes, and the floor for summaries."""

    quotes: QuotePolicy
    minimum_quotation: int
    minimum_summary_chars: int
    quotes_of_word_and_pdf: QuotePolicy | None = None
    view: Literal["accepted", "original", "both"] | None = None


class VerifiedQuote(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True
):
    """A quotation that stands where it is cited: where in the submission, as cited, and where in the record.

    `tier` is the tightest on which it verifies. `alterations` are those it declares, `omitted` what its ellipses leave
    out. `view` is that of a Word file with tracked changes, `change_author` whose changes the words are, if any.
    """

    place: str
    citation: str
    at: Place
    tier: Literal["exact", "typographic", "layout", "declared"] = "exact"
    alterations: tuple[Difference, ...] = ()
    omitted: tuple[str, ...] = ()
    view: str = ""
    change_author: str = ""


class Checked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How much of an item could be checked: citations, quotations long enough, and rules applied to language."""

    citations: int = 0
    quotations: int = 0
    rules: int = 0


class ItemReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The verdict on one item, or (`base`) on what a redlined Word file shows as the old text. `nothing_to_check`: it
    holds nothing that could be verified or refuted."""

    kind: Literal["issue", "redline", "markup", "settlement", "acceptance", "summary", "base"]
    label: str
    place: str
    verdict: Verdict
    critical: bool
    nothing_to_check: bool
    checked: Checked
    findings: tuple[Finding, ...]
    verified: tuple[VerifiedQuote, ...]
    within_authority: tuple[Permitted, ...]
    silenced: tuple[Silenced, ...]


class Coverage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What was checked: items, those with a verified quotation, those with nothing to check, those with a
    finding; quotations, and how many of them verified; whether there were rules to scan language with."""

    items: int
    items_with_verified_quotes: int
    items_with_nothing_to_check: int
    items_with_findings: int
    quotations: int
    quotations_verified: int
    language_scanned: bool


class Report(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The critic's report. `passed` is false when there is a critical finding."""

    schema_version: Literal["playbook.critic-report.v1"] = SCHEMA
    matter_id: str
    passed: bool
    verdict_counts: dict[str, int] = msgspec.field(name="counts")
    record: RecordSummary
    submission: SubmissionSummary
    authority: AuthoritySummary | None
    policy: Policy
    coverage: Coverage
    items: tuple[ItemReport, ...]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Every finding, in the order of the submission."""
        return tuple(finding for item in self.items for finding in item.findings)

    @property
    def critical_findings(self) -> tuple[Finding, ...]:
        """The findings that fail the work."""
        return tuple(finding for finding in self.findings if finding.critical)

    @property
    def advisory_findings(self) -> tuple[Finding, ...]:
        """The findings that do not."""
        return tuple(finding for finding in self.findings if not finding.critical)

    @property
    def uncheckable(self) -> bool:
        """Whether something was cited that could not be read, so that work remains unverified which nobody refuted."""
        return any(finding.cause is Cause.UNREADABLE_DOCUMENT for finding in self.findings)

    def counts(self) -> dict[str, int]:
        """How many findings there are of each kind, by verdict word; 0 where there are none."""
        return dict(self.verdict_counts)

    def to_dict(self) -> dict[str, Any]:
        """The report as plain JSON values (`playbook.critic-report.v1`)."""
        value: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(self))
        return value

    def to_json(self) -> str:
        """The report as JSON text, with a line feed at its end."""
        from .json import report_json

        return report_json(self)

    def to_markdown(self) -> str:
        """The report as Markdown, with a line feed at its end."""
        from .markdown import report_markdown

        return report_markdown(self)


def counted_verdicts(findings: tuple[Finding, ...]) -> dict[str, int]:
    """The number of findings of each kind, every kind named."""
    return {str(word): sum(finding.verdict is word for finding in findings) for word in FINDING_VERDICTS}
