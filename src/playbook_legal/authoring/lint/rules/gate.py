"""The pattern of a gate does not compile.

Patterns are regular expressions. A bracket or a parenthesis that is meant literally needs a backslash before it.

Source: docs/scoring.md, "Gates".
"""

from ..rule import Rule, caught, change, spared

RULE = Rule(
    id="gate",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", "law (?:forbids|prohibits)\\b'", "law (?:forbids|prohibits\\b'"),
            at=("rubric", "law (?:forbids|prohibits\\b'"),
        ),
    ),
    spares=(spared(change("rubric", "law (?:forbids|prohibits)\\b'", "law \\(forbids\\)'")),),
)
