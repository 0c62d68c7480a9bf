"""JSON lines: an object for each finding, and a last one that sums up.

Each line can be read by itself, and has the submission's name, line and column, the finding as the JSON report has
it, what to do about it, and its fingerprint.
"""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from ..settled import Standing
from ..verdicts import Finding
from . import Coverage, Policy
from .causes import remedy_of
from .sheets import Level, Remark, Row, Sheet

SCHEMA: Literal["playbook.critic-lines.v1"] = "playbook.critic-lines.v1"


class FindingLine(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="finding"):
    """A finding. `line` and `column` count from 1 and are 0 where the submission has no lines; `finding` is as in
    the JSON report (`playbook.critic-report.v1`); `standing` says whether it is new, known or suppressed."""

    schema_version: Literal["playbook.critic-lines.v1"] = SCHEMA
    submission: str
    line: int
    column: int
    level: Level
    fingerprint: str
    remedy: str
    standing: Standing
    finding: Finding


class SummaryLine(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="summary"):
    """The last line of a report. `counts` are all findings by verdict, `levels` the new ones by gravity; `passed` is
    after what was decided before."""

    schema_version: Literal["playbook.critic-lines.v1"] = SCHEMA
    submission: str
    matter_id: str
    passed: bool
    summary: str
    counts: dict[str, int]
    levels: dict[str, int]
    suppressed: int
    known: int
    coverage: Coverage
    policy: Policy
    submission_sha256: str
    not_read: tuple[str, ...]


class RemarkLine(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag="remark"):
    """What belongs to no finding: a submission that could not be reviewed (`error`), a suppression that nothing answers
    to (`warning`), a known finding that is gone or a file that was not read (`note`)."""

    schema_version: Literal["playbook.critic-lines.v1"] = SCHEMA
    level: Level
    name: str
    text: str


def reports_jsonl(sheets: Sequence[Sheet], remarks: Sequence[Remark] = ()) -> str:
    """The reports as JSON lines in UTF-8."""
    lines: list[FindingLine | SummaryLine | RemarkLine] = []
    for sheet in sheets:
        lines += [_finding(sheet, row) for row in sheet.rows]
        lines.append(_summary(sheet))
    lines += [RemarkLine(level=one.level, name=one.name, text=one.text) for one in remarks]
    return "".join(f"{msgspec.json.encode(line).decode()}\n" for line in lines)


def lines_schema() -> dict[str, Any]:
    """The JSON Schema of one line (`playbook.critic-lines.v1`)."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SCHEMA,
        "description": "A line of what `playbook-critic --format jsonl` prints.",
        **msgspec.json.schema(FindingLine | SummaryLine | RemarkLine),
    }


def lines_schema_text() -> str:
    """The schema as the published file has it."""
    return msgspec.json.format(msgspec.json.encode(lines_schema()), indent=2).decode() + "\n"


def _finding(sheet: Sheet, row: Row) -> FindingLine:
    return FindingLine(
        submission=sheet.submission_name,
        line=row.line,
        column=row.column,
        level=row.level,
        fingerprint=row.fingerprint,
        remedy=remedy_of(row.finding.cause),
        standing=row.standing,
        finding=row.finding,
    )


def _summary(sheet: Sheet) -> SummaryLine:
    report = sheet.report
    return SummaryLine(
        submission=sheet.submission_name,
        matter_id=report.matter_id,
        passed=sheet.passed,
        summary=sheet.summary(),
        counts=report.counts(),
        levels={
            "error": sheet.count("error"),
            "warning": sheet.count("warning"),
            "note": sheet.count("note"),
        },
        suppressed=sheet.in_state("suppressed"),
        known=sheet.in_state("known"),
        coverage=report.coverage,
        policy=report.policy,
        submission_sha256=report.submission.sha256,
        not_read=(*report.record.not_read, *report.submission.not_read),
    )
