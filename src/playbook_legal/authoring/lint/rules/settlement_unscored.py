"""A negotiated issue is paid for whatever it closes on.

It has a counterparty's position and settlement points and no `settlement_concepts`, so that closing on the other
side's first paragraph earns all of them. Write what the closing language must say.

Source: docs/scoring.md, "Settlements".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Positions on issues whose settlement is not read."""
    for index, issue in enumerate(draft.rubric.issues):
        if issue.id in draft.positions and issue.settlement_points > 0 and not issue.settlement_concepts:
            points = float(issue.settlement_points)
            message = (
                f"{issue.id} earns its {points:g} settlement points on any text; write settlement_concepts"
            )
            yield draft.at(message, "issues", index, "id")


RULE = Rule(
    id="settlement-unscored",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change(
                "rubric",
                '    settlement_concepts:\n      - any_of: ["24 hours", "twenty-four hours"]\n'
                '      - any_of: ["learns", "becomes aware"]\n',
                "",
            ),
            at=("rubric", "id: recall_notice"),
        ),
    ),
    spares=(
        spared(
            change(
                "rubric",
                'settlement_points: 1.0\n    required_citations: ["contract §7"]',
                'settlement_points: 0\n    required_citations: ["contract §7"]',
            ),
        ),
    ),
    check=check,
)
