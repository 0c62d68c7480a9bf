"""A public fact has the id of a question or an escalation.

Answers enter the learned facts under that id, and a public fact of the same name is not overwritten: the answer would
be given once and not kept.

Source: docs/environment.md, "What an agent sees" (`learned_facts`).
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Public facts named like a topic."""
    nouns = {topic.written.id: topic.noun for topic in draft.topics}
    for name in draft.manifest.public_facts:
        if name in nouns:
            message = (
                f"the {nouns[name]} {name} has this fact's name, so that its answer is not kept; rename one"
            )
            yield draft.at_manifest(message, "public_facts", name)


RULE = Rule(
    id="fact-name-taken",
    severity="error",
    doc=__doc__,
    catches=(
        caught(change("matter", "client: Hotel Linden", "q_menu: half board"), at=("matter", "q_menu")),
    ),
    spares=(spared(change("matter", "client: Hotel Linden", "menu: half board")),),
    check=check,
)
