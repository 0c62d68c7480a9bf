"""The counterparty resists for longer than there are rounds.

It accepts nothing before it has resisted `resist_rounds` markups; with as many or fewer rounds in the budget, no
markup can succeed.

Source: docs/scoring.md, "Settlements".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Positions that outlast the budget."""
    rounds = draft.manifest.constraints.maximum_negotiation_rounds
    for issue_id, position in draft.positions.items():
        if position.resist_rounds >= rounds:
            message = (
                f"resist_rounds is {position.resist_rounds}, and there are {rounds} rounds in all "
                "(maximum_negotiation_rounds); no markup could be accepted"
            )
            yield draft.at_counterparty(message, "positions", issue_id, "resist_rounds")


RULE = Rule(
    id="resist-beyond-rounds",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("counterparty", "resist_rounds: 1", "resist_rounds: 3"),
            at=("counterparty", "resist_rounds"),
        ),
    ),
    spares=(spared(change("counterparty", "resist_rounds: 1", "resist_rounds: 2")),),
    check=check,
)
