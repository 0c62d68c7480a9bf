"""A question or an escalation has no hidden answer.

Whoever asks the right thing is told that the client has no information. What is worth asking is worth answering.

Source: docs/scoring.md, "Questions and escalations".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Topics without an answer, or with a blank one."""
    for topic in draft.topics:
        key = "client_answers" if topic.kind == "questions" else "escalation_answers"
        answers: dict[str, str] = getattr(draft.hidden, key)
        if not answers.get(topic.written.id, "").strip():
            message = f"the {topic.noun} {topic.written.id} has no answer; write one in hidden_facts.yaml, under {key}"
            yield draft.at(message, *topic.place, "id")


RULE = Rule(
    id="answer-missing",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change(
                "hidden_facts",
                "q_menu: The brochure with our half board rates went out in March, for fourteen months.",
                'q_menu: ""',
            ),
            at=("rubric", "id: q_menu"),
        ),
        caught(change("hidden_facts", "esc_guests", "esc_guest"), at=("rubric", "id: esc_guests")),
    ),
    spares=(spared(change("hidden_facts", "went out in March, for fourteen months", "is out")),),
    check=check,
)
