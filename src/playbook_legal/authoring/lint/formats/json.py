"""For programs: everything in the report, as plain JSON."""

import json
from collections.abc import Sequence

import msgspec

from ..linting import LintReport
from ..repairing import Repaired


def report_json(reports: Sequence[tuple[LintReport, Sequence[Repaired]]]) -> str:
    """The reports as one JSON text."""
    told = {
        "format": "playbook.lint.v1",
        "errors": sum(report.count("error") for report, _ in reports),
        "warnings": sum(report.count("warning") for report, _ in reports),
        "matters": [
            {
                "matter": report.matter,
                "loads": report.loads,
                "problems": [msgspec.to_builtins(one) for one in report.problems],
                "skipped": [msgspec.to_builtins(one) for one in report.skipped],
                "repaired": [msgspec.to_builtins(one) for one in repaired],
            }
            for report, repaired in reports
        ],
    }
    return json.dumps(told, ensure_ascii=False, indent=2)
