"""The declared maximum score is another than the rubric's components add up to.

Above it no review can reach 1; below it a part of the rubric counts for nothing.

Source: docs/scoring.md, "The score".
"""

from collections.abc import Iterator

from ....matter.criteria import derived_max_score
from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """A declared maximum that is not the derived one."""
    declared = draft.rubric.max_score
    derived = derived_max_score(draft.rubric, draft.matter.counterparty)
    if declared is not None and declared != derived:
        message = (
            f"max_score is {float(declared):g}, and the components add up to {float(derived):g}; leave it out"
        )
        yield draft.at(message, "max_score")


RULE = Rule(
    id="max-score-differs",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change(
                "rubric", "critical_failure_score_cap: 0.25", "critical_failure_score_cap: 0.25\nmax_score: 9"
            ),
            at=("rubric", "max_score"),
        ),
    ),
    spares=(
        spared(
            change(
                "rubric", "critical_failure_score_cap: 0.25", "critical_failure_score_cap: 0.25\nmax_score: 8"
            )
        ),
    ),
    check=check,
)
