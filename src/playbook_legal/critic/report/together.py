"""What one run of the command has to say beyond a single report: several submissions, and what was decided about
findings before (`playbook.critic-reports.v1`).

Each report stands in it unchanged. What was suppressed or known is said beside it, and never left out.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Literal, Protocol

import msgspec

from ..settled import FailOn, KnownFinding, Outcome, Standing, Unusable, UnusedSuppression, fails
from ..verdicts import Finding
from ..wording import code, counted, prose
from . import Report

SCHEMA: Literal["playbook.critic-reports.v1"] = "playbook.critic-reports.v1"


class Settled(Protocol):
    """A report with the name of its submission and what became of each finding, in order."""

    @property
    def report(self) -> Report:
        """The report."""
        ...

    @property
    def submission_name(self) -> str:
        """The submission, as a reader knows it."""
        ...

    @property
    def standings(self) -> tuple[Standing, ...]:
        """What became of each finding."""
        ...


class SubmissionReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A submission and its report. `passed`: no new finding fails it; `standings` has one entry a finding, in the
    order in which the report has them."""

    name: str
    passed: bool
    report: Report
    standings: tuple[Standing, ...]


class Reports(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every report of one run, and what is to be said of them together."""

    schema_version: Literal["playbook.critic-reports.v1"] = SCHEMA
    passed: bool
    fail_on: FailOn
    submissions: tuple[SubmissionReport, ...]
    unusable: tuple[Unusable, ...]
    unused_suppressions: tuple[UnusedSuppression, ...]
    gone: tuple[KnownFinding, ...]
    not_read: tuple[str, ...]


def reports_of(sheets: Sequence[Settled], outcome: Outcome) -> Reports:
    """The reports of one run as one value."""
    submissions = tuple(
        SubmissionReport(
            name=sheet.submission_name,
            passed=not fails(sheet.report, sheet.standings, outcome.fail_on),
            report=sheet.report,
            standings=sheet.standings,
        )
        for sheet in sheets
    )
    return Reports(
        passed=all(one.passed for one in submissions) and not outcome.unusable,
        fail_on=outcome.fail_on,
        submissions=submissions,
        unusable=outcome.unusable,
        unused_suppressions=outcome.unused,
        gone=outcome.gone,
        not_read=outcome.not_read,
    )


def together_json(sheets: Sequence[Settled], outcome: Outcome) -> str:
    """The reports of one run as indented JSON, with a line feed at its end."""
    return msgspec.json.format(msgspec.json.encode(reports_of(sheets, outcome)), indent=2).decode() + "\n"


def together_schema() -> dict[str, Any]:
    """The JSON Schema of `playbook.critic-reports.v1`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SCHEMA,
        **msgspec.json.schema(Reports),
    }


# --- Markdown ------------------------------------------------------------------------------------------------


def together_markdown(sheets: Sequence[Settled], outcome: Outcome) -> str:
    """The reports of one run as Markdown: how it ends, an overview of several, each report, and what was decided
    about findings before."""
    return "\n".join(_lines(sheets, outcome)).rstrip("\n") + "\n"


def _lines(sheets: Sequence[Settled], outcome: Outcome) -> Iterator[str]:
    total = len(sheets) + len(outcome.unusable)
    if total == 1 and sheets:
        yield _ending(sheets, outcome)
        yield ""
        yield from sheets[0].report.to_markdown().split("\n")
        yield from _decided(sheets[0], outcome, "##")
        yield from _left(outcome)
        return
    yield f"# Critic reports — {counted(total, 'submission')}"
    yield ""
    yield _ending(sheets, outcome)
    yield ""
    yield from _overview(sheets, outcome)
    yield from _left(outcome)
    for sheet in sheets:
        yield f"## Submission {code(sheet.submission_name)}"
        yield ""
        # No text of a report can begin a heading, so that what begins with the sign is one.
        lines = sheet.report.to_markdown().split("\n")
        yield from (f"##{line}" if line.startswith("#") else line for line in lines)
        yield from _decided(sheet, outcome, "####")


def _ending(sheets: Sequence[Settled], outcome: Outcome) -> str:
    limit = {
        "critical": "a new critical finding fails the work",
        "advisory": "any new finding fails the work",
        "never": "no finding fails the work",
    }[outcome.fail_on]
    if outcome.unusable:
        limit += f"; {counted(len(outcome.unusable), 'submission')} could not be reviewed"
    return f"**Outcome: {'passed' if reports_of(sheets, outcome).passed else 'failed'}** ({limit})"


def _overview(sheets: Sequence[Settled], outcome: Outcome) -> Iterator[str]:
    for sheet in sheets:
        verdict = "fails" if fails(sheet.report, sheet.standings, outcome.fail_on) else "passes"
        yield f"- {code(sheet.submission_name)} {verdict}: {_numbers(sheet, outcome)}"
    for one in outcome.unusable:
        yield f"- {code(one.name)} could not be reviewed: {prose(one.message)}"
    yield ""


def _numbers(sheet: Settled, outcome: Outcome) -> str:
    new = [finding for finding, standing in _pairs(sheet) if standing.state == "new"]
    critical = sum(finding.critical for finding in new)
    advisory = len(new) - critical
    told = [f"{critical} critical", counted(advisory, "advisory", "advisories")]
    suppressed = sum(standing.state == "suppressed" for standing in sheet.standings)
    if suppressed:
        told.append(f"{suppressed} suppressed")
    if outcome.baseline:
        told.append(f"{sum(standing.state == 'known' for standing in sheet.standings)} known")
    return ", ".join(told)


def _pairs(sheet: Settled) -> Iterator[tuple[Finding, Standing]]:
    return zip(sheet.report.findings, sheet.standings, strict=True)


def _decided(sheet: Settled, outcome: Outcome, heading: str) -> Iterator[str]:
    """What was suppressed or known of the findings of one report."""
    suppressed = [(finding, one) for finding, one in _pairs(sheet) if one.state == "suppressed"]
    known = [(finding, one) for finding, one in _pairs(sheet) if one.state == "known"]
    if not suppressed and not outcome.baseline:
        return
    yield f"{heading} What was decided before"
    yield ""
    yield f"- {counted(len(sheet.standings), 'finding')}: {_numbers(sheet, outcome)}"
    for finding, one in suppressed:
        yield f"- suppressed: {_named(finding)}: {prose(one.reason)} ({code(one.source)}, {one.fingerprint})"
    for finding, one in known:
        yield f"- known: {_named(finding)} ({one.fingerprint})"
    yield ""


def _named(finding: Finding) -> str:
    where = f" at {code(finding.citation)}" if finding.citation else ""
    return f"{finding.verdict} {finding.cause} of {finding.item} {code(finding.label)}{where}"


def _left(outcome: Outcome) -> Iterator[str]:
    """What the run has to say that belongs to no report."""
    if outcome.unused:
        yield "## Suppressions that nothing answers to"
        yield ""
        for one in outcome.unused:
            yield f"- {code(one.source)}: {code(one.says)}: {prose(one.reason)}"
        yield ""
    if outcome.gone:
        yield "## Known findings that are gone"
        yield ""
        for gone in outcome.gone:
            where = f" at {code(gone.citation)}" if gone.citation else ""
            yield (
                f"- {prose(gone.verdict)} {prose(gone.cause)} of {prose(gone.item)} {code(gone.label)}{where} "
                f"({code(gone.fingerprint)})"
            )
        yield ""
    if outcome.not_read:
        yield f"Files that are no submissions and were not read: {', '.join(map(code, outcome.not_read))}."
        yield ""
