"""The counterparty would accept language that is a critical failure for us.

The very phrases it asks for trip a settlement gate, or do not hold what a non-negotiable point needs: whoever is told
"accepted" has just lost the matter. What is acceptable must imply the concepts of a point that is not negotiable.

Source: docs/scoring.md, "Settlements".
"""

from collections.abc import Iterator

from ....scoring.settlements import settle
from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Acceptable variants whose phrases, by themselves, fail."""
    for issue in draft.criteria.issues:
        if issue.id not in draft.positions:
            continue
        for variant in draft.accepted[issue.id]:
            settled = settle(issue, issue.id, "ours", ". ".join(phrase.written for phrase in variant.phrases))
            if settled.gates.fired:
                message = f"{variant} would be accepted, and trips the gate {settled.gates.fired[0].pattern}"
            elif settled.conceded and variant.phrases:
                labels = zip(issue.settlement_concepts.labels, settled.concepts, strict=True)
                lacking = ", ".join(label for label, hit in labels if not hit)
                message = (
                    f"{variant} would be accepted, and concedes what is not negotiable: it lacks {lacking}"
                )
            else:
                continue
            yield draft.at_counterparty(message, *variant.place)


RULE = Rule(
    id="acceptance-unsafe",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change("counterparty", '["24 hours", "becomes aware"]', '["24 hours"]'),
            at=("counterparty", '- ["24 hours"]'),
        ),
        caught(
            change(
                "counterparty",
                '["24 hours", "becomes aware"]',
                '["24 hours after it has confirmed", "learns"]',
            ),
            at=("counterparty", "after it has confirmed"),
        ),
    ),
    spares=(
        spared(
            change("counterparty", '["24 hours", "becomes aware"]', '["24 hours"]'),
            change("rubric", "    non_negotiable: true\n", ""),
        ),
    ),
    check=check,
)
