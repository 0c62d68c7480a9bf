"""A point is called non-negotiable, and nothing watches over it.

The gate asks whether every one of the `settlement_concepts` stands in the text that the point closed on. Without
concepts everything passes; without a counterparty's position the point never closes.

Source: docs/scoring.md, "Settlements".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Non-negotiable issues without settlement concepts, or without a position."""
    for index, issue in enumerate(draft.rubric.issues):
        if not issue.non_negotiable:
            continue
        if not issue.settlement_concepts:
            message = (
                f"{issue.id} is non-negotiable and has no settlement_concepts, so any text passes; write them"
            )
            yield draft.at(message, "issues", index, "non_negotiable")
        elif issue.id not in draft.positions:
            message = f"{issue.id} is non-negotiable and the counterparty holds no position on it, so it never closes"
            yield draft.at(message, "issues", index, "non_negotiable")


RULE = Rule(
    id="non-negotiable-dead",
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
            at=("rubric", "non_negotiable: true"),
        ),
        caught(change("counterparty", "", ""), at=("rubric", "non_negotiable: true")),
    ),
    spares=(spared(change("rubric", "    non_negotiable: true\n", "")),),
    check=check,
)
