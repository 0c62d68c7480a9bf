"""A value is none of the words that are possible here.

A severity is `low`, `medium`, `high` or `critical`; a negation scope `span` or `before`; the surface of a probe
`issue`, `redline` or `settlement`.

Source: docs/scoring.md, "Issues" and "Gates".
"""

from ..rule import Rule, caught, change, spared

RULE = Rule(
    id="choice",
    severity="error",
    doc=__doc__,
    catches=(caught(change("rubric", "severity: medium", "severity: moderate"), at=("rubric", "moderate")),),
    spares=(spared(change("rubric", "severity: medium", "severity: high")),),
)
