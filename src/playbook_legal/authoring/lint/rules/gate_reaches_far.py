r"""A gate runs over the ends of sentences without bound.

`.*` between two words joins a word on the first page to one on the last, and the guards then look at everything in
between. Bound it, and keep it inside the sentence: `[^.]{0,80}`, or `(?:[^.;]|\.\d){0,80}` where section numbers
stand between.

Source: docs/scoring.md, "Gates": guards read the sentence of a match.
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Patterns with an unbounded part that crosses sentences."""
    for one, place in draft.gates:
        if one.gate.pattern.reaches_far:
            message = (
                "a part of this pattern has no bound and crosses sentences; write [^.]{0,80} instead of .*"
            )
            yield draft.at(message, *place, "pattern")


RULE = Rule(
    id="gate-reaches-far",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change(
                "rubric",
                "- pattern: '\\bafter\\b[^.]{0,60}\\bconfirm(?:s|ed)\\b'",
                "- pattern: '\\bafter\\b.*\\bconfirm(?:s|ed)\\b'",
            ),
            at=("rubric", "after\\b.*"),
        ),
    ),
    spares=(
        spared(
            change(
                "rubric",
                "- pattern: '\\bafter\\b[^.]{0,60}\\bconfirm(?:s|ed)\\b'",
                "- pattern: '\\bafter\\b[^.]*\\bconfirm(?:s|ed)\\b'",
            )
        ),
    ),
    check=check,
)
