"""Steps or rounds reach far beyond what the reference review uses.

What an agent does not need for the work it can spend on trying. A quarter more than the reference uses leaves room for
another way of working; half as much again leaves room for another policy.

Source: AUTHORING.md, "Budgets".
"""

from collections.abc import Iterator

from ..draft import Draft
from ..rule import Finding, Rule, caught, change, spared

_FACTOR = 1.5
_ROOM = 3  # of a small number, half is nothing


def check(draft: Draft) -> Iterator[Finding]:
    """Budgets above one and a half times the use of the reference."""
    reference = draft.reference
    if reference is None:
        return
    constraints = draft.manifest.constraints
    rounds = sum(
        entry.value.get("type") in ("send_markup", "accept_counterparty")
        for entry in reference.trajectory.lines
        if isinstance(entry.value, dict)
    )
    for key, used, noun in (
        ("maximum_steps", int(reference.result["steps"]), "steps"),
        ("maximum_negotiation_rounds", rounds, "rounds"),
    ):
        budget: int = getattr(constraints, key)
        if used and budget > max(_FACTOR * used, used + _ROOM):
            enough = used * 5 // 4 + 1
            message = (
                f"{key} is {budget}, and the reference review uses {used} {noun}; about {enough} are enough"
            )
            yield draft.at_manifest(message, "constraints", key)


RULE = Rule(
    id="budget-slack",
    severity="warning",
    doc=__doc__,
    catches=(
        caught(change("matter", "maximum_steps: 14", "maximum_steps: 40"), at=("matter", "maximum_steps")),
    ),
    spares=(spared(change("matter", "maximum_steps: 14", "maximum_steps: 16")),),
    check=check,
    asks="examples",
)
