"""An issue has something to say on a settlement, and the counterparty holds no position on it.

It can never be closed: its settlement concepts and gates are never read, and a markup of it is charged. Give the
counterparty a position in `counterparty.yaml`, or take them out.

Source: docs/scoring.md, "Settlements".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Settlement concepts and gates without anybody across the table."""
    for index, issue in enumerate(draft.rubric.issues):
        if issue.id in draft.positions:
            continue
        for key in ("settlement_concepts", "settlement_critical_failure_patterns"):
            if getattr(issue, key):
                message = f"{issue.id} has {key}, and the counterparty holds no position on it, so they are never read"
                yield draft.at(message, "issues", index, key)


RULE = Rule(
    id="settlement-without-position",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(change("counterparty", "", ""), at=("rubric", '- any_of: ["24 hours", "twenty-four hours"]')),
    ),
    spares=(spared(change("counterparty", "resist_rounds: 1", "resist_rounds: 0")),),
    check=check,
)
