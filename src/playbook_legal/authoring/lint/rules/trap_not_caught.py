"""A counter is marked as a trap, and whoever accepts it loses nothing.

`trap` marks an offer that looks like progress and is none; it feeds metrics alone. What makes it one is a settlement
gate that fires on its text, or a non-negotiable point whose concepts it lacks. Write the gate.

Source: docs/scoring.md, "Settlements".
"""

from collections.abc import Iterator

from ....scoring.settlements import settle
from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def harmful(draft: Draft, issue_id: str, text: str) -> bool:
    """Whether closing the issue on `text` is a critical failure."""
    settled = settle(draft.criteria.by_id[issue_id], issue_id, "theirs", text)
    return settled.conceded or bool(settled.gates.fired)


def check(draft: Draft) -> Iterator[Finding]:
    """Traps that catch nobody."""
    for issue_id, position in draft.positions.items():
        for at, counter in enumerate(position.counters):
            if counter.trap and not harmful(draft, issue_id, counter.text):
                message = (
                    f"this counter is a trap, and no settlement gate of {issue_id} fires on it; write one, or mark the "
                    "issue non_negotiable"
                )
                yield draft.at_counterparty(message, "positions", issue_id, "counters", at, "text")


RULE = Rule(
    id="trap-not-caught",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", "confirm(?:s|ed)\\b'", "confirming\\b'"),
            change("rubric", "    non_negotiable: true\n", ""),
            at=("counterparty", "text: The Bakery tells the Hotel within ten days"),
        ),
    ),
    spares=(spared(change("rubric", "confirm(?:s|ed)\\b'", "confirming\\b'")),),
    check=check,
)
