"""Accepting a counter is a critical failure, and it is not marked as a trap.

Nothing in the score depends on the mark. Metrics count how often an agent takes a trap, and they miss this one. If it
is an opening offer that looks like nothing else, let it stand and say so.

Source: docs/scoring.md, "Settlements".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared
from .trap_not_caught import harmful


def check(draft: Draft) -> Iterator[Finding]:
    """Harmful counters without the mark."""
    for issue_id, position in draft.positions.items():
        for at, counter in enumerate(position.counters):
            if not counter.trap and harmful(draft, issue_id, counter.text):
                message = f"closing {issue_id} on this counter is a critical failure; mark it trap: true"
                yield draft.at_counterparty(message, "positions", issue_id, "counters", at, "message")


RULE = Rule(
    id="trap-unmarked",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change("counterparty", "        trap: true\n", ""),
            at=("counterparty", "message: We can be quicker"),
        ),
    ),
    spares=(
        spared(
            change("counterparty", "        trap: true\n", ""),
            change(
                "counterparty",
                "within ten days after it has confirmed the cause",
                "within 24 hours after it learns of it",
            ),
        ),
    ),
    check=check,
)
