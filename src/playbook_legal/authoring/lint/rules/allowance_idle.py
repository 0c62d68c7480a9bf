"""An allowance allows nothing, gives no reason, or names no rule.

A warning that an author has looked at may stand, with its reason, on its line or the line above:
`# lint: allow phrase-idle: the longer phrase is what the client says`. Errors cannot be allowed. One that no longer
silences anything should go, so that it does not silence the next thing.

Source: docs/lint.md, "Letting a warning stand".
"""

from ..rule import Rule, caught, change, spared

RULE = Rule(
    id="allowance-idle",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(
            change(
                "rubric",
                "# The clock starts when the Bakery says so.",
                "# lint: allow phrase-idle: it is not idle",
            ),
            at=("rubric", "it is not idle"),
        ),
        caught(
            change(
                "rubric",
                '["overnight", "no time to react"]',
                '["overnight", "Overnight"] # lint: allow phrase-idle',
            ),
            at=("rubric", "# lint: allow phrase-idle"),
        ),
    ),
    spares=(
        spared(
            change(
                "rubric",
                '["overnight", "no time to react"]',
                '["overnight", "Overnight"] # lint: allow phrase-idle: shown on purpose',
            )
        ),
    ),
)
