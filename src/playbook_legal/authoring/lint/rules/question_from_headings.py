"""A question or an escalation is matched by the headings of the record.

A question that is made of every heading, or asks about each in turn, shows no understanding of what is missing. Ask
for two things together that no heading has: the fact, and what it bears upon.

Source: AUTHORING.md, "Questions and escalations"; one of the red team's policies asks a question made of every
heading.
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Variants of which every phrase stands in some heading."""
    headings = draft.all_headings
    for topic in draft.topics:
        for variant in topic.variants:
            if all(phrase.text in headings for phrase in variant.phrases):
                where = [
                    next(str(section.citation) for section, title in draft.headings if phrase.text in title)
                    for phrase in variant.phrases
                    if phrase.text
                ]
                places = ", ".join(dict.fromkeys(where))
                message = f"{variant} stands in the headings ({places}), so that naming them matches it"
                yield draft.at(message, *variant.place)


RULE = Rule(
    id="question-from-headings",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", '["brochure", "printed"]', '["price", "what we pay"]'),
            at=("rubric", "what we pay"),
        ),
    ),
    spares=(spared(change("rubric", '["brochure", "printed"]', '["price", "printed"]')),),
    check=check,
)
