"""For people: one problem a line, then what was not looked at, then the count."""

from collections.abc import Iterator, Sequence

from ..linting import LintReport
from ..repairing import Repaired


def report_text(report: LintReport, repaired: Sequence[Repaired] = ()) -> Iterator[str]:
    """The lines that tell of one matter."""
    yield from map(str, repaired)
    yield from map(str, report.problems)
    for skipped in report.skipped:
        rules = ", ".join(skipped.rules) if len(skipped.rules) <= 12 else f"{len(skipped.rules)} rules"
        yield f"{report.matter}: not checked, because {skipped.reason}: {rules}"
    errors, warnings = report.count("error"), report.count("warning")
    said = (
        "clean" if not errors + warnings else f"{_counted(errors, 'error')}, {_counted(warnings, 'warning')}"
    )
    mended = f" ({_counted(len(repaired), 'repair')} made)" if repaired else ""
    left = len(report.repairs)
    offer = f"; --fix can mend {left} of them" if left else ""
    yield f"{report.matter}: {said}{mended}{offer}"


def _counted(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun}{'s' * (count != 1)}"
