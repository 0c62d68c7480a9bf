"""A number lies outside what it can mean.

A cap is a share between 0 and 1, a budget is not negative, an episode needs a step at least, a maximum score is
above 0.

Source: docs/scoring.md, "The score" and "The strict instrument".
"""

from ..rule import Rule, caught, change, spared

RULE = Rule(
    id="range",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", "critical_failure_score_cap: 0.25", "critical_failure_score_cap: 25"),
            at=("rubric", "critical_failure_score_cap"),
        ),
        caught(change("matter", "maximum_steps: 14", "maximum_steps: 0"), at=("matter", "maximum_steps")),
    ),
    spares=(spared(change("rubric", "critical_failure_score_cap: 0.25", "critical_failure_score_cap: 0")),),
)
