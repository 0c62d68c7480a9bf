"""The formats of the report, in one table: which there are, and a report in any of them.

Formats that can hold several reports in one file do: SARIF in one run, JUnit with a suite each, HTML on one page,
JSON and Markdown with what was decided. The others put one report below the other.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from ..settled import Outcome
from ..verdicts import Place
from . import Report
from .contexts import Context
from .sheets import Sheet, remarks

FORMATS: tuple[str, ...] = ("concise", "markdown", "json", "jsonl", "sarif", "junit", "github", "html")

NEEDS_CONTEXT = frozenset(("sarif", "html"))
NEEDS_TEXT = frozenset(("concise", "jsonl", "sarif", "junit", "github", "html"))


def rendered(
    report: Report,
    format: str,  # noqa: A002 - the option's own word for it
    *,
    submission_name: str = "submission",
    record_name: str = "",
    submission_text: str | None = None,
    contexts: Mapping[Place, Context] | None = None,
) -> str:
    """`report` in one of the `FORMATS`, with a line feed at its end; to be written as UTF-8.

    `submission_name` and `record_name` are how the reader knows the file and the folder: relative, with forward
    slashes. `submission_text` is the text of a submission that is a text file; without it there are no lines.
    `contexts` is what `contexts_of` found; without it the paper is shown as the report has it. Raises `ValueError`
    for a format that is none.
    """
    sheet = Sheet(
        report=report,
        submission_name=submission_name,
        record_name=record_name,
        submission_text=submission_text,
        contexts=contexts or {},
    )
    return rendered_together((sheet,), format)


def rendered_together(
    sheets: Sequence[Sheet],
    format: str,  # noqa: A002 - as above
    *,
    outcome: Outcome | None = None,
) -> str:
    """The reports of one run in one text; a single one as `rendered` has it. `outcome` is what else the run has to
    say: what was decided about findings before, and what could not be reviewed or read."""
    if outcome is not None or len(sheets) != 1:
        decided = outcome if outcome is not None else Outcome()
        sheets = [_decided(sheet, decided) for sheet in sheets]
    told = remarks(outcome)
    # Each format is loaded when it is asked for: most calls print one.
    match format:
        case "markdown" | "json":
            return _whole(sheets, format, outcome)
        case "concise":
            from .concise import reports_concise

            return reports_concise(sheets, told)
        case "jsonl":
            from .jsonl import reports_jsonl

            return reports_jsonl(sheets, told)
        case "github":
            from .github import reports_github

            return reports_github(sheets, told)
        case "junit":
            from .junit import reports_junit

            return reports_junit(sheets, told)
        case "sarif":
            from .sarif import reports_sarif

            return reports_sarif(sheets, told)
        case "html":
            from .html import reports_html

            return reports_html(sheets, told)
        case _:
            raise ValueError(f"{format!r} is no format; the formats are {', '.join(FORMATS)}")


def _decided(sheet: Sheet, outcome: Outcome) -> Sheet:
    """The sheet with a standing for each finding."""
    standings = tuple(row.standing for row in sheet.rows)
    return msgspec.structs.replace(sheet, standings=standings, outcome=outcome)


def _whole(sheets: Sequence[Sheet], format: Literal["markdown", "json"], outcome: Outcome | None) -> str:  # noqa: A002
    """The report itself where it says all there is, unchanged; else the reports of the run together."""
    if len(sheets) == 1 and outcome is None:
        report = sheets[0].report
        return report.to_json() if format == "json" else report.to_markdown()
    from .together import together_json, together_markdown

    together = together_json if format == "json" else together_markdown
    return together(sheets, outcome if outcome is not None else Outcome())


__all__ = ["FORMATS", "NEEDS_CONTEXT", "NEEDS_TEXT", "Sheet", "rendered", "rendered_together"]
