"""Every phrase of a concept stands in the client's own documents, word for word.

Then only the playbook's words earn it. Whoever pastes the topic, cut into pieces, has it without having read the
contract; whoever says the same in words of their own does not. Under `own_words` it is unfair in the other direction
too: a drafter who takes over the client's formulation, as a drafter should, is taken for a copyist. Add the words in
which a competent lawyer would say it, and let them come from what the reviewer has to work out.

Which documents are the client's own is told by their ids and titles: playbook, mandate, instructions, policy,
standard, checklist, guideline, position, brief, minute; a document in which an anchor stands is never one.

Source: docs/scoring.md, "The strict instrument"; AUTHORING.md, "Concepts".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Concepts that can only be expressed in the words of the playbook or the instructions."""
    text = draft.clients_text
    for listed in draft.concepts:
        for concept in listed.concepts:
            phrases = [phrase for phrase in concept.phrases if phrase.text]
            if phrases and all(phrase.text in text for phrase in phrases):
                where = next(
                    section.citation for section, said in draft.clients_words if phrases[0].text in said
                )
                each = "stands" if len(phrases) == 1 else "and each of its alternatives stand"
                message = (
                    f'"{concept.first}" {each} in the client\'s own papers ({where}): pasting them earns it'
                )
                yield draft.at(message, *concept.place)


RULE = Rule(
    id="concept-of-playbook",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", '["60 days", "two months"]', '["sixty days", "season"]'),
            at=("rubric", "sixty days"),
        ),
    ),
    spares=(spared(change("rubric", '["60 days", "two months"]', '["sixty days", "60 days"]')),),
    check=check,
)
