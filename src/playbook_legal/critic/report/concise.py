"""One line for each finding, for programs that read lines, and a last line that sums up.

review.json:12:9: critical FABRICATED_QUOTE/number_changed [dpa §5.1] the quotation …
"""

from collections.abc import Sequence

from ...problems import one_line
from .sheets import Remark, Row, Sheet

_MESSAGE = 600


def reports_concise(sheets: Sequence[Sheet], remarks: Sequence[Remark] = ()) -> str:
    """The reports, a line for each finding: `PLACE: severity VERDICT/cause [citation] message`."""
    lines: list[str] = []
    for sheet in sheets:
        lines += [_finding(sheet, row) for row in sheet.rows]
        lines.append(f"{one_line(sheet.submission_name, 240)}: {sheet.summary()}")
    lines += [f"{one_line(one.name, 240)}: {one.level} {one_line(one.text, _MESSAGE)}" for one in remarks]
    return "".join(f"{line}\n" for line in lines)


def _finding(sheet: Sheet, row: Row) -> str:
    finding = row.finding
    citation = f" [{one_line(finding.citation, 120)}]" if finding.citation.strip() else ""
    decided = f" ({one_line(row.decided, 200)})" if row.decided else ""
    return (
        f"{one_line(sheet.place_of(row), 300)}: {finding.severity} {finding.verdict}/{finding.cause}{citation} "
        f"{one_line(finding.message, _MESSAGE)}{decided}"
    )
