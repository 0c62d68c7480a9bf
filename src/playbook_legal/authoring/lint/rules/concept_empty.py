"""A concept has no phrase, so that nothing can express it.

`any_of: []` counts among the concepts and is never earned.

Source: docs/scoring.md, "Issues".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Concepts without phrases."""
    for listed in draft.concepts:
        for concept in listed.concepts:
            if not concept.phrases:
                message = f"this concept of {listed.owner} has no phrase and can never be earned; give it one"
                yield draft.at(message, *concept.place)


RULE = Rule(
    id="concept-empty",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", '- any_of: ["overnight", "no time to react"]', "- any_of: []"),
            at=("rubric", "any_of: []"),
        ),
    ),
    spares=(
        spared(change("rubric", '- any_of: ["overnight", "no time to react"]', '- any_of: ["overnight"]')),
    ),
    check=check,
)
