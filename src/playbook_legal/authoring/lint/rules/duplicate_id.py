"""An id is used twice.

Answers are filed under the id of their question or escalation, credit under the id of the issue, and a document is
cited by its id: two things of one name cannot be told apart.

Source: docs/environment.md, "What an agent sees" (`learned_facts`).
"""

from ..rule import Rule, caught, change, spared

RULE = Rule(
    id="duplicate-id",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("rubric", "id: esc_guests", "id: q_menu"), at=("rubric", "escalations:\n  - id: q_menu")
        ),
        caught(
            change("matter", "id: playbook", "id: contract"),
            at=("matter", "documents/contract.md\n  - id: contract"),
        ),
    ),
    spares=(spared(change("matter", "title: Playbook of the Hotel", "title: Instructions")),),
)
