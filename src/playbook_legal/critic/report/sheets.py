"""A report with what its readers need beside it: how files are called, lines in the submission, the paper around
each place, what was decided about findings before. What every format has in common is said here once."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Literal

import msgspec

from ..fingerprints import fingerprints
from ..settled import Outcome, Standing, fails
from ..submission_lines import lines_of_places
from ..verdicts import Cause, Finding, Place
from ..wording import counted
from . import ItemReport, RecordCard, Report
from .contexts import Context

Level = Literal["error", "warning", "note"]

_LEVELS: dict[str, Level] = {"critical": "error", "advisory": "warning", "note": "note"}


class Row(msgspec.Struct, frozen=True):
    """A finding with its item, what became of it, and line and column in the submission (0, 0: not known)."""

    item: ItemReport
    finding: Finding
    standing: Standing
    line: int
    column: int

    @property
    def fingerprint(self) -> str:
        """By what it is known again."""
        return self.standing.fingerprint

    @property
    def level(self) -> Level:
        """How grave it is, in the words of tools."""
        return _LEVELS.get(self.finding.severity, "warning")

    @property
    def counts(self) -> bool:
        """Whether it is new: neither suppressed nor known from the baseline."""
        return self.standing.state == "new"

    @property
    def suppressed(self) -> str | None:
        """The reason for which it was set aside; None when it was not."""
        return self.standing.reason if self.standing.state == "suppressed" else None

    @property
    def decided(self) -> str:
        """What was decided about it before, in words; empty for a new finding."""
        if self.suppressed is not None:
            return f"suppressed: {self.suppressed}" if self.suppressed else "suppressed"
        return "" if self.counts else "known from the baseline"


class Sheet(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A report to be rendered. `submission_name` and `record_name` are relative names as a reader knows them,
    with forward slashes; `submission_text` is the text of a submission that is a text file. `standings` say what
    became of each finding (none: all are new), `outcome` what was decided for the whole run."""

    report: Report
    submission_name: str = "submission"
    record_name: str = ""
    submission_text: str | None = None
    contexts: Mapping[Place, Context] = {}
    standings: tuple[Standing, ...] = ()
    outcome: Outcome | None = None

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Every finding, in the order of the submission."""
        findings = self.report.findings
        places = dict.fromkeys(finding.place for finding in findings)
        lines = {} if self.submission_text is None else lines_of_places(self.submission_text, places)
        standings = iter(self.standings or [Standing(one, "new") for one in fingerprints(self.report)])
        return tuple(
            Row(item, finding, next(standings), *lines.get(finding.place, (0, 0)))
            for item in self.report.items
            for finding in item.findings
        )

    @cached_property
    def cards(self) -> dict[str, RecordCard]:
        """The documents of the record by id."""
        return {card.id: card for card in self.report.record.documents}

    @property
    def passed(self) -> bool:
        """Whether the work passes, after what was decided before."""
        if self.outcome is None and not self.standings:
            return self.report.passed
        fail_on = "critical" if self.outcome is None else self.outcome.fail_on
        return not fails(self.report, [row.standing for row in self.rows], fail_on)

    @property
    def has_baseline(self) -> bool:
        """Whether findings were compared with a baseline."""
        return self.outcome is not None and self.outcome.baseline

    def document_name(self, name: str) -> str:
        """A document of the record, as a reader knows it."""
        folder = self.record_name.rstrip("/")
        return f"{folder}/{name}" if folder and folder != "." else name

    def place_of(self, row: Row) -> str:
        """Where a finding stands in the submission: `review.json:12:9`, or `review.json:issues[0].quote`."""
        if row.line:
            return f"{self.submission_name}:{row.line}:{row.column}"
        return f"{self.submission_name}:{row.finding.place}"

    def count(self, level: Level) -> int:
        """How many new findings of that gravity there are."""
        return sum(row.level == level and row.counts for row in self.rows)

    def in_state(self, state: Literal["known", "suppressed"]) -> int:
        """How many findings are known from the baseline, or suppressed."""
        return sum(row.standing.state == state for row in self.rows)

    def where(self, place: Place) -> str:
        """Line or page of a place of the record, as one adds it to its citation; empty where it has neither."""
        if place.page:
            return f", page {place.page}"
        context = self.contexts.get(place)
        if context is not None:
            return f", line {place.line}" if context.is_source else ""
        return "" if self.cards[place.document].kind in ("word", "pdf") else f", line {place.line}"

    def summary(self) -> str:
        """The report in one line: the outcome, the findings, and what was and was not checked."""
        coverage = self.report.coverage
        told = [
            counted(self.count("error"), "critical finding"),
            counted(self.count("warning"), "advisory", "advisories"),
        ]
        if self.count("note"):
            told.append(counted(self.count("note"), "note"))
        if self.in_state("suppressed"):
            told.append(f"{self.in_state('suppressed')} suppressed")
        if self.has_baseline:
            told.append(f"{self.in_state('known')} known")
        checked = (
            f"{coverage.quotations_verified} of {counted(coverage.quotations, 'quotation')} verified, "
            f"{coverage.items_with_nothing_to_check} of {counted(coverage.items, 'item')} with nothing to check, "
            f"{self._scanned()}"
        )
        unread = len(self.report.submission.not_read)
        if unread:
            checked += f", {counted(unread, 'part')} of the submission not read"
        return f"{self.verdict()}: {', '.join(told)}; {checked}"

    def _scanned(self) -> str:
        """Whether proposed language was scanned; it is not said where no rule was applied to any."""
        if not self.report.coverage.language_scanned:
            return "proposed language not scanned"
        applied = any(item.checked.rules for item in self.report.items)
        return "proposed language scanned" if applied else "no proposed language scanned"

    def verdict(self) -> str:
        """The outcome in a few words. Nothing but a report without a critical finding says that nothing is wrong."""
        if not self.passed:
            return "does not verify"
        return (
            "nothing here is provably wrong" if self.report.passed else "passes, for what was decided before"
        )

    def places(self, finding: Finding) -> Iterator[tuple[str, Place]]:
        """The places of the record that a finding names, each with what it is."""
        if finding.nearest is not None:
            yield "the nearest passage", finding.nearest.place
        for place in finding.found:
            yield "the words stand here", place
        if finding.joined is not None:
            yield "the passage it is joined to", finding.joined


class Remark(msgspec.Struct, frozen=True):
    """What a run has to say that belongs to no finding: about which file, and what."""

    level: Level
    name: str
    text: str


def remarks(outcome: Outcome | None) -> tuple[Remark, ...]:
    """Submissions that could not be reviewed, suppressions that nothing answers to, known findings that are gone, files
    that were not read."""
    if outcome is None:
        return ()
    told = [Remark("error", one.name, f"could not be reviewed: {one.message}") for one in outcome.unusable]
    told += [
        Remark("warning", one.source, f"no finding answers to this suppression: {one.says} ({one.reason})")
        for one in outcome.unused
    ]
    for gone in outcome.gone:
        cited = f" [{gone.citation}]" if gone.citation else ""
        what = f"{gone.verdict}/{gone.cause} of {gone.item} {gone.label}{cited}"
        told.append(Remark("note", "baseline", f"no longer found: {what} ({gone.fingerprint})"))
    told += [Remark("note", name, "this is no submission and was not read") for name in outcome.not_read]
    return tuple(told)


def unchecked(item: ItemReport) -> bool:
    """Whether nothing of an item was verified or refuted, so that it must not look checked."""
    checked = item.checked
    if item.kind == "summary" or item.critical or item.verified:
        return False
    unread = any(finding.cause is Cause.UNREADABLE_DOCUMENT for finding in item.findings)
    return unread or not (checked.citations or checked.quotations or checked.rules)
