"""An id names nothing: no issue of the rubric has it.

Source: docs/scoring.md, "The memo" and "Settlements".
"""

from ..rule import Rule, caught, change, spared

RULE = Rule(
    id="unknown-id",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", "[price_rise, recall_notice]", "[price_rise, recall_notices]"),
            at=("rubric", "recall_notices"),
        ),
        caught(
            change("counterparty", "  recall_notice:", "  recall:"), at=("counterparty", "resist_rounds: 1")
        ),
    ),
    spares=(spared(change("rubric", "[price_rise, recall_notice]", "[recall_notice]")),),
)
