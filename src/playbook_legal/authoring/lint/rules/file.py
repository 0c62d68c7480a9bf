"""A file that the matter needs is missing or cannot be read.

A matter needs `matter.yaml`, `rubric.yaml` and, when it has questions or escalations, `hidden_facts.yaml`.

Source: docs/environment.md, and AUTHORING.md, "What a matter is made of".
"""

from ..rule import Rule, caught, change, spared

RULE = Rule(
    id="file",
    severity="error",
    doc=__doc__,
    catches=(caught(change("hidden_facts", "", ""), at=("hidden_facts", "")),),
    spares=(spared(change("counterparty", "", "")),),
)
