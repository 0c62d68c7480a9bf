"""Concepts are listed, and nothing is paid for them.

Either the points were forgotten (the memo's `concept_points` is 0 unless declared), or the concepts are left over.

Source: docs/scoring.md, "Issues", "Redlines" and "The memo".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Lists of concepts that are worth nothing."""
    for listed in draft.concepts:
        # A point that is not negotiable needs its concepts whether they are paid for or not.
        guards = (
            listed.surface == "settlement"
            and listed.index is not None
            and draft.rubric.issues[listed.index].non_negotiable
        )
        if listed.concepts and listed.points == 0 and not guards:
            key, worth = listed.place[-1], listed.worth[-1]
            message = f"the {key} of {listed.owner} earn nothing: {worth} is 0; set it, or drop them"
            yield draft.at(message, *listed.place)


RULE = Rule(
    id="points-idle",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", "  concept_points: 0.5\n", ""),
            at=(
                "rubric",
                'required_issue_ids: [price_rise, recall_notice]\n  required_concepts:\n    - "brochure"',
            ),
        ),
        caught(
            change("rubric", "redline_points: 1.0", "redline_points: 0"),
            at=("rubric", '- any_of: ["60 days"'),
        ),
    ),
    spares=(spared(change("rubric", "settlement_points: 1.0", "settlement_points: 0")),),
    check=check,
)
