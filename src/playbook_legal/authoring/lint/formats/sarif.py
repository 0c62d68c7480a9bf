"""For code-scanning hosts: SARIF 2.1.0, one run, every rule with its explanation.

Columns count characters, which is what `unicodeCodePoints` says. A problem of a file as a whole has no region.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ..linting import LintProblem, LintReport
from ..rule import Rule
from ..rules import RULES

_PLACES = {rule.id: at for at, rule in enumerate(RULES)}


def report_sarif(reports: Sequence[LintReport], version: str) -> str:
    """The reports as one SARIF log."""
    log = {
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "playbook-lint",
                        "version": version,
                        "rules": [_rule(rule) for rule in RULES],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "results": [_result(one) for report in reports for one in report.problems],
            }
        ],
    }
    return json.dumps(log, ensure_ascii=False, indent=2)


def _rule(rule: Rule) -> dict[str, Any]:
    help_text = f"{rule.why}\n\nSource: {rule.source}".strip()
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.what},
        "fullDescription": {"text": rule.why or rule.what},
        "help": {"text": help_text},
        "defaultConfiguration": {"level": rule.severity},
    }


def _result(problem: LintProblem) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(problem.path)}}
    if problem.line:
        place["region"] = {"startLine": problem.line, "startColumn": problem.column}
    return {
        "ruleId": problem.rule,
        "ruleIndex": _PLACES[problem.rule],
        "level": problem.severity,
        "message": {"text": problem.message},
        "locations": [{"physicalLocation": place}],
    }


def _uri(path: str) -> str:
    """A path as a relative reference, or as a file URI when it is absolute."""
    return Path(path).as_uri() if Path(path).is_absolute() else quote(path)
