"""A key stands there without a value.

A list that is empty is written `[]`; a key that is not needed is left out.

Source: the schemas that `playbook schema` prints.
"""

from ..rule import Rule, caught, change, spared

RULE = Rule(
    id="null",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", 'aliases:\n      - ["brochure", "printed"]', "aliases:"),
            at=("rubric", 'concepts: ["half board"]\n    aliases:'),
        ),
    ),
    spares=(spared(change("rubric", 'aliases:\n      - ["brochure", "printed"]', "aliases: []")),),
)
