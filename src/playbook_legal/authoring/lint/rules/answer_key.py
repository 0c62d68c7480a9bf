"""A document is the answer key.

What is listed under `documents` is shown to the agent. A path that leads to the rubric, the hidden facts or the
counterparty's script, by whatever name, and a text that has the content of one, are refused.

Source: docs/architecture.md, "The wall around the answer key".
"""

from ..rule import Rule, caught, change, spared

RULE = Rule(
    id="answer-key",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("matter", "path: documents/playbook.md", "path: hidden_facts.yaml"),
            at=("matter", "path: hidden_facts.yaml"),
        ),
    ),
    spares=(
        spared(
            change("matter", "path: documents/playbook.md", "path: documents/rubric-of-fees.md"),
            change("documents/rubric-of-fees.md", "", "# Playbook\n\n## P2 What we pay\n\nIt stays put.\n"),
        ),
    ),
)
