"""The counterparty accepts any language at all.

A list without phrases in `accept_concepts` is contained in every text.

Source: docs/scoring.md, "Settlements".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Acceptable variants without a phrase."""
    for issue_id in draft.positions:
        for variant in draft.accepted[issue_id]:
            if not variant.phrases:
                message = f"this list is empty, so that any markup of {issue_id} is accepted; write phrases, or drop it"
                yield draft.at_counterparty(message, *variant.place)


RULE = Rule(
    id="accept-anything",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("counterparty", '- ["24 hours", "becomes aware"]', "- []"), at=("counterparty", "- []")
        ),
    ),
    spares=(spared(change("counterparty", '- ["24 hours", "becomes aware"]', '- ["24 hours", "aware"]')),),
    check=check,
)
