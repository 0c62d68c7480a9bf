"""A question or an escalation can never be matched, because an earlier one takes every text that would match it.

The first in the rubric's order of which a variant is wholly in the text is the one that is answered. Put the more
particular one first, or give it words of its own.

Source: docs/scoring.md, "Questions and escalations".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..phrases import TopicAt, Topics, Variant, topics
from ..rule import Finding, Rule, caught, change, spared

_KINDS: tuple[Topics, ...] = ("questions", "escalations")


def taken_by(variant: Variant, earlier: tuple[TopicAt, ...]) -> tuple[TopicAt, Variant] | None:
    """The first of the `earlier` topics, and its variant, that matches every text that `variant` matches."""
    for topic in earlier:
        for other in topic.variants:
            if other.takes(variant):
                return topic, other
    return None


def check(draft: Draft) -> Iterator[Finding]:
    """Topics of which every variant is taken by an earlier topic."""
    for kind in _KINDS:
        listed = topics(draft.rubric, kind)
        for at, topic in enumerate(listed):
            takers = [taken_by(variant, listed[:at]) for variant in topic.variants]
            first = takers[0] if takers else None
            if first is not None and None not in takers:
                message = (
                    f"{topic.written.id} can never be matched: whatever holds one of its variants also holds one of an "
                    f"earlier {topic.noun}'s, for instance {first[1]} of {first[0].written.id}; change the order"
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
