"""Every issue has the same severity.

Whoever writes that one word everywhere has all the points for severity. If all points really are equally grave, set
`severity_points` to 0.

Source: AUTHORING.md, "Red team": guessing severities is one of its policies.
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared

_ENOUGH = 3  # of fewer issues it may be chance


def check(draft: Draft) -> Iterator[Finding]:
    """Three issues or more of one severity that are paid for it."""
    paid = [(index, one) for index, one in enumerate(draft.rubric.issues) if one.severity_points > 0]
    if len(paid) >= _ENOUGH and len({one.severity for _, one in paid}) == 1:
        severity = paid[0][1].severity
        message = f"every issue is {severity}, so that the guess {severity} is always right; grade them"
        yield draft.at(message, "issues", paid[0][0], "severity")


RULE = Rule(
    id="severity-uniform",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", "severity: critical", "severity: medium"),
            change(
                "rubric",
                "  # The clock starts",
                "  - id: cover\n    anchor: contract §9\n    severity: medium\n    concept_points: 0\n"
                '    redline_points: 0\n    required_citations: ["contract §9"]\n\n  # The clock starts',
            ),
            at=("rubric", 'anchor: "contract §4"\n    severity: medium'),
        ),
    ),
    spares=(spared(change("rubric", "severity: critical", "severity: medium")),),
    check=check,
)
