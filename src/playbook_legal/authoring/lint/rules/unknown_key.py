"""A key is not part of the schema.

A misspelt key would otherwise be a silent no-op: a guard that does not guard, a budget that is the default. The
nearest key that there is stands in the message.

Source: docs/scoring.md, "Gates"; the schemas that `playbook schema` prints.
"""

from ..rule import Rule, caught, change, spared

RULE = Rule(
    id="unknown-key",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change(
                "rubric",
                "(?:forbids|prohibits)\\b'\n        negation_guard: true",
                "(?:forbids|prohibits)\\b'\n        negation_gard: true",
            ),
            at=("rubric", "negation_gard"),
        ),
    ),
    spares=(
        spared(
            change(
                "rubric",
                "(?:forbids|prohibits)\\b'\n        negation_guard: true",
                "(?:forbids|prohibits)\\b'\n        exclude_context: whether",
            )
        ),
    ),
)
