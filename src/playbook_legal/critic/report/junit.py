"""The report as JUnit XML: a test case for each item of the work.

An item with a critical finding fails. One of which nothing could be verified or refuted is skipped, so that it does
not look checked. Advisories stand in the output of their case.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from xml.sax.saxutils import escape

from . import ItemReport
from .causes import remedy_of
from .messages import plain
from .sheets import Remark, Row, Sheet, unchecked

# Characters that no XML 1.0 document can hold, and marks that change how the text around them is shown.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)


def reports_junit(sheets: Sequence[Sheet], remarks: Sequence[Remark] = ()) -> str:
    """The reports as one XML document, a suite for each; what could not be reviewed at all is an error."""
    suites = [_suite(sheet) for sheet in sheets]
    broken = [one for one in remarks if one.level == "error"]
    suites += [_broken(one) for one in broken]
    tests = sum(len(sheet.report.items) for sheet in sheets) + len(broken)
    failed = sum(len(_failing(sheet)) for sheet in sheets)
    skipped = sum(len(_skipped(sheet)) for sheet in sheets)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuites name="playbook-critic" tests="{tests}" failures="{failed}" errors="{len(broken)}" '
        f'skipped="{skipped}">\n{"".join(suites)}</testsuites>\n'
    )


def _broken(remark: Remark) -> str:
    name = _attribute(remark.name)
    return (
        f'<testsuite name={name} tests="1" failures="0" errors="1" skipped="0" time="0">\n'
        f'<testcase classname={name} name="submission" file={name} time="0">'
        f'<error message={_attribute(remark.text)} type="unusable"/></testcase>\n</testsuite>\n'
    )


def _failing(sheet: Sheet) -> list[ItemReport]:
    failing = {id(row.item) for row in sheet.rows if _fails(row)}
    return [item for item in sheet.report.items if id(item) in failing]


def _fails(row: Row) -> bool:
    return row.level == "error" and row.counts


def _skipped(sheet: Sheet) -> list[ItemReport]:
    return [item for item in sheet.report.items if unchecked(item)]


def _suite(sheet: Sheet) -> str:
    report = sheet.report
    rows: dict[int, list[Row]] = {id(item): [] for item in report.items}
    for row in sheet.rows:
        rows[id(row.item)].append(row)
    cases = "".join(_case(sheet, item, rows[id(item)]) for item in report.items)
    return (
        f'<testsuite name={_attribute(sheet.submission_name)} tests="{len(report.items)}" '
        f'failures="{len(_failing(sheet))}" errors="0" skipped="{len(_skipped(sheet))}" time="0">\n'
        f"{cases}<system-out>{_text(sheet.summary())}</system-out>\n</testsuite>\n"
    )


def _case(sheet: Sheet, item: ItemReport, rows: Sequence[Row]) -> str:
    head = (
        f"<testcase classname={_name(f'{sheet.submission_name}.{item.kind}')} name={_attribute(item.label)} "
        f'file={_name(sheet.submission_name)} time="0"'
    )
    inside = "".join(_outcome(sheet, item, rows))
    return f"{head}>{inside}</testcase>\n" if inside else f"{head}/>\n"


def _outcome(sheet: Sheet, item: ItemReport, rows: Sequence[Row]) -> Iterator[str]:
    failing = [row for row in rows if _fails(row)]
    others = [row for row in rows if not _fails(row)]
    if failing:
        words = "; ".join(plain(row.finding.message) for row in failing)
        kinds = ", ".join(dict.fromkeys(f"{row.finding.verdict}/{row.finding.cause}" for row in failing))
        told = "\n".join(_told(sheet, row) for row in failing)
        yield f"<failure message={_attribute(words)} type={_attribute(kinds)}>{_text(told)}</failure>"
    elif unchecked(item):
        yield f"<skipped message={_attribute(_why(rows))}/>"
    if others:
        yield f"<system-out>{_text(chr(10).join(_told(sheet, row) for row in others))}</system-out>"


def _why(rows: Sequence[Row]) -> str:
    return "; ".join(plain(row.finding.message) for row in rows) or "nothing to check"


def _told(sheet: Sheet, row: Row) -> str:
    finding = row.finding
    decided = f"\n{row.decided}" if row.decided else ""
    places = "".join(
        f"\n{what}: {place.citation}{sheet.where(place)}: {place.text}"
        for what, place in sheet.places(finding)
    )
    return (
        f"{sheet.place_of(row)}: {finding.verdict}/{finding.cause}: {plain(finding.message)}{places}"
        f"\nwhat to do: {remedy_of(finding.cause)}{decided}\nfingerprint: {row.fingerprint}"
    )


def _printable(text: str) -> str:
    return _UNPRINTABLE.sub("\ufffd", text)


def _text(text: str) -> str:
    return escape(_printable(text))


def _attribute(text: str) -> str:
    flat = " ".join(_printable(text).split())
    return f'"{escape(flat, {chr(34): "&quot;"})}"'


@lru_cache(maxsize=64)
def _name(text: str) -> str:
    """An attribute that many cases have alike."""
    return _attribute(text)
