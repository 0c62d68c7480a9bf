"""Points are set for a component that has nothing to be scored by.

They raise the maximum score, and nobody can earn them: no review can reach it. Concept points need
`required_concepts`, redline points (1.0 unless declared) need `redline_concepts`. Write what earns them, or set the
points to 0.

Source: docs/scoring.md, "The score": the maximum is derived from every component.
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Lists of concepts that are worth something and hold none."""
    for listed in draft.concepts:
        if listed.surface == "settlement":  # paid on whatever closes: a rule of its own
            continue
        if listed.points > 0 and not listed.concepts:
            key, worth = listed.place[-1], listed.worth[-1]
            amount = float(listed.points)
            message = f"{worth} of {listed.owner} is {amount:g} and nobody can earn it: there are no {key}"
            place = listed.worth if listed.index is None else _place(draft, listed.index, str(worth))
            yield draft.at(message, *place)


def _place(draft: Draft, index: int, key: str) -> tuple[str | int, ...]:
    """Where the points are declared, or else the issue's id."""
    issue = ("issues", index)
    declared = draft.rubric_file().place(*issue, key) != draft.rubric_file().place(*issue)
    return (*issue, key) if declared else (*issue, "id")


RULE = Rule(
    id="points-unearnable",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", "redline_points: 0\n", "redline_points: 0.5\n"),
            at=("rubric", "redline_points: 0.5"),
        ),
        caught(change("rubric", "    redline_points: 0\n", ""), at=("rubric", "id: recall_notice")),
        caught(
            change(
                "rubric",
                '  required_concepts:\n    - "brochure"\n    - any_of: ["24 hours", "twenty-four hours"]\n',
                "",
            ),
            at=("rubric", "concept_points: 0.5"),
        ),
    ),
    spares=(
        spared(
            change(
                "rubric",
                '  required_concepts:\n    - "brochure"\n    - any_of: ["24 hours", "twenty-four hours"]\n'
                "  concept_points: 0.5\n",
                "",
            ),
        ),
    ),
    check=check,
)
