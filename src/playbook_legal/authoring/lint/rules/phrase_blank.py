"""A phrase is blank, and a blank phrase stands in every text.

As a concept it is earned by anything, in a question it adds nothing, in what a counterparty accepts it lets everything
pass.

Source: docs/scoring.md, its first paragraph: phrases are sought in normalized text.
"""

from collections.abc import Iterator

from ..draft import Draft, finding
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Phrases without a character that is not white space."""
    for file, phrase in draft.phrases:
        if not phrase.text:
            yield finding(
                file,
                "this phrase is blank and stands in every text; write one, or take it out",
                *phrase.place,
            )


RULE = Rule(
    id="phrase-blank",
    severity="error",
    doc=__doc__,
    catches=(
        caught(change("rubric", '- "allergic"', '- " "'), at=("rubric", '- " "')),
        caught(
            change("counterparty", '["24 hours", "learns"]', '["24 hours", ""]'),
            at=("counterparty", '["24 hours", ""]'),
        ),
    ),
    spares=(spared(change("rubric", '- "allergic"', '- "."')),),
    check=check,
)
