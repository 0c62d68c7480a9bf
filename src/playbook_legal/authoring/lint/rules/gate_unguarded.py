"""A gate on what a reviewer says has no guard, and fires on its own denial.

"The law prohibits it" is an overclaim; "no law prohibits it" is what the instructions ask for, and both hold the same
words. Set `negation_guard: true`, or say with `require_context` or `exclude_context` when the words are the sin.

Source: docs/scoring.md, "Gates".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Gates of the issue surface without any guard."""
    for one, place in draft.gates:
        if one.surface == "issue" and not one.gate.is_guarded:
            message = "this gate has no guard and also fires on its own denial; set negation_guard: true"
            yield draft.at(message, *place, "pattern")


RULE = Rule(
    id="gate-unguarded",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change(
                "rubric",
                "(?:forbids|prohibits)\\b'\n        negation_guard: true",
                "(?:forbids|prohibits)\\b'",
            ),
            at=("rubric", "consumer law"),
        ),
    ),
    spares=(
        spared(
            change(
                "rubric",
                "(?:forbids|prohibits)\\b'\n        negation_guard: true",
                "(?:forbids|prohibits)\\b'\n        exclude_context: '\\b(?:no|not)\\b'",
            )
        ),
    ),
    check=check,
)
