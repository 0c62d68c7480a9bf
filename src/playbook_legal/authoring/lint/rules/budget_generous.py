"""The budget lets an agent ask or escalate its way through everything.

Time with the client and with the supervisor is short, and the cost of crying wolf is that one cannot cry it again. With
many questions or escalations to spare, a policy that asks about every topic in turn finds the few that count. One or
two more than are needed are enough.

Source: docs/scoring.md, "Questions and escalations"; AUTHORING.md, "Budgets".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Budgets far beyond the number of questions and escalations there are."""
    constraints = draft.manifest.constraints
    for key, there_are, spare, noun in (
        ("maximum_client_questions", len(draft.rubric.questions), 2, "questions"),
        ("maximum_escalations", len(draft.rubric.escalations), 1, "escalations"),
    ):
        budget: int = getattr(constraints, key)
        if there_are and budget > there_are + spare:
            message = (
                f"{key} is {budget}, and the rubric has {there_are} {noun}; {there_are + spare} are plenty"
            )
            yield draft.at_manifest(message, "constraints", key)


RULE = Rule(
    id="budget-generous",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change("matter", "maximum_escalations: 1", "maximum_escalations: 3"),
            at=("matter", "maximum_escalations"),
        ),
        caught(
            change("matter", "maximum_client_questions: 2", "maximum_client_questions: 6"),
            at=("matter", "maximum_client_questions"),
        ),
    ),
    spares=(spared(change("matter", "maximum_escalations: 1", "maximum_escalations: 2")),),
    check=check,
)
