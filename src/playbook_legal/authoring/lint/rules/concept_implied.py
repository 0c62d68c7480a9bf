"""Whoever expresses one concept of a list always expresses another one of it as well.

The two are one concept that counts double. If "within 24 hours" earns, "24 hours" earns with it.

Source: docs/scoring.md, "Issues": each concept is a share of the points.
"""

from collections.abc import Iterator

from ..draft import Draft
from ..phrases import ConceptAt
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Concepts of which every phrase holds a phrase of another concept of the same list."""
    for listed in draft.concepts:
        for at, concept in enumerate(listed.concepts):
            for other_at, other in enumerate(listed.concepts):
                if (
                    at != other_at
                    and _implies(concept, other)
                    and (at > other_at or not _implies(other, concept))
                ):
                    message = (
                        f'whoever says "{concept.first}" has also said "{other.first}": two concepts for one'
                    )
                    yield draft.at(message, *concept.place)
                    break


def _implies(concept: ConceptAt, other: ConceptAt) -> bool:
    return bool(concept.phrases) and all(
        any(theirs.text and theirs.text in mine.text for theirs in other.phrases) for mine in concept.phrases
    )


RULE = Rule(
    id="concept-implied",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", '- any_of: ["overnight", "no time to react"]', '- any_of: ["printed brochure"]'),
            at=("rubric", "printed brochure"),
        ),
    ),
    spares=(
        spared(
            change(
                "rubric",
                '- any_of: ["overnight", "no time to react"]',
                '- any_of: ["printed brochure", "overnight"]',
            )
        ),
    ),
    check=check,
)
