"""A point is negotiated, and closing it is worth nothing.

The rounds spent on it could have gone to a point that counts. Give it settlement points, or take the position out.

Source: docs/scoring.md, "Settlements".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Positions on issues whose settlement earns nothing and that may be conceded."""
    for index, issue in enumerate(draft.rubric.issues):
        guarded = issue.non_negotiable or issue.settlement_critical_failure_patterns
        if issue.id in draft.positions and issue.settlement_points == 0 and not guarded:
            message = (
                f"settlement_points of {issue.id} is 0: closing it earns nothing, conceding it costs nothing"
            )
            yield draft.at(message, "issues", index, "settlement_points")


_POSITION = (
    'positions:\n  price_rise:\n    accept_concepts: [["60 days"]]\n    reject_message: We keep our list.\n'
)

RULE = Rule(
    id="position-idle",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(change("counterparty", "positions:\n", _POSITION), at=("rubric", "settlement_points: 0")),
    ),
    spares=(
        spared(
            change("counterparty", "positions:\n", _POSITION),
            change("rubric", "settlement_points: 0\n", "settlement_points: 0\n    non_negotiable: true\n"),
        ),
    ),
    check=check,
)
