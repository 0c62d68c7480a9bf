"""The report as SARIF 2.1.0, the OASIS format that code hosts show in a review.

The location of a result is its place in the submission: the line where the submission is a text file, and always
the path within it. Places of the paper are related locations, named as one cites them (`msa §4.2(a)`); lines and
characters are added where they are those of the file itself, and not for Word or PDF. Paths are the names the caller
gave, relative; nothing depends on the machine.
"""

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

import msgspec

from ... import __version__
from ...problems import one_line
from ..verdicts import Cause, Place, Verdict
from ..wording import code, prose
from .causes import TOLD, remedy_of
from .contexts import Context
from .messages import plain
from .sheets import Remark, Row, Sheet

SCHEMA_URI = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_TOOL = "playbook-critic"
_RELATED = 20  # places of the record for each result
_MESSAGE = 1_500
_NUMBERS = {cause: number for number, cause in enumerate(Cause)}


def reports_sarif(sheets: Sequence[Sheet], remarks: Sequence[Remark] = ()) -> str:
    """The reports as one SARIF log with one run, indented, in UTF-8."""
    files = _Files()
    results = _results(sheets, files)  # written as they are made: there may be very many
    for sheet in sheets:  # also those without a result
        files.submission(sheet)
        for card in sheet.report.record.documents:
            files.document(sheet, card.name, card.sha256)
    tool = {
        "driver": {
            "name": _TOOL,
            "version": __version__,
            "semanticVersion": __version__,
            # Every one, so that an index means the same in every report.
            "rules": [_rule(cause) for cause in Cause],
        }
    }
    invocation = {
        "executionSuccessful": not any(one.level == "error" for one in remarks),
        "toolExecutionNotifications": [*_remarked(remarks), *_notifications(sheets, files)],
    }
    run: dict[str, bytes | bytearray] = {
        "tool": _written(tool, 3),
        "invocations": _written([invocation], 3),
        "artifacts": _written([*files.artifacts, *_authorities(sheets)], 3),
        "columnKind": _written("unicodeCodePoints", 3),
        "results": results,
        "properties": _written({"reports": [_properties(sheet) for sheet in sheets]}, 3),
    }
    log = bytearray(
        b'{\n  "$schema": %b,\n  "version": "2.1.0",\n  "runs": [\n    {' % _written(SCHEMA_URI, 1)
    )
    del results
    for number, key in enumerate(list(run)):
        log += b'%b\n      "%b": ' % (b"," if number else b"", key.encode())
        log += run.pop(key)  # held once
    log += b"\n    }\n  ]\n}\n"
    return log.decode()


def _results(sheets: Sequence[Sheet], files: "_Files") -> bytearray:
    """The list of results, as it stands in the log."""
    any_suppressed = any(row.suppressed is not None for sheet in sheets for row in sheet.rows)
    written = bytearray()
    for sheet in sheets:
        for row in sheet.rows:
            result = _result(sheet, row, files)
            if any_suppressed:  # then each says whether it is
                result.setdefault("suppressions", [])
            written += b",\n        " if written else b"[\n        "
            written += _written(result, 4)
    written += b"\n      ]" if written else b"[]"
    return written


def _written(value: Any, depth: int) -> bytes:
    """A JSON value, indented, as it stands so deep within the log."""
    # No text holds a line feed of its own: JSON writes it with a backslash.
    return msgspec.json.format(msgspec.json.encode(value), indent=2).replace(b"\n", b"\n" + depth * b"  ")


class _Files:
    """The files of a run, each once, in the order in which they are first named."""

    def __init__(self) -> None:
        self.artifacts: list[dict[str, Any]] = []
        self._places: dict[str, int] = {}
        self._named: dict[str, dict[str, Any]] = {}

    def submission(self, sheet: Sheet) -> dict[str, Any]:
        return self._at(sheet.submission_name, sheet.report.submission.sha256, "analysisTarget")

    def document(self, sheet: Sheet, name: str, sha256: str) -> dict[str, Any]:
        return self._at(sheet.document_name(name), sha256, "attachment")

    def _at(self, name: str, sha256: str, role: str) -> dict[str, Any]:
        known = self._named.get(name)
        if known is None:
            uri = _uri(name)
            if uri not in self._places:
                self._places[uri] = len(self.artifacts)
                self.artifacts.append(
                    {"location": {"uri": uri}, "roles": [role], "hashes": {"sha-256": sha256}}
                )
            known = self._named[name] = {"uri": uri, "index": self._places[uri]}
        return known


def _uri(name: str) -> str:
    # A colon in the first part would be read as a scheme, two slashes as a host.
    return quote(name.replace("\\", "/").lstrip("/"), safe="/")


# --- rules ---------------------------------------------------------------------------------------------------


def _rule(cause: Cause) -> dict[str, Any]:
    told = TOLD[cause]
    level = "warning" if told.verdict in (Verdict.MISSING_EVIDENCE, Verdict.VERIFIED) else "error"
    remedy = remedy_of(cause)
    return {
        "id": str(cause),
        "name": "".join(word.capitalize() for word in str(cause).split("_")),
        "shortDescription": {"text": _literal(f"{told.title}.")},
        "fullDescription": {"text": _literal(told.found)},
        "help": {"text": _literal(plain(remedy)), "markdown": remedy},
        "defaultConfiguration": {"level": level},
        "properties": {"tags": [str(told.verdict)]},
    }


# --- results -------------------------------------------------------------------------------------------------


def _result(sheet: Sheet, row: Row, files: _Files) -> dict[str, Any]:
    finding = row.finding
    key, digest, number = (*row.fingerprint.split(":"), "1")[:3]
    result: dict[str, Any] = {
        "ruleId": str(finding.cause),
        "ruleIndex": _NUMBERS[finding.cause],
        "level": row.level,
        "message": {"text": _literal(plain(finding.message)), "markdown": _braces(finding.message)},
        "locations": [_location(sheet, row, files)],
        # The second is the one by which a code host knows an alert again.
        "partialFingerprints": {
            key: row.fingerprint,
            "primaryLocationLineHash": f"{digest}:{number}",
        },
        "properties": {
            "verdict": str(finding.verdict),
            "severity": finding.severity,
            "item": finding.item,
            "label": finding.label,
            "citation": finding.citation,
        },
    }
    related = list(_related(sheet, row, files))
    if related:
        result["relatedLocations"] = related
    if row.suppressed is not None:
        reason = {"justification": one_line(row.suppressed, _MESSAGE)} if row.suppressed else {}
        result["suppressions"] = [{"kind": "external", "status": "accepted", **reason}]
    if sheet.has_baseline:
        result["baselineState"] = "unchanged" if row.standing.state == "known" else "new"
    return result


def _location(sheet: Sheet, row: Row, files: _Files) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": files.submission(sheet)}
    if row.line:
        physical["region"] = {"startLine": row.line, "startColumn": row.column}
    logical = {"fullyQualifiedName": row.finding.place, "kind": "value"}
    return {"physicalLocation": physical, "logicalLocations": [logical]}


def _related(sheet: Sheet, row: Row, files: _Files) -> Iterator[dict[str, Any]]:
    for number, (what, place) in enumerate(list(sheet.places(row.finding))[:_RELATED], 1):
        card = sheet.cards[place.document]
        physical: dict[str, Any] = {"artifactLocation": files.document(sheet, card.name, card.sha256)}
        context = sheet.contexts.get(place)
        if context is not None and context.is_source:
            physical["region"] = _region(place, context)
        yield {
            "id": number,
            "message": {"text": _literal(f"{what}, {place.citation}{sheet.where(place)}: {place.text}")},
            "physicalLocation": physical,
            "logicalLocations": [{"fullyQualifiedName": place.citation, "name": place.section}],
        }


def _region(place: Place, context: Context) -> dict[str, Any]:
    return {
        "startLine": place.line,
        "startColumn": context.column,
        "endLine": context.end_line,
        "endColumn": context.end_column,
        "charOffset": place.start,
        "charLength": place.end - place.start,
        "snippet": {"text": context.passage},
    }


def _literal(text: str) -> str:
    """`text` as a plain message in which nothing is a link or a placeholder."""
    flat = one_line(text, _MESSAGE).replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")
    return _braces(flat)


def _braces(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


# --- the run -------------------------------------------------------------------------------------------------


def _remarked(remarks: Sequence[Remark]) -> Iterator[dict[str, Any]]:
    for one in remarks:
        yield {"level": one.level, "message": {"text": _literal(f"{one.name}: {one.text}")}}


def _notifications(sheets: Sequence[Sheet], files: _Files) -> Iterator[dict[str, Any]]:
    """What was not checked, in sentences."""
    for sheet in sheets:
        where = {"physicalLocation": {"artifactLocation": files.submission(sheet)}}
        for text in _not_checked(sheet):
            yield {"level": "note", "message": {"text": _literal(plain(text))}, "locations": [where]}


def _not_checked(sheet: Sheet) -> Iterator[str]:
    report = sheet.report
    for name in report.record.not_read:
        yield f"This file of the record was not read: {code(name)}."
    for card in report.record.documents:
        if card.unreadable:
            yield f"Nothing can be verified against {code(card.name)}: {prose(card.unreadable)}"
    for key in report.submission.not_read:
        yield f"This key of the submission was not read: {code(key)}."
    if not report.coverage.language_scanned:
        yield "Proposed language was not scanned: there is no authority file."
    elif not any(item.checked.rules for item in report.items):
        yield "No proposed language was scanned: none is in the scope of the client's rules."
    for item in report.items:
        if item.nothing_to_check:
            yield f"There was nothing to check in {item.kind} {code(item.label)}."
    for idle in report.authority.cannot_fire if report.authority is not None else ():
        yield f"The rule {code(idle.rule)} cannot fire in {code(idle.citation)}, which the record lacks."


def _authorities(sheets: Sequence[Sheet]) -> list[dict[str, Any]]:
    hashes = dict.fromkeys(
        sheet.report.authority.sha256 for sheet in sheets if sheet.report.authority is not None
    )
    return [
        {
            "description": {"text": "The authority file: what the client will and will not accept."},
            "roles": ["userSpecifiedConfiguration"],
            "hashes": {"sha-256": one},
        }
        for one in hashes
    ]


def _properties(sheet: Sheet) -> dict[str, Any]:
    """Outcome, coverage and rules of comparison of a report."""
    report = sheet.report
    return {
        "submission": sheet.submission_name,
        "matter_id": report.matter_id,
        "passed": sheet.passed,
        "summary": sheet.summary(),
        "counts": report.counts(),
        "coverage": report.coverage,
        "policy": report.policy,
    }
