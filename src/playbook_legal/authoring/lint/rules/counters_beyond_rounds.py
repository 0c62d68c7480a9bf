"""A counter can never be made, because the rounds are used up before it.

Each counter answers a markup, and each markup uses a round.

Source: docs/scoring.md, "Settlements".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Counters beyond the budget of rounds."""
    rounds = draft.manifest.constraints.maximum_negotiation_rounds
    for issue_id, position in draft.positions.items():
        if len(position.counters) > rounds:
            message = f"{issue_id} has {len(position.counters)} counters and there are {rounds} rounds in all"
            yield draft.at_counterparty(message, "positions", issue_id, "counters", rounds)


RULE = Rule(
    id="counters-beyond-rounds",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change("matter", "maximum_negotiation_rounds: 3", "maximum_negotiation_rounds: 1"),
            change(
                "counterparty",
                "    reject_message:",
                "      - message: A week, then.\n        text: Within a week.\n        trap: true\n    reject_message:",
            ),
            at=("counterparty", "message: A week, then."),
        ),
    ),
    spares=(spared(change("matter", "maximum_negotiation_rounds: 3", "maximum_negotiation_rounds: 1")),),
    check=check,
)
