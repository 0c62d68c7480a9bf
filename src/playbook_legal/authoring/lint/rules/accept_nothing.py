"""The counterparty accepts no language of ours.

`accept_concepts` is empty, so that every markup is countered or refused, however good it is. If there is no counter
that could be accepted either, the point can never be closed.

Source: docs/scoring.md, "Settlements".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Positions that take nothing."""
    for issue_id, position in draft.positions.items():
        if not position.accept_concepts:
            ends = "only its counters can close it" if position.counters else "it can never be closed"
            message = f"the counterparty accepts no language on {issue_id} (accept_concepts is empty): {ends}"
            yield draft.at_counterparty(message, "positions", issue_id)


RULE = Rule(
    id="accept-nothing",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change(
                "counterparty",
                '    accept_concepts:\n      - ["24 hours", "learns"]\n      - ["24 hours", "becomes aware"]\n',
                "",
            ),
            at=("counterparty", "resist_rounds: 1"),
        ),
    ),
    spares=(spared(change("counterparty", '      - ["24 hours", "becomes aware"]\n', "")),),
    check=check,
)
