"""A variant of a question or an escalation is taken by an earlier one.

Whoever asks in these words gets the answer to the other question. Either that is meant, and the variant is idle, or
the order is wrong.

Source: docs/scoring.md, "Questions and escalations".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared
from .topic_shadowed import shadows


def check(draft: Draft) -> Iterator[Finding]:
    """Variants taken by an earlier topic, of topics that can be matched otherwise."""
    for _, variants in shadows(draft):
        if all(taker is not None for _, taker, _ in variants):
            continue
        for variant, taker, earlier in variants:
            if earlier is not None:
                message = f"{variant} is never reached: {taker} of {earlier.written.id} stands before it"
                yield draft.at(message, *variant.place)


RULE = Rule(
    id="variant-shadowed",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change(
                "rubric",
                "escalations:\n",
                '  - id: q_rates\n    concepts: ["rates"]\n    aliases:\n      - ["half board", "rates of"]\n\n'
                "escalations:\n",
            ),
            change("hidden_facts", "client_answers:", "client_answers:\n  q_rates: They are in print."),
            at=("rubric", '["half board", "rates of"]'),
        ),
    ),
    spares=(
        spared(
            change(
                "rubric",
                "escalations:\n",
                '  - id: q_rates\n    concepts: ["rates"]\n    aliases:\n      - ["board", "prices"]\n\nescalations:\n',
            ),
            change("hidden_facts", "client_answers:", "client_answers:\n  q_rates: They are in print."),
        ),
    ),
    check=check,
)
