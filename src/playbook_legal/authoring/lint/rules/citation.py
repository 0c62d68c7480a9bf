"""A citation does not have the form of one.

A citation is `<document id> §<section>`, for instance `msa §4.2`.

Source: docs/environment.md, "Actions".
"""

from ..rule import Rule, caught, change, spared

RULE = Rule(
    id="citation",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", '"contract §4", "playbook §P2"', '"contract §4", "playbook P2"'),
            at=("rubric", "playbook P2"),
        ),
    ),
    spares=(spared(change("rubric", '"contract §4", "playbook §P2"', '"contract §4", "playbook §  P2"')),),
)
