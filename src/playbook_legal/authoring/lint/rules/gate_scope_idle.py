"""A negation scope is set without a negation guard.

`negation_scope` says where the guard's window ends. Without `negation_guard: true` there is no guard, and the gate
fires on its own denial.

Source: docs/scoring.md, "Gates".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Gates with a scope and no guard."""
    for one, place in draft.gates:
        if one.gate.before and not one.gate.negation_guard:
            message = "negation_scope does nothing here: negation_guard is not set; set it to true, or drop the scope"
            yield draft.at(message, *place, "negation_scope")


RULE = Rule(
    id="gate-scope-idle",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change(
                "rubric",
                "(?:forbids|prohibits)\\b'\n        negation_guard: true",
                "(?:forbids|prohibits)\\b'\n        negation_scope: before",
            ),
            at=("rubric", "negation_scope"),
        ),
    ),
    spares=(
        spared(
            change(
                "rubric",
                "(?:forbids|prohibits)\\b'\n        negation_guard: true",
                "(?:forbids|prohibits)\\b'\n        negation_guard: true\n        negation_scope: before",
            )
        ),
    ),
    check=check,
)
