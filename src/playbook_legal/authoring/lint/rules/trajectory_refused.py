"""An action of a sound trajectory is refused.

A budget that is used up, a section that does not exist, a text that is too long: the review as written cannot be
played. `playbook eval` shows the refusals.

Source: docs/environment.md, "Actions".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared


def check(draft: Draft) -> Iterator[Finding]:
    """Refused actions of the reference and of the alternatives; an adversarial trajectory may provoke them."""
    for played in draft.played.values():
        if played.trajectory.is_sound:
            for line, code in played.refusals:
                yield Finding(
                    played.trajectory.name, line, 1, f"this action is refused ({code}); see playbook eval"
                )


RULE = Rule(
    id="trajectory-refused",
    severity="error",
    doc=__doc__,
    catches=(
        caught(
            change("good", '"document_id": "instructions"}', '"document_id": "instruction"}'),
            at=("good", '"instruction"}'),
        ),
    ),
    spares=(
        spared(
            change(
                "good", '"document_id": "instructions"}', '"document_id": "instructions", "section": "I1"}'
            )
        ),
    ),
    check=check,
    asks="examples",
)
