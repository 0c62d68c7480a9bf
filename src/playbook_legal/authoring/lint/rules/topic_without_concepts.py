"""A question or an escalation has no concepts, so that nothing can match it.

Its answer is never given and its points are never earned.

Source: docs/scoring.md, "Questions and escalations".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Topics without a variant."""
    for topic in draft.topics:
        if not topic.variants:
            message = (
                f"the {topic.noun} {topic.written.id} has no concepts and can never be matched; give it some"
            )
            yield draft.at(message, *topic.place, "id")


RULE = Rule(
    id="topic-without-concepts",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change(
                "rubric",
                'concepts: ["half board"]\n    aliases:\n      - ["brochure", "printed"]',
                "concepts: []",
            ),
            at=("rubric", "id: q_menu"),
        ),
    ),
    spares=(spared(change("rubric", 'concepts: ["half board"]', "concepts: []")),),
    check=check,
)
