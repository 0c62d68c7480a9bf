"""A question or an escalation can never be matched, because an earlier one takes every text that would match it.

The first in the rubric's order of which a variant is wholly in the text is the one that is answered. Put the more
particular one first, or give it words of its own.

Source: docs/scoring.md, "Questions and escalations".
"""

from collections.abc import Iterator
from typing import TypeAlias

from ..draft import Draft
from ..phrases import TopicAt, Variant
from ..rule import Finding, Rule, caught, change, spared

Shadow: TypeAlias = tuple[Variant, Variant | None, TopicAt | None]


def shadows(draft: Draft) -> Iterator[tuple[TopicAt, list[Shadow]]]:
    """Each topic, and each of its variants with the variant of an earlier topic that takes whatever it matches, and
    that topic."""
    for listed, topics in zip(draft.topic_variants, (draft.questions, draft.escalations), strict=True):
        found: list[list[Shadow]] = [[] for _ in topics]
        for variant, owner, takers in zip(listed.variants, listed.owners, listed.takers, strict=True):
            taker = next((one for one in takers if listed.owners[one] < owner), None)
            if taker is None:
                found[owner].append((variant, None, None))
            else:
                found[owner].append((variant, listed.variants[taker], topics[listed.owners[taker]]))
        yield from zip(topics, found, strict=True)


def check(draft: Draft) -> Iterator[Finding]:
    """Topics of which every variant is taken by an earlier topic."""
    for topic, variants in shadows(draft):
        if variants and all(taker is not None for _, taker, _ in variants):
            _, taker, earlier = variants[0]
            assert earlier is not None
            message = (
                f"{topic.written.id} can never be matched: whatever holds one of its variants also holds one of an "
                f"earlier {topic.noun}'s, for instance {taker} of {earlier.written.id}; change the order"
            )
            yield draft.at(message, *topic.place, "id")


RULE = Rule(
    id="topic-shadowed",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change(
                "rubric",
                "escalations:\n",
                '  - id: q_rates\n    concepts: ["half board rates"]\n\nescalations:\n',
            ),
            change("hidden_facts", "client_answers:", "client_answers:\n  q_rates: They are in print."),
            at=("rubric", "id: q_rates"),
        ),
    ),
    spares=(
        spared(
            change("rubric", "escalations:\n", '  - id: q_rates\n    concepts: ["board"]\n\nescalations:\n'),
            change("hidden_facts", "client_answers:", "client_answers:\n  q_rates: They are in print."),
        ),
    ),
    check=check,
)
