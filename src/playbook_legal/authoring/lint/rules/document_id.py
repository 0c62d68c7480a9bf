"""A document id cannot be cited.

Citations are `<document id> §<section>`, so an id has no section sign in it and no white space that a citation could
not repeat. A short word is best: `msa`, `playbook`.

Source: docs/environment.md, "Actions".
"""

from ..rule import Rule, caught, change, spared

RULE = Rule(
    id="document-id",
    severity="error",
    doc=__doc__,
    catches=(
        caught(change("matter", "id: instructions", 'id: "instructions §"'), at=("matter", "instructions §")),
    ),
    spares=(spared(change("matter", "id: instructions", "id: memo-of-instructions")),),
)
