"""The maximum score is declared although it is what would be derived.

The derived value follows the rubric; the declared one stays behind at the next change. Leave it out.

Source: docs/scoring.md, "The score".
"""

from collections.abc import Iterator

from ....matter.criteria import derived_max_score
from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared
from ..yaml_edits import removed_entry


def check(draft: Draft) -> Iterator[Finding]:
    """A declared maximum that equals the derived one."""
    declared = draft.rubric.max_score
    if declared is not None and declared == derived_max_score(draft.rubric, draft.matter.counterparty):
        what = f"took out max_score, which is derived ({float(declared):g})"
        repair = removed_entry(draft.rubric_file(), what, "max_score")
        message = f"max_score {float(declared):g} is what is derived from the rubric anyway; leave it out"
        yield draft.at(message, "max_score", repair=repair)


RULE = Rule(
    id="max-score-declared",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change(
                "rubric",
                "critical_failure_score_cap: 0.25",
                "critical_failure_score_cap: 0.25\nmax_score: 8.0",
            ),
            at=("rubric", "max_score"),
        ),
    ),
    spares=(
        spared(
            change(
                "rubric", "critical_failure_score_cap: 0.25", "critical_failure_score_cap: 0.25\nmax_score: 9"
            )
        ),
    ),
    check=check,
    repairs="The line is taken out.",
)
