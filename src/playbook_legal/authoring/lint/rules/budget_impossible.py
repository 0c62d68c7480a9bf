"""A budget is too small for what the rubric asks.

Every question, every required escalation, every issue, every negotiated point must fit, or part of the maximum score
is out of reach for everybody.

Source: docs/environment.md, "Actions": what each action uses; docs/scoring.md, "The strict instrument".
"""

from collections.abc import Iterator

from ....matter.key import Position
from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Budgets below the least that a complete review needs."""
    constraints, rubric = draft.manifest.constraints, draft.rubric
    rounds = sum(
        least_rounds(position)
        for issue_id, position in draft.positions.items()
        if draft.criteria.by_id[issue_id].settlement_points
    )
    redlines = sum(1 for issue in rubric.issues if issue.redline_points > 0)
    steps = 1 + len(rubric.questions) + len(rubric.escalations) + len(rubric.issues) + redlines + rounds + 1
    for key, needed, what in (
        ("maximum_client_questions", len(rubric.questions), "questions"),
        ("maximum_escalations", len(rubric.escalations), "escalations"),
        ("maximum_negotiation_rounds", rounds, "rounds, to close every point that counts"),
        (
            "maximum_steps",
            steps,
            "steps: one reading, each question, escalation, issue, redline and round, the memo",
        ),
    ):
        budget: int = getattr(constraints, key)
        if budget < needed:
            message = f"{key} is {budget}, and a complete review needs {needed} {what}"
            yield draft.at_manifest(message, "constraints", key)
    most = rubric.instrument.maximum_issues
    if most is not None and most < len(rubric.issues):
        message = f"maximum_issues is {most}, and there are {len(rubric.issues)} issues to report"
        yield draft.at(message, "instrument", "maximum_issues")


def least_rounds(position: Position) -> int:
    """The fewest rounds in which the point can be closed: by our language, or by taking a counter that is no trap."""
    ours = position.resist_rounds + 1
    first = next((at for at, counter in enumerate(position.counters) if not counter.trap), None)
    return ours if first is None else min(ours, first + 2)


RULE = Rule(
    id="budget-impossible",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("matter", "maximum_client_questions: 2", "maximum_client_questions: 0"),
            at=("matter", "maximum_client_questions"),
        ),
        caught(change("rubric", "maximum_issues: 4", "maximum_issues: 1"), at=("rubric", "maximum_issues")),
        caught(
            change("matter", "maximum_negotiation_rounds: 3", "maximum_negotiation_rounds: 1"),
            at=("matter", "maximum_negotiation_rounds"),
        ),
        caught(change("matter", "maximum_steps: 14", "maximum_steps: 8"), at=("matter", "maximum_steps")),
    ),
    spares=(spared(change("matter", "maximum_client_questions: 2", "maximum_client_questions: 1")),),
    check=check,
)
