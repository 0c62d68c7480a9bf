"""A key that has no default is missing.

An issue needs `id`, `anchor` and `severity`; a document `id`, `title` and `path`; a counter `message` and `text`.

Source: the schemas that `playbook schema` prints.
"""

from ..rule import Rule, caught, change, spared

RULE = Rule(
    id="missing-key",
    severity="error",
    doc=__doc__,
    catches=(caught(change("rubric", "    severity: medium\n", ""), at=("rubric", "id: price_rise")),),
    spares=(
        spared(
            change("rubric", "    base_points: 0.25\n    concept_points: 1.0\n    redline_points: 1.0\n", "")
        ),
    ),
)
