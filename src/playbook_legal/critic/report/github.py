"""Workflow commands of GitHub Actions: an annotation at the line of the submission for each finding.

No text can end its command or begin another one: per cent signs, line ends and, in properties, colons and commas
are written as the runner reads them.
"""

from collections.abc import Sequence

from ...problems import one_line
from .causes import title_of
from .messages import plain
from .sheets import Remark, Row, Sheet

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}
_MESSAGE = 1_000


def reports_github(sheets: Sequence[Sheet], remarks: Sequence[Remark] = ()) -> str:
    """The reports as workflow commands, each with a last line that sums up. Only new findings have an annotation."""
    lines: list[str] = []
    for sheet in sheets:
        lines += [_command(sheet, row) for row in sheet.rows if row.counts]
        lines.append(f"{one_line(sheet.submission_name, 240)}: {sheet.summary()}".lstrip(":#"))
    lines += [
        f"::{_COMMANDS[one.level]} file={_property(one.name)}::{_data(one_line(one.text, _MESSAGE))}"
        for one in remarks
    ]
    return "".join(f"{line}\n" for line in lines)


def _command(sheet: Sheet, row: Row) -> str:
    finding = row.finding
    properties = {"file": sheet.submission_name}
    if row.line:
        properties |= {"line": str(row.line), "col": str(row.column)}
    cited = f" [{one_line(finding.citation, 80)}]" if finding.citation.strip() else ""
    properties["title"] = f"{finding.verdict}: {title_of(finding.cause)}{cited}"
    told = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    where = "" if row.line else f"{finding.place}: "
    return f"::{_COMMANDS[row.level]} {told}::{_data(one_line(where + plain(finding.message), _MESSAGE))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(one_line(text, 300)).replace(":", "%3A").replace(",", "%2C")
