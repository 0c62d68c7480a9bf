"""The counterparty accepts the provision as it stands.

The text of the anchor section itself holds what `accept_concepts` asks for, so that sending it back unchanged closes
the point. Ask for words that only a better text has.

Source: docs/scoring.md, "Settlements".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Acceptable variants that stand at the anchor."""
    for index, issue in enumerate(draft.rubric.issues):
        if issue.id not in draft.positions:
            continue
        text = draft.anchor_text(index)
        for variant in draft.accepted[issue.id]:
            if variant.phrases and all(phrase.text in text for phrase in variant.phrases):
                message = f"{variant} stands in {issue.anchor} itself: the text as it is would be accepted"
                yield draft.at_counterparty(message, *variant.place)


RULE = Rule(
    id="accept-unchanged",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change("counterparty", '["24 hours", "becomes aware"]', '["the hotel", "batch"]'),
            at=("counterparty", '["the hotel", "batch"]'),
        ),
    ),
    spares=(
        spared(change("counterparty", '["24 hours", "becomes aware"]', '["the hotel", "batch", "24 hours"]')),
    ),
    check=check,
)
