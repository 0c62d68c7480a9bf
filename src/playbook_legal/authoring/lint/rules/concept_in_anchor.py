"""A phrase of a concept stands in the anchor section itself.

In an issue it is earned by repeating the provision, in a redline or a settlement by sending the provision back as it
is. A concept should show that the point was understood: the consequence, the number that was worked out, what the
client answered, what the other provision does to this one. A word of the provision that every correct review must use
proves nothing either way; replace it by what is said about it.

Source: docs/scoring.md, "Issues" and "The strict instrument": runs that stand in the record earn nothing, single words
do.
"""

from collections.abc import Iterator

from ..draft import Draft
from ..phrases import Surface
from ..rule import Finding, Rule, caught, change, spared

_EARNED: dict[Surface, str] = {
    "issue": "it is earned by repeating the provision",
    "redline": "it is earned by a redline that changes nothing",
    "settlement": "it is earned by closing on the text as it is",
}


def check(draft: Draft) -> Iterator[Finding]:
    """Concepts of an issue with a phrase that stands at its anchor."""
    for listed in draft.concepts:
        if listed.index is None:
            continue
        text = draft.anchor_text(listed.index)
        anchor = draft.criteria.issues[listed.index].anchor
        for concept in listed.concepts:
            standing = [phrase for phrase in concept.phrases if phrase.text and phrase.text in text]
            if standing:
                said = ", ".join(f'"{phrase.written}"' for phrase in standing)
                verb = "stands" if len(standing) == 1 else "stand"
                message = f"{said} {verb} in {anchor} itself, so {_EARNED[listed.surface]}"
                yield draft.at(message, *standing[0].place)


RULE = Rule(
    id="concept-in-anchor",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", '["overnight", "no time to react"]', '["overnight", "the Monday"]'),
            at=("rubric", "the Monday"),
        ),
        caught(
            change("rubric", '["60 days", "two months"]', '["60 days", "price list"]'),
            at=("rubric", "price list"),
        ),
    ),
    spares=(
        spared(
            change("rubric", '["overnight", "no time to react"]', '["overnight", "the Tuesday", "at noon"]')
        ),
    ),
    check=check,
)
