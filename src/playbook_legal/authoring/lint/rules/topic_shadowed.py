"""A question or an escalation can never be matched, because an earlier one takes every text that would match it.

The first in the rubric's order of which a variant is wholly in the text is the one that is answered. Put the more
particular one first, or give it words of its own.

Source: docs/scoring.md, "Questions and escalations".
"""

from collections.abc import Iterator
from typing import TypeAlias

from ..draft import Draft
from ..phrases import TopicAt, Variant, takers
from ..rule import Finding, Rule, caught, change, spared

Shadow: TypeAlias = tuple[TopicAt, Variant]


def shadows(listed: tuple[TopicAt, ...]) -> Iterator[tuple[TopicAt, list[tuple[Variant, Shadow | None]]]]:
    """Each topic, and of each of its variants the earlier topic and variant that take whatever it matches."""
    every = [(topic, variant) for topic in listed for variant in topic.variants]
    takes = takers([variant for _, variant in every])
    start = 0
    for topic in listed:
        numbers = range(start, start + len(topic.variants))
        before = start
        start = numbers.stop
        yield (
            topic,
            [
                (every[at][1], next((every[one] for one in range(before) if takes(one, at)), None))
                for at in numbers
            ],
        )


def check(draft: Draft) -> Iterator[Finding]:
    """Topics of which every variant is taken by an earlier topic."""
    for listed in (draft.questions, draft.escalations):
        for topic, variants in shadows(listed):
            shadow = variants[0][1] if variants else None
            if shadow is not None and all(taker is not None for _, taker in variants):
                message = (
                    f"{topic.written.id} can never be matched: whatever holds one of its variants also holds one of an "
                    f"earlier {topic.noun}'s, for instance {shadow[1]} of {shadow[0].written.id}; change the order"
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
